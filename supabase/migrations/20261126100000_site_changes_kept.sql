-- Changes of the site's publications are kept as long as the activity log, also where nobody asks for another one: the
-- cleaning deletes them, and they are counted before a shorter period is saved (SHELL-88, PRIV-07).

-- As before (20261126080000_site_changes), without deleting old ones itself.
create or replace function public.begin_site_change(p_request_id uuid, p_action text, p_part text, p_build text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  known private.site_changes;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  insert into private.site_changes (user_id, request_id, action, part, build)
  values ((select auth.uid()), p_request_id, p_action, p_part, p_build) on conflict do nothing;
  select * into known from private.site_changes c
  where c.user_id = (select auth.uid()) and c.request_id = p_request_id;
  if (known.action, known.part, known.build) is distinct from (p_action, p_part, p_build) then
    raise exception 'Esa solicitud ya llegó con otros datos.' using errcode = '22023';
  end if;
  return jsonb_build_object('id', known.id, 'outcome', known.outcome);
end
$$;

-- As before (20261125020000_walk_ins), with the changes of publications.
create or replace function public.run_retention(p_mails integer default 0) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  removed jsonb := jsonb_build_object('mails', p_mails);
  rows integer;
begin
  update public.whatsapp_messages m set params = '{}', phone = '', error_message = null
  where m.created_at < private.kept_since('message_days') and m.state not in ('queued', 'sending') and m.params <> '{}';
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('messages', rows);
  delete from public.whatsapp_replies r where r.received_at < private.kept_since('message_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('replies', rows);
  delete from public.notifications n where n.created_at < private.kept_since('message_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('notifications', rows);
  delete from public.appointments a where a.customer_id is null
    and a.appointment_date < private.kept_since('message_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('visits', rows);
  delete from private.activity_entries e where e.created_at < private.kept_since('activity_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('activity', rows);
  delete from private.site_changes c where c.asked_at < private.kept_since('activity_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('site_changes', rows);
  update public.order_events e set changes = private.impersonal_changes(e.changes)
  where e.created_at < private.kept_since('activity_days') and e.changes <> private.impersonal_changes(e.changes)
    and not exists (select from public.service_orders o where o.id = e.order_id);
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('deleted_orders', rows);
  delete from public.decision_origins g using public.decision_history d
  where d.id = g.decision_id and d.created_at < private.kept_since('origin_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('origins', rows);
  delete from private.looks l where l.looked_at < private.kept_since('look_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('looks', rows);
  perform private.forget_guesses();
  delete from private.own_exports e where e.made_at < now() - interval '1 hour';
  removed := removed || jsonb_build_object('sessions', private.forget_sessions(), 'orders',
    private.anonymize_old_orders());
  delete from private.retention_runs r where r.ran_at < now() - interval '90 days';
  select coalesce(jsonb_object_agg(key, value), '{}') into removed from jsonb_each(removed) where value <> '0';
  insert into private.retention_runs (removed) values (removed);
  return removed;
end
$$;

-- As before (20261125020000_walk_ins), with the changes of publications.
create or replace function public.preview_retention(p_value jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  perform private.check_setting('data', p_value);
  return (
    select coalesce(jsonb_object_agg(t.key, case t.key
      when 'message_days' then (
        select count(*) from public.whatsapp_messages m
        where m.created_at < t.since and m.state not in ('queued', 'sending') and m.params <> '{}'
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
$$;
