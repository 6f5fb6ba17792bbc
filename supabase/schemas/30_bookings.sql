-- Online booking (decision 64): anybody books a free time of the shop, and moves or cancels it by the link of its
-- message. The edge function book-appointment books: it alone knows where a call comes from, and whose account it is.

-- The secret of a booking's link and the values that were sent, so that a request that comes again is known.
create table private.bookings (
  appointment_id uuid primary key references public.appointments (id) on delete cascade,
  -- SHA-256 of the secret: it has 128 random bits, and needs no salt.
  secret_hash bytea not null unique,
  arguments bytea not null
);
alter table private.bookings enable row level security;

-- Requests to book, by peer: a keyed hash, since an address is personal. Deleted after a day.
create table private.booking_attempts (
  id bigint generated always as identity primary key,
  peer bytea not null,
  attempted_at timestamptz not null default now()
);
create index booking_attempts_peer on private.booking_attempts (peer, attempted_at);
create index booking_attempts_oldest on private.booking_attempts (attempted_at);
alter table private.booking_attempts enable row level security;

-- The shop's rules, of section `hours`: a time's minutes, people at once, hours of notice, days ahead, and how many
-- percent of a day's places strangers may take.
create type private.booking_rules as (
  enabled boolean, minutes integer, places integer, lead_hours integer, days_ahead integer, counts_promises boolean,
  stranger_share integer
);
create function private.booking_rules() returns private.booking_rules
language sql stable security definer set search_path = '' as $$
  select coalesce((r.value -> 'enabled')::boolean, false), coalesce((r.value -> 'minutes')::integer, 30),
    coalesce((r.value -> 'places')::integer, 1), coalesce((r.value -> 'leadHours')::integer, 2),
    coalesce((r.value -> 'daysAhead')::integer, 14), coalesce((r.value -> 'countsPromises')::boolean, false),
    coalesce((r.value -> 'strangerShare')::integer, 50)
  from (select (select s.value -> 'booking' from public.setting_sections s where s.section = 'hours')) as r (value)
$$;

-- A keyed hash, for what is made of a secret of this database and is not to be found out from its rows.
create function private.keyed(p_purpose text, p_value text) returns text
language sql stable security definer set search_path = '' as $$
  select left(encode(extensions.hmac(convert_to(p_purpose || ':' || p_value, 'UTF8'), s.secret, 'sha256'), 'hex'), 32)
  from private.link_secret s
$$;

-- The times of a day: its opening hours, cut into the length of one.
create function private.day_times(p_day date, p_span interval) returns setof timestamptz
language sql stable security definer set search_path = '' as $$
  select s.at from unnest(private.opening_on(p_day)) as o (hours)
  cross join generate_series(lower(o.hours), upper(o.hours) - p_span, p_span) as s (at)
$$;

-- Whether the shop does not know whoever books: no account, or one without a proven RUT. A phone proves nothing.
create function private.is_stranger(p_account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.profiles p where p.id = p_account and p.rut_verified_at is not null)
$$;

-- How many places of a day strangers may take: one at least, so that a shop with few times has one for them.
create function private.stranger_places(p_day date) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(ceil(r.stranger_share / 100.0 * r.places
    * (select count(*) from private.day_times(p_day, make_interval(mins => r.minutes)))), 1)::integer
  from private.booking_rules() as r
$$;

-- Whether strangers have taken their share of a day: the rest is for customers, whoever floods (BOOK-17).
create function private.is_reserved(p_day date, p_except uuid default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) >= private.stranger_places(p_day) from public.appointments a
  where a.source = 'site' and a.status = 'scheduled' and a.id is distinct from p_except
    and a.appointment_date >= p_day::timestamp at time zone 'America/Santiago'
    and a.appointment_date < (p_day + 1)::timestamp at time zone 'America/Santiago'
    and private.is_stranger(a.customer_id)
$$;

-- The times of a day that can be booked, in order, and whether each has a place left. Several appointments that only
-- touch a part of it count too. p_except: an appointment that is about to leave its place.
create function private.day_slots(p_day date, p_except uuid default null) returns table (at timestamptz, free boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  rules private.booking_rules := private.booking_rules();
  span interval := make_interval(mins => rules.minutes);
  today date := (now() at time zone 'America/Santiago')::date;
begin
  if not rules.enabled or p_day not between today and today + rules.days_ahead then
    return;
  end if;
  return query
    select s.at, rules.places > (
      select count(*) from public.appointments a
      where a.status = 'scheduled' and a.appointment_date > s.at - span and a.appointment_date < s.at + span
        and a.id is distinct from p_except
    ) + case when rules.counts_promises then (
      select count(*) from public.service_orders o
      where o.promised_at >= s.at and o.promised_at < s.at + span and o.status = any (private.statuses_in('open'))
    ) else 0 end
    from private.day_times(p_day, span) as s (at)
    where s.at >= now() + make_interval(hours => rules.lead_hours)
    order by s.at;
end
$$;

-- The first time from a moment on that is free, for strangers or for customers; null if there is none.
create function private.next_slot(p_from timestamptz, p_is_stranger boolean, p_except uuid default null)
  returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'America/Santiago')::date;
  found_at timestamptz;
