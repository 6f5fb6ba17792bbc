-- Orders that came in under the warranty of an earlier one (WARR, decision 59): the link, what it asks for, and how long
-- the warranty runs.

-- The day of an instant on the shop's calendar.
create function private.shop_day(p_at timestamptz) returns date
language sql stable set search_path = '' as $$
  select (p_at at time zone 'America/Santiago')::date
$$;

-- The last day of an order's warranty; null without one. Its days do not run while the device is in the shop for it, and
-- never begin again: they are moved by the days of the orders that came in under it, each day once. p_without: an order
-- that does not count.
create function private.warranty_end(p_number integer, p_without uuid default null) returns date
language sql stable security definer set search_path = '' as $$
  select private.shop_day(o.delivered_at) + o.warranty_days + coalesce((
    select sum(upper(stay) - lower(stay)) from (
      select unnest(range_agg(daterange(private.shop_day(r.created_at),
        greatest(private.shop_day(r.created_at), private.shop_day(coalesce(r.delivered_at, now())))))) as stay
      from public.service_orders r
      where r.warranty_of = o.order_number and r.status <> 'cancelled' and r.id is distinct from p_without
    ) as stays), 0)::integer
  from public.service_orders o
  where o.order_number = p_number and o.status = 'delivered' and o.delivered_at is not null and o.warranty_days > 0
$$;

-- Whether two orders are one customer's: by RUT, or by a phone of either.
create function private.has_same_customer(one public.service_orders, other public.service_orders) returns boolean
language sql immutable set search_path = '' as $$
  select one.customer_rut = other.customer_rut and not private.is_repeated_rut(one.customer_rut)
    or array_remove(array[private.phone_key(one.customer_phone), private.phone_key(one.second_phone)], null)
      && array[private.phone_key(other.customer_phone), private.phone_key(other.second_phone)]
$$;

-- The number under whose warranty an order comes in, refused with words if it does not. A return without a warranty of
-- its own stands for the order that it came back for.
create function private.warranty_for(o public.service_orders) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  original public.service_orders;
  last_day date;
  number text;
begin
  select root.* into original from public.service_orders named
  join public.service_orders root on root.order_number = case
    when coalesce(named.warranty_days, 0) = 0 then coalesce(named.warranty_of, named.order_number)
    else named.order_number end
  where named.order_number = o.warranty_of and root.id <> o.id
  -- Nobody takes its warranty away meanwhile.
  for share of root;
  number := private.format_order_number(coalesce(original.order_number, o.warranty_of));
  if original.id is null then
    raise exception 'No existe la orden %.', number using errcode = '23514';
  end if;
  if not private.has_same_customer(o, original) then
    raise exception 'La orden % es de otra persona: no coinciden ni el RUT ni el teléfono.', number
      using errcode = '23514';
  end if;
  last_day := private.warranty_end(original.order_number, o.id);
  if last_day is null then
    raise exception 'La orden % no tiene garantía: no está entregada, o se entregó sin ella.', number
      using errcode = '23514';
  end if;
  if original.delivered_at > o.created_at then
    raise exception 'La orden % se entregó después de que entró este equipo.', number using errcode = '23514';
  end if;
  if last_day < private.shop_day(o.created_at) then
    raise exception 'La garantía de la orden % terminó el %.', number, to_char(last_day, 'DD-MM-YYYY')
      using errcode = '23514';
  end if;
  return original.order_number;
end
$$;

