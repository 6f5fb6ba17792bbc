-- The messages about online bookings: to the visitor by WhatsApp, to the desk in its bell (decision 64).

-- Rings the desk's bell for what somebody who comes did with a booking. It names nobody: it outlives the appointment.
create function private.notify_booking(a public.appointments) returns void
language sql security definer set search_path = '' as $$
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
$$;
revoke all on function private.notify_booking from public, anon, authenticated;

-- Queues a message about a booking, if its event has one; at any hour if the person who comes has done it. p_secret: of
-- the link, which only the first message has, since the database keeps its hash alone. A phone gets ten a day, which
-- nobody needs who comes: more only makes the shop pay for writing to a stranger. What the shop does is always told.
create function private.queue_booking_message(a public.appointments, p_event text, p_secret text default null)
  returns void
language plpgsql security definer set search_path = '' as $$
declare
  setting jsonb := private.message_setting(p_event);
  is_off boolean := setting -> 'enabled' = 'false';
  customer public.profiles;
  number text;
begin
  if setting is null then
    return;
  end if;
  select * into customer from public.profiles p where p.id = a.customer_id;
  number := private.whatsapp_phone(coalesce(a.phone, customer.phone));
  if not private.may('appointments') and (
    select count(*) from public.whatsapp_messages m where m.appointment_id is not null and m.phone = number
      and m.created_at > now() - interval '1 day') >= 10 then
    return;
  end if;
  insert into public.whatsapp_messages (appointment_id, event, occurrence, template, language, state, params, phone,
    is_urgent)
  select a.id, p_event, (select count(*) + 1 from public.whatsapp_messages m
      where m.appointment_id = a.id and m.event = p_event),
    setting ->> 'template', s.value ->> 'language', case when is_off then 'off' else 'queued' end,
    case when is_off then '{}' else (
      select coalesce(array_agg(case u.name
        when 'cita' then private.moment_text(a.appointment_date)
        when 'enlace' then rtrim(private.shop_setting('site_url'), '/') || '/citas/' || p_secret
        when 'cliente' then private.message_text(coalesce(a.full_name, customer.full_name))
        when 'equipo' then private.message_text(a.device) end order by u.place), '{}')
      from private.used_variables(p_event, setting ->> 'text') as u) end,
    case when is_off then '' else number end,
    not private.may('appointments')
  from public.setting_sections s where s.section = 'messages';
end
$$;
revoke all on function private.queue_booking_message from public, anon, authenticated;

-- Tells who booked on the site that a booking was moved or cancelled, by whoever; and the desk, if it was not the desk.
create function private.tell_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A move that was not told yet is no longer true.
  update public.whatsapp_messages m set state = 'discarded', error_code = 'taken_back'
  where m.appointment_id = new.id and m.event = 'booking_moved' and m.state = 'queued';
  perform private.queue_booking_message(new,
    case new.status when 'cancelled' then 'booking_cancelled' else 'booking_moved' end);
  if not private.may('appointments') then
    perform private.notify_booking(new);
  end if;
  return null;
end
$$;
revoke all on function private.tell_booking from public, anon, authenticated;
create trigger tell_booking after update on public.appointments for each row
  when (new.source = 'site' and new.appointment_date > now()
    and (new.status, new.appointment_date) is distinct from (old.status, old.appointment_date))
  execute function private.tell_booking();
