-- The desk's list of orders (ORD-02) and its export (ORD-16, DATA-03). Each is a SECURITY DEFINER function that checks
-- the caller itself: under row level security no trigram index is used, because LIKE is not leakproof.

-- The desk's list: first which orders, as few columns as it takes, then the page of them. Without a search both are
-- planned once, whatever the page and the size of the shop, and the total comes from the kept counts
-- (private.order_counts). p_view: one of the views, null for all orders. p_sort with p_descending: 'created',
-- 'customer', 'device', 'status', 'price' or 'changed'; null for the newest first.
create function public.search_orders(
  p_search text default null, p_field text default 'order_number', p_status text default null,
  p_technician uuid default null, p_page integer default 1, p_message_failed boolean default false,
  p_view text default null, p_sort text default null, p_descending boolean default false,
  p_wait_reason text default null, p_place text default null
) returns table (
  id uuid, order_number integer, created_at timestamptz, updated_at timestamptz, status text, customer_name text,
  customer_rut text, customer_phone text, equipment_type text, equipment_brand text, equipment_model text,
  work_description text, technical_work text, total_amount bigint, advance_payment bigint, technician_id uuid,
  technician_name text, delivered_at timestamptz, warranty_days integer, has_notes boolean, version integer,
  message_state text, message_at timestamptz, total integer, wait jsonb, warranty_repair boolean,
  promised_at timestamptz, at_risk_from timestamptz, device_place text
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
set max_parallel_workers_per_gather = 0 set random_page_cost = 1.1 as $$
declare
  actor uuid := (select auth.uid());
  page_size constant integer := 20;
  first_row integer;
  searching boolean := coalesce(trim(p_search), '') <> '';
  by_text boolean := searching and p_field <> 'order_number';
  row_limit integer;
  -- Orders in other states are few however old the shop is: their index leads. So do the views, whose conditions are
  -- about columns of the order.
  leader text := case
    when by_text and coalesce(p_status, 'delivered') = 'delivered' and p_view is null then 's' else 'o'
  end;
  sort_by text := leader || '.created_at desc, o.id desc';
  -- On o, whichever leads.
  filters text;
  condition text;
  source text;
  found uuid[];
  page_ids uuid[];
  counted integer;
begin
  perform private.require('desk');
  if p_field is null or p_field not in ('order_number', 'customer_name', 'customer_rut', 'equipment_brand',
      'equipment_model', 'customer_phone', 'imei', 'all') then
    raise exception 'El campo de búsqueda no existe.' using errcode = '22023';
  end if;
  if p_field in ('customer_phone', 'imei', 'all') and not private.may('orders.search-all-fields') then
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

  filters := case when p_status is null then '' else format(' and o.status = %L', p_status) end
    || case when p_technician is null then '' else format(' and o.technician_id = %L', p_technician) end
    || coalesce(private.order_view_condition(p_view, 'o.id', actor), '')
    || case when p_message_failed then private.order_view_condition('message_failed', 'o.id', actor) else '' end
    || coalesce(private.wait_condition(p_wait_reason), '') || coalesce(private.place_condition(p_place), '');
  condition := filters;
  if not searching then
    source := 'public.service_orders o';
  elsif not by_text then
    source := private.number_source(p_search, condition, row_limit) || ' as o';
    condition := '';
    sort_by := 'o.extra = 0 desc, o.order_number desc';
  else
    condition := condition || private.search_condition(p_field, p_search);
    source := 'private.order_texts s join public.service_orders o on o.order_number = s.order_number';
  end if;

  if not searching and p_technician is null and p_view is null and p_message_failed is not true
    and p_wait_reason is null and p_place is null then
    counted := (
      select least(coalesce(sum(c.orders), 0), row_limit) from private.order_counts c
      where p_status is null or c.status = p_status);
    if p_sort is null and p_status is null then
      page_ids := array(
        select o.id from public.service_orders o
        order by o.created_at desc, o.id desc offset first_row limit page_size);
    elsif p_sort is null then
      page_ids := array(
        select o.id from public.service_orders o where o.status = p_status
        order by o.created_at desc, o.id desc offset first_row limit page_size);
    end if;
  elsif by_text and filters = '' then
    found := private.newest_by_texts(condition, row_limit);
    counted := cardinality(found);
    page_ids := found[first_row + 1 : first_row + page_size];
  else
    -- Planned each time: which index leads depends on what was typed.
    execute format('select array_agg(f.id), count(*) from (select o.id from %s where true %s order by %s limit %s) as f',
      source, condition, sort_by, row_limit) into found, counted;
    page_ids := found[first_row + 1 : first_row + page_size];
  end if;
  if p_sort is not null then
    found := private.sorted_order_ids(p_sort, p_descending is true, p_search, p_field, filters,
      first_row + page_size);
    page_ids := found[first_row + 1 : first_row + page_size];
  end if;
  return query
    select o.id, o.order_number, o.created_at, o.updated_at, o.status, o.customer_name, o.customer_rut,
      o.customer_phone, o.equipment_type, o.equipment_brand, o.equipment_model, left(o.work_description, 300),
      left(o.technical_work, 300), o.total_amount, o.advance_payment, o.technician_id, t.full_name, o.delivered_at,
      o.warranty_days, coalesce(o.notes, '') <> '', o.version, newest.state, newest.created_at, counted,
      -- Only for orders that wait: most pages have none.
      case when o.on_hold then (
        select jsonb_build_object('id', w.id, 'reason', w.reason, 'label', w.label, 'expected_on', w.expected_on)
        from public.order_waits w where w.order_id = o.id and w.ended_at is null
      ) end, o.warranty_repair, o.promised_at, o.at_risk_from,
      (select d.place from public.device_places d where d.order_id = o.id)
    from unnest(page_ids) with ordinality as p (id, place)
      join public.service_orders o on o.id = p.id left join public.staff_names t on t.id = o.technician_id
      left join lateral (
        select m.state, m.created_at from public.whatsapp_messages m where m.order_id = o.id order by m.created_at desc
        limit 1
      ) as newest on true
    order by p.place;
end
$$;
revoke all on function public.search_orders from public, anon, authenticated;
grant execute on function public.search_orders to authenticated;

-- Exports the orders of the desk's list in full (ORD-16, DATA-03): the same search and filters as search_orders, 1,000
-- at a time, newest first. Each batch continues after the last order of the previous one, so that concurrent changes
-- neither repeat nor skip an order. Staff only, with the list's own rule on fields.
create function public.export_orders(
  p_search text default null, p_field text default 'order_number', p_status text default null,
  p_technician uuid default null, p_before timestamptz default null, p_before_id uuid default null,
  p_view text default null, p_wait_reason text default null, p_place text default null
) returns setof public.service_orders
language plpgsql stable security definer set search_path = '' as $$
declare
  searching boolean := coalesce(trim(p_search), '') <> '';
  source text := 'public.service_orders o';
  condition text := '';
begin
  perform private.require('desk');
  if p_field is null or p_field not in ('order_number', 'customer_name', 'customer_rut', 'equipment_brand',
      'equipment_model', 'customer_phone', 'imei', 'all') then
    raise exception 'El campo de búsqueda no existe.' using errcode = '22023';
  end if;
  if p_field in ('customer_phone', 'imei', 'all') and not private.may('orders.search-all-fields') then
    raise exception 'Solo un administrador busca en todos los campos.' using errcode = '42501';
  end if;
  if p_view is not null and private.order_view_condition(p_view, 'o.id', null) is null then
    raise exception 'La vista no existe.' using errcode = '22023';
  end if;

  if searching and p_field = 'order_number' then
    source := format('(select n.id as found_id from %s as n) as f join public.service_orders o on o.id = f.found_id',
      private.number_source(p_search, '', 1000000));
  elsif searching then
    source := 'private.order_texts s join public.service_orders o on o.order_number = s.order_number';
    condition := private.search_condition(p_field, p_search);
  end if;
  if p_status is not null then
    condition := condition || format(' and o.status = %L', p_status);
  end if;
  if p_technician is not null then
    condition := condition || format(' and o.technician_id = %L', p_technician);
  end if;
  if p_view is not null then
    condition := condition || private.order_view_condition(p_view, 'o.id', (select auth.uid()));
  end if;
  condition := condition || coalesce(private.wait_condition(p_wait_reason), '')
    || coalesce(private.place_condition(p_place), '');
  if p_before is not null and p_before_id is not null then
    condition := condition || format(' and (o.created_at, o.id) < (%L::timestamptz, %L::uuid)', p_before, p_before_id);
  end if;
  return query execute format('select o.* from %s where true %s order by o.created_at desc, o.id desc limit 1000',
    source, condition);
end
$$;
revoke all on function public.export_orders from public, anon, authenticated;
grant execute on function public.export_orders to authenticated;

-- The technicians of the list's filter: all to whom an order is assigned, former ones too. Staff only.
create function public.order_technicians() returns table (id uuid, full_name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('desk');
  return query
    select s.id, s.full_name from public.staff_names s
    where exists (select from public.service_orders o where o.technician_id = s.id)
    order by s.full_name, s.id;
end
$$;
revoke all on function public.order_technicians from public, anon, authenticated;
grant execute on function public.order_technicians to authenticated;

-- Views of the desk's list (ORD-61): the orders that wait for the same next step. The rule of each is written once, in
-- private.order_view_condition; the list, its export and the counts above it use that.

-- After how many days without a change an order is idle: the shop's own number, in section 'desk'.
create function private.idle_days() returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(max((s.value ->> 'idleDays')::integer), 6) from public.setting_sections s where s.section = 'desk'
$$;
revoke all on function private.idle_days from public, anon, authenticated;

-- The condition of a view as SQL on an order o; key is the column with the order's id. Nothing of the text is the
-- caller's own.
-- to_quote, waiting, to_repair, on_hold, ready and to_return share the orders that are not closed: each is in exactly
-- one of them. 'idle' has those with work left in which nothing happened for some days, unless what they wait for is
-- not due yet.
create function private.order_view_condition(p_view text, key text, actor uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  before_quote constant text[] := array['pending', 'in_progress'];
begin
  return case p_view
    when 'to_quote' then
      format(' and o.status = any (%L::text[]) and coalesce(o.total_amount, 0) = 0 and not o.on_hold
        and not o.warranty_repair', before_quote)
    when 'waiting' then
      ' and o.status = ''quoted'' and not o.on_hold'
    when 'to_repair' then
      format(' and o.status = any (%L::text[]) and (o.status = ''approved'' or coalesce(o.total_amount, 0) > 0
        or o.warranty_repair) and not o.on_hold', before_quote || 'approved'::text)
    when 'on_hold' then
      ' and o.on_hold'
    when 'ready' then
      ' and o.status = ''completed'''
    when 'to_return' then
      format($kept$
      and %s in (
        select k.order_id from private.kept_devices k
        union all select r.id from public.service_orders r where r.status = 'rejected'
      )$kept$, key)
    when 'mine' then
      format(' and o.technician_id = %L and o.status = any (%L::text[])', actor,
        private.statuses_in('open') || private.statuses_in('pickup'))
    when 'late' then
      ' and o.at_risk_from <= now() and o.promised_at <= now()'
    when 'at_risk' then
      ' and o.at_risk_from <= now() and o.promised_at > now()'
    when 'idle' then
      format($idle$
      and o.status = any (%L::text[]) and o.updated_at < %L::timestamptz and not exists (
        select from public.order_waits w where w.order_id = %s
          and (coalesce(w.ended_at, w.started_at) >= %2$L::timestamptz
            or w.ended_at is null and w.expected_on >= %4$L::date)
      )$idle$, private.statuses_in('open'), now() - make_interval(days => private.idle_days()), key,
        (now() at time zone 'America/Santiago')::date)
    when 'message_failed' then
      format($failed$
      and %s in (
        select m.order_id from public.whatsapp_messages m
        where m.state = 'failed' and not exists (
          select from public.whatsapp_messages later where later.order_id = m.order_id
          and later.created_at > m.created_at
        )
      )$failed$, key)
    else null
  end;
end
$$;
revoke all on function private.order_view_condition from public, anon, authenticated;

-- How many orders each view has, to 1,001 and no further, as in the list; 'all' is the list without a view. Views by
-- state, amount and waiting are summed from the kept counts (private.order_counts). 'mine' only for technicians, to
-- whom repairs are assigned. Staff only.
create function public.count_order_views() returns table (view text, total integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  actor uuid := (select auth.uid());
  kept constant text[] := array['to_quote', 'waiting', 'to_repair', 'on_hold', 'ready'];
  sums text := '';
  all_orders bigint;
  rejected bigint;
  totals bigint[];
begin
  perform private.require('desk');
  foreach view in array kept loop
    sums := sums || format(', sum(o.orders) filter (where true %s)', private.order_view_condition(view, 'null', actor));
  end loop;
  execute format('select sum(o.orders), sum(o.orders) filter (where o.status = ''rejected''), array[%s]
    from private.order_counts o', substr(sums, 3)) into all_orders, rejected, totals;
  return query
    select c.view, least(coalesce(c.total, 0), 1001)::integer
    from unnest('all'::text || kept, all_orders || totals) with ordinality as c (view, total, place)
    order by c.place;
  view := 'to_return';
  -- An order that was rejected is counted once.
  total := least(coalesce(rejected, 0) + (
    select count(*) from private.kept_devices k join public.service_orders o on o.id = k.order_id
    where o.status <> 'rejected'), 1001);
  return next;
  foreach view in array array['late', 'at_risk', 'idle', 'message_failed']
    || case when private.may('orders.repair') then array['mine'] else '{}' end
  loop
    execute format('select count(*) from (select from public.service_orders o where true %s limit 1001) as c',
      private.order_view_condition(view, 'o.id', actor)) into total;
    return next;
  end loop;
end
$$;
revoke all on function public.count_order_views from public, anon, authenticated;
grant execute on function public.count_order_views to authenticated;

-- Other orders of the desk's list than the newest first (ORD-75): by date, customer, device, status, price or last
-- change. Sorting happens over all orders that match, so a page is cut out of what is sorted.

-- The orders whose number begins as typed (as in private.number_source), as a condition on o.
create function private.number_condition(term text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  typed text := regexp_replace(term, '[^0-9]', '', 'g');
  digits text := ltrim(typed, '0');
  ranges text := '';
begin
  if digits = '' or length(digits) > 9 then
    return ' and false';
  end if;
  for extra in 0 .. case when length(typed) >= 6 then 0 else 9 - length(digits) end loop
    ranges := ranges || format(' or o.order_number between %s and %s', digits::bigint * (10 ^ extra)::bigint,
      least(digits::bigint * (10 ^ extra)::bigint + (10 ^ extra)::bigint - 1, 2147483647));
  end loop;
  return format(' and (%s or o.former_number = %s)', substr(ranges, 5), digits);
end
$$;
revoke all on function private.number_condition from public, anon, authenticated;

-- The first orders of a sorted list, up to row_limit; ties newest first in a column's usual direction (from A, the
-- highest first), oldest first in the other: each index is read in one direction. filters is SQL on o, made by
-- search_orders.
-- Planned each time: the sort's index leads where many orders match, the filter's where few do.
create function private.sorted_order_ids(
  p_sort text, p_descending boolean, p_search text, p_field text, filters text, row_limit integer
) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  searching boolean := coalesce(trim(p_search), '') <> '';
  by_text boolean := searching and p_field <> 'order_number';
  direction text := case when p_descending then 'desc' else 'asc' end;
  against text := case when p_descending then 'asc' else 'desc' end;
  newest constant text := 'o.created_at desc, o.id desc';
  source text := 'public.service_orders o';
  condition text := filters || case when by_text then private.search_condition(p_field, p_search) else '' end;
  sort_by text;
  ids uuid[] := '{}';
  more uuid[];
  next_status text;
begin
  if searching and not by_text then
    -- Gathered before it is sorted: numbers and dates grow together, so that the newest orders of a low number would be
    -- looked for among all others.
    source := format('(select o.* from public.service_orders o where true %s offset 0) as o',
      private.number_condition(p_search));
  end if;
  if by_text or p_sort in ('customer', 'device') then
    source := source || ' join private.order_texts s on s.order_number = o.order_number';
  end if;
  if p_sort = 'status' and (by_text or not searching) then
    -- In the order of the work, one state after the other: each has an index of its newest orders.
    for next_status in
      select u.status from unnest(private.statuses_in()) with ordinality as u (status, place)
      order by case when p_descending then -u.place else u.place end
    loop
      execute format('select array_agg(f.id) from (select o.id from %s where o.status = %L %s order by %s limit %s) as f',
        source, next_status, condition, newest, row_limit - cardinality(ids)) into more;
      ids := ids || coalesce(more, '{}');
      exit when cardinality(ids) >= row_limit;
    end loop;
    return ids;
  end if;
  sort_by := case p_sort
    when 'created' then format('o.created_at %1$s, o.id %1$s', direction)
    when 'customer' then format('s.customer_name %1$s, s.created_at %2$s', direction, against)
    when 'device' then
      format('s.equipment_brand %1$s, s.equipment_model %1$s, s.created_at %2$s', direction, against)
    when 'status' then format('array_position(%L::text[], o.status) %s, %s', private.statuses_in(), direction, newest)
    when 'price' then format('coalesce(o.total_amount, 0) %1$s, o.created_at %1$s, o.id %1$s', direction)
    when 'changed' then format('o.updated_at %1$s, o.created_at %1$s, o.id %1$s', direction)
  end;
  if p_sort in ('customer', 'device') then
    if filters = '' and (by_text or not searching) then
      -- In the texts alone, then only those that are shown in their orders.
      source := format('(select * from private.order_texts s where true %s order by %s fetch first %s rows with ties) as s
        join public.service_orders o on o.order_number = s.order_number', condition, sort_by, row_limit);
      condition := '';
    end if;
    sort_by := format('%s, o.id %s', sort_by, against);
  end if;
  execute format('select array_agg(f.id) from (select o.id from %s where true %s order by %s limit %s) as f',
    source, condition, sort_by, row_limit) into ids;
  return ids;
end
$$;
revoke all on function private.sorted_order_ids from public, anon, authenticated;
