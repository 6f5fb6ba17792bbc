-- Delivery of the outbox (MSG-02 to MSG-04): claiming, recording, the provider's webhook, customers' replies. Called
-- with the secret key by the functions send-messages and whatsapp-webhook; only retry_message is for the staff.
-- Sends whose outcome nobody knows: the sender died, or the connection broke, after the request may have gone out. Such
-- a message is sent once more by itself, after a wait for the provider's webhook; after a second unknown outcome the
-- staff call the customer.

-- Rings the desk's bell for what a stranger can cause without end. Of each type one is unread, which counts: whoever
-- floods buries nothing else (BOOK-18). p_more: the sentence for several, without their number.
create function private.ring(p_type text, p_one text, p_more text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications n
  set times = n.times + 1, message = (n.times + 1) || ' ' || p_more, created_at = clock_timestamp()
  where n.id = (select o.id from public.notifications o where o.type = p_type and not o.is_read
    order by o.created_at desc limit 1) and not n.is_read;
  if not found then
    insert into public.notifications (type, message) values (p_type, p_one);
  end if;
end
$$;

-- Tells the desk that a message did not arrive, or that nobody knows.
create function private.notify_message_failed(failed public.whatsapp_messages) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
revoke all on function private.ring from public, anon, authenticated;

-- When the sender last ran. While it does not run, the webhook does not either, so nobody waits for news.
create table private.message_sender (
  only_row boolean primary key default true check (only_row),
  last_run timestamptz not null
);
alter table private.message_sender enable row level security;

-- Calls a function as this transaction commits, on Supabase by pg_net, as a Database Webhook does (docs/deploy.md). Its
-- address and the secret are in the Vault, and without them the schedule alone calls. A call that fails takes no change
-- with it.
create function private.call_function(p_name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text;
  secret text;
begin
  if to_regproc('net.http_post') is not null and to_regclass('vault.decrypted_secrets') is not null then
    execute $q$ select max(s.decrypted_secret) filter (where s.name = 'project_url'),
      max(s.decrypted_secret) filter (where s.name = 'cron_secret') from vault.decrypted_secrets s $q$
    into address, secret;
  end if;
  if address is not null and secret is not null then
    execute 'select net.http_post(url := $1, body := $2, headers := $3)'
    using rtrim(address, '/') || '/functions/v1/' || p_name, '{}'::jsonb,
      jsonb_build_object('content-type', 'application/json', 'x-cron-secret', secret);
  end if;
exception when others then
  raise warning 'The function % was not called: %', p_name, sqlerrm;
end
$$;
revoke all on function private.call_function from public, anon, authenticated;

-- Wakes the sender once this transaction commits, once for all of its messages: the embedded server listens, and
-- Supabase calls the function. A sender that puts a message back for another attempt wakes nobody: it knows when that
-- is due.
create function private.wake_sender() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.state = 'sending' or current_setting('taller.sender_woken', true) = 'yes' then
    return null;
  end if;
  perform set_config('taller.sender_woken', 'yes', true);
  perform pg_notify('messages_queued', '');
  perform private.call_function('send-messages');
  return null;
end
$$;
create trigger wake_sender after insert or update of state, next_attempt_at, held_until, is_urgent
  on public.whatsapp_messages for each row when (new.state = 'queued') execute function private.wake_sender();

-- Claims due messages for one sender: row locks that others skip, so that no message has two senders. A message in
-- 'sending' whose lock has run out belongs to a sender that died or got no answer. If its request had not gone out, it
-- is simply due again. What waited too long is not sent.
create function public.claim_messages(p_limit integer default 20, p_lock_seconds integer default 120)
returns setof public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  lost public.whatsapp_messages;
  claimed public.whatsapp_messages;
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

  perform private.join_visit_messages();
  for claimed in
    update public.whatsapp_messages m
    set state = 'sending', attempts = m.attempts + 1, locked_until = now() + make_interval(secs => p_lock_seconds),
      unknown_sends = m.unknown_sends + case when m.state = 'sending' and m.send_started_at is not null then 1
      else 0 end, send_started_at = null
    where m.id in (
      select due.id from public.whatsapp_messages due
      where due.state in ('queued', 'sending') and due.told_by is null and private.is_message_due(due)
      order by due.created_at, due.id
      limit p_limit
      for update skip locked
    )
    returning m.*
  loop
    claimed.params := private.told_params(claimed);
    return next claimed;
  end loop;
end
$$;
revoke all on function public.claim_messages from public, anon, authenticated;
grant execute on function public.claim_messages to service_role;

-- The request is about to go out: from here on the outcome may be unknown, and the lock lasts anew. False when the
-- message is no longer this sender's (p_attempts: of the claim), which then does not send, or a reminder that no longer
-- holds.
create function public.begin_message_send(p_id uuid, p_attempts integer, p_lock_seconds integer default 120)
  returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.whatsapp_messages m
  set send_started_at = now(), locked_until = now() + make_interval(secs => p_lock_seconds)
  where m.id = p_id and m.state = 'sending' and m.attempts = p_attempts and m.send_started_at is null
    and m.locked_until > now()
    and case when private.is_reminder(m.event) and not m.is_urgent
      then private.reminder_due_at(m.event) <= now() and private.reminder_holds(m, now()) else true end;
  return found;
end
$$;
revoke all on function public.begin_message_send from public, anon, authenticated;
grant execute on function public.begin_message_send to service_role;

-- Records that the provider accepted a message. Its webhook may have been faster: what it said of this send stands.
create function public.record_message_sent(p_id uuid, p_provider_message_id text) returns void
language sql security definer set search_path = '' as $$
  update public.whatsapp_messages
  set state = case
      when state in ('delivered', 'read') or (state = 'failed' and provider_message_id = p_provider_message_id)
        then state
      else 'sent'
    end,
    sent_at = coalesce(sent_at, now()), provider_message_id = p_provider_message_id, locked_until = null,
    error_code = case when state = 'failed' and provider_message_id = p_provider_message_id then error_code end,
    error_message = case when state = 'failed' and provider_message_id = p_provider_message_id then error_message end
  where id = p_id
$$;
revoke all on function public.record_message_sent from public, anon, authenticated;
grant execute on function public.record_message_sent to service_role;

-- Records that the provider refused a message. p_retry_at: when to try again; null: never, the message has failed and
-- the staff are told.
create function public.record_message_failure(p_id uuid, p_code text, p_message text, p_retry_at timestamptz)
  returns void
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
revoke all on function public.record_message_failure from public, anon, authenticated;
grant execute on function public.record_message_failure to service_role;

-- A status of the provider's webhook: unordered, repeated, 'delivered' may be missing. p_opaque: our own id, which the
-- provider echoes, so that a message whose sender died is found too. Answers whether the message is ours.
create function public.record_message_status(
  p_provider_message_id text, p_opaque text, p_status text, p_at timestamptz, p_code text default null,
  p_message text default null
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
  -- Late news of an earlier send: the row waits to be sent again ('Reintentar') and still has the id of the send that
  -- failed, or it has the id of a later one.
  if (before.state in ('queued', 'sending') and before.provider_message_id = p_provider_message_id)
    or (before.state not in ('queued', 'sending') and p_status = 'failed'
      and before.provider_message_id <> p_provider_message_id) then
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
    error_code = case when p_status = 'failed' then p_code when p_status in ('delivered', 'read')
    or m.error_code = 'unknown' then null else m.error_code end, error_message = case when p_status = 'failed'
    then left(p_message, 1000) when p_status in ('delivered', 'read') then null else m.error_message end,
    locked_until = null
  where m.id = before.id
  returning * into after;
  if after.state = 'failed' and before.state <> 'failed' then
    perform private.notify_message_failed(after);
  end if;
  return true;
end
$$;
revoke all on function public.record_message_status from public, anon, authenticated;
grant execute on function public.record_message_status to service_role;

-- Replies of customers, tied to the newest order of their number.
create table public.whatsapp_replies (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references public.service_orders (id) on delete cascade,
  phone text not null,
  body text not null check (length(body) <= 5000),
  provider_message_id text not null unique,
  received_at timestamptz not null,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  answered_by uuid references public.profiles (id) on delete set null,
  -- Kept after the account is deleted.
  answered_name text check (length(answered_name) <= 200)
);
create index whatsapp_replies_order on public.whatsapp_replies (order_id, received_at);
create index whatsapp_replies_unanswered on public.whatsapp_replies (received_at) where answered_at is null;
create index whatsapp_replies_answered_by on public.whatsapp_replies (answered_by) where answered_by is not null;
alter table public.whatsapp_replies enable row level security;
select private.require_session('public.whatsapp_replies');
revoke all on public.whatsapp_replies from anon, authenticated;
grant all on public.whatsapp_replies to service_role;
grant select on public.whatsapp_replies to authenticated;
create policy "staff read" on public.whatsapp_replies for select to authenticated
  using ((select private.may('messages')));
create trigger as_readable before insert or update on public.whatsapp_replies
  for each row execute function private.as_readable();

-- The newest order that has a number as its first or second phone; excludes p_without.
create function private.order_of_phone(p_phone text, p_without uuid default null) returns public.service_orders
language sql stable security definer set search_path = '' as $$
  select * from public.service_orders o
  where (private.phone_key(o.customer_phone) = private.phone_key(p_phone)
    or private.phone_key(o.second_phone) = private.phone_key(p_phone)) and o.id is distinct from p_without
  order by o.created_at desc limit 1
$$;

-- Text of the desk's notification of a reply. It names no number, since it outlives the reply.
create function private.reply_notice(o public.service_orders) returns text
language sql immutable set search_path = '' as $$
  select case
    when o.id is null then 'Un número que no está en ninguna orden escribió por WhatsApp.'
    else 'Orden ' || private.format_order_number(o.order_number) || ': ' || o.customer_name || ' respondió por WhatsApp.'
  end
$$;

-- A customer's reply: kept once, tied to the newest order of that number, and the desk is told.
create function public.record_reply(p_provider_message_id text, p_phone text, p_body text, p_at timestamptz)
  returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders := private.order_of_phone(p_phone);
begin
  insert into public.whatsapp_replies (order_id, phone, body, provider_message_id, received_at)
  values (target.id, p_phone, left(p_body, 5000), p_provider_message_id, p_at)
  on conflict (provider_message_id) do nothing;
  if not found then
    return false;
  end if;
  insert into public.notifications (type, message, order_id)
  values ('customer_reply', private.reply_notice(target), target.id);
  return true;
end
$$;
revoke all on function public.record_reply from public, anon, authenticated;
grant execute on function public.record_reply to service_role;

-- Moves the replies of an undone order, each with its notice, to another order of its number, or to none. A reply and
-- its notice are stored in one transaction, so that they have the same time.
create function private.leave_replies(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  reply public.whatsapp_replies;
  other public.service_orders;
begin
  for reply in select * from public.whatsapp_replies r where r.order_id = p_order_id order by r.received_at loop
    other := private.order_of_phone(reply.phone, p_order_id);
    update public.whatsapp_replies r set order_id = other.id where r.id = reply.id;
    update public.notifications n set order_id = other.id, message = private.reply_notice(other)
    where n.order_id = p_order_id and n.type = 'customer_reply' and n.created_at = reply.created_at;
  end loop;
end
$$;

-- State of the connection to WhatsApp, for the settings: the last success and failure, and whether webhooks arrive.

create table private.webhook_receipts (
  only_row boolean primary key default true check (only_row),
  last_at timestamptz not null
);
alter table private.webhook_receipts enable row level security;

-- A webhook with a valid signature has arrived. Once a minute is enough: many arrive at once.
create function public.record_webhook() returns void
language sql security definer set search_path = '' as $$
  insert into private.webhook_receipts (last_at) values (now())
  on conflict (only_row) do update set last_at = excluded.last_at
  where private.webhook_receipts.last_at not between now() - interval '1 minute' and now()
$$;
revoke all on function public.record_webhook from public, anon, authenticated;
grant execute on function public.record_webhook to service_role;

-- Figures of the outbox. A message that waits for its next attempt or for the end of the quiet hours is not overdue: it
-- counts by when that is. Failed are the orders that the desk's view has (ORD-61), as in every other count.
create function private.message_facts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  failed integer;
begin
  execute 'select count(*) from public.service_orders o where true'
    || private.order_view_condition('message_failed', 'o.id', null) into failed;
  return (select jsonb_build_object(
    'queued', count(*) filter (where m.state in ('queued', 'sending')),
    'held', count(*) filter (where m.state = 'queued' and m.not_before > now()),
    'failed', failed,
    'oldest_at', min(m.created_at) filter (where m.state in ('queued', 'sending')),
    'overdue_at', min(greatest(m.next_attempt_at, m.not_before)) filter (where m.state = 'queued'),
    'last_run_at', (select s.last_run from private.message_sender s),
    'last_sent_at', max(m.sent_at),
    'last_webhook_at', (select w.last_at from private.webhook_receipts w))
    || coalesce((
      select jsonb_build_object('last_failed_at', f.failed_at, 'last_error_code', f.error_code,
        'last_error', f.error_message)
      from public.whatsapp_messages f where f.failed_at is not null order by f.failed_at desc limit 1
    ), '{}')
  from public.whatsapp_messages m);
end
$$;
