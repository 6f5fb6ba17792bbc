-- Orders that came in under the warranty of an earlier one (WARR, decision 59): the link, what it asks for, and how long
-- the warranty runs.

-- The days on which a device was in the shop for an order's warranty, until today if it still is, each day once: first
-- day and number of each stay. p_without: an order that does not count.
create function private.warranty_stays(p_number integer, p_without uuid default null)
returns table (begins date, days integer)
language sql stable security definer set search_path = '' as $$
  select lower(stay), upper(stay) - lower(stay) from (
    select unnest(range_agg(daterange(private.shop_day(r.created_at),
      greatest(private.shop_day(r.created_at), private.shop_day(coalesce(r.delivered_at, now())))))) as stay
    from public.service_orders r
    where r.warranty_of = p_number and r.status <> 'cancelled' and r.id is distinct from p_without
  ) as stays
$$;

-- The last day of so many days from an order's delivery; null for no days. They do not run while the device is in the
-- shop for its warranty, and never begin again: each stay that begins before they end moves their end by its days.
create function private.moved_end(p_number integer, p_days integer, p_without uuid default null) returns date
language sql stable security definer set search_path = '' as $$
  select private.shop_day(o.delivered_at) + p_days + coalesce((
    select sum(s.days) from (
      select w.days, w.begins - coalesce(sum(w.days) over earlier, 0)::integer as begins
      from private.warranty_stays(p_number, p_without) as w
      window earlier as (order by w.begins rows between unbounded preceding and 1 preceding)
    ) as s where s.begins <= private.shop_day(o.delivered_at) + p_days), 0)::integer
  from public.service_orders o
  where o.order_number = p_number and o.status = 'delivered' and o.delivered_at is not null and p_days > 0
$$;

-- The last days of an order's warranty, on the work and on the parts (WARR-11), and of either; null without one. Where
-- nobody named days for parts, those of the work are theirs.
create function private.warranty_ends(p_number integer, p_without uuid default null)
returns table (work_end date, parts_end date, warranty_end date)
language sql stable security definer set search_path = '' as $$
  select e.work, e.parts, greatest(e.work, e.parts)
  from public.service_orders o cross join lateral (
    select private.moved_end(p_number, o.warranty_days, p_without) as work,
      private.moved_end(p_number, coalesce(o.parts_warranty_days, o.warranty_days), p_without) as parts
  ) as e
  where o.order_number = p_number
$$;

-- The last day of an order's warranty, whatever it covers; null without one.
create function private.warranty_end(p_number integer, p_without uuid default null) returns date
language sql stable security definer set search_path = '' as $$
  select e.warranty_end from private.warranty_ends(p_number, p_without) as e
$$;

-- Whether an order has days of warranty, of work or parts.
create function private.has_warranty(o public.service_orders) returns boolean
language sql immutable set search_path = '' as $$
  select greatest(o.warranty_days, o.parts_warranty_days, 0) > 0
$$;

-- The phones by which an order's customer is known.
create function private.personal_phones(o public.service_orders) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(
    array[private.personal_phone_key(o.customer_phone), private.personal_phone_key(o.second_phone)], null)
$$;

-- Whether two orders are one customer's: by RUT, or by a phone of either.
create function private.has_same_customer(one public.service_orders, other public.service_orders) returns boolean
language sql immutable set search_path = '' as $$
  select one.customer_rut = other.customer_rut and not private.is_repeated_rut(one.customer_rut)
    or private.personal_phones(one) && private.personal_phones(other)
$$;

-- The number under whose warranty an order comes in, refused with words if it does not. A return that is named stands
-- for the order that it came back for, unless that did not cover it or its own warranty lasts longer.
create function private.warranty_for(o public.service_orders) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  original public.service_orders;
  last_day date;
  number text;
  root constant integer := (
    select case
      when private.warranty_end(n.order_number, o.id) is null then coalesce(n.warranty_of, n.order_number)
      when n.warranty_repair and private.warranty_end(n.warranty_of, o.id) > private.warranty_end(n.order_number, o.id)
        then n.warranty_of
      else n.order_number end
    from public.service_orders n where n.order_number = o.warranty_of);
