-- Quiet hours of the settings: what is queued in them is sent when they end. Not delayed are the answer to a customer's
-- own decision, and what a person sends by hand.

alter table public.whatsapp_messages
  -- The end of the quiet hours that the message waits for.
  add column not_before timestamptz,
  -- Sent at any hour.
  add column is_urgent boolean not null default false;

-- The end of the quiet hours that a moment lies in; null outside of them. By the clock on the wall in Santiago, whatever
-- is done to it: an hour that is skipped ends when the clock goes on, one that comes twice ends at its second time.
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

-- Other quiet hours are those of what waits already.
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

-- A message whose sending time lies further ahead than any back-off, or than any quiet hours, was planned by a clock
-- that has since gone back.
create or replace function private.is_message_due(m public.whatsapp_messages) returns boolean
language sql stable set search_path = '' as $$
  select (m.state = 'queued' and (m.next_attempt_at <= now() or m.next_attempt_at > now() + interval '70 minutes')
      and (m.not_before is null or m.not_before not between now() and now() + interval '26 hours'))
    or (m.state = 'sending' and (m.locked_until < now() or m.locked_until > now() + interval '70 minutes'))
$$;

-- Queues the message of an event, if the event has one. One that is switched off is only noted, without text or number.
create or replace function private.queue_order_message(o public.service_orders, p_event text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  setting jsonb := private.message_setting(p_event);
  is_off boolean := setting -> 'enabled' = 'false';
begin
  if setting is null then
    return;
  end if;
  insert into public.whatsapp_messages (order_id, event, occurrence, template, language, state, params, phone, is_urgent)
  select o.id, p_event, count(m.id) + 1, setting ->> 'template', s.value ->> 'language',
    case when is_off then 'off' else 'queued' end,
    case when is_off then '{}' else private.message_params(o, p_event) end,
    case when is_off then '' else private.whatsapp_phone(o.customer_phone) end,
    p_event in ('approved', 'rejected')
  from public.setting_sections s
    left join public.whatsapp_messages m on m.order_id = o.id and m.event = p_event
  where s.section = 'messages'
  group by s.value;
end
$$;

-- 'Enviar ahora' of a message that waits for the end of the quiet hours. Answers the message; nothing if it waits no
-- more.
create function public.send_message_now(p_id uuid) returns public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  released public.whatsapp_messages;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  update public.whatsapp_messages m set is_urgent = true where m.id = p_id and m.state = 'queued' returning m.* into released;
  return released;
end
$$;
revoke all on function public.send_message_now from public, anon, authenticated;
grant execute on function public.send_message_now to authenticated;

-- 'Reintentar' on the order, with the order's phone of today. Who presses it wants it sent now.
create or replace function public.retry_message(p_id uuid) returns public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  queued public.whatsapp_messages;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  update public.whatsapp_messages m
  -- The provider's id of the failed send stays until the new one has its own: by it late webhooks of the old one are
  -- known.
  set state = 'queued', attempts = 0, unknown_sends = 0, send_started_at = null, next_attempt_at = now(),
    locked_until = null, failed_at = null, error_code = null, error_message = null, is_urgent = true,
      phone = private.whatsapp_phone(o.customer_phone)
  from public.service_orders o
  where m.id = p_id and m.state = 'failed' and o.id = m.order_id
  returning m.* into queued;
  return queued;
end
$$;
