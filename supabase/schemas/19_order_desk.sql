-- One change of several orders (ORD-77): each order by its own rules, with its own line in the timeline and its own
-- message, and with its own answer.

-- The terms of service that an order was first printed with stay the terms of its sheet, whatever the shop changes
-- later. A table of its own: printing is no change of the order, which would move its version under an open form.

create table private.printed_terms (
  order_id uuid primary key references public.service_orders (id) on delete cascade,
  -- The version of section 'terms'; versions are never deleted.
  change_id bigint not null references public.setting_changes (id),
  printed_at timestamptz not null default now()
);
create index printed_terms_change on private.printed_terms (change_id);
alter table private.printed_terms enable row level security;

-- The terms for an order's sheet, stored with the order when it is first printed: the current ones, whatever version
-- the page has. Later calls answer the same. For people who may see the order: the staff, and its customer.
create function public.print_terms(p_order_id uuid)
returns table (version integer, changed_at timestamptz, items jsonb)
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may('sheets') and not exists (
    select from public.service_orders o where o.id = p_order_id and o.customer_rut = private.my_rut()
  ) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  insert into private.printed_terms (order_id, change_id)
  select o.id, c.id from public.service_orders o, public.setting_changes c
  where o.id = p_order_id and c.section = 'terms'
  order by c.version desc limit 1
  on conflict (order_id) do nothing;
  return query
    select c.version, c.changed_at, c.after -> 'items' from private.printed_terms p
    join public.setting_changes c on c.id = p.change_id where p.order_id = p_order_id;
  if not found then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
end
$$;
revoke all on function public.print_terms from public, anon, authenticated;
grant execute on function public.print_terms to authenticated;

-- The brands that the shop's newest orders name most often, with their models: what the order form suggests where the
-- shop has written no list. Of the newest orders only, by their index: all of them would cost a pass over the table.

create function public.usual_devices() returns table (equipment_type text, brand text, models text[])
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('desk');
  return query
    with newest as materialized (
      select case o.equipment_type when 'other' then 'others' else o.equipment_type end as kind,
        btrim(o.equipment_brand) as brand, lower(btrim(o.equipment_brand)) as brand_key,
        btrim(o.equipment_model) as model
      from public.service_orders o
      order by o.created_at desc, o.id desc
      limit 2000
    ), devices as (
      select n.kind, n.brand_key, mode() within group (order by n.model) as model, count(*) as times
      from newest n
      where n.model <> ''
      group by n.kind, n.brand_key, lower(n.model)
    ), brands as (
      select n.kind, mode() within group (order by n.brand) as brand, count(*) as times,
        (select array_agg(d.model order by d.times desc, d.model) from devices d
          where d.kind = n.kind and d.brand_key = n.brand_key) as models
      from newest n
      where n.brand <> ''
      group by n.kind, n.brand_key
    ), ranked as (
      select b.*, row_number() over (partition by b.kind order by b.times desc, b.brand) as place from brands b
    )
    select r.kind, r.brand, coalesce(r.models[1:40], '{}') from ranked r where r.place <= 15 order by r.kind, r.place;
end
$$;
revoke all on function public.usual_devices from public, anon, authenticated;
grant execute on function public.usual_devices to authenticated;

