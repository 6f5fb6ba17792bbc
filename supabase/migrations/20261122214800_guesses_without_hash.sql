-- A guess of a staff account's password is compared when it is counted, and what is kept is whether it was right: no hash of a wrong password,
-- which often is a right one elsewhere. The answer is still given by the second call alone (decision 18). And it is given as long as nobody has
-- used the account: from then on the password is its owner's, and repeating the form must not tell whether it is still the one typed there.

delete from private.staff_password_guesses;
alter table private.staff_password_guesses drop column hash;
-- Null where nothing was compared.
alter table private.staff_password_guesses add is_right boolean;

-- Whether nobody has been signed in with an account; null for one that is gone.
create function private.is_unused_account(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select u.last_sign_in_at is null and not exists (select from auth.sessions s where s.user_id = u.id)
  from auth.users u where u.id = p_user_id
$$;

create or replace function public.try_resume_staff(p_request_id uuid, p_password text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  made uuid := (private.request_result(p_request_id) #>> '{}')::uuid;
  guess_ticket uuid;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.try_resume_staff' || caller, 0));
  delete from private.staff_password_guesses where made_at < now() - interval '1 hour';
  if (select count(*) from private.staff_password_guesses where user_id = caller) >= 5 then
    return null;
  end if;
  insert into private.staff_password_guesses (user_id, request_id, is_right)
  values (
    caller, p_request_id,
    case when private.is_unused_account(made)
      then coalesce(extensions.crypt(p_password, private.password_salt(made)) = private.password_salt(made), false) end
  )
  returning ticket into guess_ticket;
  return guess_ticket;
end
$$;

create or replace function public.admin_resume_staff(
  p_request_id uuid, p_email text, p_full_name text, p_rut text, p_phone text, p_role text, p_ticket uuid default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  made uuid;
  guess private.staff_password_guesses;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  made := (private.request_result(p_request_id) #>> '{}')::uuid;
  if made is null then
    delete from private.staff_password_guesses where ticket = p_ticket and user_id = caller and is_right is null;
    delete from auth.users u using public.profiles p
    where p.id = u.id and u.raw_user_meta_data ->> 'request_id' = p_request_id::text and u.email_confirmed_at is null
      and u.last_sign_in_at is null and p.role = 'customer' and u.created_at > now() - interval '15 minutes';
    return false;
  end if;
  if private.is_unused_account(made) is false then
    raise exception 'La cuenta ya quedó creada y ya está en uso. Búscala en la lista de usuarios.' using errcode = 'P0001';
  end if;
  select * into guess from private.staff_password_guesses g
  where g.ticket = p_ticket and g.user_id = caller and g.request_id = p_request_id and g.made_at >= now() - interval '1 minute'
    and g.made_in <> pg_current_xact_id();
  if guess.ticket is null then
    raise exception 'La cuenta ya quedó creada. Búscala en la lista de usuarios; para comparar lo que escribiste, espera una hora.'
      using errcode = 'P0001';
  end if;
  if guess.is_right is not true or not exists (select from auth.users u where u.id = made and lower(u.email) = lower(p_email)) then
    perform private.refuse_request((select d.summary from private.done_requests d where d.user_id = caller and d.id = p_request_id));
  end if;
  delete from private.staff_password_guesses where user_id = caller;
  return not private.claim_request(p_request_id, 'admin_set_staff', jsonb_build_array(made, p_full_name, p_rut, p_phone, p_role));
end
$$;

-- Guesses that nobody can answer any more: tickets end after a minute, counts after an hour.
create function private.forget_guesses() returns void
language sql security definer set search_path = '' as $$
  delete from private.staff_password_guesses where made_at < now() - interval '1 hour';
  delete from private.report_pin_guesses where made_at < now() - interval '1 minute';
  delete from private.claim_attempts where attempted_at < now() - interval '1 hour';
  update private.claim_attempts set ticket = null, order_number = null, phone = null
  where ticket is not null and attempted_at < now() - interval '1 minute';
$$;
revoke all on function private.is_unused_account(uuid), private.forget_guesses() from public, anon, authenticated;

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
  delete from private.activity_entries e where e.created_at < private.kept_since('activity_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('activity', rows);
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
