-- Valid sessions, and the list in which a person sees and ends their own. A session that was ended, was idle too long
-- or lacks the second factor of its account has no rights, although its token would be valid for up to an hour.

-- When a person last did something in a session. A token is renewed by an open tab that nobody looks at, so its renewal
-- is no use.
create table private.session_use (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  last_used_at timestamptz not null default now(),
  proved_at timestamptz,
  guesses integer not null default 0,
  guesses_since timestamptz
);
create index session_use_user on private.session_use (user_id);
alter table private.session_use enable row level security;

-- True for a session of the staff that was unused for longer than the shop allows. Customers' sessions do not time out.
create function private.is_idle_session(p_session_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.sessions s
    join public.profiles p on p.id = s.user_id and p.role <> 'customer'
    left join private.session_use u on u.session_id = s.id
    where s.id = p_session_id
      and greatest(s.created_at, u.last_used_at) < now() - make_interval(mins => private.staff_idle_minutes())
  );
end
$$;
grant execute on function private.is_idle_session to service_role;

-- The caller's id, if the session counts.
create function private.require_own_session() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or not private.session_counts() then
    raise exception 'Tu sesión terminó. Inicia sesión de nuevo.' using errcode = '42501';
  end if;
  return auth.uid();
end
$$;

-- The session of the caller's token.
create function private.current_session_id() returns uuid
language sql stable set search_path = '' as $$
  select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')::uuid
$$;

-- The person did something. Returns after how many minutes without use this session will end; null if it will not.
create function public.touch_session() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_own_session();
  v_session_id uuid := private.current_session_id();
begin
  if v_session_id is not null then
    insert into private.session_use (session_id, user_id) values (v_session_id, caller)
    on conflict (session_id) do update set last_used_at = now();
  end if;
  return case when private.my_role() <> 'customer' then private.staff_idle_minutes() end;
end
$$;
revoke all on function public.touch_session from public, anon, authenticated;
grant execute on function public.touch_session to authenticated;

