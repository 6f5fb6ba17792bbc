SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.reminder_phones (
  p_ids uuid[]
)
  RETURNS TABLE (
    order_id uuid,
    phone    text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Materialized, so that each phone is read once and not wherever its number is asked for.
  with numbers as materialized (
    select o.id, o.customer_rut as rut, private.phone_key(o.customer_phone) as key, private.whatsapp_phone(
      case when private.is_landline(o.customer_phone) and private.is_mobile(o.second_phone) then o.second_phone
      else o.customer_phone end) as phone
    from public.service_orders o where o.id = any (p_ids) and o.anonymized_at is null
  )
  select n.id, n.phone from numbers n
  where length(n.phone) between 10 and 15 and not private.is_landline(n.phone)
    and not exists (select from private.reminder_refusals r where r.subject in (private.phone_key(n.phone), n.key, n.rut))
$function$;

CREATE OR REPLACE FUNCTION private.warranty_endings (
  p_ids    uuid[],
  p_before integer
)
  RETURNS TABLE (
    order_id uuid,
    since    date,
    during   tstzmultirange
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with warranties as materialized (
    -- Only a return moves its end.
    select o.id, private.shop_day(o.delivered_at) as begins,
      case when exists (select from public.service_orders r where r.warranty_of = o.order_number)
        then private.warranty_end(o.order_number)
        else private.shop_day(o.delivered_at) + greatest(o.warranty_days, o.parts_warranty_days) end as ends
    from public.service_orders o
    where o.id = any (p_ids) and o.status = 'delivered' and greatest(o.warranty_days, o.parts_warranty_days) > 0
  )
  select w.id, w.ends - p_before, tstzmultirange(tstzrange((w.ends - p_before)::timestamp at time zone 'America/Santiago',
    (w.ends + 1)::timestamp at time zone 'America/Santiago'))
  from warranties w where w.ends - p_before > w.begins
$function$;