-- Refuses what would leave the orders that came in under this one's warranty without it, or with another customer's.
create function private.keep_warranty(o public.service_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  came_back public.service_orders;
begin
  for came_back in select * from public.service_orders r where r.warranty_of = o.order_number loop
    if o.status <> 'delivered' or coalesce(o.warranty_days, 0) = 0 then
      raise exception 'La orden tiene una reparación en garantía, la %: sigue el trabajo en esa.',
        private.format_order_number(came_back.order_number) using errcode = '23514';
    end if;
    if not private.has_same_customer(o, came_back) then
      raise exception 'La orden % es de otra persona: no coinciden ni el RUT ni el teléfono.',
        private.format_order_number(came_back.order_number) using errcode = '23514';
    end if;
  end loop;
end
$$;
grant execute on function private.shop_day, private.warranty_end, private.warranty_for, private.keep_warranty to
  authenticated, service_role;

-- The rules of a return, for every writer. They are about the order as it is, whatever step leads to it.
create function private.guard_warranty() returns trigger
language plpgsql set search_path = '' as $$
declare
  was public.service_orders;
begin
  if tg_op = 'UPDATE' then
    was := old;
  end if;
  if private.is_api_caller() then
    if new.not_warranty and new.warranty_of is not null then
      -- The answer that was given last counts.
      if was.not_warranty is not true and new.warranty_of is not distinct from was.warranty_of then
        new.warranty_of := null;
      else
        new.not_warranty := false;
      end if;
    end if;
    if new.warranty_of is not null
      and (new.warranty_of, new.customer_rut, new.customer_phone, new.second_phone)
        is distinct from (was.warranty_of, was.customer_rut, was.customer_phone, was.second_phone) then
      new.warranty_of := private.warranty_for(new);
    end if;
    if new.warranty_of is null and new.warranty_outcome is distinct from was.warranty_outcome
      and new.warranty_outcome is not null then
      raise exception 'Esta orden no entró por garantía.' using errcode = '23514';
    elsif new.warranty_of is null and was.warranty_of is not null then
      new.warranty_outcome := null;
    end if;
    new.warranty_reason := nullif(btrim(new.warranty_reason, E' \t\r\n'), '');
    if new.warranty_outcome = 'not_covered' and new.warranty_reason is null then
      raise exception 'Escribe por qué la garantía no lo cubre.' using errcode = '23514';
    end if;
  end if;
  if new.warranty_outcome is null then
    new.warranty_reason := null;
  end if;
  new.warranty_repair := new.warranty_of is not null and new.warranty_outcome is distinct from 'not_covered';
  if private.is_api_caller() then
    new := private.check_warranty_repair(new, was);
  end if;
  return new;
end
$$;

-- A repair under warranty costs nothing, needs no quote, and is not handed over before somebody says how it ended.
create function private.check_warranty_repair(new public.service_orders, was public.service_orders)
  returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  if new.warranty_repair then
    if was.warranty_repair is false and new.total_amount is not distinct from was.total_amount then
      new.total_amount := 0;
      new.quote := 0;
    end if;
    if new.total_amount > 0 then
      raise exception 'Una reparación en garantía no se cobra. Si la garantía no lo cubre, anota antes ese resultado.'
        using errcode = '23514';
    end if;
    if new.status = 'quoted' then
      raise exception 'Una reparación en garantía no lleva presupuesto. Si la garantía no lo cubre, anota antes ese resultado.'
        using errcode = '23514';
    end if;
  end if;
  if new.warranty_of is not null and new.warranty_outcome is null and new.unrepaired_reason is null
    and new.status = 'delivered' then
    raise exception 'Anota cómo terminó la garantía: cubierta, no cubierta o por cortesía.' using errcode = '23514';
  end if;
  if was.status = 'delivered'
    and (new.status, new.warranty_days, new.customer_rut, new.customer_phone, new.second_phone)
      is distinct from (was.status, was.warranty_days, was.customer_rut, was.customer_phone, was.second_phone) then
    perform private.keep_warranty(new);
  end if;
  return new;
end
$$;
grant execute on function private.check_warranty_repair to authenticated, service_role;

-- Its name comes after guard_service_order, which settles status and total, and before the rules about payments:
-- triggers of one event run in the order of their names.
create trigger guard_service_order_covered before insert or update on public.service_orders
  for each row execute function private.guard_warranty();

-- Orders whose warranty runs today, for the form of a new order: those of a RUT or phone, and those of a device by its
-- IMEI. At most five, the latest end first. technician_id: null if that person repairs here no longer. returns: how
-- often it came back. same_customer: false for another customer's order of the device. Staff only.
create function public.find_warranties(p_rut text default null, p_phone text default null, p_imei text default null)
returns table (
  id uuid, order_number integer, customer_name text, equipment_type text, equipment_brand text, equipment_model text,
  imei text, technical_work text, technician_id uuid, technician_name text, delivered_at timestamptz,
  warranty_end date, returns integer, same_customer boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  v_rut constant text := private.normalize_rut(p_rut);
  v_phone constant text := private.phone_key(p_phone);
begin
  perform private.require('people.see');
  return query
    -- Each by its own index.
    with known as (
      select o.id, true as is_same from public.service_orders o
      where o.customer_rut = v_rut and not private.is_repeated_rut(v_rut)
      union all
      select o.id, true from public.service_orders o where private.phone_key(o.customer_phone) = v_phone
      union all
      select o.id, true from public.service_orders o
      where o.second_phone is not null and private.phone_key(o.second_phone) = v_phone
      union all
      select o.id, false from public.service_orders o where o.imei = nullif(btrim(private.plain_marks(p_imei)), '')
    )
    select o.id, o.order_number, o.customer_name, o.equipment_type, o.equipment_brand, o.equipment_model, o.imei,
      left(o.technical_work, 300), case when private.person_may(o.technician_id, 'orders.do-repair') then t.id end,
      t.full_name, o.delivered_at, e.last_day,
      (select count(*)::integer from public.service_orders r where r.warranty_of = o.order_number), f.is_same
    from (select d.id, bool_or(d.is_same) as is_same from known d group by d.id) as f
    join public.service_orders o on o.id = f.id
    left join public.staff_names t on t.id = o.technician_id
    cross join lateral (select private.warranty_end(o.order_number) as last_day) as e
    where o.status = 'delivered' and o.warranty_days > 0 and o.anonymized_at is null
      and (o.delivered_at > now() - make_interval(days => o.warranty_days + 1)
        or exists (select from public.service_orders r where r.warranty_of = o.order_number))
      and e.last_day >= today
    order by e.last_day desc, o.order_number desc limit 5;
end
$$;
revoke all on function public.find_warranties from public, anon, authenticated;
grant execute on function public.find_warranties to authenticated;

-- The warranty that an order gave, the one under which it came in, and the orders that came in under either, as far as
-- the caller may read those orders: { warranty_end, is_suspended: a device is in the shop for it now, original,
-- returns }; null for an order that the caller may not read.
create function public.order_warranty(p_order_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'warranty_end', private.warranty_end(o.order_number),
    'is_suspended', exists (
      select from public.service_orders r where r.warranty_of in (o.order_number, o.warranty_of)
        and r.delivered_at is null and r.status <> 'cancelled'),
    'original', (
      select jsonb_build_object('id', w.id, 'order_number', w.order_number, 'technical_work', w.technical_work,
        'technician_name', t.full_name, 'delivered_at', w.delivered_at,
        'warranty_end', private.warranty_end(w.order_number))
      from public.service_orders w left join public.staff_names t on t.id = w.technician_id
      where w.order_number = o.warranty_of),
    'returns', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'order_number', r.order_number,
        'created_at', r.created_at, 'status', r.status, 'warranty_outcome', r.warranty_outcome)
        order by r.created_at, r.order_number), '[]')
      from public.service_orders r where r.warranty_of in (o.order_number, o.warranty_of)))
  from public.service_orders o where o.id = p_order_id
$$;
revoke all on function public.order_warranty from public, anon, authenticated;
grant execute on function public.order_warranty to authenticated;
