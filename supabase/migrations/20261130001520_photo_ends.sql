SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.is_taken_back (
  m public.whatsapp_messages
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select not m.is_urgent and coalesce((
    select case m.event
      when 'in_progress' then o.status = 'pending'
      when 'quoted' then o.status in ('pending', 'in_progress')
      when 'on_hold' then not o.on_hold
      when 'photos_sent' then not private.shows_photos(m)
      when 'promise_changed' then o.status <> all (private.statuses_in('open'))
      when 'completed' then o.status not in ('completed', 'delivered') and o.status <> 'cancelled'
      when 'delivered' then o.status <> 'delivered'
      when 'cancelled' then o.status <> 'cancelled'
      else case when private.is_reminder(m.event) then not private.reminder_holds(m, now()) else false end
    end
    from public.service_orders o where o.id = m.order_id), m.event in ('booking_confirmed', 'booking_moved') and (
      select a.status = 'cancelled' from public.appointments a where a.id = m.appointment_id), false)
$function$;

CREATE OR REPLACE FUNCTION private.shows_photos (
  m public.whatsapp_messages
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from unnest(m.params) as given (param)
    join private.photo_links l on l.hash = sha256(convert_to(right(given.param, 40), 'UTF8')) and l.expires_at > now()
    join private.photo_link_photos s on s.link_id = l.id)
$function$;

CREATE OR REPLACE FUNCTION public.retry_message (
  p_id uuid
)
  RETURNS public.whatsapp_messages
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  queued public.whatsapp_messages;
begin
  perform private.require('messages');
  update public.whatsapp_messages m
  -- The provider's id of the failed send stays until the new one has its own: by it late webhooks of the old one are
  -- known.
  set state = 'queued', attempts = 0, unknown_sends = 0, send_started_at = null, next_attempt_at = now(),
    queued_at = now(), locked_until = null, failed_at = null, error_code = null, error_message = null, is_urgent = true,
    phone = private.message_phone(m), told_by = null
  where m.id = p_id and m.state = 'failed' and m.event <> 'test'
  returning m.* into queued;
  if queued.event = 'photos_sent' and not private.shows_photos(queued) then
    raise exception 'El enlace de este mensaje ya no muestra fotos. Envíalas otra vez desde la orden.'
      using errcode = '23514';
  end if;
  return queued;
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
  photos_since timestamptz := private.kept_since('photo_days');
begin
  with messages as (
    update public.whatsapp_messages m set params = '{}', phone = '', error_message = null
    where m.created_at < messages_since and m.state not in ('queued', 'sending') and m.params <> '{}'
      and m.event <> 'test'
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
  ), photos as (
    delete from public.order_photos p using public.service_orders o
    where o.id = p.order_id and o.status = any (private.statuses_in('closed'))
      and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < photos_since
    returning 1
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
    'looks', (select count(*) from looks),
    'photos', (select count(*) from photos)
  ) into removed;
  perform private.forget_guesses();
  perform private.correct_order_counts();
  perform private.refresh_past_repairs();
  perform private.keep_sources();
  delete from private.own_exports e where e.made_at < now() - interval '1 hour';
  -- Nobody has the RUT any more: its orders were corrected, deleted or anonymised.
  delete from private.customer_cards c where c.updated_at < now() - interval '30 days'
    and not exists (select from public.service_orders o where o.customer_rut = c.rut)
    and not exists (select from public.profiles p where p.rut = c.rut and p.rut_verified_at is not null);
  -- Photos whose files never came: the device that announced them keeps them for a week.
  delete from public.order_photos p where p.checked_at is null and p.created_at < now() - interval '8 days';
  -- For so long a link says that it has expired.
  delete from private.photo_links l where l.expires_at < now() - interval '30 days';
  delete from private.booking_attempts t where t.attempted_at < now() - interval '1 day';
  -- What a stocktake came to stays.
  delete from private.stocktake_scans c using private.stocktakes s
  where s.id = c.stocktake_id and coalesce(s.closed_at, s.cancelled_at) < now() - interval '90 days';
  delete from private.retention_runs r where r.ran_at < now() - interval '90 days';
  removed := removed || jsonb_build_object('mails', p_mails, 'sessions', private.forget_sessions(),
    'orders', private.anonymize_old_orders(), 'unconfirmed', private.forget_unconfirmed_accounts(),
    'log_ins', private.forget_log_ins());
  select coalesce(jsonb_object_agg(key, value), '{}') into removed from jsonb_each(removed) where value <> '0';
  insert into private.retention_runs (removed) values (removed);
  return removed;
end
$function$;

REVOKE ALL ON FUNCTION "private"."shows_photos"(public.whatsapp_messages) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shows_photos"(public.whatsapp_messages) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."shows_photos"(public.whatsapp_messages) TO "postgres";
