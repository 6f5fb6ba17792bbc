SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.anonymize_old_orders()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  old_orders uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('private.anonymize', 0));
  select array_agg(o.id) into old_orders from (
    select o.id from public.service_orders o
    where o.anonymized_at is null and o.status = any (private.statuses_in('closed'))
      and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at)
        < (select private.kept_since('order_years'))
    order by o.created_at limit 300 for update skip locked
  ) as o;
  if old_orders is null then
    return 0;
  end if;
  insert into private.anonymizations (actor_id, orders, accounts) values (null, cardinality(old_orders), 0);
  return private.anonymize_orders(old_orders);
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_if_allowed (
  p_table     text,
  p_condition text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  gone integer;
begin
  if to_regclass(p_table) is null then
    return 0;
  end if;
  execute format('delete from %s where %s', p_table, p_condition);
  get diagnostics gone = row_count;
  return gone;
exception when insufficient_privilege then
  raise warning 'Retention has no right to clean %.', p_table;
  return 0;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_log_ins()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- A session in use renews its token for years. A used one that comes again ends the session, so it stays
  -- for a while. The session may be ending right now.
  perform private.delete_if_allowed('auth.refresh_tokens', $q$id in (select t.id from auth.refresh_tokens t
    where t.revoked and t.updated_at < now() - interval '30 days' for update skip locked)$q$);
  perform private.delete_if_allowed(name, $q$created_at < now() - interval '1 day'$q$)
  from unnest(array['auth.flow_state', 'auth.mfa_challenges']) as name;
  perform private.delete_if_allowed('cron.job_run_details', $q$start_time < now() - interval '30 days'$q$);
  return private.delete_if_allowed('auth.audit_log_entries', $q$created_at < now() - interval '90 days'$q$);
end
$function$;

CREATE OR REPLACE FUNCTION public.preview_retention (
  p_value jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('privacy.manage');
  return (
    select coalesce(jsonb_object_agg(t.key, case t.key
      when 'message_days' then (
        select count(*) from public.whatsapp_messages m
        where m.created_at < t.since and m.state not in ('queued', 'sending')
          and (m.params <> '{}' or m.order_id is null)
      ) + (select count(*) from public.whatsapp_replies r where r.received_at < t.since)
        + (select count(*) from public.notifications n where n.created_at < t.since)
        + (select count(*) from public.appointments a where a.customer_id is null and a.appointment_date < t.since)
      when 'activity_days' then (select count(*) from private.activity_entries e where e.created_at < t.since) + (
        select count(*) from public.order_events e
        where e.created_at < t.since and e.changes <> private.impersonal_changes(e.changes)
          and not exists (select from public.service_orders o where o.id = e.order_id)
      ) + (select count(*) from private.site_changes c where c.asked_at < t.since)
      when 'origin_days' then (
        select count(*) from public.decision_origins g join public.decision_history d on d.id = g.decision_id
        where d.created_at < t.since
      )
      when 'look_days' then (select count(*) from private.looks l where l.looked_at < t.since)
      when 'session_days' then (
        select count(*) from auth.sessions s
        where s.not_after < now() or greatest(s.created_at, s.updated_at, (
          select u.last_used_at from private.session_use u where u.session_id = s.id
        )) < t.since
      )
      when 'order_years' then (
        select count(*) from public.service_orders o
        where o.anonymized_at is null and o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
      when 'device_code_days' then (
        select count(*) from public.service_orders o
        where o.device_code_stored and o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
    end), '{}')
    from (
      select k.key, private.kept_since_by(k.key, k.figure::integer) as since
      from jsonb_each_text(p_value - 'site_url' - 'staff_idle_minutes' - 'mail_days') as k (key, figure)
      where k.figure::integer < private.kept_for(k.key)
    ) as t
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.run_retention (
  p_mails integer DEFAULT 0
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  removed jsonb;
  -- Variables: a function in a condition is called for each row.
  messages_since timestamptz := private.kept_since('message_days');
  activity_since timestamptz := private.kept_since('activity_days');
  origins_since timestamptz := private.kept_since('origin_days');
  looks_since timestamptz := private.kept_since('look_days');
begin
  with messages as (
    update public.whatsapp_messages m set params = '{}', phone = '', error_message = null
    where m.created_at < messages_since and m.state not in ('queued', 'sending') and m.params <> '{}'
      and m.order_id is not null
    returning 1
  ), tests as (
    delete from public.whatsapp_messages m
    where m.created_at < messages_since and m.state not in ('queued', 'sending') and m.event = 'test'
      and m.order_id is null
    returning 1
  ), replies as (
    delete from public.whatsapp_replies r where r.received_at < messages_since returning 1
  ), notices as (
    delete from public.notifications n where n.created_at < messages_since returning 1
  ), visits as (
    delete from public.appointments a where a.customer_id is null and a.appointment_date < messages_since returning 1
  ), activity as (
    delete from private.activity_entries e where e.created_at < activity_since returning 1
  ), site_changes as (
    delete from private.site_changes c where c.asked_at < activity_since returning 1
  ), deleted_orders as (
    update public.order_events e set changes = private.impersonal_changes(e.changes)
    where e.order_id in (select d.order_id from public.order_events d where d.kind = 'deleted')
      and e.created_at < activity_since and e.changes <> private.impersonal_changes(e.changes)
      and not exists (select from public.service_orders o where o.id = e.order_id)
    returning 1
  ), origins as (
    delete from public.decision_origins g using public.decision_history d
    where d.id = g.decision_id and d.created_at < origins_since
    returning 1
  ), looks as (
    delete from private.looks l where l.looked_at < looks_since returning 1
  )
  select jsonb_build_object(
    'messages', (select count(*) from messages) + (select count(*) from tests),
    'replies', (select count(*) from replies),
    'notifications', (select count(*) from notices),
    'visits', (select count(*) from visits),
    'activity', (select count(*) from activity),
    'site_changes', (select count(*) from site_changes),
    'deleted_orders', (select count(*) from deleted_orders),
    'origins', (select count(*) from origins),
    'looks', (select count(*) from looks)
  ) into removed;
  perform private.forget_guesses();
  delete from private.own_exports e where e.made_at < now() - interval '1 hour';
  delete from private.retention_runs r where r.ran_at < now() - interval '90 days';
  removed := removed || jsonb_build_object('mails', p_mails, 'sessions', private.forget_sessions(),
    'orders', private.anonymize_old_orders(), 'unconfirmed', private.forget_unconfirmed_accounts(),
    'log_ins', private.forget_log_ins());
  select coalesce(jsonb_object_agg(key, value), '{}') into removed from jsonb_each(removed) where value <> '0';
  insert into private.retention_runs (removed) values (removed);
  return removed;
end
$function$;

CREATE INDEX order_events_deleted ON public.order_events USING btree (order_id)
  WHERE (kind = 'deleted'::text);

CREATE INDEX whatsapp_messages_texts ON public.whatsapp_messages USING btree (created_at)
  WHERE (params <> '{}'::text[]);

REVOKE ALL ON FUNCTION "private"."delete_if_allowed"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_if_allowed"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_if_allowed"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_log_ins"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_log_ins"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_log_ins"() TO "postgres";
