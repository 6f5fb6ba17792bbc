-- What nearly every request asks, planned once for each connection: PostgreSQL plans the statements of a plpgsql function
-- once, those of an SQL function that it cannot inline (SECURITY DEFINER) at every call.

create or replace function private.staff_idle_minutes() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select s.value::integer from public.shop_settings s where s.key = 'staff_idle_minutes'), 720);
end
$$;

create or replace function private.is_idle_session(p_session_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.sessions s
    join public.profiles p on p.id = s.user_id and p.role <> 'customer'
    left join private.session_use u on u.session_id = s.id
    where s.id = p_session_id
      and greatest(s.created_at, u.last_used_at) < now() - make_interval(mins => private.staff_idle_minutes())
  );
end
$$;

create or replace function private.my_role() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select p.role from public.profiles p where p.id = (select auth.uid()) and private.session_counts());
end
$$;

create or replace function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.my_role() in ('admin', 'technician', 'receptionist'), false);
end
$$;

create or replace function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.my_role() = 'admin', false);
end
$$;

create or replace function private.is_desk() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.my_role() in ('admin', 'receptionist'), false);
end
$$;

create or replace function private.my_rut() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select p.rut from public.profiles p
    where p.id = (select auth.uid()) and p.rut_verified_at is not null and private.session_counts());
end
$$;

-- The desk's list: first which orders, as few columns as it takes, then the page of them. Without a search both are
-- planned once.
create or replace function public.search_orders(
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

  if condition = '' and not searching then
    select array_agg(f.id), count(*) into found, counted from (
      select o.id from public.service_orders o order by o.created_at desc, o.id desc limit row_limit) as f;
  elsif not searching and p_technician is null and p_message_failed is not true then
    select array_agg(f.id), count(*) into found, counted from (
      select o.id from public.service_orders o where o.status = p_status
      order by o.created_at desc, o.id desc limit row_limit) as f;
  else
    -- Planned each time: which index leads depends on what was typed.
    execute format('select array_agg(f.id), count(*) from (select %s as id from %s where true %s order by %s limit %s) as f',
      key, source, condition, sort_by, row_limit) into found, counted;
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
