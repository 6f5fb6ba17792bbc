SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.find_customers (
  p_search text DEFAULT NULL::text
)
  RETURNS TABLE (
    order_id       uuid,
    customer_name  text,
    customer_rut   text,
    customer_phone text,
    has_account    boolean,
    orders         integer,
    last_at        timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  term text := coalesce(trim(private.fold(private.plain_marks(left(p_search, 200)))), '');
  condition text := '';
  found uuid[];
begin
  perform private.require('people.see');
  if term ~ '^[+(]?[0-9][0-9 .()+-]*[0-9k]$' then
    -- Each condition begins with ' and '.
    condition := format(' and (%s or %s)', substr(private.search_condition('customer_rut', p_search), 6),
      case when private.may('orders.find') then substr(private.search_condition('customer_phone', p_search), 6)
        else 'false' end);
  elsif term <> '' then
    condition := private.search_condition('customer_name', p_search);
  end if;
  execute format('select array_agg(f.order_id) from (select s.order_id from private.order_search s where true %s
    order by s.created_at desc, s.order_id desc limit 200) as f', condition) into found;
  return query
    select n.id, n.customer_name, n.customer_rut, n.customer_phone, n.is_person and exists (
        select from public.profiles p
        where p.rut = n.customer_rut and p.rut_verified_at is not null and p.role = 'customer'),
      t.orders, t.last_at
    from (
      select distinct on (case when private.is_repeated_rut(o.customer_rut) then o.id::text else o.customer_rut end)
        o.id, o.customer_name, o.customer_rut, o.customer_phone, not private.is_repeated_rut(o.customer_rut) as is_person
      from public.service_orders o
      where o.id = any (found) and o.anonymized_at is null
      order by case when private.is_repeated_rut(o.customer_rut) then o.id::text else o.customer_rut end,
        o.created_at desc, o.id desc
    ) as n
    cross join lateral (
      select count(*)::integer as orders, max(x.created_at) as last_at from public.service_orders x
      where x.customer_rut = n.customer_rut and (n.is_person or x.id = n.id)
    ) as t
    order by t.last_at desc, n.id limit 20;
end
$function$;

REVOKE ALL ON FUNCTION "public"."find_customers"(text) FROM PUBLIC, "anon", "service_role";

GRANT EXECUTE ON FUNCTION "public"."find_customers"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_customers"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_customers"(text) TO "postgres";
