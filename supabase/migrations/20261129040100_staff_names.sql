-- The names of the staff, which orders keep when an account is deleted (ORD-120): a person's orders referred to the
-- profile, and lost the name with it.

create table public.staff_names (
  -- A profile's id. No foreign key: the name outlives the account.
  id uuid primary key,
  full_name text not null check (length(full_name) <= 200)
);
alter table public.staff_names enable row level security;
select private.require_session('public.staff_names');
revoke all on public.staff_names from anon, authenticated;
grant all on public.staff_names to service_role;
grant select on public.staff_names to authenticated;
create policy "staff read" on public.staff_names for select to authenticated using ((select private.is_staff()));

insert into public.staff_names (id, full_name)
select p.id, p.full_name from public.profiles p
where p.role <> 'customer'
  or exists (select from public.service_orders o where o.technician_id = p.id)
  or exists (select from public.service_orders o where o.receptionist_id = p.id);

alter table public.service_orders
  drop constraint service_orders_technician_id_fkey,
  drop constraint service_orders_receptionist_id_fkey,
  add constraint service_orders_technician_id_fkey foreign key (technician_id) references public.staff_names (id),
  add constraint service_orders_receptionist_id_fkey foreign key (receptionist_id) references public.staff_names (id);

create function private.keep_staff_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.staff_names (id, full_name) values (new.id, new.full_name)
  on conflict (id) do update set full_name = excluded.full_name;
  return new;
end
$$;
create trigger keep_staff_name after insert or update of full_name, role on public.profiles
  for each row when (new.role <> 'customer') execute function private.keep_staff_name();

-- The name goes with the account when no order has it.
create function private.drop_staff_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.staff_names n
  where n.id = old.id and not exists (select from public.service_orders o where o.technician_id = old.id)
    and not exists (select from public.service_orders o where o.receptionist_id = old.id);
  return old;
end
$$;
create trigger drop_staff_name after delete on public.profiles
  for each row execute function private.drop_staff_name();

-- Orders are assigned to those who work here.
create function private.guard_technician() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() and not exists (
    select from public.profiles p where p.id = new.technician_id and p.role <> 'customer') then
    raise exception 'Esa persona ya no trabaja aquí: elige a otra.' using errcode = '23503';
  end if;
  return new;
end
$$;
create trigger guard_technician_insert before insert on public.service_orders
  for each row when (new.technician_id is not null) execute function private.guard_technician();
create trigger guard_technician_update before update of technician_id on public.service_orders
  for each row when (new.technician_id is not null and new.technician_id is distinct from old.technician_id)
  execute function private.guard_technician();

-- As before, with the name that is kept.
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
      join public.service_orders o on o.id = p.id left join public.staff_names t on t.id = o.technician_id
      left join lateral (
        select m.state, m.created_at from public.whatsapp_messages m where m.order_id = o.id order by m.created_at desc
        limit 1
      ) as newest on true
    order by p.place;
end
$$;

