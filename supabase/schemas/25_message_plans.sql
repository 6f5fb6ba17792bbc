-- When messages go out: quiet hours, time for taking a change back, expiry; and what the desk does with them by hand.

-- When a message may be sent: when its time has come, and not before the time for taking its change back is over; null
-- for at once. A reminder also waits until the shop is open. A sending time further ahead than any back-off, or than any
-- quiet hours, was planned by a clock that has since gone back, and so was a longer time for taking back: it does not
-- count.
create function private.message_due_at(m public.whatsapp_messages) returns timestamptz
language sql stable set search_path = '' as $$
  select greatest(case m.state
    when 'queued' then greatest(
      case when m.next_attempt_at <= now() + interval '70 minutes' then m.next_attempt_at end,
      case when m.not_before <= now() + interval '26 hours' then m.not_before end,
      case when m.held_until <= now() + interval '1 minute' then m.held_until end)
    when 'sending' then case when m.locked_until <= now() + interval '70 minutes' then m.locked_until end
  end, case when not m.is_urgent and m.state in ('queued', 'sending') then private.reminder_due_at(m.event) end)
$$;

create function private.is_message_due(m public.whatsapp_messages) returns boolean
language sql stable set search_path = '' as $$
  select m.state in ('queued', 'sending') and coalesce(private.message_due_at(m) <= now(), true)
$$;

-- In how many milliseconds a message is due that waits now; null if none waits. So the sender plans its next run.
create function public.next_message_in() returns integer
language sql stable security definer set search_path = '' as $$
  select ceil(1000 * min(greatest(extract(epoch from coalesce(private.message_due_at(m), now()) - now()), 0)))::integer
  from public.whatsapp_messages m where m.state in ('queued', 'sending') and m.told_by is null
$$;
revoke all on function public.next_message_in from public, anon, authenticated;
grant execute on function public.next_message_in to service_role;

-- The number of today of whom a message is for: of its order, or of its appointment.
create function private.message_phone(m public.whatsapp_messages) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select private.whatsapp_phone(o.customer_phone) from public.service_orders o where o.id = m.order_id),
    (select private.whatsapp_phone(coalesce(a.phone, p.phone)) from public.appointments a
      left join public.profiles p on p.id = a.customer_id where a.id = m.appointment_id),
    m.phone)
$$;
revoke all on function private.message_phone from public, anon, authenticated;

-- Whether the link of a message with photos shows any of them now (REC-58).
create function private.shows_photos(m public.whatsapp_messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from unnest(m.params) as given (param)
    join private.photo_links l on l.hash = sha256(convert_to(right(given.param, 40), 'UTF8')) and l.expires_at > now()
    join private.photo_link_photos s on s.link_id = l.id)
$$;
revoke all on function private.shows_photos from public, anon, authenticated;

-- 'Reintentar', with the phone of today. Who presses it wants it sent now.
create function public.retry_message(p_id uuid) returns public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  queued public.whatsapp_messages;
begin
  perform private.require('messages');
  update public.whatsapp_messages m
  -- The provider's id of the failed send stays until the new one has its own: by it late webhooks of the old one are
  -- known.
  set state = 'queued', attempts = 0, unknown_sends = 0, send_started_at = null, next_attempt_at = now(),
    queued_at = now(), locked_until = null, failed_at = null, error_code = null, error_message = null, is_urgent = true,
    phone = private.message_phone(m), told_by = null
  where m.id = p_id and m.state = 'failed' and m.event <> 'test'
  returning m.* into queued;
  if queued.event = 'photos_sent' and not private.shows_photos(queued) then
    raise exception 'El enlace de este mensaje ya no muestra fotos. Envíalas otra vez desde la orden.'
      using errcode = '23514';
  end if;
  return queued;
end
$$;
revoke all on function public.retry_message from public, anon, authenticated;
grant execute on function public.retry_message to authenticated;

-- Quiet hours of the settings: what is queued in them is sent when they end. Not delayed are the answer to a customer's
-- own decision, and what a person sends by hand.