-- The caller's sessions, the most recently used first. The IP address is truncated to its network.
create function public.own_sessions() returns table (
  id uuid, is_current boolean, user_agent text, address text, created_at timestamptz, last_used_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_own_session();
begin
  return query
    select s.id, s.id is not distinct from private.current_session_id(), left(s.user_agent, 400),
      case family(s.ip)
        when 4 then regexp_replace(host(s.ip), '[.][0-9]+[.][0-9]+$', '.*.*')
        when 6 then host(network(set_masklen(s.ip, 48))) || '*'
      end,
      s.created_at,
      greatest(s.created_at, u.last_used_at)
    from auth.sessions s left join private.session_use u on u.session_id = s.id
    where s.user_id = caller and (s.not_after is null or s.not_after > now())
      and not private.is_idle_session(s.id)
    order by 2 desc, 6 desc, 1;
end
$$;
revoke all on function public.own_sessions from public, anon, authenticated;
grant execute on function public.own_sessions to authenticated;

-- Ends one of the caller's sessions; its refresh tokens go with it. False if there was none: it may have ended a moment
-- before.
create function public.end_session(p_session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_own_session();
begin
  delete from auth.sessions where id = p_session_id and user_id = caller;
  if not found then
    return false;
  end if;
  delete from private.session_use where session_id = p_session_id;
  return true;
end
$$;
revoke all on function public.end_session from public, anon, authenticated;
grant execute on function public.end_session to authenticated;

-- Ends all of the caller's sessions but this one. Returns how many.
create function public.end_other_sessions() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_own_session();
  v_count integer;
begin
  delete from auth.sessions where user_id = caller and id is distinct from private.current_session_id();
  get diagnostics v_count = row_count;
  delete from private.session_use where user_id = caller and session_id is distinct from private.current_session_id();
  return v_count;
end
$$;
revoke all on function public.end_other_sessions from public, anon, authenticated;
grant execute on function public.end_other_sessions to authenticated;

-- The key of the caller's drafts on a device: 32 hexadecimal digits. Whoever signs out leaves them sealed with it, and
-- only the same person opens them again (SHELL-16).
create function public.own_draft_key() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.keyed('drafts', private.require_own_session()::text);
end
$$;
revoke all on function public.own_draft_key from public, anon, authenticated;
grant execute on function public.own_draft_key to authenticated;

-- A session does not prove who uses it: it may be stolen or left open. Actions that take an account over (password,
-- second factor) or end it (erasure) require a sign-in, a code or the password within the last minutes.

create function private.proof_minutes() returns integer
language sql immutable set search_path = '' as $$ select 5 $$;

-- Whether the person recently proved their identity in this session. Renewing a token proves nothing.
create function private.is_proved_session(p_session_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions s
    left join private.session_use u on u.session_id = s.id
    left join auth.mfa_amr_claims c on c.session_id = s.id and c.authentication_method = 'totp'
    where s.id = p_session_id
      and greatest(s.created_at, u.proved_at, c.updated_at) > now() - make_interval(mins => private.proof_minutes())
  )
$$;
grant execute on function private.is_proved_session to service_role;

-- The caller's id, if the session counts and was proved lately.
create function private.require_proof() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_own_session();
begin
  if not coalesce(private.is_proved_session(private.current_session_id()), false) then
    raise exception 'Por seguridad, escribe tu contraseña de nuevo.' using errcode = '42501';
  end if;
  return caller;
end
$$;

-- The password given again, for this session. It is counted first and answers nothing (decision 18): five in a quarter
-- of an hour, by session, so that whoever holds one session does not lock the person out of another one.
create function public.try_password(p_password text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_own_session();
  v_session_id uuid := private.current_session_id();
  counted integer;
begin
  if v_session_id is null then
    return;
  end if;
  insert into private.session_use as u (session_id, user_id, guesses, guesses_since) values (v_session_id, caller, 1, now())
  on conflict (session_id) do update set
    guesses = case when u.guesses_since > now() - interval '15 minutes' then u.guesses + 1 else 1 end,
    guesses_since = case when u.guesses_since > now() - interval '15 minutes' then u.guesses_since else now() end,
    proved_at = null
  returning u.guesses into counted;
  if counted <= 5 and extensions.crypt(p_password, private.password_salt(caller)) = private.password_salt(caller) then
    update private.session_use set proved_at = now(), guesses = 0, guesses_since = null where session_id = v_session_id;
  end if;
end
$$;
revoke all on function public.try_password from public, anon, authenticated;
grant execute on function public.try_password to authenticated;

-- Whether the password that was tried last in this session was right.
create function public.is_password_proved() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_own_session();
  return exists (
    select from private.session_use u where u.session_id = private.current_session_id()
      and u.proved_at > now() - make_interval(mins => private.proof_minutes())
  );
end
$$;
revoke all on function public.is_password_proved from public, anon, authenticated;
grant execute on function public.is_password_proved to authenticated;

-- Whether an account may be changed by the authentication server: one of its sessions counts and was proved lately, or
-- nobody is signed in. The server does not tell the database which session asks, so that an idle or a stolen session
-- gains nothing while the person has not signed in.
create function private.is_proved_account(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from auth.sessions s where s.user_id = p_user_id)
    or exists (select from auth.sessions s where s.user_id = p_user_id and private.is_proved_session(s.id)
      and not private.is_idle_session(s.id))
$$;
grant execute on function private.is_proved_account to service_role;

create function private.refuse_unproved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_proved_account(case when tg_table_name = 'users' then (to_jsonb(new) ->> 'id')::uuid
    else (to_jsonb(new) ->> 'user_id')::uuid end) then
    raise exception 'Por seguridad, inicia sesión de nuevo antes de este cambio.' using errcode = '42501';
  end if;
  return new;
end
$$;

-- The roles are those of the authentication server, hosted and embedded; functions of this schema and operators are
-- neither.
create trigger refuse_unproved_password before update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password
    and current_user in ('supabase_auth_admin', 'authenticator'))
  execute function private.refuse_unproved();

-- Hosted projects may refuse triggers on this table to those who migrate: there GoTrue alone decides
-- (docs/security.md).
do $$
begin
  create trigger refuse_unproved_factor before insert on auth.mfa_factors
    for each row when (current_user in ('supabase_auth_admin', 'authenticator'))
    execute function private.refuse_unproved();
exception when insufficient_privilege then
  raise notice 'auth.mfa_factors takes no trigger here';
end
$$;
