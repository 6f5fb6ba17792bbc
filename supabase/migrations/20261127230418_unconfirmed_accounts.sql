-- Registrations that nobody has confirmed within seven days are somebody's data without a purpose.

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

-- Takes away what has been kept long enough, and keeps a line of it. p_mails: how many mails the server has just
-- deleted. Called by the schedule; on hosted Supabase by pg_cron.
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
    private.anonymize_old_orders(), 'unconfirmed', private.forget_unconfirmed_accounts());
  delete from private.retention_runs r where r.ran_at < now() - interval '90 days';
  select coalesce(jsonb_object_agg(key, value), '{}') into removed from jsonb_each(removed) where value <> '0';
  insert into private.retention_runs (removed) values (removed);
  return removed;
end
$$;
