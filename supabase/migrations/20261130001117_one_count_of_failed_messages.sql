SET local check_function_bodies = off;

DROP FUNCTION "private"."message_facts"();

CREATE OR REPLACE FUNCTION private.message_facts()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "private"."message_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."message_facts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."message_facts"() TO "postgres";
