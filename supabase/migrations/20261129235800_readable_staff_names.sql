-- The kept names of the staff are texts of the API like any other (SEC-63).
create trigger as_readable before insert or update on public.staff_names
  for each row execute function private.as_readable();
