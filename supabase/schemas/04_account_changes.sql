-- Changes of accounts: role, name, RUT and its proof, e-mail, second factor, password. Who holds rights can give
-- themselves or others more, use them and put everything back: that it happened stays.

-- No foreign keys: the record outlives the account. Rows are never corrected: a row is marked as mailed once, and the
-- data that names a customer is deleted with the account, and a RUT with its claim.
create table private.account_changes (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default now(),
  account_id uuid not null,
  account_name text not null,
  -- Null where the authentication server or the system made the change.
  actor_id uuid,
  actor_name text,
  kind text not null check (kind in (
    'role', 'name', 'rut', 'rut_proof', 'email', 'second_factor', 'password', 'deleted'
  )),
  old_value text,
  new_value text,
  mailed_at timestamptz
);
create index account_changes_newest on private.account_changes (changed_at desc, id desc);
create index account_changes_account on private.account_changes (account_id, id desc);
create index account_changes_unmailed on private.account_changes (id) where mailed_at is null;
alter table private.account_changes enable row level security;
revoke all on private.account_changes from service_role;

create function private.keep_account_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and (
    (old.mailed_at is null and to_jsonb(new) - 'mailed_at' = to_jsonb(old) - 'mailed_at')
    or (new.account_name in ('', old.account_name) and new.old_value is null and new.new_value is null
      and (new.actor_name = old.actor_name or new.actor_name is null and (old.actor_name is null or old.actor_id = old.account_id))
      and to_jsonb(new) - '{account_name,actor_name,old_value,new_value}'::text[]
        = to_jsonb(old) - '{account_name,actor_name,old_value,new_value}'::text[]
      and not exists (select from public.profiles p where p.id = old.account_id
        and (p.rut is not null or old.kind not in ('rut', 'rut_proof'))))
  ) then
    return new;
  end if;
  raise exception 'El registro de cambios de cuentas no se cambia.' using errcode = '42501';
end
$$;
create trigger keep_account_changes before update or delete on private.account_changes
  for each row execute function private.keep_account_changes();

create function private.add_account_change(p_account_id uuid, p_kind text, p_old text, p_new text) returns void
language sql security definer set search_path = '' as $$
  insert into private.account_changes (account_id, account_name, actor_id, actor_name, kind, old_value, new_value)
  select p_account_id, coalesce(a.full_name, ''), (select auth.uid()), c.full_name, p_kind, p_old, p_new
  from (select) as one
  left join public.profiles a on a.id = p_account_id
  left join public.profiles c on c.id = (select auth.uid())
$$;

-- Anybody can register, and no line is ever taken back: an account of a customer has ten lines of a kind a day by its
-- person. Another name is refused; another password and factor are not, whoever holds the session.
create function private.changes_often(p_account_id uuid, p_kind text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.id = p_account_id and p.role = 'customer')
    and (select count(*) >= 10 from private.account_changes c
      where c.account_id = p_account_id and c.kind = p_kind and c.changed_at > now() - interval '1 day'
        and coalesce(c.actor_id, c.account_id) = c.account_id)
$$;

-- Writes by the system itself (a new account's first values, the demo's data) have no caller and are not recorded.
create function private.record_profile_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.role = 'customer' then
      update private.account_changes set account_name = '', old_value = null, new_value = null,
        actor_name = case when actor_id is distinct from old.id then actor_name end
      where account_id = old.id;
    else
      insert into private.account_changes (account_id, account_name, actor_id, actor_name, kind, old_value)
      select old.id, old.full_name, (select auth.uid()), c.full_name, 'deleted', old.role
      from (select) as one left join public.profiles c on c.id = (select auth.uid());
    end if;
    return null;
  end if;
  if new.role <> old.role then
    perform private.add_account_change(new.id, 'role', old.role, new.role);
  end if;
  if new.full_name <> old.full_name then
    if new.id = (select auth.uid()) and private.changes_often(new.id, 'name') then
      raise exception 'Ya cambiaste tu nombre 10 veces en un día. Inténtalo mañana, o pídelo en el taller.'
        using errcode = '23514';
    end if;
    perform private.add_account_change(new.id, 'name', old.full_name, new.full_name);
  end if;
  if new.email <> old.email then
    perform private.add_account_change(new.id, 'email', old.email, new.email);
  end if;
  if new.rut is null and old.rut is not null then
    update private.account_changes set old_value = null, new_value = null
      where account_id = new.id and kind in ('rut', 'rut_proof');
    perform private.add_account_change(new.id, 'rut', null, null);
  elsif new.rut is distinct from old.rut then
    perform private.add_account_change(new.id, 'rut', old.rut, new.rut);
  end if;
  if (new.rut_verified_at is null) <> (old.rut_verified_at is null) then
    perform private.add_account_change(new.id, 'rut_proof',
      case when old.rut_verified_at is not null and new.rut is not null then old.rut end,
      case when new.rut_verified_at is not null then new.rut end);
  end if;
  return null;
end
$$;
create trigger record_change after update on public.profiles
  for each row when (auth.uid() is not null) execute function private.record_profile_change();