-- The end of the quiet hours that a moment lies in; null outside of them. By the clock on the wall in Santiago,
-- whatever is done to it: an hour that is skipped ends when the clock goes on, one that comes twice ends at its second
-- time.
create function private.quiet_until(p_at timestamptz, p_quiet jsonb) returns timestamptz
language sql stable set search_path = '' as $$
  select case
    when not (p_quiet ->> 'enabled')::boolean then null
    when q.opens < q.closes and q.clock >= q.opens and q.clock < q.closes
      then (q.day + q.closes) at time zone 'America/Santiago'
    when q.opens > q.closes and q.clock < q.closes then (q.day + q.closes) at time zone 'America/Santiago'
    when q.opens > q.closes and q.clock >= q.opens then (q.day + 1 + q.closes) at time zone 'America/Santiago'
  end
  from (
    select (p_at at time zone 'America/Santiago')::date as day, (p_at at time zone 'America/Santiago')::time as clock,
      (p_quiet ->> 'from')::time as opens, (p_quiet ->> 'to')::time as closes
  ) as q
$$;

-- When a message may go out, for each time that it is queued: its next attempt may lie in quiet hours too.
create function private.delay_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.not_before := case when not new.is_urgent then private.quiet_until(greatest(now(), new.next_attempt_at),
    (select s.value -> 'quietHours' from public.setting_sections s where s.section = 'messages')) end;
  return new;
end
$$;
create trigger delay_message before insert or update of state, next_attempt_at, is_urgent on public.whatsapp_messages
  for each row when (new.state = 'queued') execute function private.delay_message();

-- Applies changed quiet hours to queued messages.
create function private.delay_queued_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.whatsapp_messages set next_attempt_at = next_attempt_at where state = 'queued';
  return null;
end
$$;
create trigger delay_messages after update on public.setting_sections
  for each row when (new.section = 'messages' and old.value -> 'quietHours' is distinct from new.value -> 'quietHours')
  execute function private.delay_queued_messages();

-- 'Enviar ahora' of a message that waits for the end of the quiet hours or for 'Deshacer', which ends the time to take
-- its change back, and 'Enviar' of one that expired, to the order's phone of today. Answers the message; nothing if it
-- waits no more.
create function public.send_message_now(p_id uuid) returns public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  released public.whatsapp_messages;
begin
  perform private.require('messages');
  update public.whatsapp_messages m
  set is_urgent = true, queued_at = now(), state = 'queued', held_until = null, error_code = null, error_message = null,
    attempts = case m.state when 'expired' then 0 else m.attempts end,
    next_attempt_at = case m.state when 'expired' then now() else m.next_attempt_at end,
    phone = private.message_phone(m)
  where m.id = p_id and m.state in ('queued', 'expired')
  returning m.* into released;
  delete from private.undoable_changes u where u.order_id = released.order_id;
  return released;
end
$$;
revoke all on function public.send_message_now from public, anon, authenticated;
grant execute on function public.send_message_now to authenticated;

-- An admin sends a message of a template to a number of their own, to see that it arrives: the same outbox, without an
-- order.

