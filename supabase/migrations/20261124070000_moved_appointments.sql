-- Appointments are moved by one function: the server refuses the past, a cancelled one, and one that somebody else has
-- moved or cancelled since it was read. Opening hours and other appointments at the time are warnings of the desk, for
-- a move as for a new one: exceptions are possible.

alter table public.appointments
  -- Where it was before its last move, for the customer who knows the earlier time.
  add column moved_from timestamptz,
  add column moved_at timestamptz,
  add column version integer not null default 1;

revoke update (appointment_date) on public.appointments from authenticated;

-- Who made it, when it was cancelled, and where it was before. Callers of the API give none that is in the past; the
-- insert that is sent again has gone before this.
create or replace function private.stamp_appointment() returns trigger
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
  new.cancelled_at := case when new.status = 'cancelled' then coalesce(new.cancelled_at, now()) end;
  return new;
end
$$;

-- Moves an appointment, once for each request id. p_version: as it was read. Staff only.
create function public.move_appointment(p_request_id uuid, p_id uuid, p_version integer, p_to timestamptz)
returns void
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  known public.appointments;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
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