begin
  -- Linked to it already: who deletes the original holds its row, and waits for that of the return.
  if root = (select s.warranty_of from public.service_orders s where s.id = o.id) then
    return root;
  end if;
  -- Nobody takes its warranty away meanwhile.
  select * into original from public.service_orders r where r.order_number = root and r.id <> o.id for share;
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

-- Refuses what would leave the orders that came in under this one's warranty without it.
create function private.keep_warranty(o public.service_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  came_back integer := (
    select min(r.order_number) from public.service_orders r where r.warranty_of = o.order_number);
begin
  if came_back is not null and (o.status <> 'delivered' or not private.has_warranty(o)) then
    raise exception 'La orden tiene una reparación en garantía, la %: sigue el trabajo en esa.',
      private.format_order_number(came_back) using errcode = '23514';
  end if;
end
$$;

-- Refuses a correction that would leave an order and one that it is linked to, either way, without a customer in
-- common. What an anonymised order had in common is gone for good.
create function private.keep_customer(o public.service_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  other public.service_orders;
begin
  -- Two corrections at once would each see the other order as it was. No row is locked: who deletes the original holds
  -- its row, and waits for that of the return.
  perform pg_advisory_xact_lock(hashtextextended('private.keep_customer' || n, 0))
  from (select n from unnest(array[o.order_number, o.warranty_of]) as n where n is not null order by n) as sorted;
  for other in select * from public.service_orders s
    where (s.order_number = o.warranty_of or s.warranty_of = o.order_number) and s.anonymized_at is null loop
    if not private.has_same_customer(o, other) then
      raise exception 'Las órdenes % y %, unidas por una garantía, no tendrían en común ni el RUT ni un teléfono: anota en una el teléfono de la otra, aunque sea como segundo.',
        private.format_order_number(o.order_number), private.format_order_number(other.order_number)
        using errcode = '23514';
    end if;
  end loop;
end
$$;
grant execute on function private.warranty_stays, private.warranty_ends, private.warranty_end, private.has_warranty,
  private.warranty_for, private.keep_warranty, private.keep_customer to authenticated, service_role;

-- The rules of a return, for every writer. They are about the order as it is, whatever step leads to it.
create function private.guard_warranty() returns trigger
language plpgsql set search_path = '' as $$
declare
  was public.service_orders;
begin
  if tg_op = 'UPDATE' then
    was := old;
  elsif exists (select from public.service_orders o where o.id = new.id) then
    -- Sent again, since its answer was lost: the primary key says that it is there, whatever has ended meanwhile.
    return new;
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
    if new.warranty_of is not null and new.warranty_of is distinct from was.warranty_of then
      new.warranty_of := private.warranty_for(new);
    end if;
    if new.warranty_of is null and new.warranty_outcome is distinct from was.warranty_outcome
      and new.warranty_outcome is not null then
      raise exception 'Esta orden no entró por garantía.' using errcode = '23514';
    end if;
    new.warranty_reason := nullif(btrim(new.warranty_reason, E' \t\r\n'), '');
    if new.warranty_outcome = 'not_covered' and new.warranty_reason is null then
      raise exception 'Escribe por qué la garantía no lo cubre.' using errcode = '23514';
    end if;
  end if;
  -- Whoever writes: the database takes the link away when the original is deleted, and a function of ours corrects
  -- phones.
  if new.warranty_of is null then
    new.warranty_outcome := null;
  end if;
  if new.warranty_outcome is null then
    new.warranty_reason := null;
  end if;
  if tg_op = 'UPDATE' and new.anonymized_at is null
    and (new.customer_rut, new.customer_phone, new.second_phone)
      is distinct from (was.customer_rut, was.customer_phone, was.second_phone) then
    perform private.keep_customer(new);
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
      raise exception '%', case
        when was.status = 'quoted'
          then 'La orden tiene un presupuesto enviado: vuelve antes la orden a Pendiente, y anota después la garantía.'
        else 'Una reparación en garantía no lleva presupuesto. Si la garantía no lo cubre, anota antes ese resultado.'
        end using errcode = '23514';
    end if;
  end if;
  if new.warranty_of is not null and new.warranty_outcome is null and new.unrepaired_reason is null
    and new.status = 'delivered' then
    raise exception 'Anota cómo terminó la garantía: cubierta, no cubierta o por cortesía.' using errcode = '23514';
  end if;
  if was.status = 'delivered' and new.status <> 'delivered' then
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

-- Orders whose warranty runs, for an order that came in at a time (now): those of a RUT or phone, and those of a device
-- by its IMEI. At most five, those of the device first, then the latest end. technician_id: null if that person repairs
-- here no longer. returns: how often it came back. same_customer: false for another customer's order of the device.
-- work_end, parts_end: the last days of both, either null if it was given none. Staff only.
create function public.find_warranties(
  p_rut text default null, p_phone text default null, p_imei text default null, p_at timestamptz default null
)
returns table (
  id uuid, order_number integer, customer_name text, equipment_type text, equipment_brand text, equipment_model text,
  imei text, technical_work text, technician_id uuid, technician_name text, delivered_at timestamptz,
  warranty_end date, returns integer, same_customer boolean, work_end date, parts_end date
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_at constant timestamptz := coalesce(p_at, now());
  v_rut constant text := private.normalize_rut(p_rut);
  v_phone constant text := private.personal_phone_key(p_phone);
begin
  perform private.require('people.see');
  return query
    -- Each by its own index.
    with known as (
      select o.id, true as is_same, false as is_device from public.service_orders o
      where o.customer_rut = v_rut and not private.is_repeated_rut(v_rut)
      union all
      select o.id, true, false from public.service_orders o where private.phone_key(o.customer_phone) = v_phone
      union all
      select o.id, true, false from public.service_orders o
      where o.second_phone is not null and private.phone_key(o.second_phone) = v_phone
      union all
      select o.id, false, true from public.service_orders o
      where o.imei = nullif(btrim(private.plain_marks(p_imei)), '')
    )
    select o.id, o.order_number, o.customer_name, o.equipment_type, o.equipment_brand, o.equipment_model, o.imei,
      left(o.technical_work, 300), case when private.person_may(o.technician_id, 'orders.do-repair') then t.id end,
      t.full_name, o.delivered_at, e.warranty_end,
      (select count(*)::integer from public.service_orders r
        where r.warranty_of = o.order_number and r.status <> 'cancelled'), f.is_same, e.work_end, e.parts_end
    from (
      select d.id, bool_or(d.is_same) as is_same, bool_or(d.is_device) as is_device from known d group by d.id) as f
    join public.service_orders o on o.id = f.id
    left join public.staff_names t on t.id = o.technician_id
    cross join lateral private.warranty_ends(o.order_number) as e
    where o.status = 'delivered' and private.has_warranty(o) and o.anonymized_at is null
      and o.delivered_at <= v_at
      and (o.delivered_at > v_at - make_interval(days => greatest(o.warranty_days, o.parts_warranty_days) + 1)
        or exists (select from public.service_orders r where r.warranty_of = o.order_number))
      and e.warranty_end >= private.shop_day(v_at)
      -- Its original is what a return would be linked to.
      and not (o.warranty_repair and e.warranty_end < coalesce(private.warranty_end(o.warranty_of), '-infinity'))
    order by f.is_device desc, e.warranty_end desc, o.order_number desc limit 5;
end
$$;
revoke all on function public.find_warranties from public, anon, authenticated;
grant execute on function public.find_warranties to authenticated;

-- Since when a device is in the shop under an order's warranty, whose days do not run meanwhile; null if none is.
create function private.suspended_since(p_number integer) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(r.created_at) from public.service_orders r
  where r.warranty_of = p_number and r.delivered_at is null and r.status <> 'cancelled'
$$;
grant execute on function private.suspended_since to authenticated, service_role;

-- The warranty that an order gave, the one under which it came in, and the orders that came in under either, as far as
-- the caller may read those orders: { work_end, parts_end, warranty_end: the later of both, stays: [{ begins, days }]
-- that moved them, suspended_since, original: the other warranty, returns }; null for an order that the caller may not
-- read.
create function public.order_warranty(p_order_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'stays', (select coalesce(jsonb_agg(s order by s.begins), '[]') from private.warranty_stays(o.order_number) as s),
    'suspended_since', private.suspended_since(o.order_number),
    'original', (
      select jsonb_build_object('id', w.id, 'order_number', w.order_number, 'technical_work', w.technical_work,
        'technician_name', t.full_name, 'delivered_at', w.delivered_at,
        'suspended_since', private.suspended_since(w.order_number)) || to_jsonb(e)
      from public.service_orders w left join public.staff_names t on t.id = w.technician_id
      cross join lateral private.warranty_ends(w.order_number) as e
      where w.order_number = o.warranty_of),
    'returns', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'order_number', r.order_number,
        'created_at', r.created_at, 'status', r.status, 'warranty_of', r.warranty_of,
        'warranty_outcome', r.warranty_outcome)
        order by r.created_at, r.order_number), '[]')
      from public.service_orders r where r.warranty_of in (o.order_number, o.warranty_of))) || to_jsonb(e)
  from public.service_orders o cross join lateral private.warranty_ends(o.order_number) as e where o.id = p_order_id