begin
  for ahead in greatest((p_from at time zone 'America/Santiago')::date - today, 0)
    .. (private.booking_rules()).days_ahead loop
    select s.at into found_at from private.day_slots(today + ahead, p_except) as s
    where s.free and s.at >= p_from order by s.at limit 1;
    if found and not (p_is_stranger and private.is_reserved(today + ahead, p_except)) then
      return found_at;
    end if;
  end loop;
  return null;
end
$$;

-- Why a time cannot be booked: 'off', 'taken', 'closed' (no time of the shop, or too soon or too late for one), or
-- 'reserved' for customers; null if it can. The caller has locked the bookings.
create function private.slot_fault(p_at timestamptz, p_is_stranger boolean, p_except uuid default null) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted_day date := (p_at at time zone 'America/Santiago')::date;
  is_free boolean;
begin
  if not (private.booking_rules()).enabled then
    return 'off';
  end if;
  if p_at is null or not isfinite(p_at) then
    return 'closed';
  end if;
  select s.free into is_free from private.day_slots(wanted_day, p_except) as s where s.at = p_at;
  return case when is_free is null then 'closed' when not is_free then 'taken'
    when p_is_stranger and private.is_reserved(wanted_day, p_except) then 'reserved' end;
end
$$;

-- One booking at a time: of two on the last place, the second waits and sees it taken.
create function private.lock_bookings() returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('private.bookings', 0))
$$;
revoke all on function private.booking_rules, private.keyed, private.day_times, private.is_stranger,
  private.stranger_places, private.is_reserved, private.day_slots, private.next_slot, private.slot_fault,
  private.lock_bookings from public, anon, authenticated;

