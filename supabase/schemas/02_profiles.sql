-- Accounts of customers and staff, and who is calling: every rule of every table asks here.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  full_name text not null default '' check (length(full_name) <= 200),
  rut text check (rut is null or private.is_rut(rut)),
  phone text check (length(phone) <= 40),
  address text check (length(address) <= 300),
  role text not null default 'customer' check (private.is_role(role)),
  -- When it was proved that the RUT is this person's (see customer ties). Until then the account matches no order.
  rut_verified_at timestamptz,
  created_at timestamptz not null default now()
);
-- One account per proven RUT. An unproven claim of the same RUT blocks nobody.
create unique index profiles_proven_rut on public.profiles (rut) where rut_verified_at is not null;
create index profiles_rut on public.profiles (rut);
create index profiles_role on public.profiles (role) where role <> 'customer';
create trigger as_readable before insert or update on public.profiles
  for each row execute function private.as_readable();

-- Whether the session of the caller's token is still valid. A token without a session does not belong to a person.
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
grant execute on function private.session_counts to authenticated;

-- The caller's role, read anew each time: a demoted or deleted user stops at once, whatever an old token says. Every
-- rule reads it here, so that a session that does not count has none.
create function private.my_role() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select p.role from public.profiles p where p.id = (select auth.uid()) and private.session_counts());
end
$$;

-- Whether the caller may do something, by the names of 02_permissions: every rule asks here. In a policy as
-- `(select private.may(…))`, which is asked once for a statement.
create function private.may(p_permission text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.role_may(private.my_role(), p_permission);
end
$$;

-- Refuses everybody who may not.
create function private.require(p_permission text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.role_may(private.my_role(), p_permission) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
end
$$;

-- Whether another person may do something, whatever their sessions.
create function private.person_may(p_person uuid, p_permission text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.id = p_person and private.role_may(p.role, p_permission))
$$;

-- The RUT whose orders the caller may see as a customer: proven only, else null.
create function private.my_rut() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select p.rut from public.profiles p
    where p.id = (select auth.uid()) and p.rut_verified_at is not null and private.session_counts());
end
$$;
grant execute on function private.my_role, private.may, private.require, private.person_may, private.my_rut to anon,
  authenticated, service_role;

-- The policy of every table of the API that gives rights to sessions that count only, also over rows that are a
-- person's own, which no role guards (supabase/test/sessions.test.ts).
create function private.require_session(p_table regclass) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('drop policy if exists "only sessions that count" on %s', p_table);
  execute format(
    'create policy "only sessions that count" on %s as restrictive for all to authenticated
    using ((select private.session_counts()))', p_table);
end
$$;
alter table public.profiles enable row level security;
select private.require_session('public.profiles');
revoke all on public.profiles from anon, authenticated;
grant all on public.profiles to service_role;
-- anon: the start-up probe reads with limit 1 and gets no rows (SHELL-13).
grant select on public.profiles to anon, authenticated;
grant update (email, full_name, rut, phone, address, role) on public.profiles to authenticated;
grant delete on public.profiles to authenticated;
create policy "own profile, and staff see all" on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.may('people.see')));
create policy "own profile, and admins edit all" on public.profiles for update to authenticated
  using (id = (select auth.uid()) or (select private.may('users')))
  with check (id = (select auth.uid()) or (select private.may('users')));
create policy "admins delete" on public.profiles for delete to authenticated
  using ((select private.may('users')));

-- A new login gets its profile here, whatever the client sends as role (AUTH-03). The metadata is the client's word:
-- trimmed, cut, and the RUT kept only in its proper form.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rut text := private.normalize_rut(new.raw_user_meta_data ->> 'rut');
begin
  insert into public.profiles (id, email, full_name, rut, phone)
  values (
    new.id,
    coalesce(new.email, ''),
    coalesce(left(private.written(new.raw_user_meta_data ->> 'full_name'), 200), ''),
    case when private.is_rut(rut) then rut end,
    nullif(left(trim(coalesce(new.raw_user_meta_data ->> 'phone', '')), 40), '')
  );
  return new;
end
$$;
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- Limits updates of profiles through the API: nobody changes an e-mail or a RUT, and changes of roles and of the names
-- of staff, which label their actions, require the permission 'users'.
create function private.guard_profile() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.rut := nullif(private.normalize_rut(new.rut), '');
  if private.is_api_caller() then
    if new.email is distinct from old.email then
      raise exception 'El correo no se puede cambiar.' using errcode = '42501';
    end if;
    if new.rut is distinct from old.rut then
      raise exception 'El RUT no se puede cambiar.' using errcode = '42501';
    end if;
    if new.role is distinct from old.role and not private.may('users') then
      raise exception 'Solo un administrador cambia roles.' using errcode = '42501';
    end if;
    if new.full_name is distinct from old.full_name and old.role <> 'customer' and not private.may('users') then
      raise exception 'Tu nombre lo cambia un administrador.' using errcode = '42501';
    end if;
    if new.full_name is distinct from old.full_name and private.written(new.full_name) is null then
      raise exception 'El nombre completo es obligatorio.' using errcode = '23514';
    end if;
    if new.phone is distinct from old.phone and new.id = (select auth.uid()) and old.role = 'customer'
      and not private.is_diallable(new.phone) then
      raise exception 'Ingresa un teléfono válido, por ejemplo +56 9 1234 5678.' using errcode = '23514';
    end if;
  end if;
  return new;
