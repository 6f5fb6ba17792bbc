-- The desk's list of orders (ORD-02), the same as a file (ORD-16, DATA-03), and whoever was here before. Each is a
-- SECURITY DEFINER function that checks the caller itself: under row level security no trigram index is used, because
-- LIKE is not leakproof.

-- A page of the desk's list, newest first: 20 orders and how many there are, counted to 1,001 and no further; of a
-- search in texts, to 201: a common word is on so many orders that counting on would cost more than the page itself.
-- p_field: order_number, customer_name, customer_rut, equipment_brand, equipment_model; admins also customer_phone,
-- imei and all. p_status and p_technician: null for any. p_page counts from 1. p_message_failed: only orders whose
-- newest message did not arrive. Staff only.
create function public.search_orders(
  p_search text default null, p_field text default 'order_number', p_status text default null,
  p_technician uuid default null, p_page integer default 1, p_message_failed boolean default false
) returns table (
  id uuid, order_number integer, created_at timestamptz, updated_at timestamptz, status text, customer_name text,
  customer_rut text, customer_phone text, equipment_type text, equipment_brand text, equipment_model text,
  work_description text, technical_work text, total_amount bigint, advance_payment bigint, technician_id uuid,
  technician_name text, delivered_at timestamptz, warranty_days integer, has_notes boolean, version integer,
  message_state text, message_at timestamptz, total integer
)
language plpgsql stable security definer set search_path = '' as $$
declare
  actor_role text := private.my_role();
  page_size constant integer := 20;
  first_row integer := (least(greatest(coalesce(p_page, 1), 1), 100000000) - 1) * 20;
  searching boolean := coalesce(trim(p_search), '') <> '';
  by_text boolean := searching and p_field <> 'order_number';
  row_limit integer := greatest(case when by_text then 201 else 1001 end, first_row + 21);
  -- Orders in these states are few however old the shop is: their index leads.
  by_open_status boolean := coalesce(p_status, '') in ('pending', 'in_progress', 'quoted', 'approved');
  leader text := case when by_text and not by_open_status then 's' else 'o' end;
  key text := case when leader = 's' then 's.order_id' else 'o.id' end;
  sort_by text := leader || '.created_at desc, ' || key || ' desc';
  condition text := '';
  source text;
begin
  if actor_role is null or actor_role not in ('admin', 'technician', 'receptionist') then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_field is null or p_field not in ('order_number', 'customer_name', 'customer_rut', 'equipment_brand',
      'equipment_model', 'customer_phone', 'imei', 'all') then
    raise exception 'El campo de búsqueda no existe.' using errcode = '22023';
  end if;
  if p_field in ('customer_phone', 'imei', 'all') and actor_role <> 'admin' then
    raise exception 'Solo un administrador busca en todos los campos.' using errcode = '42501';
  end if;

  if p_status is not null then
    condition := condition || format(' and %s.status = %L', leader, p_status);
  end if;
  if p_technician is not null then
    condition := condition || format(' and %s.technician_id = %L', leader, p_technician);
  end if;
  if p_message_failed then
    condition := condition || format($failed$
      and %1$s in (
        select m.order_id from public.whatsapp_messages m
        where m.state = 'failed' and not exists (
          select from public.whatsapp_messages later where later.order_id = m.order_id
          and later.created_at > m.created_at
        )
      )$failed$, key);
  end if;
  if not searching then
    source := 'public.service_orders o';
  elsif not by_text then
    source := private.number_source(p_search, condition, row_limit) || ' as o';
    condition := '';
    sort_by := 'o.extra = 0 desc, o.order_number desc';
  else
    condition := condition || private.search_condition(p_field, p_search);
    source := case leader
      when 's' then 'private.order_search s'
      else 'public.service_orders o join private.order_search s on s.order_id = o.id'
    end;
  end if;

  return query execute format($query$
    with found as materialized (
      select %1$s as id from %3$s where true %4$s order by %2$s limit %5$s
    ), page as (
      -- In the order in which they were found.
      select f.id, row_number() over () as place from found f offset %6$s limit %7$s
    )
    select o.id, o.order_number, o.created_at, o.updated_at, o.status, o.customer_name, o.customer_rut,
      o.customer_phone, o.equipment_type, o.equipment_brand, o.equipment_model, left(o.work_description, 300),
      left(o.technical_work, 300), o.total_amount, o.advance_payment, o.technician_id, t.full_name, o.delivered_at,
      o.warranty_days,
      coalesce(o.notes, '') <> '', o.version, newest.state, newest.created_at,
      (select count(*)::integer from found)
    from page p join public.service_orders o on o.id = p.id left join public.profiles t on t.id = o.technician_id
      left join lateral (
        select m.state, m.created_at from public.whatsapp_messages m where m.order_id = o.id order by m.created_at desc
        limit 1
      ) as newest on true
    order by p.place
    $query$,
    key, sort_by, source, condition, row_limit, first_row, page_size);
