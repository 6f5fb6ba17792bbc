SET local check_function_bodies = off;

DROP FUNCTION "private"."plan_reminders_at"(timestamp WITH time zone);

CREATE OR REPLACE FUNCTION private.plan_reminders_at (
  p_at   timestamp with time zone,
  p_most integer                  DEFAULT 500
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  settings jsonb;
  planned integer;
begin
  -- One planner after the other: the second sees what the first has queued.
  perform pg_advisory_xact_lock(hashtextextended('private.plan_reminders', 0));
  settings := private.message_settings();
  if not exists (select from private.reminder_steps(settings))
    or private.reminder_time(p_at, settings -> 'quietHours') <> p_at then
    return 0;
  end if;
  insert into public.whatsapp_messages (order_id, event, occurrence, template, language, params, phone, created_at,
    queued_at, next_attempt_at)
  select o.id, d.event, d.step, settings -> d.event ->> 'template', settings ->> 'language',
    private.message_params(o, d.event), d.phone, p_at, p_at, p_at
  from (
    select * from private.reminders_due(private.present_stays(settings, p_at), settings, p_at) as r
    order by r.since, r.order_id limit p_most
  ) as d
  join public.service_orders o on o.id = d.order_id
  on conflict (order_id, event, occurrence) do nothing;
  get diagnostics planned = row_count;
  return planned;
end
$function$;

REVOKE ALL ON FUNCTION "private"."plan_reminders_at"(timestamp WITH time zone, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_reminders_at"(timestamp WITH time zone, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_reminders_at"(timestamp WITH time zone, integer) TO "postgres";
