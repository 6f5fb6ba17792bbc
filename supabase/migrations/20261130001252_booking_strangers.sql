SET local check_function_bodies = off;

ALTER TABLE "public"."notifications"
  DROP CONSTRAINT "notifications_type_check";

DROP FUNCTION "private"."next_slot"(timestamp WITH time zone, uuid);

DROP FUNCTION "private"."notify_message_failed"(public.whatsapp_messages);

DROP FUNCTION "private"."slot_fault"(timestamp WITH time zone, uuid);

ALTER TABLE "public"."notifications"
  ADD COLUMN "times" integer NOT NULL DEFAULT 1;

ALTER TYPE "private"."booking_rules" ADD ATTRIBUTE "stranger_share" integer CASCADE;

CREATE OR REPLACE FUNCTION private.booking_rules()
  RETURNS private.booking_rules
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((r.value -> 'enabled')::boolean, false), coalesce((r.value -> 'minutes')::integer, 30),
    coalesce((r.value -> 'places')::integer, 1), coalesce((r.value -> 'leadHours')::integer, 2),
    coalesce((r.value -> 'daysAhead')::integer, 14), coalesce((r.value -> 'countsPromises')::boolean, false),
    coalesce((r.value -> 'strangerShare')::integer, 50)
  from (select (select s.value -> 'booking' from public.setting_sections s where s.section = 'hours')) as r (value)
$function$;

CREATE OR REPLACE FUNCTION private.day_slots (
  p_day    date,
  p_except uuid DEFAULT NULL::uuid
)
  RETURNS TABLE (
    at   timestamp with time zone,
    free boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.day_times (
  p_day  date,
  p_span interval
)
  RETURNS SETOF timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select s.at from unnest(private.opening_on(p_day)) as o (hours)
  cross join generate_series(lower(o.hours), upper(o.hours) - p_span, p_span) as s (at)
$function$;

CREATE OR REPLACE FUNCTION private.is_reserved (
  p_day    date,
  p_except uuid DEFAULT NULL::uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select count(*) >= private.stranger_places(p_day) from public.appointments a
  where a.source = 'site' and a.status = 'scheduled' and a.id is distinct from p_except
    and a.appointment_date >= p_day::timestamp at time zone 'America/Santiago'
    and a.appointment_date < (p_day + 1)::timestamp at time zone 'America/Santiago'
    and private.is_stranger(a.customer_id)
$function$;

CREATE OR REPLACE FUNCTION private.is_stranger (
  p_account uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select not exists (select from public.profiles p where p.id = p_account and p.rut_verified_at is not null)
$function$;

CREATE OR REPLACE FUNCTION private.next_slot (
  p_from        timestamp with time zone,
  p_is_stranger boolean,
  p_except      uuid                     DEFAULT NULL::uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.notify_booking (
  a public.appointments
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.ring(t.type, t.one || t.at || '.', t.more || t.at || '.')
  from (
    select 'booking_cancelled', 'Cita cancelada en el sitio: ', 'citas canceladas en el sitio. La última: '
    where a.status = 'cancelled'
    union all
    select 'booking_moved', 'Cita movida en el sitio: ahora ', 'citas movidas en el sitio. La última: ahora '
    where a.status <> 'cancelled' and a.moved_at is not null
    union all
    select 'booking', 'Nueva cita en el sitio: ', 'citas nuevas en el sitio. La última: '
    where a.status <> 'cancelled' and a.moved_at is null
  ) as k (type, one, more)
  cross join lateral (select k.type, k.one, k.more, private.moment_text(a.appointment_date)) as t (type, one, more, at)
$function$;

CREATE OR REPLACE FUNCTION private.notify_message_failed (
  failed public.whatsapp_messages
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  told text := case when failed.error_code = 'unknown' then ': no se sabe si el aviso por WhatsApp llegó. Llama a '
    else ': no se pudo avisar por WhatsApp a ' end;
begin
  insert into public.notifications (type, message, order_id)
  select 'message_failed', 'Orden ' || private.format_order_number(o.order_number) || told || o.customer_name || '.', o.id
  from public.service_orders o where o.id = failed.order_id;
  perform private.ring('booking_message_failed',
    'Cita del ' || private.moment_text(a.appointment_date) || told || coalesce(a.full_name, p.full_name) || '.',
    'avisos de citas no llegaron por WhatsApp, o no se sabe. Están en Mensajes.')
  from public.appointments a left join public.profiles p on p.id = a.customer_id where a.id = failed.appointment_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.ring (
  p_type text,
  p_one  text,
  p_more text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.notifications n
  set times = n.times + 1, message = (n.times + 1) || ' ' || p_more, created_at = clock_timestamp()
  where n.id = (select o.id from public.notifications o where o.type = p_type and not o.is_read
    order by o.created_at desc limit 1) and not n.is_read;
  if not found then
    insert into public.notifications (type, message) values (p_type, p_one);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.slot_fault (
  p_at          timestamp with time zone,
  p_is_stranger boolean,
  p_except      uuid                     DEFAULT NULL::uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.stranger_places (
  p_day date
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select greatest(ceil(r.stranger_share / 100.0 * r.places
    * (select count(*) from private.day_times(p_day, make_interval(mins => r.minutes)))), 1)::integer
  from private.booking_rules() as r
$function$;

CREATE OR REPLACE FUNCTION public.book_appointment (
  p_request_id uuid,
  p_at         timestamp with time zone,
  p_full_name  text,
  p_phone      text,
  p_device     text,
  p_reason     text,
  p_account    uuid                     DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.booking_slots (
  p_from date DEFAULT NULL::date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.move_booking (
  p_secret  text,
  p_version integer,
  p_to      timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

ALTER TABLE "public"."notifications"
  ADD CONSTRAINT "notifications_type_check"
    CHECK
    ((type = ANY (ARRAY['quote_approved'::text, 'quote_rejected'::text, 'message_failed'::text, 'customer_reply'::text, 'erasure_requested'::text, 'booking'::text,
    'booking_moved'::text, 'booking_cancelled'::text, 'booking_message_failed'::text])));

REVOKE ALL ON FUNCTION "private"."day_times"(date, interval) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_times"(date, interval) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."day_times"(date, interval) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_reserved"(date, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_reserved"(date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_reserved"(date, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_stranger"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_stranger"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_stranger"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."next_slot"(timestamp WITH time zone, boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_slot"(timestamp WITH time zone, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."next_slot"(timestamp WITH time zone, boolean, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_message_failed"(public.whatsapp_messages) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_message_failed"(public.whatsapp_messages) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."notify_message_failed"(public.whatsapp_messages) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ring"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ring"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ring"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."slot_fault"(timestamp WITH time zone, boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."slot_fault"(timestamp WITH time zone, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."slot_fault"(timestamp WITH time zone, boolean, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."stranger_places"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stranger_places"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stranger_places"(date) TO "postgres";

-- The share of strangers, for every shop. Without a new version: no form that is open meets a conflict.
ALTER TABLE "public"."setting_sections" DISABLE TRIGGER USER;
update public.setting_sections s set value = jsonb_set(s.value, '{booking,strangerShare}', '50')
where s.section = 'hours' and s.value ? 'booking' and not s.value -> 'booking' ? 'strangerShare';
ALTER TABLE "public"."setting_sections" ENABLE TRIGGER USER;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section = 'hours' and c.section = s.section and c.version = 1 and not exists (select from public.profiles);
