CREATE TRIGGER as_readable
  BEFORE INSERT OR UPDATE ON public.order_photos
  FOR EACH ROW
  EXECUTE FUNCTION private.as_readable();
