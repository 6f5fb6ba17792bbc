SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.refuse_deleted_order()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.may('orders.create')
    and exists (select from public.order_events e where e.order_id = new.id and e.kind = 'deleted') then
    raise exception 'Esta orden ya se había guardado y después se eliminó. Guarda otra vez solo si el equipo sigue aquí.'
      using errcode = 'PT409';
  end if;
  return new;
end
$function$;

CREATE TRIGGER refuse_deleted_order
  BEFORE INSERT ON public.service_orders
  FOR EACH ROW
  WHEN (private.is_api_caller())
  EXECUTE FUNCTION private.refuse_deleted_order();

REVOKE ALL ON FUNCTION "private"."refuse_deleted_order"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_deleted_order"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_deleted_order"() TO "postgres";
