-- Sends whose outcome nobody knows (MSG-04): the sender died, or the connection broke, after the request may have gone out. Such a message
-- is sent once more by itself, after a wait for the provider's webhook; after a second unknown outcome the staff call the customer.

alter table public.whatsapp_messages
  -- When the request to the provider was about to go out; null while the message is only claimed. Without it nothing was sent.
  add column send_started_at timestamptz,
  -- Sends of this message whose outcome stayed unknown.
  add column unknown_sends integer not null default 0;
-- Of messages under way nobody knows how far they got.
update public.whatsapp_messages set send_started_at = now() where state = 'sending';

-- When the sender last ran. While it does not run, the webhook does not either, so nobody waits for news.
create table private.message_sender (
  only_row boolean primary key default true check (only_row),
  last_run timestamptz not null
);
alter table private.message_sender enable row level security;

-- A message whose sending time lies further ahead than any back-off was planned by a clock that has since gone back.
create function private.is_message_due(m public.whatsapp_messages) returns boolean
language sql stable set search_path = '' as $$
  select (m.state = 'queued' and (m.next_attempt_at <= now() or m.next_attempt_at > now() + interval '70 minutes'))
    or (m.state = 'sending' and (m.locked_until < now() or m.locked_until > now() + interval '70 minutes'))
$$;

-- Claims due messages for one sender: row locks that others skip, so that no message has two senders. A message in 'sending' whose lock
-- has run out belongs to a sender that died or got no answer. If its request had not gone out, it is simply due again.
create or replace function public.claim_messages(p_limit integer default 20, p_order_id uuid default null, p_lock_seconds integer default 120)
returns setof public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  lost public.whatsapp_messages;
  previous_run timestamptz;
begin
  select last_run into previous_run from private.message_sender;
  insert into private.message_sender (last_run) values (now()) on conflict (only_row) do update set last_run = excluded.last_run;
  -- After an outage longer than a schedule's pause, what the provider had to say arrives only now: the wait for it begins again.
  if previous_run is null or previous_run not between now() - interval '90 seconds' and now() + interval '90 seconds' then
    update public.whatsapp_messages m set locked_until = now() + make_interval(secs => p_lock_seconds)
    where m.state = 'sending' and m.send_started_at is not null;
  end if;

  for lost in
    update public.whatsapp_messages m
    set state = 'failed', failed_at = now(), locked_until = null, error_code = 'unknown', error_message = null
    where m.id in (
      select stuck.id from public.whatsapp_messages stuck
      where stuck.state = 'sending' and private.is_message_due(stuck) and stuck.send_started_at is not null and stuck.unknown_sends > 0
      for update skip locked
    )
    returning m.*
  loop
    perform private.notify_message_failed(lost);
  end loop;

  return query
    update public.whatsapp_messages m
    set state = 'sending', attempts = m.attempts + 1, locked_until = now() + make_interval(secs => p_lock_seconds),
      unknown_sends = m.unknown_sends + case when m.state = 'sending' and m.send_started_at is not null then 1 else 0 end,
      send_started_at = null
    where m.id in (
      select due.id from public.whatsapp_messages due
      where (p_order_id is null or due.order_id = p_order_id) and due.state in ('queued', 'sending') and private.is_message_due(due)
      order by due.created_at, due.id
      limit p_limit
      for update skip locked
    )
    returning m.*;
end
$$;

-- The request is about to go out: from here on the outcome may be unknown, and the lock lasts anew. False when the message is no longer
-- this sender's (p_attempts: of the claim), which then does not send.
create function public.begin_message_send(p_id uuid, p_attempts integer, p_lock_seconds integer default 120) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.whatsapp_messages m
  set send_started_at = now(), locked_until = now() + make_interval(secs => p_lock_seconds)
  where m.id = p_id and m.state = 'sending' and m.attempts = p_attempts and m.send_started_at is null and m.locked_until > now();
  return found;
