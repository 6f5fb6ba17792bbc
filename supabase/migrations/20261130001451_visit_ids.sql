SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.move_visit_details()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  said constant jsonb := new.visit_details;
  mate uuid;
  other public.service_orders;
begin
  new.visit_details := null;
  if not private.may('orders.create') then
    return new;
  end if;
  if said ->> 'order' is not null then
    -- Apart from the query, which is planned with the text, and its cast with it.
    if pg_input_is_valid(said ->> 'order', 'uuid') then
      mate := (said ->> 'order')::uuid;
    end if;
    select * into other from public.service_orders o where o.id = mate for no key update;
    if other.id is null or other.anonymized_at is not null then
      raise exception 'La otra orden de la visita ya no está. Separa esta orden de la visita y guárdala otra vez.'
        using errcode = '23514';
    end if;
    if other.customer_rut <> new.customer_rut then
      raise exception 'La orden % de la visita es de otro RUT. Corrige el RUT, o separa esta orden de la visita.',
        private.format_order_number(other.order_number) using errcode = '23514';
    end if;
    if (select count(*) from private.visit_mates(other.id)) >= 20 then
      raise exception 'Una visita tiene hasta 20 equipos. Separa esta orden de la visita y guárdala otra vez.'
        using errcode = '23514';
    end if;
  end if;
  perform set_config('taller.visits', (coalesce(nullif(current_setting('taller.visits', true), '')::jsonb, '{}')
    || jsonb_build_object(new.id, jsonb_build_object('order', other.id, 'more', said -> 'more' = 'true')))::text, true);
  return new;
end
$function$;