end
$$;
revoke all on function public.search_orders from public, anon, authenticated;
grant execute on function public.search_orders to authenticated;

-- What the desk's list shows, as whole orders for an export (ORD-16, DATA-03): the same search and filters as
-- search_orders, 1,000 at a time, newest first, continuing after the last order of the batch before, so that what
-- changes meanwhile neither repeats nor skips an order. Staff only, with the list's own rule on fields.
create function public.export_orders(
  p_search text default null, p_field text default 'order_number', p_status text default null,
  p_technician uuid default null, p_before timestamptz default null, p_before_id uuid default null
) returns setof public.service_orders
language plpgsql stable security definer set search_path = '' as $$
declare
  actor_role text := private.my_role();
  searching boolean := coalesce(trim(p_search), '') <> '';
  source text := 'public.service_orders o';
  condition text := '';
begin
  if actor_role is null or actor_role not in ('admin', 'technician', 'receptionist') then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_field is null or p_field not in ('order_number', 'customer_name', 'customer_rut', 'equipment_brand',
      'equipment_model', 'customer_phone', 'imei', 'all') then
    raise exception 'El campo de búsqueda no existe.' using errcode = '22023';
  end if;
  if p_field in ('customer_phone', 'imei', 'all') and actor_role <> 'admin' then
    raise exception 'Solo un administrador busca en todos los campos.' using errcode = '42501';
  end if;

  if searching and p_field = 'order_number' then
    source := format('(select n.id as found_id from %s as n) as f join public.service_orders o on o.id = f.found_id',
      private.number_source(p_search, '', 1000000));
  elsif searching then
    source := 'private.order_search s join public.service_orders o on o.id = s.order_id';
    condition := private.search_condition(p_field, p_search);
  end if;
  if p_status is not null then
    condition := condition || format(' and o.status = %L', p_status);
  end if;
  if p_technician is not null then
    condition := condition || format(' and o.technician_id = %L', p_technician);
  end if;
  if p_before is not null and p_before_id is not null then
    condition := condition || format(' and (o.created_at, o.id) < (%L::timestamptz, %L::uuid)', p_before, p_before_id);
  end if;
  return query execute format('select o.* from %s where true %s order by o.created_at desc, o.id desc limit 1000',
    source, condition);
end
$$;
revoke all on function public.export_orders from public, anon, authenticated;
grant execute on function public.export_orders to authenticated;

-- Whoever was here before (repeat customer at the counter): the newest orders of a RUT, or of a phone in any of its
-- spellings.
create function public.find_order_customer(p_rut text default null, p_phone text default null)
returns table (
  order_number integer, customer_name text, customer_rut text, customer_phone text, customer_address text,
  equipment_type text, equipment_brand text, equipment_model text, imei text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  -- Two statements, so that each uses its own index.
  if p_rut is not null then
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''),
        o.equipment_type, o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where o.customer_rut = private.normalize_rut(p_rut)
      order by o.created_at desc limit 20;
  else
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''),
        o.equipment_type, o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where private.phone_key(o.customer_phone) = private.phone_key(p_phone)
      order by o.created_at desc limit 20;
  end if;
end
$$;
revoke all on function public.find_order_customer from public, anon, authenticated;
grant execute on function public.find_order_customer to authenticated;
