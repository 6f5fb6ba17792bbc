SET local check_function_bodies = off;

DROP FUNCTION "public"."claim_messages"(integer, uuid, integer, uuid);

DROP FUNCTION "public"."is_staff_session"();

CREATE OR REPLACE FUNCTION private.is_message_due (
  m public.whatsapp_messages
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select m.state in ('queued', 'sending') and coalesce(private.message_due_at(m) <= now(), true)
$function$;

CREATE OR REPLACE FUNCTION private.message_due_at (
  m public.whatsapp_messages
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case m.state
    when 'queued' then greatest(
      case when m.next_attempt_at <= now() + interval '70 minutes' then m.next_attempt_at end,
      case when m.not_before <= now() + interval '26 hours' then m.not_before end,
      case when m.held_until <= now() + interval '1 minute' then m.held_until end)
    when 'sending' then case when m.locked_until <= now() + interval '70 minutes' then m.locked_until end
  end
$function$;

CREATE OR REPLACE FUNCTION private.wake_sender()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  address text;
  secret text;
begin
  if current_setting('taller.sender_woken', true) = 'yes' then
    return null;
  end if;
  perform set_config('taller.sender_woken', 'yes', true);
  perform pg_notify('messages_queued', '');
  begin
    if to_regproc('net.http_post') is not null and to_regclass('vault.decrypted_secrets') is not null then
      execute $q$ select max(s.decrypted_secret) filter (where s.name = 'project_url'),
        max(s.decrypted_secret) filter (where s.name = 'cron_secret') from vault.decrypted_secrets s $q$
      into address, secret;
    end if;
    if address is not null and secret is not null then
      execute 'select net.http_post(url := $1, body := $2, headers := $3)'
      using rtrim(address, '/') || '/functions/v1/send-messages', '{}'::jsonb,
        jsonb_build_object('content-type', 'application/json', 'x-cron-secret', secret);
    end if;
  exception when others then
    raise warning 'The sender of messages was not woken: %', sqlerrm;
  end;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.claim_messages (
  p_limit        integer DEFAULT 20,
  p_lock_seconds integer DEFAULT 120
)
  RETURNS SETOF public.whatsapp_messages
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
      where due.state in ('queued', 'sending') and private.is_message_due(due)
      order by due.created_at, due.id
      limit p_limit
      for update skip locked
    )
    returning m.*;
end
$function$;

REVOKE ALL ON FUNCTION "public"."claim_messages"(integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.next_message_in()
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select ceil(1000 * min(greatest(extract(epoch from coalesce(private.message_due_at(m), now()) - now()), 0)))::integer
  from public.whatsapp_messages m where m.state in ('queued', 'sending')
$function$;

REVOKE ALL ON FUNCTION "public"."next_message_in"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.send_message_now (
  p_id uuid
)
  RETURNS public.whatsapp_messages
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  released public.whatsapp_messages;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  update public.whatsapp_messages m
  set is_urgent = true, queued_at = now(), state = 'queued', held_until = null, error_code = null, error_message = null,
    attempts = case m.state when 'expired' then 0 else m.attempts end,
    next_attempt_at = case m.state when 'expired' then now() else m.next_attempt_at end,
    phone = coalesce((select private.whatsapp_phone(o.customer_phone) from public.service_orders o
      where o.id = m.order_id), m.phone)
  where m.id = p_id and m.state in ('queued', 'expired')
  returning m.* into released;
  delete from private.undoable_changes u where u.order_id = released.order_id;
  return released;
end
$function$;

CREATE TRIGGER wake_sender
  AFTER INSERT OR UPDATE OF state, next_attempt_at, held_until, is_urgent ON public.whatsapp_messages
  FOR EACH ROW
  WHEN ((new.state = 'queued'::text))
  EXECUTE FUNCTION private.wake_sender();

REVOKE ALL ON FUNCTION "private"."message_due_at"(public.whatsapp_messages) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."message_due_at"(public.whatsapp_messages) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."message_due_at"(public.whatsapp_messages) TO "postgres";

REVOKE ALL ON FUNCTION "private"."wake_sender"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wake_sender"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."wake_sender"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."claim_messages"(integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_messages"(integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_messages"(integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."next_message_in"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_message_in"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_message_in"() TO "service_role";