end
$$;
create trigger guard_profile before update on public.profiles
  for each row execute function private.guard_profile();

-- The shop never loses its last admin. The lock makes two admins who demote each other wait for one another.
create function private.keep_one_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.role = 'admin' and (tg_op = 'DELETE' or new.role <> 'admin') then
    perform pg_advisory_xact_lock(hashtextextended('private.keep_one_admin', 0));
    if not exists (select from public.profiles where role = 'admin' and id <> old.id) then
      raise exception 'Debe quedar al menos un administrador.' using errcode = '23514';
    end if;
  end if;
  return coalesce(new, old);
end
$$;
create trigger keep_one_admin before update of role or delete on public.profiles
  for each row execute function private.keep_one_admin();

-- Deleting a profile deletes the login with it, so that the person's sessions end (ORD-14). Deleting the login first
-- ends here too.
create function private.delete_login() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.users where id = old.id;
  return old;
end
$$;
create trigger delete_login after delete on public.profiles
  for each row execute function private.delete_login();
create trigger clean_numbers before insert or update of phone on public.profiles
  for each row execute function private.clean_numbers();

-- A registration by call follows the rules of the form (AUTH-03): name, RUT and phone.

-- The same rule as isDiallable in shared/src/values/phone.ts.
create function private.is_diallable(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(private.whatsapp_phone(value) ~ '^[0-9]{8,15}$' and private.plain_marks(value) ~ '^[0-9\s()+./-]*$',
    false)
$$;

create function private.is_whole_registration(p_full_name text, p_rut text, p_phone text) returns boolean
language sql immutable security definer set search_path = '' as $$
  select private.written(p_full_name) is not null and private.is_rut(private.normalize_rut(p_rut)) is true
    and private.is_diallable(p_phone)
$$;

-- Registrations of known and unknown addresses get the same answer, but only an unknown one inserts a row: refusing
-- that row would tell them apart. So an incomplete registration creates an account that is never confirmed: it cannot
-- sign in, and is deleted like any other. Accounts made by the shop (by an invitation or by the secret key, which
-- confirms the account in the same transaction) may lack a phone.
create function private.refuse_partial_registration() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_jsonb(new) ->> 'invited_at' is null
    and exists (select from public.profiles p where p.id = new.id and p.role = 'customer'
      and p.xmin <> pg_current_xact_id()::xid and not private.is_whole_registration(p.full_name, p.rut, p.phone))
    and not exists (select from private.account_invitations i where i.user_id = new.id) then
    raise exception 'La cuenta necesita nombre, RUT y teléfono válidos.' using errcode = '23514';
  end if;
  return new;
end
$$;
revoke all on function private.is_diallable, private.is_whole_registration, private.refuse_partial_registration from
  public, anon, authenticated;
grant execute on function private.is_whole_registration to service_role;
grant execute on function private.is_diallable to authenticated;
create trigger refuse_partial_registration before update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.refuse_partial_registration();

-- The names of the staff, which orders keep when an account is deleted (ORD-120).

create table public.staff_names (
  -- A profile's id. No foreign key: the name outlives the account.
  id uuid primary key,
  full_name text not null check (length(full_name) <= 200)
);
alter table public.staff_names enable row level security;
select private.require_session('public.staff_names');
revoke all on public.staff_names from anon, authenticated;
grant all on public.staff_names to service_role;
grant select on public.staff_names to authenticated;
create policy "staff read" on public.staff_names for select to authenticated
  using ((select private.may('people.see')));

create function private.keep_staff_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.staff_names (id, full_name) values (new.id, new.full_name)
  on conflict (id) do update set full_name = excluded.full_name;
  return new;
end
$$;
create trigger keep_staff_name after insert or update of full_name, role on public.profiles
  for each row when (new.role <> 'customer') execute function private.keep_staff_name();

-- Deletes the name with the account if no order, no payment and no cash drawer refers to it.
create function private.drop_staff_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.staff_names n
  where n.id = old.id and not exists (select from public.service_orders o where o.technician_id = old.id)
    and not exists (select from public.service_orders o where o.receptionist_id = old.id)
    and not exists (select from private.payments p where p.created_by = old.id)
    and not exists (select from private.drawer_events e where e.created_by = old.id);
  return old;
end
$$;
create trigger drop_staff_name after delete on public.profiles
  for each row execute function private.drop_staff_name();

-- The kept names of the staff are texts of the API like any other (SEC-63).
create trigger as_readable before insert or update on public.staff_names
  for each row execute function private.as_readable();