-- Seven days of times from a day on, which says nothing of who has one. For everybody: { enabled, minutes, from, until
-- (the last day that can be booked), next (the first free time), days: [{ day, reserved, slots: [{ at, free }] }] }.
-- reserved: the caller is a stranger, and what the day has left is for customers.
create function public.booking_slots(p_from date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rules private.booking_rules := private.booking_rules();
  is_stranger boolean := private.is_stranger((select auth.uid()));
  today date := (now() at time zone 'America/Santiago')::date;
  first_day date := least(greatest(coalesce(p_from, today), today), today + rules.days_ahead);
begin
  return jsonb_build_object('enabled', rules.enabled, 'minutes', rules.minutes, 'from', first_day,
    'until', today + rules.days_ahead, 'next', private.next_slot(now(), is_stranger), 'days', case when rules.enabled then (
      select jsonb_agg(jsonb_build_object('day', d.day, 'reserved', d.is_reserved and s.has_free, 'slots', s.slots)
        order by d.day)
      from (
        select first_day + n, is_stranger and private.is_reserved(first_day + n) from generate_series(0, 6) as n
      ) as d (day, is_reserved)
      cross join lateral (
        select coalesce(bool_or(s.free), false) as has_free, coalesce(jsonb_agg(
          jsonb_build_object('at', s.at, 'free', s.free and not d.is_reserved) order by s.at), '[]') as slots
        from private.day_slots(d.day) as s
      ) as s
      where d.day <= today + rules.days_ahead)
    else '[]' end);
end
$$;
revoke all on function public.booking_slots from public, anon, authenticated;
grant execute on function public.booking_slots to anon, authenticated, service_role;

-- Counts a request to book, before the work and in a transaction of its own: ten an hour and twenty a day for each
-- peer. A request that was done before is not counted, so that its answer can be asked for again. False: too many.
create function public.try_booking(p_request_id uuid, p_address text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  -- A peer is an IPv4 address or a network of 64 bits (decision 18); callers without one are one peer.
  caller text := case when pg_input_is_valid(p_address, 'inet') then
    host(network(set_masklen(p_address::inet, case family(p_address::inet) when 4 then 32 else 64 end))) else '' end;
  key bytea := convert_to(private.keyed('peer', caller), 'UTF8');
begin
  if exists (select from private.bookings b
    where b.secret_hash = sha256(convert_to(private.keyed('booking', p_request_id::text), 'UTF8'))) then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.booking_attempts' || encode(key, 'hex'), 0));
  delete from private.booking_attempts t where t.attempted_at < now() - interval '1 day';
  if exists (select from private.booking_attempts t where t.peer = key
    having count(*) >= 20 or count(*) filter (where t.attempted_at > now() - interval '1 hour') >= 10) then
    return false;
  end if;
  insert into private.booking_attempts (peer) values (key);
  return true;
end
$$;
revoke all on function public.try_booking from public, anon, authenticated;
grant execute on function public.try_booking to service_role;

-- Books a time, once for each request id. p_account: of a customer, whose name counts instead of the given one, and
-- whose phone, if it can be dialled; else the given phone becomes that of the account. { outcome: 'booked', at, secret (of
-- the link) }, or { outcome: 'off' | 'taken' | 'closed' | 'limit', next }: nothing is booked, and `next` is the first
-- free time from the wanted one on. A phone has at most three open bookings, and five new ones a day; the refusal is
-- that of too many requests, so that it says little of who has one. Nothing else depends on whose phone it is: it ties
-- the booking to no account.
create function public.book_appointment(
  p_request_id uuid, p_at timestamptz, p_full_name text, p_phone text, p_device text, p_reason text,
  p_account uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  secret text := private.keyed('booking', p_request_id::text);
  digest bytea := sha256(convert_to(
    jsonb_build_array(p_at, p_full_name, p_phone, p_device, p_reason, p_account)::text, 'UTF8'));
  is_stranger boolean := private.is_stranger(p_account);
  customer public.profiles;
  number text;
  fault text;
  known private.bookings;
  made public.appointments;
begin
  perform private.lock_bookings();
  select * into known from private.bookings b where b.secret_hash = sha256(convert_to(secret, 'UTF8'));
  if known.appointment_id is not null then
    if known.arguments <> digest then
      perform private.refuse_request('la cita quedó reservada');
    end if;
    return (select jsonb_build_object('outcome', 'booked', 'at', a.appointment_date, 'secret', secret)
      from public.appointments a where a.id = known.appointment_id);
  end if;
  fault := private.slot_fault(p_at, is_stranger);
  if fault is not null then
    return jsonb_build_object('outcome', fault, 'next', coalesce(
      private.next_slot(case when isfinite(p_at) then p_at end, is_stranger), private.next_slot(now(), is_stranger)));
  end if;
  if is_stranger and (
    select count(*) from public.appointments a
    where a.source = 'site' and a.created_at > now() - interval '1 day' and private.is_stranger(a.customer_id)
  ) >= 2 * private.stranger_places((p_at at time zone 'America/Santiago')::date) then
    return jsonb_build_object('outcome', 'reserved', 'next', null);
  end if;
  select * into customer from public.profiles p where p.id = p_account and p.role = 'customer';
  number := private.written(case when private.is_diallable(customer.phone) then customer.phone else p_phone end);
  if private.is_diallable(number) is not true then
    raise exception 'Ingresa un teléfono válido, por ejemplo +56 9 1234 5678.' using errcode = '23514';
  end if;
  if (
    select count(*) filter (where a.status = 'scheduled' and a.appointment_date > now()) >= 3
      or count(*) filter (where a.created_at > now() - interval '1 day') >= 5
    from public.appointments a
    where a.source = 'site' and (a.customer_id = customer.id
      or a.customer_id is null and private.phone_key(a.phone) = private.phone_key(number))
  ) then
    return jsonb_build_object('outcome', 'limit');
  end if;
  update public.profiles set phone = number where id = customer.id and phone is distinct from number;
  insert into public.appointments (customer_id, full_name, phone, appointment_date, reason, device, source, created_by)
  values (customer.id, case when customer.id is null then private.written(p_full_name) end,
    case when customer.id is null then number end, p_at, private.written(p_reason),
    private.written(p_device), 'site', customer.id)
  returning * into made;
  insert into private.bookings (appointment_id, secret_hash, arguments)
  values (made.id, sha256(convert_to(secret, 'UTF8')), digest);
  perform private.queue_booking_message(made, 'booking_confirmed', secret);
  perform private.notify_booking(made);
  return jsonb_build_object('outcome', 'booked', 'at', p_at, 'secret', secret);
end
$$;
revoke all on function public.book_appointment from public, anon, authenticated;
grant execute on function public.book_appointment to service_role;

-- The appointment of a link; nothing for a wrong one.
create function private.booked(p_secret text) returns public.appointments
language sql stable security definer set search_path = '' as $$
  select a.* from private.bookings b join public.appointments a on a.id = b.appointment_id
  where b.secret_hash = sha256(convert_to(p_secret, 'UTF8'))
$$;

-- The state of a link: 'open'; 'cancelled'; 'received', once an order was taken in for it; 'over', once its time
-- has come, when the link tells nothing more.
create function private.booking_state(a public.appointments) returns text
language sql stable set search_path = '' as $$
  select case when a.appointment_date <= now() then 'over' when a.status = 'cancelled' then 'cancelled'
    when a.order_number is not null then 'received' else 'open' end
$$;

-- A booking as its link shows it, without name and phone: the link may be in other hands. Null for a wrong link.
create function private.shown_booking(a public.appointments) returns jsonb
language sql stable set search_path = '' as $$
  select case private.booking_state(a) when 'over' then jsonb_build_object('state', 'over')
    else jsonb_build_object('state', private.booking_state(a), 'id', a.id, 'at', a.appointment_date,
      'device', a.device, 'reason', a.reason, 'version', a.version) end
  where a.id is not null
$$;
revoke all on function private.booked, private.booking_state, private.shown_booking from public, anon, authenticated;

-- The booking of a link, for whoever has it.
create function public.get_booking(p_secret text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.shown_booking(private.booked(p_secret))
$$;
revoke all on function public.get_booking from public, anon, authenticated;
grant execute on function public.get_booking to anon, authenticated, service_role;

-- Moves the booking of a link, at most ten times. p_version: as it was read. { outcome, booking (as it is now), next };
-- outcome: 'moved', also if it already is there; 'changed' by the shop meanwhile; the fault of the wanted time, with
-- the next free one; 'limit'; or its state, if that is not open. Null for a wrong link. For whoever has the link.
create function public.move_booking(p_secret text, p_version integer, p_to timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known public.appointments;
  is_stranger boolean;
  outcome text;
begin
  perform private.lock_bookings();
  select * into known from public.appointments a where a.id = (private.booked(p_secret)).id for update;
  if known.id is null then
    return null;
  end if;
  is_stranger := private.is_stranger(known.customer_id);
  outcome := case
    when private.booking_state(known) <> 'open' then private.booking_state(known)
    when known.appointment_date = p_to then 'moved'
    when known.version is distinct from p_version then 'changed'
    when known.version > 10 then 'limit'
    else coalesce(private.slot_fault(p_to, is_stranger, known.id), 'free') end;
  if outcome = 'free' then
    update public.appointments set appointment_date = p_to where id = known.id returning * into known;
    outcome := 'moved';
  end if;
  return jsonb_build_object('outcome', outcome, 'booking', private.shown_booking(known),
    'next', case when outcome in ('taken', 'closed', 'reserved') then coalesce(
      private.next_slot(case when isfinite(p_to) then p_to end, is_stranger, known.id),
      private.next_slot(now(), is_stranger, known.id)) end);
end
$$;
revoke all on function public.move_booking from public, anon, authenticated;
grant execute on function public.move_booking to anon, authenticated, service_role;

-- Cancels the booking of a link; again it answers the same. { outcome: its state afterwards, booking }. Null for a
-- wrong link. For whoever has the link.
create function public.cancel_booking(p_secret text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known public.appointments;
begin
  select * into known from public.appointments a where a.id = (private.booked(p_secret)).id for update;
  if private.booking_state(known) = 'open' then
    update public.appointments set status = 'cancelled' where id = known.id returning * into known;
  end if;
  return case when known.id is not null then
    jsonb_build_object('outcome', private.booking_state(known), 'booking', private.shown_booking(known)) end;
end
$$;
revoke all on function public.cancel_booking from public, anon, authenticated;
grant execute on function public.cancel_booking to anon, authenticated, service_role;

-- An appointment becomes one order. The desk's form names it; the order keeps it, and the appointment has its number.
create function private.guard_order_of_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known public.appointments;
begin
  select * into known from public.appointments a where a.id = new.appointment_id for update;
  if known.id is null then
    raise exception 'La cita ya no existe. Crea la orden sin ella.' using errcode = '23514';
  elsif known.order_number is not null and not exists (select from public.service_orders o where o.id = new.id) then
    -- The same order once more ends at its key.
    raise exception 'Para esta cita ya se creó la orden %.', private.format_order_number(known.order_number)
      using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger guard_order_of_appointment before insert on public.service_orders
  for each row when (new.appointment_id is not null) execute function private.guard_order_of_appointment();
create function private.note_order_of_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.appointments set order_number = new.order_number where id = new.appointment_id;
  return null;
end
$$;
revoke all on function private.guard_order_of_appointment, private.note_order_of_appointment from public, anon,
  authenticated;
create trigger note_order_of_appointment after insert on public.service_orders
  for each row when (new.appointment_id is not null) execute function private.note_order_of_appointment();