-- Why a change of several leaves an order out: 'closed', 'same' (it says so already), 'waiting' (its customer has a
-- quote to answer); null if it does not. One order alone may still be changed so.
-- shared/src/orders/bulk-rules.ts predicts the same; supabase/test/change-orders.test.ts compares them.
create function private.bulk_obstacle(o public.service_orders, p_change jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when o.status = any (private.statuses_in('closed')) then 'closed'
    when p_change ? 'status' and o.status = p_change ->> 'status' then 'same'
    when p_change ? 'technician_id' and o.technician_id is not distinct from (p_change ->> 'technician_id')::uuid
      then 'same'
    when p_change ? 'status' and o.status = 'quoted' then 'waiting'
  end
$$;
revoke all on function private.bulk_obstacle from public, anon, authenticated;
grant execute on function private.bulk_obstacle to authenticated;

-- Changes up to 50 orders: p_orders is [{id, version}], p_change {status} with a status that asks for nothing else, or
-- {technician_id}, null for nobody. For each order its outcome: 'done', 'left_out' (reason: bulk_obstacle),
-- 'conflict' (it has changed since that version), 'gone', or 'refused' (reason: the rule's own words); with its status,
-- technician and version as they are now. Staff only.
-- With the caller's rights on purpose: row level security, column grants and triggers are those of a single change.
create function public.change_orders(p_request_id uuid, p_orders jsonb, p_change jsonb)
returns table (id uuid, outcome text, reason text, version integer, status text, technician_id uuid)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  asked jsonb;
  o public.service_orders;
  told text;
  why text;
  results jsonb := '[]';
begin
  perform private.require('orders.change');
  if jsonb_typeof(p_orders) is distinct from 'array' or jsonb_array_length(p_orders) not between 1 and 50 then
    raise exception 'Elige entre 1 y 50 órdenes.' using errcode = '22023';
  end if;
  if jsonb_typeof(p_change) is distinct from 'object'
    or (select count(*) from jsonb_object_keys(p_change)) <> 1
    or not (p_change ? 'technician_id'
      or coalesce(p_change ->> 'status', '') = any (array['pending', 'in_progress', 'completed'])) then
    raise exception 'Ese cambio no se hace en varias órdenes a la vez.' using errcode = '22023';
  end if;
  perform private.require_shape(p_orders, '[{"id": "uuid", "version": "integer"}]');
  perform private.require_shape(p_change, '{"technician_id": "uuid"}');
  if p_change ->> 'technician_id' is not null
    and not private.person_may((p_change ->> 'technician_id')::uuid, 'orders.repair') then
    raise exception 'Elige a un técnico del taller.' using errcode = '22023';
  end if;
  if not private.claim_request(p_request_id, 'change_orders', jsonb_build_array(p_orders, p_change)) then
    return query select r.id, r.outcome, r.reason, r.version, r.status, r.technician_id
      from jsonb_to_recordset(private.request_result(p_request_id))
        as r (id uuid, outcome text, reason text, version integer, status text, technician_id uuid);
    return;
  end if;

  -- In one order for everybody: two requests about the same orders wait for each other instead of locking up.
  for asked in select distinct on ((e ->> 'id')::uuid) e from jsonb_array_elements(p_orders) as e
    order by (e ->> 'id')::uuid, (e ->> 'version')::integer desc loop
    why := null;
    select * into o from public.service_orders s where s.id = (asked ->> 'id')::uuid for update;
    if not found then
      told := 'gone';
    else
      why := private.bulk_obstacle(o, p_change);
      told := case
        when why = 'same' then 'left_out'
        when o.version is distinct from (asked ->> 'version')::integer then 'conflict'
        when why is not null then 'left_out'
        else 'done'
      end;
    end if;
    if told = 'done' then
      begin
        if p_change ? 'status' then
          update public.service_orders s set status = p_change ->> 'status', updated_at = now() where s.id = o.id
          returning * into o;
        else
          update public.service_orders s set technician_id = (p_change ->> 'technician_id')::uuid, updated_at = now()
          where s.id = o.id returning * into o;
        end if;
      exception when insufficient_privilege or integrity_constraint_violation or data_exception or raise_exception
        or no_data_found then
        -- Its rules refuse it: undone for this order alone.
        told := 'refused';
        why := sqlerrm;
      end;
    end if;
    results := results || jsonb_build_object('id', asked ->> 'id', 'outcome', told,
      'reason', case when told <> 'conflict' then why end, 'version', o.version, 'status', o.status,
      'technician_id', o.technician_id);
  end loop;
  perform private.finish_request(p_request_id, results, format('se hizo el cambio en %s órdenes',
    (select count(*) from jsonb_array_elements(results) as r where r ->> 'outcome' = 'done')));
  return query select r.id, r.outcome, r.reason, r.version, r.status, r.technician_id
    from jsonb_to_recordset(results)
      as r (id uuid, outcome text, reason text, version integer, status text, technician_id uuid);
end
$$;
revoke all on function public.change_orders from public, anon, authenticated;
grant execute on function public.change_orders to authenticated;

-- Reception undoes an order that was taken in by mistake (ORD-121): its own, in the first 15 minutes, while unchanged.
-- The order is deleted with its waiting messages, and the log keeps the author and the reason.

-- Why the caller cannot take an order back; null if it can.
create function private.intake_obstacle(o public.service_orders) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not private.may('orders.take-back') then 'Solo recepción deshace un ingreso.'
    when o.receptionist_id is distinct from (select auth.uid()) or o.import_key is not null
      then 'Solo puede deshacer el ingreso quien recibió el equipo.'
    when o.created_at < now() - interval '15 minutes'
      then 'Pasaron más de 15 minutos desde el ingreso: pide a administración que elimine la orden.'
    when o.status <> 'pending' or o.quoted_at is not null or exists (
      select from public.order_events e where e.order_id = o.id and e.kind in ('status', 'decision'))
      then 'El trabajo ya comenzó: la orden cambió de estado.'
    when o.advance_payment + o.final_payment > 0
      then 'La orden tiene un pago. Si devolviste el dinero, deja el abono en $0 y vuelve a intentar.'
    when exists (select from public.order_events e where e.order_id = o.id and e.kind = 'signed')
      then 'La orden ya se firmó: pide a administración que la elimine.'
    when exists (select from public.order_events e
      where e.order_id = o.id and e.actor_id is distinct from (select auth.uid()))
      then 'Otra persona ya trabajó en esta orden: pide a administración que la elimine.'
    when exists (select from public.inventory_movements m where m.order_id = o.id)
      then 'La orden tiene repuestos: pide a administración que la elimine.'
  end
$$;
revoke all on function private.intake_obstacle from public, anon, authenticated;

-- For the dialog: why an intake cannot be undone, and whether the customer was notified of it already.
create function public.intake_state(p_order_id uuid) returns table (obstacle text, is_told boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('desk');
  return query select private.intake_obstacle(o), exists (
    select from public.whatsapp_messages m where m.order_id = o.id and m.state in ('sending', 'sent', 'delivered', 'read'))
  from public.service_orders o where o.id = p_order_id;
end
$$;
revoke all on function public.intake_state from public, anon, authenticated;
grant execute on function public.intake_state to authenticated;

-- Sent twice it happens once.
create function public.take_back_order(p_order_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
  reason text := private.written(p_reason);
  obstacle text;
begin
  perform private.require('orders.take-back');
  if reason is null or length(reason) > 500 then
    raise exception 'Escribe por qué deshaces el ingreso, en hasta 500 letras.' using errcode = '23514';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id for update;
  if target.id is null then
    if exists (select from public.order_events e where e.order_id = p_order_id and e.kind = 'deleted'
        and e.actor_id = (select auth.uid())) then
      return;
    end if;
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  obstacle := private.intake_obstacle(target);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = '23514';
  end if;
  perform private.leave_replies(p_order_id);
  delete from public.service_orders o where o.id = p_order_id;
  update public.order_events e
  set changes = e.changes || jsonb_build_object('reason', jsonb_build_array(null, reason))
  where e.order_id = p_order_id and e.kind = 'deleted';
end
$$;
revoke all on function public.take_back_order from public, anon, authenticated;
grant execute on function public.take_back_order to authenticated;

-- A phone that is corrected in one order is corrected in all of its customer's orders at once (ORD-125): in those of
-- the same RUT or document that have the number that was wrong, in any of its spellings; not in the orders of others
-- under a RUT of repeated digits.
create function private.orders_of_phone(p_order_id uuid, p_phone text) returns setof public.service_orders
language sql stable security definer set search_path = '' as $$
  select o.* from public.service_orders o
  join public.service_orders corrected on corrected.id = p_order_id
  where o.id <> p_order_id and o.anonymized_at is null and o.customer_rut = corrected.customer_rut
    and not private.is_repeated_rut(o.customer_rut)
    and private.phone_key(o.customer_phone) = private.phone_key(p_phone)
    and o.customer_phone <> corrected.customer_phone
$$;
revoke all on function private.orders_of_phone from public, anon, authenticated;

-- How many other orders of the customer have that number.
create function public.count_phone_orders(p_order_id uuid, p_phone text) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('order-form');
  return (select count(*) from private.orders_of_phone(p_order_id, p_phone));
end
$$;
revoke all on function public.count_phone_orders from public, anon, authenticated;
grant execute on function public.count_phone_orders to authenticated;

-- Gives them the phone of the order, all or none, and answers how many there were; sent twice it happens once. Messages
-- that wait go to the new number.
create function public.correct_phone(p_order_id uuid, p_phone text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  corrected integer;
begin
  perform private.require('order-form');
  -- Two presses wait for each other; the second finds nothing left. In one order for everybody, as change_orders.
  perform from public.service_orders c
  where c.id = p_order_id or c.id in (select other.id from private.orders_of_phone(p_order_id, p_phone) as other)
  order by c.id for update;
  update public.service_orders o
  set customer_phone = (select c.customer_phone from public.service_orders c where c.id = p_order_id)
  where o.id in (select other.id from private.orders_of_phone(p_order_id, p_phone) as other);
  get diagnostics corrected = row_count;
  return corrected;
end
$$;
revoke all on function public.correct_phone from public, anon, authenticated;
grant execute on function public.correct_phone to authenticated;
