-- Appointments: staff make and cancel them, customers read their own.

create table public.pedidos_pantallas (
  id uuid primary key default gen_random_uuid(),
  modelo text not null check (length(trim(modelo)) between 1 and 200),
  numero_orden text not null check (length(trim(numero_orden)) between 1 and 120),
  fecha_compra timestamptz not null,
  precio_costo bigint not null check (precio_costo between 1 and 1000000000),
  cantidad integer not null check (cantidad between 1 and 1000000),
  proveedor text not null check (proveedor in ('FullMobile', 'Stark Comunicaciones')),
  created_at timestamptz not null default now(),
  -- Beyond the specification: putting the pieces into the inventory, once.
  created_by uuid references public.profiles (id) on delete set null,
  received_at timestamptz,
  received_item_id uuid
);
create index pedidos_pantallas_newest on public.pedidos_pantallas (created_at desc, id desc);
create index pedidos_pantallas_created_by on public.pedidos_pantallas (created_by);
-- Screens on their way are few; those that arrived are all of the shop's history.
create index pedidos_pantallas_expected on public.pedidos_pantallas (id) where received_at is null;
alter table public.pedidos_pantallas enable row level security;
select private.require_session('public.pedidos_pantallas');
revoke all on public.pedidos_pantallas from anon, authenticated;
grant all on public.pedidos_pantallas to service_role;
grant select on public.pedidos_pantallas to authenticated;
grant insert (id, modelo, numero_orden, fecha_compra, precio_costo, cantidad, proveedor)
  on public.pedidos_pantallas to authenticated;
create policy "staff read" on public.pedidos_pantallas for select to authenticated
  using ((select private.may('stock')));
create policy "staff add" on public.pedidos_pantallas for insert to authenticated
  with check ((select private.may('stock')));
create trigger insert_once before insert on public.pedidos_pantallas for each row when (private.is_api_caller())
  execute function private.insert_once('el pedido quedó agregado', 'modelo', 'numero_orden', 'fecha_compra',
    'precio_costo', 'cantidad', 'proveedor');
create trigger as_readable before insert or update on public.pedidos_pantallas
  for each row execute function private.as_readable();

-- Stamps who ordered.
create function private.stamp_screen_order() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.created_by := coalesce((select auth.uid()), new.created_by);
  return new;
end
$$;
create trigger stamp_screen_order before insert on public.pedidos_pantallas
  for each row execute function private.stamp_screen_order();

-- Adds the pieces of a screen order to the inventory, once. Answers their item: the given one, else a new one with the
-- purchase's supplier, which is added if missing, and the purchase's model unless another is given.
create function public.receive_screen_order(
  p_screen_order_id uuid, p_item_id uuid default null, p_brand text default null, p_component_type_id uuid default null,
  p_cost_price bigint default null, p_model text default null, p_request_id uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  bought public.pedidos_pantallas;
  item public.inventory;
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'receive_screen_order',
    jsonb_build_array(p_screen_order_id, p_item_id, p_brand, p_component_type_id, p_cost_price, p_model)) then
    return (private.request_result(p_request_id) #>> '{}')::uuid;
  end if;
  select * into bought from public.pedidos_pantallas where id = p_screen_order_id for update;
  if bought.id is null then
    raise exception 'El pedido ya no existe.' using errcode = 'P0002';
  end if;
  if bought.received_at is not null then
    raise exception 'Este pedido ya se recibió.' using errcode = '23505';
  end if;
  if p_item_id is not null then
    update public.inventory set quantity = quantity + bought.cantidad where id = p_item_id returning * into item;
    if item.id is null then
      raise exception 'El producto ya no existe.' using errcode = 'P0002';
    end if;
  else
    insert into public.inventory (brand, model, quantity, cost_price, component_type_id, supplier_id)
    values (p_brand, coalesce(p_model, bought.modelo), bought.cantidad, coalesce(p_cost_price, bought.precio_costo),
      p_component_type_id,
      private.catalog_id('suppliers', bought.proveedor))
    returning * into item;
  end if;
  perform private.add_movement(item, 'received', bought.cantidad, item.quantity);
  update public.pedidos_pantallas set received_at = now(), received_item_id = item.id where id = bought.id;
  perform private.finish_request(p_request_id, to_jsonb(item.id),
    format('las %s unidades quedaron en %s %s', bought.cantidad, item.brand, item.model));
  return item.id;
end
$$;
revoke all on function public.receive_screen_order from public, anon, authenticated;
grant execute on function public.receive_screen_order to authenticated;

create table public.appointments (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid references public.profiles (id) on delete cascade,
  appointment_date timestamptz not null,
  reason text not null check (length(trim(reason)) between 1 and 500),
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled')),
  cancelled_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  -- Where it was before its last move, for the customer who knows the earlier time.
  moved_from timestamptz,
  moved_at timestamptz,
  version integer not null default 1,
  full_name text check (length(trim(full_name)) between 1 and 200),
  phone text check (length(trim(phone)) between 1 and 40),
  constraint customer_or_visitor check (
    num_nulls(full_name, phone) = case when customer_id is null then 0 else 2 end
  )
);
create index appointments_customer on public.appointments (customer_id, appointment_date);
create index appointments_date on public.appointments (appointment_date);
create index appointments_created_by on public.appointments (created_by);
create index appointments_visitor on public.appointments (private.phone_key(phone)) where customer_id is null;
alter table public.appointments enable row level security;
select private.require_session('public.appointments');
revoke all on public.appointments from anon, authenticated;
grant all on public.appointments to service_role;
grant select on public.appointments to authenticated;
grant insert (id, customer_id, appointment_date, reason, full_name, phone) on public.appointments to authenticated;
grant update (reason, status) on public.appointments to authenticated;
create policy "own, and staff all" on public.appointments for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('appointments')));
create policy "staff make" on public.appointments for insert to authenticated
  with check ((select private.may('appointments')));
