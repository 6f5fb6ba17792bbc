-- Messages that could not be sent in time expire instead of going out all at once when WhatsApp is connected (MSG-23).
-- Of a status that was taken back nothing is sent (MSG-24).

update private.setting_shapes s
set shape = jsonb_set(jsonb_set(s.shape, '{properties,expireHours}', '{"type": "integer", "minimum": 1, "maximum": 720}'),
  '{required}', s.shape -> 'required' || '["expireHours"]')
where s.section = 'messages';
update public.setting_sections s set value = s.value || '{"expireHours": 24}' where s.section = 'messages';

alter table public.whatsapp_messages
  drop constraint whatsapp_messages_state_check,
  add constraint whatsapp_messages_state_check check (state in ('queued', 'sending', 'sent', 'delivered', 'read',
    'failed', 'off', 'expired', 'discarded')),
  -- When a change or a person queued it: from here on it may expire.
  add column queued_at timestamptz not null default now();
update public.whatsapp_messages m set queued_at = m.created_at where m.params <> '{}';

-- Whether a message has waited longer than the shop's setting. The end of its quiet hours counts as its beginning.
create function private.is_message_old(m public.whatsapp_messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(now() > greatest(m.queued_at, m.not_before) + make_interval(hours => (
    select (s.value ->> 'expireHours')::integer from public.setting_sections s where s.section = 'messages')), false)
$$;

-- Whether the status that a message tells of was taken back: the order is now before it. A message that a person sends
-- by hand is not asked.
create function private.is_taken_back(m public.whatsapp_messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select not m.is_urgent and coalesce((
    select case m.event
      when 'in_progress' then o.status = 'pending'
      when 'quoted' then o.status in ('pending', 'in_progress')
      when 'completed' then o.status not in ('completed', 'delivered', 'cancelled')
      when 'delivered' then o.status <> 'delivered'
      when 'cancelled' then o.status <> 'cancelled'
      else false
    end
    from public.service_orders o where o.id = m.order_id), false)
$$;

-- Sets aside what is not to be sent any more: what tells of a status that was taken back, and what waited too long. Also
-- called while there is no credential, so that the list tells.
create function public.set_aside_messages() returns void
language sql security definer set search_path = '' as $$
  update public.whatsapp_messages m
  set state = case when private.is_taken_back(m) then 'discarded' else 'expired' end, locked_until = null,
    error_code = case when private.is_taken_back(m) then 'taken_back' else m.error_code end
  where m.id in (
    select old.id from public.whatsapp_messages old
    where old.state in ('queued', 'sending') and (private.is_message_old(old) or private.is_taken_back(old))
      and (old.state = 'queued' or (private.is_message_due(old) and old.send_started_at is null))
    for update skip locked
  )
$$;
revoke all on function public.set_aside_messages from public, anon, authenticated;
grant execute on function public.set_aside_messages to service_role;

-- Claims due messages for one sender, all, an order's, or one: row locks that others skip, so that no message has two
-- senders. A message in 'sending' whose lock has run out belongs to a sender that died or got no answer. If its request
-- had not gone out, it is simply due again. What waited too long is not sent.
create or replace function public.claim_messages(p_limit integer default 20, p_order_id uuid default null,
  p_lock_seconds integer default 120, p_message_id uuid default null)
returns setof public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  lost public.whatsapp_messages;
  previous_run timestamptz;
begin
  select last_run into previous_run from private.message_sender;
  insert into private.message_sender (last_run) values (now()) on conflict (only_row) do update
    set last_run = excluded.last_run;
  -- After an outage longer than a schedule's pause, what the provider had to say arrives only now: the wait for it
  -- begins again.
  if previous_run is null or previous_run not between now() - interval '90 seconds'
    and now() + interval '90 seconds' then
    update public.whatsapp_messages m set locked_until = now() + make_interval(secs => p_lock_seconds)
    where m.state = 'sending' and m.send_started_at is not null;
  end if;

  perform public.set_aside_messages();
  for lost in
    update public.whatsapp_messages m
    set state = 'failed', failed_at = now(), locked_until = null, error_code = 'unknown', error_message = null
    where m.id in (
      select stuck.id from public.whatsapp_messages stuck
      where stuck.state = 'sending' and private.is_message_due(stuck) and stuck.send_started_at is not null
        and (stuck.unknown_sends > 0 or private.is_message_old(stuck))
      for update skip locked
    )
    returning m.*
  loop
    perform private.notify_message_failed(lost);
  end loop;

  return query
    update public.whatsapp_messages m
    set state = 'sending', attempts = m.attempts + 1, locked_until = now() + make_interval(secs => p_lock_seconds),
      unknown_sends = m.unknown_sends + case when m.state = 'sending' and m.send_started_at is not null then 1
      else 0 end, send_started_at = null
    where m.id in (
      select due.id from public.whatsapp_messages due
      where (p_order_id is null or due.order_id = p_order_id) and (p_message_id is null or due.id = p_message_id)
        and due.state in ('queued', 'sending') and private.is_message_due(due)
      order by due.created_at, due.id
      limit p_limit
      for update skip locked
    )
    returning m.*;
end
$$;

-- 'Enviar ahora' of a message that waits for the end of the quiet hours, and 'Enviar' of one that expired, to the
-- order's phone of today. Answers the message; nothing if it waits no more.
create or replace function public.send_message_now(p_id uuid) returns public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  released public.whatsapp_messages;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  update public.whatsapp_messages m
  set is_urgent = true, queued_at = now(), state = 'queued',
    attempts = case m.state when 'expired' then 0 else m.attempts end,
    next_attempt_at = case m.state when 'expired' then now() else m.next_attempt_at end,
    phone = coalesce((select private.whatsapp_phone(o.customer_phone) from public.service_orders o
      where o.id = m.order_id), m.phone)
  where m.id = p_id and m.state in ('queued', 'expired')
  returning m.* into released;
  return released;
end
$$;

-- 'Descartar' of a message that expired: it is never sent. Answers the message; nothing if it is not expired.
create function public.discard_message(p_id uuid) returns public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  discarded public.whatsapp_messages;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  update public.whatsapp_messages m set state = 'discarded' where m.id = p_id and m.state = 'expired'
  returning m.* into discarded;
  return discarded;
end
$$;
revoke all on function public.discard_message from public, anon, authenticated;
grant execute on function public.discard_message to authenticated;

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
    queued_at = now(), locked_until = null, failed_at = null, error_code = null, error_message = null, is_urgent = true,
      phone = private.whatsapp_phone(o.customer_phone)
  from public.service_orders o
  where m.id = p_id and m.state = 'failed' and o.id = m.order_id
  returning m.* into queued;
  return queued;
end
$$;