$$;
revoke all on function public.order_warranty from public, anon, authenticated;
grant execute on function public.order_warranty to authenticated;

-- 'Garantía de 30 días por el trabajo y 180 días por los repuestos'; shared/src/orders/warranty.ts has the same words.
create function private.warranty_words(p_days integer, p_parts_days integer) returns text
language sql immutable set search_path = '' as $$
  select coalesce('Garantía de ' || string_agg(
    case t.days when 1 then '1 día' else t.days || ' días' end || case when t.is_all then '' else t.covers end,
    ' y ' order by t.place), 'Sin garantía')
  from (
    select 1 as place, p_days as days, ' por el trabajo' as covers, coalesce(p_parts_days = p_days, true) as is_all
    union all
    select 2, p_parts_days, ' por los repuestos', false where p_parts_days is distinct from p_days
  ) as t
  where t.days > 0
$$;

-- Corrects the days of warranty of a delivered order, on the work and on the parts (null: the same), once for each
-- request id. p_version: as the form has read it. The reason stands in the timeline. Admins only.
create function public.correct_warranty(
  p_request_id uuid, p_order_id uuid, p_version integer, p_days integer, p_reason text, p_parts_days integer default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_reason constant text := coalesce(private.written(p_reason), '');
  known public.service_orders;
begin
  perform private.require('orders.correct-warranty');
  if not private.claim_request(p_request_id, 'correct_warranty',
    jsonb_build_array(p_order_id, p_version, p_days, p_parts_days, v_reason), 'la garantía quedó corregida') then
    return;
  end if;
  select * into known from public.service_orders o where o.id = p_order_id for update;
  if not found then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  if known.status <> 'delivered' then
    raise exception 'La garantía se fija al entregar la orden.' using errcode = '23514';
  end if;
  if known.version is distinct from p_version then
    raise exception 'Otra persona cambió la orden mientras tanto. Revisa su garantía y corrígela de nuevo.'
      using errcode = '23514';
  end if;
  if (p_days between 0 and 3650 and coalesce(p_parts_days, 0) between 0 and 3650) is not true then
    raise exception 'Por favor, ingrese un número válido de días de garantía.' using errcode = '23514';
  end if;
  if v_reason = '' then
    raise exception 'Escribe por qué se corrige la garantía.' using errcode = '23514';
  elsif length(v_reason) > 500 then
    raise exception 'El motivo puede tener hasta 500 letras.' using errcode = '23514';
  end if;
  update public.service_orders o set warranty_days = p_days, parts_warranty_days = p_parts_days
  where o.id = p_order_id returning * into known;
  perform private.keep_warranty(known);
  update public.order_events e set changes = e.changes || jsonb_build_object('reason', jsonb_build_array(null, v_reason))
  where e.order_id = p_order_id and e.version = known.version and e.kind = 'edited';
end
$$;
revoke all on function public.correct_warranty from public, anon, authenticated;
grant execute on function public.correct_warranty to authenticated;
