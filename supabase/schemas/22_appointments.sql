-- Appointments: staff make and cancel them, customers read their own and book on the site (30_bookings).

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
  -- The device, as the booking on the site named it.
  device text check (length(trim(device)) between 1 and 120),
  -- Where it was made: at the desk, or on the site by whoever comes (30_bookings).
  source text not null default 'desk' check (source in ('desk', 'site')),
  -- The order that was taken in for it at the counter; a trigger keeps it. The number, not the id: decision 59.
  order_number integer unique references public.service_orders (order_number) on update cascade on delete set null,
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

-- A moment as people read it, by the shop's clock: 'martes 1 de diciembre a las 10:30'.
create function private.moment_text(p_at timestamptz) returns text
language sql stable set search_path = '' as $$
  select (array['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'])[extract(dow from l.at) + 1]
    || ' ' || extract(day from l.at) || ' de '
    || (array['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre',
      'noviembre', 'diciembre'])[extract(month from l.at)]
    || ' a las ' || to_char(l.at, 'HH24:MI')
  from (select p_at at time zone 'America/Santiago') as l (at)
$$;
revoke all on function private.moment_text from public, anon, authenticated;

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
create trigger clean_numbers before insert or update of phone on public.appointments
  for each row execute function private.clean_numbers();
