-- How long personal data is kept (PRIV-07): days in shop_settings, which an admin changes, and one function that a
-- schedule calls.

-- The figure of a setting; a shop that deleted the row has the default.
create function private.kept_for(p_key text) returns integer
language sql stable security definer set search_path = '' as $$
  select private.shop_setting(p_key)::integer
$$;

-- The moment before which data of a kind is no longer kept.
create function private.kept_since(p_key text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select private.kept_since_by(p_key, private.kept_for(p_key))
$$;

-- The figures, for the page that tells everybody (PRIV-01).
create function public.privacy_terms() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(key, private.kept_for(key)) || jsonb_build_object('request_days', private.request_days())
  from unnest(array['message_days', 'activity_days', 'session_days', 'mail_days', 'origin_days', 'look_days',
    'order_years', 'device_code_days', 'photo_days']) as key
$$;
revoke all on function public.privacy_terms from public, anon, authenticated;
grant execute on function public.privacy_terms to anon, authenticated, service_role;

-- Rows that each run deleted.
create table private.retention_runs (
  id bigint generated always as identity primary key,
  ran_at timestamptz not null default now(),
  -- { kind: rows }, of the kinds of which there were any.
  removed jsonb not null
);
create index retention_runs_newest on private.retention_runs (ran_at desc);
alter table private.retention_runs enable row level security;

-- Sessions that have ended, or that nobody has used for so long, with what is kept about them.
create function private.forget_sessions() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ended integer;
  left_over integer;
begin
  with gone as (
    delete from auth.sessions s
    where s.not_after < now() or greatest(
      s.created_at, s.updated_at, (select u.last_used_at from private.session_use u
        where u.session_id = s.id)) < private.kept_since('session_days')
    returning s.id
  ), tokens as (
    delete from auth.refresh_tokens t using gone g where t.session_id = g.id
  )
  select count(*) into ended from gone;
  delete from private.session_use u where not exists (select from auth.sessions s where s.id = u.session_id);
  get diagnostics left_over = row_count;
  return greatest(ended, left_over);
end
$$;

-- Orders that were closed so long ago; some hundreds at a time, so that the desk never waits for it.
create function private.anonymize_old_orders() returns integer
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Deletes rows of a table that may be missing, or belong to another role, as on hosted Supabase: if that refuses, the
-- rest of the cleaning still happens.
create function private.delete_if_allowed(p_table text, p_condition text) returns integer
language plpgsql security definer set search_path = '' as $$
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
$$;
revoke all on function private.delete_if_allowed from public, anon, authenticated;

-- The log of log-ins, of which each renewal of a token writes two rows, and leftovers of log-ins, which GoTrue deletes
-- after a day and the embedded server does not; also the runs of pg_cron. These tables take no index of ours: the
-- periods keep them short. Returns the number of entries deleted from the log.
create function private.forget_log_ins() returns integer
language plpgsql security definer set search_path = '' as $$
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
$$;
revoke all on function private.forget_log_ins from public, anon, authenticated;

-- Deletes data past its retention period, and records the run. p_mails: number of mails that the server has just
-- deleted. Called by the schedule; on hosted Supabase by pg_cron. A table that grows by use has its rule here, or a
-- reason in supabase/test/support/table-bounds.ts.
create function public.run_retention(p_mails integer default 0) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
$$;
revoke all on function public.run_retention from public, anon, authenticated;
grant execute on function public.run_retention to service_role;

-- The last runs, newest first, and what was anonymised. Admins only.
create function public.retention_status()
returns table (ran_at timestamptz, removed jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('privacy.manage');
  return query select r.ran_at, r.removed from private.retention_runs r order by r.id desc limit 30;
end
$$;
revoke all on function public.retention_status from public, anon, authenticated;
grant execute on function public.retention_status to authenticated;

-- Where the site is, how long data is kept, and when unused sessions of the staff end, as a section of the settings
-- that only admins read and change: with history, undo and conflicts like every other. It replaces the table
-- shop_settings.

-- The moment before which data is no longer kept, by a period that may not be saved yet.
create function private.kept_since_by(p_key text, p_figure integer) returns timestamptz
language sql stable set search_path = '' as $$
  select now() - case p_key when 'order_years' then make_interval(years => p_figure)
    else make_interval(days => p_figure) end
$$;

-- Counts the rows that the next cleaning deletes if section 'data' is saved with this value: { period: rows }, for the
-- periods that become shorter. Excludes mails, which are files of the server. Admins only.
create function public.preview_retention(p_value jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('privacy.manage');
  perform private.require_shape(p_value, '{}');
  perform private.require_shape(v.value, '"integer"', v.key)
  from jsonb_each(p_value - 'site_url' - 'staff_idle_minutes' - 'mail_days') as v;
  return (
    select coalesce(jsonb_object_agg(t.key, case t.key
      when 'message_days' then (
        select count(*) from public.whatsapp_messages m
        where m.created_at < t.since and m.state not in ('queued', 'sending')
          and (m.params <> '{}' or m.event = 'test')
      ) + (select count(*) from public.whatsapp_replies r where r.received_at < t.since)
        + (select count(*) from public.notifications n where n.created_at < t.since)
        + (select count(*) from public.appointments a where a.customer_id is null and a.appointment_date < t.since)
      when 'activity_days' then (select count(*) from private.activity_entries e where e.created_at < t.since) + (
        select count(*) from public.order_events e
        where e.order_id in (select d.order_id from public.order_events d where d.kind = 'deleted')
          and e.created_at < t.since and e.changes <> private.impersonal_changes(e.changes)
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
      when 'photo_days' then (
        select count(*) from public.order_photos p join public.service_orders o on o.id = p.order_id
        where o.status = any (private.statuses_in('closed'))
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
$$;
revoke all on function public.preview_retention from public, anon, authenticated;
grant execute on function public.preview_retention to authenticated;

-- Registrations that were not confirmed within seven days are personal data without a purpose.

-- Not those that the shop has dealt with: a proven RUT, an appointment, a link that is still good.
create function private.forget_unconfirmed_accounts() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
begin
  delete from auth.users u using public.profiles p
  where p.id = u.id and p.role = 'customer' and p.rut_verified_at is null and u.email_confirmed_at is null
    and u.last_sign_in_at is null and u.created_at < now() - interval '7 days'
    and not exists (select from public.appointments a where a.customer_id = u.id)
    and not exists (select from private.account_invitations i where i.user_id = u.id
      and i.made_at > now() - interval '7 days');
  get diagnostics gone = row_count;
  return gone;
end
$$;
revoke all on function private.forget_unconfirmed_accounts from public, anon, authenticated;
