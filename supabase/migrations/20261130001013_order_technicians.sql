SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.order_technicians()
  RETURNS TABLE (
    id        uuid,
    full_name text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('desk');
  return query
    select s.id, s.full_name from public.staff_names s
    where exists (select from public.service_orders o where o.technician_id = s.id)
    order by s.full_name, s.id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."order_technicians"() FROM PUBLIC, "anon", "service_role";

GRANT EXECUTE ON FUNCTION "public"."order_technicians"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_technicians"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_technicians"() TO "postgres";