create policy "staff change" on public.appointments for update to authenticated
  using ((select private.may('appointments'))) with check ((select private.may('appointments')));
create trigger insert_once before insert on public.appointments for each row when (private.is_api_caller())
  execute function private.insert_once('la cita quedó agendada', 'customer_id', 'full_name', 'phone',
    'appointment_date', 'reason');
create trigger as_readable before insert or update on public.appointments
  for each row execute function private.as_readable();

-- Stamps who made an appointment, when it was cancelled, and its time before a move. Callers of the API cannot make one
-- in the past (a repeated insert is answered before this trigger) or too far in the future, and a cancelled appointment
-- stays cancelled, since the time may be taken by now.
create function private.stamp_appointment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := coalesce((select auth.uid()), new.created_by);
  else
    new.version := old.version + 1;
    if new.appointment_date <> old.appointment_date then
      new.moved_from := old.appointment_date;
      new.moved_at := now();
    end if;
  end if;
  if private.is_api_caller() and new.appointment_date <= now()
    and (tg_op = 'INSERT' or new.appointment_date <> old.appointment_date) then
    raise exception 'Elige una fecha y hora que no haya pasado.' using errcode = '23514';
  end if;
  if new.appointment_date > now() + interval '10 years'
    and (private.is_api_caller() or tg_op = 'UPDATE' and new.appointment_date <> old.appointment_date) then
    raise exception 'Elige una fecha de los próximos 10 años.' using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' and private.is_api_caller() and old.status = 'cancelled' and new.status <> 'cancelled' then
    raise exception 'La cita fue cancelada: agenda una nueva.' using errcode = '23514';
  end if;
  new.cancelled_at := case when new.status = 'cancelled' then coalesce(new.cancelled_at, now()) end;
  return new;
end
$$;
create trigger stamp_appointment before insert or update on public.appointments
  for each row execute function private.stamp_appointment();

-- Appointments are moved by one function: the server refuses the past, a cancelled one, and one that somebody else has
-- moved or cancelled since it was read. Opening hours and other appointments at the time are warnings of the desk, for
-- a move as for a new one: exceptions are possible.

-- Moves an appointment, once for each request id. p_version: as it was read. Staff only.
create function public.move_appointment(p_request_id uuid, p_id uuid, p_version integer, p_to timestamptz)
returns void
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  known public.appointments;
begin
  perform private.require('appointments');
  if p_to is null or not isfinite(p_to) or p_to <= now() then
    raise exception 'Elige una fecha y hora que no haya pasado.' using errcode = '23514';
  end if;
  if not private.claim_request(p_request_id, 'move_appointment',
    jsonb_build_object('id', p_id, 'version', p_version, 'to', p_to), 'la cita quedó movida') then
    return;
  end if;
  select * into known from public.appointments a where a.id = p_id for update;
  if not found then
    raise exception 'La cita ya no existe.' using errcode = 'P0002';
  end if;
  if known.status = 'cancelled' then
    raise exception 'La cita fue cancelada: agenda una nueva.' using errcode = '23514';
  end if;
  if known.version is distinct from p_version then
    raise exception 'Otra persona cambió esta cita mientras tanto. Revisa su fecha y hora, y muévela de nuevo.'
      using errcode = '23514';
  end if;
  update public.appointments set appointment_date = p_to where id = p_id;
end
$$;
revoke all on function public.move_appointment from public, anon, authenticated;
grant execute on function public.move_appointment to authenticated;

-- A colleague's appointment appears on the other desks.
alter publication supabase_realtime add table public.appointments;
create trigger check_times before insert on public.pedidos_pantallas
  for each row execute function private.check_times('fecha_compra');
create trigger clean_numbers before insert or update of phone on public.appointments
  for each row execute function private.clean_numbers();
