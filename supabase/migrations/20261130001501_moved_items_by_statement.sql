SET local check_function_bodies = off;

DROP TRIGGER "note_moved_item" ON "public"."inventory_movements";

DROP FUNCTION "private"."note_moved_item"();

CREATE OR REPLACE FUNCTION private.note_moved_items()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.moved_items (item_id) select distinct m.item_id from moved m;
  return null;
end
$function$;

CREATE TRIGGER note_moved_items_changed
  AFTER UPDATE ON public.inventory_movements REFERENCING NEW TABLE AS moved
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.note_moved_items();

CREATE TRIGGER note_moved_items_deleted
  AFTER DELETE ON public.inventory_movements REFERENCING OLD TABLE AS moved
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.note_moved_items();

CREATE TRIGGER note_moved_items
  AFTER INSERT ON public.inventory_movements REFERENCING NEW TABLE AS moved
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.note_moved_items();

REVOKE ALL ON FUNCTION "private"."note_moved_items"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_moved_items"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_moved_items"() TO "postgres";
