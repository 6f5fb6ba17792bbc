-- Who holds a session need not be the person: it may be stolen, or lie open. What takes an account over (password,
-- second factor) or ends it (erasure) wants a sign-in, a code or the password within the last minutes.

alter table private.session_use
  add column proved_at timestamptz,
  add column guesses integer not null default 0,
  add column guesses_since timestamptz;

create function private.proof_minutes() returns integer
language sql immutable set search_path = '' as $$ select 5 $$;

-- Whether somebody proved lately, in this session, to be its person. Renewing a token proves nothing.
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
-- Hosted projects may refuse triggers on this table to those who migrate: there GoTrue alone decides (docs/security.md).
do $$
begin
  create trigger refuse_unproved_factor before insert on auth.mfa_factors
    for each row when (current_user in ('supabase_auth_admin', 'authenticator'))
    execute function private.refuse_unproved();
exception when insufficient_privilege then
  raise notice 'auth.mfa_factors takes no trigger here';
end
$$;

-- Asks for the erasure of the own data. Asked again, it is the same request; five new ones in a day at most.
create or replace function public.request_erasure() returns public.erasure_requests
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_customer();
  request public.erasure_requests;
begin
  perform private.require_proof();
  perform pg_advisory_xact_lock(hashtextextended('private.request_erasure' || caller, 0));
  select * into request from public.erasure_requests r where r.customer_id = caller and r.state = 'open';
  if request.id is not null then
    return request;
  end if;
  if (select count(*) from public.erasure_requests r where r.customer_id = caller
    and r.created_at > now() - interval '1 day') >= 5 then
    raise exception 'Ya hiciste varias solicitudes hoy. Vuelve a intentarlo mañana o escríbenos.'
      using errcode = 'P0001';
  end if;
  insert into public.erasure_requests (customer_id) values (caller) returning * into request;
  return request;
end
$$;
