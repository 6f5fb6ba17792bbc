-- Delivery of the outbox (MSG-02, MSG-03): claiming, recording, the provider's webhook, customers' replies. Called with the secret key
-- by the functions send-messages and whatsapp-webhook; only retry_message is for the staff.

-- Replies of customers, tied to the newest order of their number.
create table public.whatsapp_replies (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references public.service_orders (id) on delete cascade,
  phone text not null,
  body text not null check (length(body) <= 5000),
  provider_message_id text not null unique,
  received_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index whatsapp_replies_order on public.whatsapp_replies (order_id, received_at);
alter table public.whatsapp_replies enable row level security;
revoke all on public.whatsapp_replies from anon, authenticated;
grant all on public.whatsapp_replies to service_role;
grant select on public.whatsapp_replies to authenticated;
create policy "staff read" on public.whatsapp_replies for select to authenticated using ((select private.is_staff()));

create index service_orders_phone on public.service_orders (private.phone_key(customer_phone));

-- Claims due messages for one sender: row locks that others skip, so that no message has two senders. 'sending' with a lock that ran out
-- is a sender that died between sending and recording. Its message is not sent again at once: the provider's webhook may still say
-- that it went out (it carries our id back), so the lock covers that wait (p_lock_seconds) before the message is due once more.
create function public.claim_messages(p_limit integer default 20, p_order_id uuid default null, p_lock_seconds integer default 120)
returns setof public.whatsapp_messages
language sql security definer set search_path = '' as $$
  update public.whatsapp_messages m
  set state = 'sending', attempts = m.attempts + 1, locked_until = now() + make_interval(secs => p_lock_seconds)
  where m.id in (
    select due.id from public.whatsapp_messages due
    where (p_order_id is null or due.order_id = p_order_id)
      and ((due.state = 'queued' and due.next_attempt_at <= now()) or (due.state = 'sending' and due.locked_until < now()))
    order by due.created_at, due.id
    limit p_limit
    for update skip locked
  )
  returning m.*
$$;

-- The provider took the message. Its webhook may have been faster: what it said of this very send stands.
create function public.record_message_sent(p_id uuid, p_provider_message_id text) returns void
language sql security definer set search_path = '' as $$
  update public.whatsapp_messages
  set state = case
      when state in ('delivered', 'read') or (state = 'failed' and provider_message_id = p_provider_message_id) then state
      else 'sent'
    end,
    sent_at = coalesce(sent_at, now()), provider_message_id = p_provider_message_id, locked_until = null,
    error_code = case when state = 'failed' and provider_message_id = p_provider_message_id then error_code end,
    error_message = case when state = 'failed' and provider_message_id = p_provider_message_id then error_message end
  where id = p_id
$$;

-- The provider refused it. p_retry_at: when to try again; null: never, the message has failed and the staff are told.
create function public.record_message_failure(p_id uuid, p_code text, p_message text, p_retry_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  failed public.whatsapp_messages;
begin
  update public.whatsapp_messages
  set state = case when p_retry_at is null then 'failed' else 'queued' end,
    failed_at = case when p_retry_at is null then now() end,
    next_attempt_at = coalesce(p_retry_at, next_attempt_at),
    locked_until = null, error_code = p_code, error_message = left(p_message, 1000)
  where id = p_id and state = 'sending'
  returning * into failed;
  if failed.state = 'failed' then
    perform private.notify_message_failed(failed);
  end if;
end
$$;

create function private.notify_message_failed(failed public.whatsapp_messages) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (type, message, order_id)
  select 'message_failed', 'Orden #' || private.format_order_number(o.order_number) || ': no se pudo avisar por WhatsApp a ' || o.customer_name || '.', o.id
  from public.service_orders o where o.id = failed.order_id
$$;

-- A status of the provider's webhook: unordered, repeated, 'delivered' may be missing. p_opaque: our own id, which the provider echoes,
-- so that a message whose sender died is found too. Answers whether the message is ours.
create function public.record_message_status(
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
      when p_status = 'sent' and m.state in ('queued', 'sending', 'failed') and (m.failed_at is null or m.failed_at < p_at) then 'sent'
      else m.state
    end,
    sent_at = case when p_status in ('sent', 'delivered', 'read') then least(m.sent_at, p_at) else m.sent_at end,
    delivered_at = case when p_status in ('delivered', 'read') then least(m.delivered_at, p_at) else m.delivered_at end,
    read_at = case when p_status = 'read' then least(m.read_at, p_at) else m.read_at end,
    failed_at = case when p_status = 'failed' then coalesce(m.failed_at, p_at) else m.failed_at end,
    error_code = case when p_status = 'failed' then p_code when p_status in ('delivered', 'read') then null else m.error_code end,
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

-- A customer's reply: kept once, tied to the newest order of that number, and the desk is told.
create function public.record_reply(p_provider_message_id text, p_phone text, p_body text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
begin
  select * into target from public.service_orders o
  where private.phone_key(o.customer_phone) = private.phone_key(p_phone)
  order by o.created_at desc limit 1;
  insert into public.whatsapp_replies (order_id, phone, body, provider_message_id, received_at)
  values (target.id, p_phone, left(p_body, 5000), p_provider_message_id, p_at)
  on conflict (provider_message_id) do nothing;
  if not found then
    return false;
  end if;
  if target.id is not null then
    insert into public.notifications (type, message, order_id)
    values ('customer_reply', 'Orden #' || private.format_order_number(target.order_number) || ': ' || target.customer_name
      || ' respondió por WhatsApp.', target.id);
  end if;
  return true;
end
$$;

-- 'Reintentar' on the order, with the order's phone of today.
create function public.retry_message(p_id uuid) returns public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  queued public.whatsapp_messages;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  update public.whatsapp_messages m
  -- The provider's id of the failed send stays until the new one has its own: by it late webhooks of the old one are known.
  set state = 'queued', attempts = 0, next_attempt_at = now(), locked_until = null, failed_at = null, error_code = null,
    error_message = null, phone = private.whatsapp_phone(o.customer_phone)
  from public.service_orders o
  where m.id = p_id and m.state = 'failed' and o.id = m.order_id
  returning m.* into queued;
  return queued;
end
$$;

-- What each message would say about an order as it is now; without a number, about the newest order. For the templates' preview.
create function public.preview_messages(p_order_number integer default null)
returns table (event text, template text, enabled boolean, body text, params text[], order_number integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select t.event, t.template, t.enabled, t.body, private.message_params(o, t.event), o.order_number
    from (
      select * from public.service_orders candidate
      where p_order_number is null or candidate.order_number = p_order_number
      order by candidate.created_at desc limit 1
    ) as newest
    join public.service_orders o on o.id = newest.id
    cross join public.whatsapp_templates t
    order by array_position(array['created', 'in_progress', 'quoted', 'completed', 'delivered', 'cancelled'], t.event);
end
$$;

revoke all on function public.claim_messages(integer, uuid, integer), public.record_message_sent(uuid, text),
  public.record_message_failure(uuid, text, text, timestamptz),
  public.record_message_status(text, text, text, timestamptz, text, text), public.record_reply(text, text, text, timestamptz),
  public.retry_message(uuid), public.preview_messages(integer) from public, anon, authenticated;
grant execute on function public.claim_messages(integer, uuid, integer), public.record_message_sent(uuid, text),
  public.record_message_failure(uuid, text, text, timestamptz),
  public.record_message_status(text, text, text, timestamptz, text, text), public.record_reply(text, text, text, timestamptz)
  to service_role;
grant execute on function public.retry_message(uuid), public.preview_messages(integer) to authenticated;