create trigger record_deletion after delete on public.profiles
  for each row execute function private.record_profile_change();

-- The first password, chosen when an account is confirmed, is no change of the account.
create function private.record_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(old.encrypted_password, '') <> '' and coalesce(new.encrypted_password, '') <> ''
    and not private.changes_often(new.id, 'password') then
    perform private.add_account_change(new.id, 'password', null, null);
  end if;
  return null;
end
$$;
create trigger record_password after update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password)
  execute function private.record_password();

create function private.record_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.changes_often(case tg_op when 'UPDATE' then new.user_id else old.user_id end, 'second_factor') then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform private.add_account_change(new.user_id, 'second_factor', null, 'active');
  -- With the account itself its factors go without a line.
  elsif exists (select from auth.users u where u.id = old.user_id) then
    perform private.add_account_change(old.user_id, 'second_factor', 'active', null);
  end if;
  return null;
end
$$;

do $$
begin
  create trigger record_new_factor after update of status on auth.mfa_factors
    for each row when (old.status <> 'verified' and new.status = 'verified')
    execute function private.record_factor();
  create trigger record_lost_factor after delete on auth.mfa_factors
    for each row when (old.status = 'verified') execute function private.record_factor();
exception when insufficient_privilege then
  raise notice 'auth.mfa_factors takes no trigger here';
end
$$;

-- A page of 50 of the changes of accounts, newest first. Names are those of today, by id, or of then for accounts that
-- are gone. Admins only.
create function public.list_account_changes(
  p_person uuid default null, p_from date default null, p_to date default null, p_page integer default 1
) returns table (
  id bigint, changed_at timestamptz, account_name text, actor_name text, kind text, old_value text, new_value text,
  total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := private.log_day(p_from);
  -- The end of the day; there is none after the last that a date can be.
  until timestamptz := private.log_day(least(p_to, '9999-12-31') + 1);
begin
  perform private.require('users');
  return query
    select c.id, c.changed_at, coalesce(nullif(a.full_name, ''), c.account_name),
      coalesce(nullif(b.full_name, ''), c.actor_name), c.kind, c.old_value, c.new_value,
      (select count(*) from (
        select from private.account_changes n
        where (p_person is null or p_person in (n.actor_id, n.account_id)) and (since is null or n.changed_at >= since)
          and (until is null or n.changed_at < until)
        limit 10001) as counted)
    from private.account_changes c
    left join public.profiles a on a.id = c.account_id
    left join public.profiles b on b.id = c.actor_id
    where (p_person is null or p_person in (c.actor_id, c.account_id)) and (since is null or c.changed_at >= since)
      and (until is null or c.changed_at < until)
    order by c.changed_at desc, c.id desc
    limit 50 offset private.rows_before(p_page, 50);
end
$$;
revoke all on function public.list_account_changes from public, anon, authenticated;
grant execute on function public.list_account_changes to authenticated;

-- The newest changes of the caller's account; staff appear by role only.
create function public.own_account_changes()
returns table (id bigint, changed_at timestamptz, kind text, by_self boolean, old_value text, new_value text)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_own_session();
begin
  return query
    select c.id, c.changed_at, c.kind, c.actor_id is not distinct from caller, c.old_value, c.new_value
    from private.account_changes c where c.account_id = caller order by c.id desc limit 20;
end
$$;
revoke all on function public.own_account_changes from public, anon, authenticated;
grant execute on function public.own_account_changes to authenticated;

-- The e-mail is that of the login. A person does not change it alone, neither here nor through the authentication
-- server; what an operator changes there is followed.
create function private.refuse_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  raise exception 'El correo de la cuenta no se puede cambiar aquí. Pídelo en el taller.' using errcode = '42501';
end
$$;
create trigger refuse_email_change before update of email_change on auth.users
  for each row when (new.email_change is distinct from old.email_change and new.email_change <> ''
    and current_user in ('supabase_auth_admin', 'authenticator'))
  execute function private.refuse_email_change();

create function private.follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = coalesce(new.email, '') where id = new.id and email is distinct from new.email;
  perform private.add_account_change(new.id, 'email', old.email, new.email);
  return null;
end
$$;
create trigger follow_email after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function private.follow_email();

-- The person who registers an address and types a password may not be the one who reads its mails. So confirming the
-- address removes that password, and the confirming browser sets one: an unconfirmed account is worth nothing (SEC-80).
-- An account that is created and confirmed in one transaction keeps its password, since the secret key does that, not a
-- link; the profile, created with the account, tells. So does a password set together with the confirmation.
create function private.forget_unconfirmed_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.encrypted_password is not distinct from old.encrypted_password
    and not exists (select from public.profiles p where p.id = new.id and p.xmin = pg_current_xact_id()::xid) then
    new.encrypted_password := '';
  end if;
  return new;
end
$$;
revoke all on function private.forget_unconfirmed_password from public, anon, authenticated;
create trigger forget_unconfirmed_password before update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.forget_unconfirmed_password();
