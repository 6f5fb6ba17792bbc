-- Accounts that the shop makes, of staff by an admin and of customers by the desk: one call, without a mail to confirm, so
-- that it works before mail is set up. What a stranger has registered with the same address and nobody has confirmed is
-- taken away first (SEC-80). An invitation is a link that the shop hands over: whoever has it chooses the password, once.

-- Refuses a password that nobody could sign in with. The hint of a refusal is its name for programs.
create function private.check_password(p_password text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if length(coalesce(p_password, '')) < 6 then
    raise exception 'La contraseña debe tener al menos 6 caracteres.' using errcode = '23514', hint = 'bad_password';
  elsif octet_length(p_password) > 72 then
    raise exception 'La contraseña es demasiado larga.' using errcode = '23514', hint = 'bad_password';
  end if;
end
$$;

-- Makes a login as GoTrue stores it, and by the trigger its profile, as a customer's. An account that was never confirmed
-- gives way; any other keeps its address. Without a password nobody signs in until one is chosen.
create function private.make_login(p_email text, p_password text, p_confirmed boolean, p_data jsonb) returns uuid
language plpgsql set search_path = '' as $$
declare
  made uuid := gen_random_uuid();
  v_email text := lower(trim(p_email));
  facts jsonb := jsonb_build_object('sub', made, 'email', v_email, 'email_verified', p_confirmed, 'phone_verified', false);
begin
  perform pg_advisory_xact_lock(hashtextextended('private.make_login' || v_email, 0));
  delete from auth.users u using public.profiles p
  where p.id = u.id and lower(u.email) = v_email and u.email_confirmed_at is null and p.role = 'customer';
  if exists (select from auth.users u where lower(u.email) = v_email) then
    raise exception 'Ese correo ya está en uso.' using errcode = '23505', hint = 'email_taken';
  end if;
  insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
    raw_user_meta_data, is_sso_user, is_anonymous, created_at, updated_at)
  values (made, 'authenticated', 'authenticated', v_email,
    coalesce(extensions.crypt(p_password, extensions.gen_salt('bf', 10)), ''), case when p_confirmed then now() end,
    '{"provider": "email", "providers": ["email"]}', facts || p_data, false, false, now(), now());
  insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
  values (gen_random_uuid(), 'email', made::text, made, facts, now(), now(), now());
  -- GoTrue finds accounts by its instance and reads its tokens as texts. Here an empty token would be one to be found.
  if exists (select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id') then
    execute 'update auth.users set instance_id = $2, confirmation_token = '''', recovery_token = '''',
      email_change_token_new = '''', email_change = '''' where id = $1'
      using made, '00000000-0000-0000-0000-000000000000'::uuid;
  end if;
  return made;
end
$$;

-- Makes the first admin: a confirmed account and its profile. Of two at once the second is refused. The hint of a refusal
-- is its name for programs.
create or replace function private.create_first_admin(p_email text, p_password text, p_full_name text) returns uuid
language plpgsql set search_path = '' as $$
declare
  made uuid;
  address text := lower(trim(p_email));
  person text := trim(p_full_name);
begin
  perform pg_advisory_xact_lock(hashtextextended('create-first-admin', 0));
  if exists (select from public.profiles where role = 'admin') then
    raise exception 'La tienda ya tiene un administrador.' using errcode = '23505', hint = 'admin_exists';
  elsif not private.is_email(address) then
    raise exception 'El correo del administrador no es válido.' using errcode = '23514', hint = 'bad_email';
  end if;
  perform private.check_password(p_password);
  if coalesce(person, '') = '' or length(person) > 200 then
    raise exception 'Falta el nombre del administrador.' using errcode = '23514', hint = 'bad_name';
  end if;
  made := private.make_login(address, p_password, true, jsonb_build_object('full_name', person));
  update public.profiles set role = 'admin' where id = made;
  return made;
end
$$;

-- Makes an account: of staff by an admin, of a customer by the desk. Staff have a password at once; a customer's account
-- is confirmed by its invitation or by a mail. The same request again, its answer lost, makes no second account: as long
-- as nobody has used the first, the password typed last is the one that counts.
create function public.create_account(
  p_request_id uuid, p_email text, p_full_name text, p_rut text, p_phone text, p_role text, p_password text default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
  address text := lower(trim(p_email));
  person text := trim(p_full_name);
  is_staff boolean := p_role is distinct from 'customer';
begin
  if not (private.is_admin() or (private.is_desk() and not is_staff)) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  elsif is_staff and coalesce(p_role, '') not in ('admin', 'technician', 'receptionist') then
    raise exception 'El rol no es válido.' using errcode = '23514';
  elsif not private.is_email(address) then
    raise exception 'El correo no es válido.' using errcode = '23514';
  elsif coalesce(person, '') = '' or length(person) > 200 then
    raise exception 'Falta el nombre completo.' using errcode = '23514';
  elsif private.is_rut(private.normalize_rut(p_rut)) is not true then
    raise exception 'El RUT no es válido.' using errcode = '23514';
  end if;
  if is_staff or p_password is not null then
    perform private.check_password(p_password);
  end if;
  if not private.claim_request(p_request_id, 'create_account', jsonb_build_array(address, person, p_rut, p_phone, p_role),
    'la cuenta quedó creada') then
    made := (private.request_result(p_request_id) #>> '{}')::uuid;
    if private.is_unused_account(made) is false then
      raise exception 'La cuenta ya quedó creada y ya está en uso. Búscala en la lista de usuarios.' using errcode = 'P0001';
    end if;
    update auth.users set encrypted_password = extensions.crypt(p_password, extensions.gen_salt('bf', 10))
    where id = made and p_password is not null;
    return made;
  end if;
  made := private.make_login(address, p_password, is_staff, jsonb_build_object('full_name', person));
  update public.profiles
  set full_name = person, rut = p_rut, phone = nullif(left(trim(p_phone), 40), ''), role = p_role
  where id = made;
  perform private.finish_request(p_request_id, to_jsonb(made), 'la cuenta quedó creada');
  return made;
end
$$;

-- Takes an account back from whoever has used it: nobody knows its password, and its sessions end.
create function private.take_back_login() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users set encrypted_password = '' where id = new.id;
  delete from auth.sessions where user_id = new.id;
  delete from private.session_use where user_id = new.id;
  return new;
end
$$;
-- Whoever made a customer's account need not be the person who is to work here. So a role of the staff begins with a new
-- password, which an invitation or a mail gives.
create trigger take_back_login before update of role on public.profiles
  for each row when (old.role = 'customer' and new.role <> 'customer' and private.is_api_caller())
  execute function private.take_back_login();

create table private.account_invitations (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- SHA-256 of the link's token: 256 random bits, which need no salt.
  token_hash bytea not null unique,
  made_by uuid references auth.users (id) on delete set null,
  made_at timestamptz not null default now(),
  used_at timestamptz
);
create index account_invitations_made_by on private.account_invitations (made_by);
alter table private.account_invitations enable row level security;

-- The invitation of a token, for seven days.
create function private.invitation_of(p_token text) returns private.account_invitations
language sql stable set search_path = '' as $$
  select i from private.account_invitations i
  where i.token_hash = sha256(convert_to(p_token, 'UTF8')) and i.made_at > now() - interval '7 days'
$$;

-- A new link for an account that nobody uses yet, which voids the one before: of staff by an admin, of a customer by the
-- desk. An account in use is its owner's: no link is made for it.
create function public.invite_account(p_user_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
  invited public.profiles;
begin
  if not private.is_desk() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  select * into invited from public.profiles where id = p_user_id;
  if invited.id is null then
    raise exception 'La cuenta ya no existe.' using errcode = 'P0002';
  elsif invited.role <> 'customer' and not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  elsif not exists (select from auth.users u where u.id = p_user_id and case invited.role
    when 'customer' then u.email_confirmed_at is null
    else coalesce(u.encrypted_password, '') = '' or private.is_unused_account(u.id) end) then
    raise exception 'La cuenta ya está en uso: su dueño puede pedir otra contraseña en «¿Olvidaste tu contraseña?».'
      using errcode = 'P0001';
  end if;
  insert into private.account_invitations (user_id, token_hash, made_by)
  values (p_user_id, sha256(convert_to(token, 'UTF8')), auth.uid())
  on conflict (user_id) do update
  set token_hash = excluded.token_hash, made_by = excluded.made_by, made_at = now(), used_at = null;
  return token;
end
$$;

-- Whose account an invitation opens: { email, name }, null when it opens none. For everybody who has the link.
create function public.invitation_state(p_token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', p.email, 'name', p.full_name)
  from private.invitation_of(p_token) i join public.profiles p on p.id = i.user_id
  where i.used_at is null
$$;

-- Chooses the password of an invited account, once. `done`, `used` or `wrong`. For everybody who has the link.
create function public.redeem_invitation(p_token text, p_password text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  invitation private.account_invitations := private.invitation_of(p_token);
begin
  if invitation.user_id is null then
    return 'wrong';
  end if;
  perform private.check_password(p_password);
  update private.account_invitations set used_at = now()
  where user_id = invitation.user_id and token_hash = invitation.token_hash and used_at is null;
  if not found then
    return 'used';
  end if;
  update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()),
    encrypted_password = extensions.crypt(p_password, extensions.gen_salt('bf', 10))
  where id = invitation.user_id;
  delete from auth.sessions where user_id = invitation.user_id;
  delete from private.session_use where user_id = invitation.user_id;
  return 'done';
end
$$;

-- An address as people have one; what a mail server makes of it is not asked.
create function private.is_email(p_address text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(p_address ~ '^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$' and length(p_address) <= 254, false)
$$;

-- One call makes a staff account now: no sign-up whose answer was lost is looked for, and no password compared.
drop function public.admin_set_staff(uuid, text, text, text, text, uuid);
drop function public.admin_resume_staff(uuid, text, text, text, text, text, uuid);
drop function public.try_resume_staff(uuid, text);
drop table private.staff_password_guesses;

-- The stored hash, whose salt a guess takes; null where there is no password.
create or replace function private.password_salt(p_user_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select nullif(regexp_replace(u.encrypted_password, '^[$]2[by][$]', '$2a$'), '') from auth.users u where u.id = p_user_id
$$;

-- Guesses that nobody can answer any more: tickets end after a minute, counts after an hour.
create or replace function private.forget_guesses() returns void
language sql security definer set search_path = '' as $$
  delete from private.report_pin_guesses where made_at < now() - interval '1 minute';
  delete from private.claim_attempts where attempted_at < now() - interval '1 hour';
  update private.claim_attempts set ticket = null, order_number = null, phone = null
  where ticket is not null and attempted_at < now() - interval '1 minute';
$$;

revoke all on function private.check_password, private.make_login, private.take_back_login, private.invitation_of,
  private.is_email, public.create_account, public.invite_account, public.invitation_state, public.redeem_invitation
  from public, anon, authenticated;
grant execute on function public.create_account, public.invite_account to authenticated;
grant execute on function public.invitation_state, public.redeem_invitation to anon, authenticated;