end
$$;
revoke all on function public.begin_message_send(uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.begin_message_send(uuid, integer, integer) to service_role;

create or replace function private.notify_message_failed(failed public.whatsapp_messages) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (type, message, order_id)
  select 'message_failed', 'Orden #' || private.format_order_number(o.order_number) || case
      when failed.error_code = 'unknown' then ': no se sabe si el aviso por WhatsApp llegó. Llama a ' || o.customer_name || '.'
      else ': no se pudo avisar por WhatsApp a ' || o.customer_name || '.'
    end, o.id
  from public.service_orders o where o.id = failed.order_id
$$;

-- A status of the provider's webhook: unordered, repeated, 'delivered' may be missing. p_opaque: our own id, which the provider echoes,
-- so that a message whose sender died is found too. Answers whether the message is ours.
create or replace function public.record_message_status(
  p_provider_message_id text, p_opaque text, p_status text, p_at timestamptz, p_code text default null, p_message text default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  before public.whatsapp_messages;
  after public.whatsapp_messages;
begin
  select * into before from public.whatsapp_messages m
  where m.provider_message_id = p_provider_message_id or m.id::text = p_opaque
  order by (m.provider_message_id = p_provider_message_id) desc nulls last
  limit 1 for update;
  if before.id is null then
    return false;
  end if;
  -- Late news of an earlier send: the row waits to be sent again ('Reintentar') and still has the id of the send that failed, or it
  -- has the id of a later one.
  if (before.state in ('queued', 'sending') and before.provider_message_id = p_provider_message_id)
    or (before.state not in ('queued', 'sending') and p_status = 'failed' and before.provider_message_id <> p_provider_message_id) then
    return true;
  end if;
  update public.whatsapp_messages m set
    provider_message_id = case
      when m.state in ('queued', 'sending') then p_provider_message_id
      else coalesce(m.provider_message_id, p_provider_message_id)
    end,
    -- Only forwards: queued < sending < sent < delivered < read; a failure counts until it was delivered.
    state = case
      when p_status = 'failed' and m.state not in ('delivered', 'read') then 'failed'
      when p_status = 'read' then 'read'
      when p_status = 'delivered' and m.state <> 'read' then 'delivered'
      when p_status = 'sent' and m.state in ('queued', 'sending', 'failed') 
        and (m.failed_at is null or m.failed_at < p_at or m.error_code = 'unknown') then 'sent'
      else m.state
    end,
    sent_at = case when p_status in ('sent', 'delivered', 'read') then least(m.sent_at, p_at) else m.sent_at end,
    delivered_at = case when p_status in ('delivered', 'read') then least(m.delivered_at, p_at) else m.delivered_at end,
    read_at = case when p_status = 'read' then least(m.read_at, p_at) else m.read_at end,
    failed_at = case when p_status = 'failed' then coalesce(m.failed_at, p_at) else m.failed_at end,
    -- Any news settles an unknown outcome.
    error_code = case when p_status = 'failed' then p_code when p_status in ('delivered', 'read') or m.error_code = 'unknown' then null else m.error_code end,
    error_message = case when p_status = 'failed' then left(p_message, 1000) when p_status in ('delivered', 'read') then null else m.error_message end,
    locked_until = null
  where m.id = before.id
  returning * into after;
  if after.state = 'failed' and before.state <> 'failed' then
    perform private.notify_message_failed(after);
  end if;
  return true;
end
$$;

-- 'Reintentar' on the order, with the order's phone of today.
create or replace function public.retry_message(p_id uuid) returns public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  queued public.whatsapp_messages;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  update public.whatsapp_messages m
  -- The provider's id of the failed send stays until the new one has its own: by it late webhooks of the old one are known.
  set state = 'queued', attempts = 0, unknown_sends = 0, send_started_at = null, next_attempt_at = now(), locked_until = null, failed_at = null, error_code = null,
    error_message = null, phone = private.whatsapp_phone(o.customer_phone)
  from public.service_orders o
  where m.id = p_id and m.state = 'failed' and o.id = m.order_id
  returning m.* into queued;
  return queued;
end
$$;
