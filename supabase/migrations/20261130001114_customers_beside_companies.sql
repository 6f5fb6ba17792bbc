SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.person_of (
  o public.service_orders
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when private.is_repeated_rut(o.customer_rut) then o.id::text else o.customer_rut end
$function$;

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
  row_limit integer;
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
  -- More only where few people have all of them, as companies do.
  foreach row_limit in array array[200, 5000] loop
    execute format('select array_agg(f.order_id) from (select s.order_id from private.order_search s where true %s
      order by s.created_at desc, s.order_id desc limit %s) as f', condition, row_limit) into found;
    exit when coalesce(cardinality(found), 0) < row_limit or (
      select count(distinct private.person_of(o)) >= 20 from public.service_orders o
      where o.id = any (found) and o.anonymized_at is null);
  end loop;
  return query
    select n.id, n.customer_name, n.customer_rut, n.customer_phone, n.is_person and exists (
        select from public.profiles p
        where p.rut = n.customer_rut and p.rut_verified_at is not null and p.role = 'customer'),
      greatest(t.orders, 1), coalesce(t.last_at, n.created_at) as last
    from (
      select distinct on (private.person_of(o)) o.id, o.customer_name, o.customer_rut, o.customer_phone, o.created_at,
        not private.is_repeated_rut(o.customer_rut) as is_person
      from public.service_orders o
      where o.id = any (found) and o.anonymized_at is null
      order by private.person_of(o), o.created_at desc, o.id desc
    ) as n
    cross join lateral (
      select count(*)::integer as orders, max(x.created_at) as last_at from public.service_orders x
      where n.is_person and x.customer_rut = n.customer_rut
    ) as t
    order by last desc, n.id limit 20;
end
$function$;

REVOKE ALL ON FUNCTION "private"."person_of"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."person_of"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."person_of"(public.service_orders) TO "postgres";
