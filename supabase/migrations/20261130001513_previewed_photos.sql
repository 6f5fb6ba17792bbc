SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.anonymization_preview (
  who     private.person,
  p_by    text,
  p_value text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with shown as (
    select jsonb_build_object(
      'orders', cardinality(who.orders),
      'names', (select coalesce(jsonb_agg(distinct name), '[]') from (
        select o.customer_name as name from public.service_orders o where o.id = any (who.orders)
        union select p.full_name from public.profiles p where p.id = any (who.accounts)) as named where name <> ''),
      'ruts', (select coalesce(jsonb_agg(distinct rut), '[]') from (
        select o.customer_rut as rut from public.service_orders o where o.id = any (who.orders)
        union select p.rut from public.profiles p where p.id = any (who.accounts)) as numbered where rut is not null),
      'emails', (select coalesce(jsonb_agg(p.email order by p.email), '[]') from public.profiles p
      where p.id = any (who.accounts)),
      'unclosed',
      (select coalesce(jsonb_agg(o.order_number order by o.order_number), '[]') from public.service_orders o
        where o.id = any (who.orders) and o.status <> all (private.statuses_in('closed'))),
      'owed', (select coalesce(sum(greatest(coalesce(o.total_amount, 0) - o.advance_payment - o.final_payment, 0)), 0)
        from public.service_orders o where o.id = any (who.orders) and o.status = 'delivered'),
      'messages', (select count(*) from public.whatsapp_messages m where m.order_id = any (who.orders))
        + (select count(*) from public.whatsapp_replies r where r.order_id = any (who.orders)),
      'photos', (select count(*) from public.order_photos p where p.order_id = any (who.orders)),
      'appointments',
      (select count(*) from public.appointments a where a.customer_id = any (who.accounts))
        + cardinality(private.visits_of(who, p_by, p_value)),
      'contacts', (select count(*) from public.customer_contacts c
        where c.id = any (private.contacts_of(who, p_by, p_value))
          or c.rut in (select o.customer_rut from public.service_orders o where o.id = any (who.orders)))
    ) as facts
  )
  select facts || jsonb_build_object('seen', encode(sha256(convert_to(
    jsonb_build_array(facts,
      (select jsonb_agg(jsonb_build_array(o.id, o.version) order by o.id) from public.service_orders o
        where o.id = any (who.orders)),
      (select jsonb_agg(a.id order by a.id) from unnest(who.accounts) as a (id)),
      (select jsonb_agg(v.id order by v.id) from unnest(private.visits_of(who, p_by, p_value)) as v (id)))::text,
    'UTF8')), 'hex'))
  from shown
$function$;
