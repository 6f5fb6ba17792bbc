-- Which sessions count, and what a person sees and ends of the own ones. A session that was ended, lay idle too long or
-- lacks the second factor of its account has no rights, whatever its token says: the token alone would go on for up to
-- an hour.

-- When a person last did something in a session. A token is renewed by an open tab that nobody looks at, so its renewal
-- is no use.
create table private.session_use (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  last_used_at timestamptz not null default now()
);
create index session_use_user on private.session_use (user_id);
alter table private.session_use enable row level security;

-- True for a session of the staff that nobody has used for longer than the shop allows. Customers' sessions do not end
-- by that.
create function private.is_idle_session(p_session_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions s
    join public.profiles p on p.id = s.user_id and p.role <> 'customer'
    left join private.session_use u on u.session_id = s.id
    where s.id = p_session_id
      and greatest(s.created_at, u.last_used_at) < now() - make_interval(mins => private.staff_idle_minutes())
  )
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
  return case when private.is_staff() then private.staff_idle_minutes() end;
end
$$;
revoke all on function public.touch_session from public, anon, authenticated;
grant execute on function public.touch_session to authenticated;

-- The caller's sessions, newest use first. The address is cut: it tells the network, not the house.
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
