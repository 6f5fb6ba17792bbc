-- An admin sends a message of a template to a number of their own, to see that it arrives: the same outbox, without an
-- order.

alter table public.whatsapp_messages
  alter column order_id drop not null,
  -- Who asked for a test. Its name is shown in the list of messages.
  add column requested_by uuid references public.profiles (id) on delete set null,
  add constraint whatsapp_messages_of_order check (order_id is not null or event = 'test');
create index whatsapp_messages_tests on public.whatsapp_messages (created_at) where event = 'test';
create index whatsapp_messages_requested_by on public.whatsapp_messages (requested_by) where requested_by is not null;

-- Queues a test of an event's template, with values that are nobody's. Five an hour for the whole shop, counted as they
-- are queued, before anything is sent; at any hour. Sent twice it is one message. Answers its id. Admins only.
create function public.send_test_message(p_request_id uuid, p_phone text, p_event text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  number text := private.whatsapp_phone(p_phone);
  setting jsonb := private.message_setting(p_event);
  summary text := 'el mensaje de prueba quedó en cola';
  sample public.service_orders;
  made uuid;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
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

-- Claims due messages for one sender, all, an order's, or one: row locks that others skip, so that no message has two
-- senders. A message in 'sending' whose lock has run out belongs to a sender that died or got no answer. If its request
-- had not gone out, it is simply due again.
drop function public.claim_messages(integer, uuid, integer);
create function public.claim_messages(p_limit integer default 20, p_order_id uuid default null,
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

  for lost in
    update public.whatsapp_messages m
    set state = 'failed', failed_at = now(), locked_until = null, error_code = 'unknown', error_message = null
    where m.id in (
      select stuck.id from public.whatsapp_messages stuck
      where stuck.state = 'sending' and private.is_message_due(stuck) and stuck.send_started_at is not null
        and stuck.unknown_sends > 0
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
revoke all on function public.claim_messages from public, anon, authenticated;
grant execute on function public.claim_messages to service_role;