-- Queues a test of an event's template, with fictitious values. Limited to five an hour for the whole shop, counted
-- when queued, at any hour. A repeated request queues one message. Answers the message's id. Admins only.
create function public.send_test_message(p_request_id uuid, p_phone text, p_event text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  number text := private.whatsapp_phone(p_phone);
  setting jsonb := private.message_setting(p_event);
  summary text := 'el mensaje de prueba quedó en cola';
  sample public.service_orders;
  made uuid;
begin
  perform private.require('settings');
  if number !~ '^569[0-9]{8}$' then
    raise exception 'Ingresa un celular chileno, por ejemplo +56 9 1234 5678.' using errcode = '23514';
  end if;
  if setting is null then
    raise exception 'Ese mensaje no existe. Elige otro.' using errcode = '22023';
  end if;
  if private.claim_request(p_request_id, 'send_test_message', jsonb_build_array(number, p_event), summary) then
    perform pg_advisory_xact_lock(hashtextextended('public.send_test_message', 0));
    if (select count(*) from public.whatsapp_messages m
      where m.event = 'test' and m.created_at > now() - interval '1 hour') >= 5 then
      raise exception 'Ya se enviaron 5 mensajes de prueba en la última hora. Espera e inténtalo de nuevo.'
        using errcode = '23514';
    end if;
    sample := jsonb_populate_record(null::public.service_orders, jsonb_build_object('id', gen_random_uuid(),
      'order_number', 0, 'customer_name', 'Prueba', 'equipment_brand', 'Equipo', 'equipment_model', 'de prueba',
      'technical_work', 'Mensaje de prueba', 'total_amount', 0, 'cancellation_reason', 'Mensaje de prueba'));
    insert into public.whatsapp_messages (order_id, event, occurrence, template, language, params, phone, is_urgent,
      requested_by)
    select null, 'test', 1, setting ->> 'template', s.value ->> 'language', private.message_params(sample, p_event),
      number, true, (select auth.uid())
    from public.setting_sections s where s.section = 'messages'
    returning id into made;
    perform private.finish_request(p_request_id, to_jsonb(made), summary);
  end if;
  return coalesce(made, (private.request_result(p_request_id) #>> '{}')::uuid);
end
$$;
revoke all on function public.send_test_message from public, anon, authenticated;
grant execute on function public.send_test_message to authenticated;

-- Replies by WhatsApp: who answered them, and a bell for the question of a number without an order (MSG-21).

-- 'Responder' and 'Sin responder' on a reply. Of two who answer the first one stays. Answers its id and who has it.
create function public.answer_reply(p_id uuid, p_answered boolean) returns public.whatsapp_replies
language plpgsql security definer set search_path = '' as $$
declare
  answered public.whatsapp_replies;
begin
  perform private.require('messages');
  update public.whatsapp_replies r
  set answered_at = case when p_answered then now() end,
    answered_by = case when p_answered then (select auth.uid()) end,
    answered_name = case when p_answered
      then (select left(p.full_name, 200) from public.profiles p where p.id = (select auth.uid())) end
  where r.id = p_id and (r.answered_at is null) = p_answered;
  select * into answered from public.whatsapp_replies r where r.id = p_id;
  if answered.id is null then
    raise exception 'Esa respuesta ya no existe.' using errcode = 'P0002';
  end if;
  return answered;
end
$$;
revoke all on function public.answer_reply from public, anon, authenticated;
grant execute on function public.answer_reply to authenticated;

-- Messages that could not be sent in time expire instead of going out all at once when WhatsApp is connected (MSG-23).
-- A status that was undone sends nothing (MSG-24).

-- Whether a message has waited longer than the shop's setting. The end of its quiet hours counts as its beginning.
create function private.is_message_old(m public.whatsapp_messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(now() > greatest(m.queued_at, m.not_before) + make_interval(hours => (
    select (s.value ->> 'expireHours')::integer from public.setting_sections s where s.section = 'messages')), false)
$$;

-- Whether what a message tells of was taken back: the order is now before its status, its photos are not shown any more,
-- or a reminder is about what has happened since (25_reminders). A message that a person sends by hand is not asked.
create function private.is_taken_back(m public.whatsapp_messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select not m.is_urgent and coalesce((
    select case m.event
      when 'in_progress' then o.status = 'pending'
      when 'quoted' then o.status in ('pending', 'in_progress')
      when 'on_hold' then not o.on_hold
      when 'photos_sent' then not private.shows_photos(m)
      when 'promise_changed' then o.status <> all (private.statuses_in('open'))
      when 'completed' then o.status not in ('completed', 'delivered') and o.status <> 'cancelled'
      when 'delivered' then o.status <> 'delivered'
      when 'cancelled' then o.status <> 'cancelled'
      else case when private.is_reminder(m.event) then not private.reminder_holds(m, now()) else false end
    end
    from public.service_orders o where o.id = m.order_id), m.event in ('booking_confirmed', 'booking_moved') and (
      select a.status = 'cancelled' from public.appointments a where a.id = m.appointment_id), false)
$$;

-- Sets aside messages that must not be sent any more: those of an undone status, and those that waited too long. Also
-- called without a credential, so that the list shows them.
create function public.set_aside_messages() returns void
language sql security definer set search_path = '' as $$
  update public.whatsapp_messages m
  set state = case when private.is_taken_back(m) then 'discarded' else 'expired' end, locked_until = null,
    error_code = case when private.is_taken_back(m) then 'taken_back' else m.error_code end
  where m.id in (
    select old.id from public.whatsapp_messages old
    where old.state in ('queued', 'sending') and old.told_by is null and (private.is_message_old(old) or private.is_taken_back(old))
      and (old.state = 'queued' or (private.is_message_due(old) and old.send_started_at is null))
    for update skip locked
  )
$$;
revoke all on function public.set_aside_messages from public, anon, authenticated;
grant execute on function public.set_aside_messages to service_role;

-- 'Descartar' of a message that expired: it is never sent. Answers the message; nothing if it is not expired.
create function public.discard_message(p_id uuid) returns public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  discarded public.whatsapp_messages;
begin
  perform private.require('messages');
  update public.whatsapp_messages m set state = 'discarded' where m.id = p_id and m.state = 'expired'
  returning m.* into discarded;
  return discarded;
end
$$;
revoke all on function public.discard_message from public, anon, authenticated;
grant execute on function public.discard_message to authenticated;