-- As before, with the name that is kept.
create or replace function public.report_overview(
  p_from date default null, p_to date default null, p_technician uuid default null, p_type text default null,
  p_parts text[] default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' set random_page_cost = 1.1
  set jit = off as $$
declare
  range tstzrange := private.report_range(p_from, p_to);
  parts text[] := coalesce(p_parts, array['orders', 'times', 'quotes', 'technicians', 'people']);
  with_times boolean := 'times' = any (parts);
  with_days boolean := with_times or 'technicians' = any (parts);
  with_hours boolean := 'quotes' = any (parts);
begin
  perform private.require_admin();
  return (
    with groups as materialized (
      select o.status, o.equipment_type as type, o.technician_id,
        o.created_at <@ range and (p_technician is null or o.technician_id = p_technician) is true
          and (p_type is null or o.equipment_type = p_type) as chosen,
        count(*) as orders,
        sum(date_part('epoch', coalesce(o.updated_at, o.created_at) - o.created_at)) filter (where with_times)
          as seconds_to_edit,
        array_agg(date_part('epoch', o.completed_at - o.created_at) / 86400)
          filter (where with_days and o.completed_at is not null) as days,
        count(o.approved_at) as approved,
        count(*) filter (where o.approved_at is null and o.rejected_at is not null) as rejected,
        array_agg(date_part('epoch', coalesce(o.approved_at, o.rejected_at) - o.quoted_at) / 3600)
          filter (where with_hours and o.quoted_at is not null
            and (o.approved_at is not null or o.rejected_at is not null)) as hours
      from public.service_orders o
      group by 1, 2, 3, 4
    ), summary as (
      select coalesce(sum(orders), 0) as total,
        coalesce(sum(orders) filter (where status in ('completed', 'delivered')), 0) as completed,
        coalesce(sum(orders) filter (where status = 'delivered'), 0) as delivered,
        coalesce(sum(orders) filter (where status in ('pending', 'in_progress')), 0) as pending
      from groups where chosen
    ), by_type as (
      select type, sum(orders) as orders from groups where chosen group by type
    ), resolution as (
      select type,
        coalesce(sum(orders) filter (where status = 'completed'), 0) as completed,
        sum(seconds_to_edit) filter (where status = 'completed')
          / sum(orders) filter (where status = 'completed') / 86400 as mean_days,
        coalesce(sum(cardinality(days)), 0) as measured
      from groups where status = 'completed' or days is not null
      group by type
    ), technicians as (
      select technician_id as id, sum(orders) as completed
      from groups where chosen and technician_id is not null and status in ('completed', 'delivered')
      group by technician_id
    ), come_backs as (
      select o.technician_id, count(*) as orders
      from private.warranty_returns w
      join public.service_orders o on o.id = w.order_id
      where o.status in ('completed', 'delivered') and o.technician_id is not null and o.created_at <@ range
        and (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
      group by o.technician_id
    )
    select case when 'orders' = any (parts) then jsonb_build_object(
        'summary', (select to_jsonb(s) from summary s),
        'frequency', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'type', t.type, 'count', t.orders, 'percentage', round(t.orders * 100.0 / s.total, 2)
          ) order by t.orders desc, t.type), '[]') from by_type t, summary s)) else '{}' end
      || case when with_times then jsonb_build_object(
        'resolution', (
          select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object(
            'median_days', times.marks[1], 'p90_days', times.marks[2]) order by r.type), '[]')
          from resolution r cross join lateral (
            select percentile_cont(array[0.5, 0.9]) within group (order by day) as marks
            from groups g cross join unnest(g.days) as day where g.type = r.type
          ) as times),
        'idle', private.report_idle()) else '{}' end
      || case when with_hours then jsonb_build_object('quotes', (
        select jsonb_build_object(
          'decided', coalesce(sum(approved + rejected), 0), 'approved', coalesce(sum(approved), 0),
          'rejected', coalesce(sum(rejected), 0),
          'waiting', coalesce(sum(orders) filter (where status = 'quoted'), 0),
          'median_hours', (
            select percentile_cont(0.5) within group (order by hour)
            from groups g cross join unnest(g.hours) as hour where g.chosen))
        from groups where chosen)) else '{}' end
      || case when 'technicians' = any (parts) then jsonb_build_object('technicians', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', t.id, 'name', coalesce(p.full_name, 'Desconocido'), 'completed', t.completed,
          'median_days', times.median, 'come_backs', coalesce(c.orders, 0)
        ) order by t.completed desc, p.full_name), '[]')
        from technicians t
        left join public.staff_names p on p.id = t.id
        left join come_backs c on c.technician_id = t.id
        cross join lateral (
          select percentile_cont(0.5) within group (order by day) as median
          from groups g cross join unnest(g.days) as day
          where g.technician_id = t.id and g.chosen and g.status in ('completed', 'delivered')
        ) as times)) else '{}' end
      || case when 'people' = any (parts) then jsonb_build_object('people', private.report_people()) else '{}' end
  );
end
$$;

-- Whom the technician filter offers: technicians, and others with orders of their own, also former ones.
create or replace function private.report_people() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'name', n.full_name) order by n.full_name), '[]')
  from public.staff_names n
  where exists (select from public.profiles p where p.id = n.id and p.role = 'technician')
    or exists (select from public.service_orders o where o.technician_id = n.id)
$$;
