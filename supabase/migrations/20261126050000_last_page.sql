-- No list is read further than its page 10,000 (SEC-62): a page number that somebody makes up had all rows before it
-- counted and skipped.

-- How many rows come before a page; below 1 is the first. Refuses pages that no list has: a list asks for it after the
-- role.
create function private.rows_before(p_page bigint, p_size integer) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  if p_page > 10000 then
    raise exception 'Las listas llegan hasta la página 10.000: acota lo que buscas.' using errcode = '22023';
  end if;
  return (greatest(coalesce(p_page, 1), 1) - 1) * p_size;
end
$$;
revoke all on function private.rows_before(bigint, integer) from public, anon, authenticated;

-- The same for lists that are asked for by the rows to skip.
create function private.rows_skipped(p_offset integer, p_size integer) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  perform private.rows_before(p_offset::bigint / p_size + 1, p_size);
  return greatest(coalesce(p_offset, 0), 0);
end
$$;
revoke all on function private.rows_skipped(integer, integer) from public, anon, authenticated;

-- As before, with the page checked.
create or replace function public.search_orders(
  p_search text default null, p_field text default 'order_number', p_status text default null,
  p_technician uuid default null, p_page integer default 1, p_message_failed boolean default false,
  p_view text default null, p_sort text default null, p_descending boolean default false
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
  actor uuid := (select auth.uid());
  page_size constant integer := 20;
  first_row integer;
  searching boolean := coalesce(trim(p_search), '') <> '';
  by_text boolean := searching and p_field <> 'order_number';
  row_limit integer;
  -- Orders in these states are few however old the shop is: their index leads.
  by_open_status boolean := coalesce(p_status, '') in ('pending', 'in_progress', 'quoted', 'approved');
  -- So do the views, whose conditions are about columns of the order.
  leader text := case when by_text and not by_open_status and p_view is null then 's' else 'o' end;
  key text := case when leader = 's' then 's.order_id' else 'o.id' end;
  sort_by text := leader || '.created_at desc, ' || key || ' desc';
  condition text := '';
  -- The same filters on o, whichever leads.
  filters text := '';
  source text;
  found uuid[];
  counted integer;
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
  if p_view is not null and private.order_view_condition(p_view, 'o.id', null) is null then
    raise exception 'La vista no existe.' using errcode = '22023';
  end if;
  if p_sort not in ('created', 'customer', 'device', 'status', 'price', 'changed') then
    raise exception 'Las órdenes no se ordenan por esa columna.' using errcode = '22023';
  end if;
  first_row := private.rows_before(p_page, page_size);
  row_limit := greatest(case when by_text then 201 else 1001 end, first_row + 21);

  if p_status is not null then
    condition := condition || format(' and %s.status = %L', leader, p_status);
  end if;
  if p_technician is not null then
    condition := condition || format(' and %s.technician_id = %L', leader, p_technician);
  end if;
  if p_view is not null then
    condition := condition || private.order_view_condition(p_view, key, actor);
  end if;
  if p_message_failed then
    condition := condition || private.order_view_condition('message_failed', key, actor);
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

  if p_sort is not null then
    filters := case when p_status is null then '' else format(' and o.status = %L', p_status) end
      || case when p_technician is null then '' else format(' and o.technician_id = %L', p_technician) end
      || coalesce(private.order_view_condition(p_view, 'o.id', actor), '')
      || case when p_message_failed then private.order_view_condition('message_failed', 'o.id', actor) else '' end;
  end if;

  if condition = '' and not searching then
    select array_agg(f.id), count(*) into found, counted from (
      select o.id from public.service_orders o order by o.created_at desc, o.id desc limit row_limit) as f;
  elsif not searching and p_technician is null and p_view is null and p_message_failed is not true then
    select array_agg(f.id), count(*) into found, counted from (
      select o.id from public.service_orders o where o.status = p_status
      order by o.created_at desc, o.id desc limit row_limit) as f;
  else
    -- Planned each time: which index leads depends on what was typed.
    execute format('select array_agg(f.id), count(*) from (select %s as id from %s where true %s order by %s limit %s) as f',
      key, source, condition, sort_by, row_limit) into found, counted;
  end if;
  if p_sort is not null then
    found := private.sorted_order_ids(p_sort, p_descending is true, p_search, p_field, filters,
      first_row + page_size);
  end if;
  return query
    select o.id, o.order_number, o.created_at, o.updated_at, o.status, o.customer_name, o.customer_rut,
      o.customer_phone, o.equipment_type, o.equipment_brand, o.equipment_model, left(o.work_description, 300),
      left(o.technical_work, 300), o.total_amount, o.advance_payment, o.technician_id, t.full_name, o.delivered_at,
      o.warranty_days, coalesce(o.notes, '') <> '', o.version, newest.state, newest.created_at, counted
    from unnest(found[first_row + 1 : first_row + page_size]) with ordinality as p (id, place)
      join public.service_orders o on o.id = p.id left join public.profiles t on t.id = o.technician_id
      left join lateral (
        select m.state, m.created_at from public.whatsapp_messages m where m.order_id = o.id order by m.created_at desc
        limit 1
      ) as newest on true
    order by p.place;
end
$$;

-- As before, with the page checked.
create or replace function public.list_inventory(
  p_search text default null, p_type uuid default null, p_sort text default 'created_at',
  p_descending boolean default true, p_page integer default 1, p_low boolean default false
) returns table (
  id uuid, item_number integer, brand text, model text, quantity integer, cost_price bigint, created_at timestamptz,
  updated_at timestamptz, component_type_id uuid, component_type_name text, supplier_id uuid, supplier_name text,
  min_stock integer, version integer, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  condition text;
  descending boolean := coalesce(p_descending, true);
  direction text := case when descending then 'desc' else 'asc' end;
  skipped integer;
  -- How many items come after the page's first.
  rest bigint;
  counted bigint;
  sort_by text := case p_sort
    when 'brand' then 'brand_key' when 'model' then 'model_key' when 'quantity' then 'quantity' when 'cost_price'
      then 'cost_price'
    when 'component_type' then 'component_type_id' when 'supplier' then 'supplier_id' else 'created_at'
  end;
  page_ids uuid[];
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  skipped := private.rows_before(p_page, 25);
  condition := private.inventory_condition(p_search, p_type, p_low);
  if condition <> '' then
    select s.counted, s.page_ids into counted, page_ids
      from private.inventory_search_page(condition, sort_by, direction, skipped) as s;
    if p_type is not null and trim(coalesce(p_search, '')) = '' and not coalesce(p_low, false) then
      select coalesce(sum(c.items), 0) into counted from private.inventory_counts c where c.component_type_id = p_type;
    end if;
  else
    select coalesce(sum(c.items), 0) into counted from private.inventory_counts c;
    rest := counted - skipped;
    if p_sort in ('component_type', 'supplier') then
      page_ids := private.inventory_group_page(case p_sort when 'supplier' then 'suppliers' else 'component_types' end,
        sort_by, direction, skipped);
    elsif rest >= skipped then
      execute format('select array(select i.id from public.inventory i order by i.%1$I %2$s,
        i.id %2$s offset %3$s limit 25)', sort_by, direction, skipped) into page_ids;
    else
      -- Nearer to the end: read from there.
      execute format('select array(select i.id from public.inventory i order by i.%1$I %2$s,
        i.id %2$s offset %3$s limit %4$s)', sort_by, case when descending then 'asc' else 'desc' end,
          greatest(rest - 25, 0), least(greatest(rest, 0), 25)) into page_ids;
      page_ids := array(select place.id from unnest(page_ids) with ordinality as place (id, n) order by place.n desc);
    end if;
  end if;
  return query
    select i.id, i.item_number, i.brand, i.model, i.quantity, i.cost_price, i.created_at, i.updated_at,
      i.component_type_id, t.name, i.supplier_id, s.name, i.min_stock, i.version, counted
    from unnest(page_ids) with ordinality as place (id, n)
    join public.inventory i on i.id = place.id
    join public.component_types t on t.id = i.component_type_id
    join public.suppliers s on s.id = i.supplier_id
    order by place.n;
end
$$;

-- As before, with the page checked.
create or replace function public.list_looks(
  p_actor uuid default null, p_from date default null, p_to date default null, p_page integer default 1
) returns table (
  id bigint, looked_at timestamptz, actor_name text, actor_role text, kind text, order_id uuid, order_number integer,
  customer_id uuid, customer_name text, subject text, source text, rows integer, searched_by text, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := private.log_day(p_from);
  -- The end of the day; there is none after the last that a date can be.
  until timestamptz := private.log_day(least(p_to, '9999-12-31') + 1);
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select l.id, l.looked_at, l.actor_name, l.actor_role, l.kind, o.id, o.order_number, p.id,
      coalesce(p.full_name, o.customer_name), l.subject, l.source, l.rows, l.searched_by,
      (select count(*) from (
        select from private.looks c
        where (p_actor is null or c.actor_id = p_actor) and (since is null or c.looked_at >= since)
          and (until is null or c.looked_at < until)
        limit 10001) as counted)
    from private.looks l
    left join public.service_orders o on o.id = l.order_id
    left join public.profiles p on p.id = l.customer_id
    where (p_actor is null or l.actor_id = p_actor) and (since is null or l.looked_at >= since)
      and (until is null or l.looked_at < until)
    order by l.looked_at desc, l.id desc
    limit 50 offset private.rows_before(p_page, 50);
end
$$;

-- As before, with the page checked.
create or replace function public.search_profiles(p_search text, p_staff boolean, p_limit integer default 20,
  p_offset integer default 0)
returns table (
  id uuid, email text, full_name text, rut text, phone text, role text, rut_verified_at timestamptz,
  created_at timestamptz, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size integer := least(greatest(coalesce(p_limit, 20), 1), 200);
  term text := left(trim(coalesce(p_search, '')), 200);
  phrase text := '%' || regexp_replace(private.fold(term), '([\\%_])', '\\\1', 'g') || '%';
  rut_like text := case when term ~ '^[0-9.\s]{5,}-?[0-9kK]?$'
    then '%' || lower(regexp_replace(term, '[.\s]', '', 'g')) || '%' end;
  -- As some people write it: 90355139 is 9035513-9.
  bare_rut_like text := case when term ~ '^[0-9.\s]{7,10}[0-9kK]$'
    then '%' || lower(regexp_replace(regexp_replace(term, '[.\s]', '', 'g'), '(.)$', '-\1')) || '%' end;
  phone_like text := case when term ~ '^[-+0-9()\s]{4,}$'
    then '%' || right(regexp_replace(term, '[^0-9]', '', 'g'), 9) || '%' end;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
  select p.id, p.email, p.full_name, p.rut, p.phone, p.role, p.rut_verified_at, p.created_at, count(*) over ()
  from public.profiles p
  where (p.role <> 'customer') = p_staff
    and (
      term = ''
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like phrase
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like rut_like
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like bare_rut_like
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like phone_like
    )
  order by private.fold(p.full_name), p.id
  limit page_size offset private.rows_skipped(p_offset, page_size);
end
$$;

-- As before, with the page checked.
create or replace function public.list_message_orders(p_states text[] default null, p_event text default null,
  p_limit integer default 20, p_offset integer default 0)
returns table (order_id uuid, order_number integer, customer_name text, customer_phone text, messages jsonb, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size integer := least(greatest(coalesce(p_limit, 20), 1), 100);
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
  with matching as (
    select m.order_id, coalesce(m.order_id, m.id) as key, m.created_at from public.whatsapp_messages m
    where (p_states is null or m.state = any (p_states)) and (p_event is null or m.event = p_event)
  ), shown as (
    select g.order_id, g.key, max(g.created_at) as newest, count(*) over () as total from matching g
    group by g.order_id, g.key order by 3 desc, 2
    limit page_size offset private.rows_skipped(p_offset, page_size)
  )
  select s.order_id, o.order_number, o.customer_name, o.customer_phone, (
    select jsonb_agg(jsonb_build_object('id', m.id, 'order_id', m.order_id, 'event', m.event, 'state', m.state,
      'attempts', m.attempts, 'phone', m.phone, 'error_code', m.error_code, 'error_message', m.error_message,
      'created_at', m.created_at, 'next_attempt_at', m.next_attempt_at, 'not_before', m.not_before,
      'sent_at', m.sent_at, 'delivered_at', m.delivered_at, 'read_at', m.read_at, 'failed_at', m.failed_at,
      'requester', p.full_name) order by m.created_at desc, m.id)
    from public.whatsapp_messages m left join public.profiles p on p.id = m.requested_by
    -- By the index of the order's messages; a message without an order stands alone.
    where (m.order_id = s.order_id or (s.order_id is null and m.id = s.key))
      and (p_states is null or m.state = any (p_states)) and (p_event is null or m.event = p_event)
  ), s.total
  from shown s left join public.service_orders o on o.id = s.order_id
  order by s.newest desc, s.key;
end
$$;
