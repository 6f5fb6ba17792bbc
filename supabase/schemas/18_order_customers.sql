-- The people of orders: SECURITY DEFINER functions that check the caller themselves (17_order_list says why).

-- Returning customers at the counter: the newest orders of a RUT, or of a phone in any of its spellings, also of a
-- contact's (CARD-03). A RUT or phone of repeated digits finds nothing.
create function public.find_order_customer(p_rut text default null, p_phone text default null)
returns table (
  order_number integer, customer_name text, customer_rut text, customer_phone text, customer_address text,
  equipment_type text, equipment_brand text, equipment_model text, imei text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('people.see');
  -- Two statements, so that each uses its own index.
  if p_rut is not null then
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''),
        o.equipment_type, o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where o.customer_rut = private.normalize_rut(p_rut) and not private.is_repeated_rut(o.customer_rut)
      order by o.created_at desc limit 20;
  else
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''),
        o.equipment_type, o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where private.phone_key(o.customer_phone) = private.personal_phone_key(p_phone)
        or o.customer_rut = any (private.ruts_of_contact(p_phone))
      order by o.created_at desc limit 20;
  end if;
end
$$;
revoke all on function public.find_order_customer from public, anon, authenticated;
grant execute on function public.find_order_customer to authenticated;

-- The customers of whom somebody with a phone is a contact.
create function private.ruts_of_contact(p_phone text) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct c.rut), '{}') from public.customer_contacts c
  where private.phone_key(c.phone) = private.personal_phone_key(p_phone) and c.removed_at is null
$$;

-- The customers whose card has words, in the business name or in a contact's name, or digits in a contact's phone.
create function private.ruts_by_card(p_words text[], p_digits text) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select c.rut from private.customer_cards c
    where private.fold(c.business_name) like p_words[1] and private.fold(c.business_name) like all (p_words)
    union
    select c.rut from public.customer_contacts c
    where private.fold(c.name) like p_words[1] and private.fold(c.name) like all (p_words) and c.removed_at is null
    union
    select c.rut from public.customer_contacts c
    where private.search_phone(c.phone) like p_digits and c.removed_at is null
    limit 50)
$$;
revoke all on function private.ruts_of_contact, private.ruts_by_card from public, anon, authenticated;

-- The person of an order, by RUT. A RUT of repeated digits identifies nobody: then the order stands for a person.
create function private.person_of(o public.service_orders) returns text
language sql immutable set search_path = '' as $$
  select case when private.is_repeated_rut(o.customer_rut) then o.id::text else o.customer_rut end
$$;
revoke all on function private.person_of from public, anon, authenticated;

-- The people of orders by name, RUT or, for roles that find orders by it, phone (CUST-30), also by what their cards have
-- (CARD-03); without a search those who came last. Each once by RUT, with the newest of the found orders and whether an
-- account has proved the RUT; an order whose RUT is of repeated digits stands for a person.
create function public.find_customers(p_search text default null)
returns table (
  order_id uuid, customer_name text, customer_rut text, customer_phone text, has_account boolean, orders integer,
  last_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
declare
  term text := coalesce(trim(private.fold(private.plain_marks(left(p_search, 200)))), '');
  condition text := '';
  found uuid[];
  row_limit integer;
  carded text[];
  digits text;
begin
  perform private.require('people.see');
  if term ~ '^[+(]?[0-9][0-9 .()+-]*[0-9k]$' then
    -- Each condition begins with ' and '.
    condition := format(' and (%s or %s)', substr(private.search_condition('customer_rut', p_search), 6),
      case when private.may('orders.find') then substr(private.search_condition('customer_phone', p_search), 6)
        else 'false' end);
    digits := ltrim(regexp_replace(term, '[^0-9]', '', 'g'), '0');
    if private.may('orders.find') and length(digits) >= 3 then
      carded := private.ruts_by_card(null, private.contains_pattern(digits));
    end if;
  elsif term ~ '^[a-z]{2}/[a-z0-9]+$' then
    -- A foreign document.
    condition := private.text_condition('customer_rut', term);
  elsif term <> '' then
    condition := private.search_condition('customer_name', p_search);
    carded := private.ruts_by_card(array(
      select private.contains_pattern(w) from unnest((regexp_split_to_array(term, '\s+'))[1:6]) as w), null);
  end if;
  -- More only where few people have all of them, as companies do.
  foreach row_limit in array array[200, 5000] loop
    found := private.newest_by_texts(condition, row_limit);
    exit when coalesce(cardinality(found), 0) < row_limit or (
      select count(distinct private.person_of(o)) >= 20 from public.service_orders o
      where o.id = any (found) and o.anonymized_at is null);
  end loop;
  found := found || array(
    select n.id from unnest(carded) as r (rut) cross join lateral (
      select o.id from public.service_orders o where o.customer_rut = r.rut order by o.created_at desc limit 1) as n);
  -- The other phone of an order, as far as it is typed to tell anybody: among the texts that have its digits.
  if private.may('orders.find') and length(digits) >= 6 then
    found := found || array(
      select o.id from public.service_orders o
      where o.id = any (private.newest_by_texts(format(' and s.rest like %L', private.contains_pattern(digits)), 200))
        and private.search_phone(o.second_phone) like private.contains_pattern(digits));
  end if;
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
$$;
revoke all on function public.find_customers from public, anon, authenticated;
grant execute on function public.find_customers to authenticated;
