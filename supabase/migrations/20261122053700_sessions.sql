-- Which sessions count, and what a person sees and ends of the own ones. A session that was ended, lay idle too long or lacks the second
-- factor of its account has no rights, whatever its token says: the token alone would go on for up to an hour.

-- When a person last did something in a session. A token is renewed by an open tab that nobody looks at, so its renewal is no use.
create table private.session_use (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  last_used_at timestamptz not null default now()
);
create index session_use_user on private.session_use (user_id);
alter table private.session_use enable row level security;
revoke all on private.session_use from public, anon, authenticated;
-- Who is signed in when this is introduced stays so.
insert into private.session_use (session_id, user_id) select id, user_id from auth.sessions;

-- staff_idle_minutes: the staff's sessions end after so long without use. A shop's day by default.
insert into public.shop_settings (key, value) values ('staff_idle_minutes', '720') on conflict do nothing;
alter table public.shop_settings add constraint shop_settings_staff_idle_minutes
  check (key <> 'staff_idle_minutes' or (value ~ '^[0-9]{1,5}$' and value::integer between 5 and 10080));

create function private.staff_idle_minutes() returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((select value::integer from public.shop_settings where key = 'staff_idle_minutes'), 720)
$$;

-- True for a session of the staff that nobody has used for longer than the shop allows. Customers' sessions do not end by that.
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

-- Whether the caller's token may do anything at all. Without a session in it a token is none of a person's.
create function private.session_counts() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  v_session_id uuid := (claims ->> 'session_id')::uuid;
begin
  if v_session_id is null then
    return true;
  end if;
  if not exists (
    select from auth.sessions s
    where s.id = v_session_id and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  ) then
    return false;
  end if;
  if claims ->> 'aal' is distinct from 'aal2'
    and exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified') then
    return false;
  end if;
  return not private.is_idle_session(v_session_id);
end
$$;

-- Every rule reads the caller's role here, so that a session that does not count has none.
create or replace function private.my_role() returns text
language sql stable security definer set search_path = '' as $$
  select role from public.profiles where id = (select auth.uid()) and private.session_counts()
$$;

create or replace function private.is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.my_role() in ('admin', 'technician', 'receptionist'), false)
$$;

create or replace function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.my_role() = 'admin', false)
$$;

create or replace function private.is_desk() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.my_role() in ('admin', 'receptionist'), false)
$$;

create or replace function private.my_rut() returns text
language sql stable security definer set search_path = '' as $$
  select rut from public.profiles
  where id = (select auth.uid()) and rut_verified_at is not null and private.session_counts()
$$;

-- The same for the rows that are a person's own, table by table. Every table of the API needs it (supabase/test/sessions.test.ts).
create function private.require_session(p_table regclass) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('drop policy if exists "only sessions that count" on %s', p_table);
  execute format(
    'create policy "only sessions that count" on %s as restrictive for all to authenticated using ((select private.session_counts()))',
    p_table);
end
$$;
do $$
declare
  v_table regclass;
begin
  for v_table in
    select oid::regclass from pg_catalog.pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  loop
    perform private.require_session(v_table);
  end loop;
end
$$;

create function private.require_own_session() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or not private.session_counts() then
    raise exception 'Tu sesión terminó. Inicia sesión de nuevo.' using errcode = '42501';
  end if;
  return auth.uid();
end
$$;

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

-- Ends one of the caller's sessions; its refresh tokens go with it. False if there was none: it may have ended a moment before.
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

-- Takes the second factor from a colleague who has lost it, and ends the sessions there are. One's own is removed with a code instead.
create function public.admin_remove_second_factor(p_user_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() or p_user_id = auth.uid() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  delete from auth.mfa_factors where user_id = p_user_id;
  if not found then
    return false;
  end if;
  delete from auth.sessions where user_id = p_user_id;
  delete from private.session_use where user_id = p_user_id;
  return true;
end
$$;

revoke all on function private.staff_idle_minutes(), private.is_idle_session(uuid), private.session_counts(), private.require_session(regclass),
  private.require_own_session(), private.current_session_id(), public.touch_session(), public.own_sessions(), public.end_session(uuid),
  public.end_other_sessions(), public.admin_remove_second_factor(uuid) from public, anon, authenticated;
grant execute on function private.session_counts(), public.touch_session(), public.own_sessions(), public.end_session(uuid),
  public.end_other_sessions(), public.admin_remove_second_factor(uuid) to authenticated;
-- The server refuses to renew the tokens of an idle session.
grant execute on function private.is_idle_session(uuid) to service_role;
