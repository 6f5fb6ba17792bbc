-- A link opens the account that it was made for, and no other one (AUTH-20, SEC-80): made by the desk for a customer it
-- gave whoever had kept it the role that the account got later, and it took accounts that were in use by then.

alter table private.account_invitations
  -- Of the account when the link was made.
  add column role text;
update private.account_invitations i set role = p.role from public.profiles p where p.id = i.user_id;

-- Whether nobody uses an account yet, so that a link may give it to somebody.
create function private.is_awaited(p public.profiles) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = p.id and case p.role
    when 'customer' then u.email_confirmed_at is null
    else coalesce(u.encrypted_password, '') = '' or private.is_unused_account(u.id) end)
$$;

-- The invitation of a token, for seven days, and while the account has the role that it had.
create or replace function private.invitation_of(p_token text) returns private.account_invitations
language sql stable set search_path = '' as $$
  select i from private.account_invitations i join public.profiles p on p.id = i.user_id and p.role = i.role
  where i.token_hash = sha256(convert_to(p_token, 'UTF8')) and i.made_at > now() - interval '7 days'
$$;

-- As before, with the role.
create or replace function public.invite_account(p_user_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
  invited public.profiles;
begin
  if not private.is_desk() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  select * into invited from public.profiles where id = p_user_id for update;
  if invited.id is null then
    raise exception 'La cuenta ya no existe.' using errcode = 'P0002';
  elsif invited.role <> 'customer' and not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  elsif not private.is_awaited(invited) then
    raise exception 'La cuenta ya está en uso: su dueño puede pedir otra contraseña en «¿Olvidaste tu contraseña?».'
      using errcode = 'P0001';
  end if;
  insert into private.account_invitations (user_id, token_hash, made_by, role)
  values (p_user_id, sha256(convert_to(token, 'UTF8')), auth.uid(), invited.role)
  on conflict (user_id) do update
  set token_hash = excluded.token_hash, made_by = excluded.made_by, made_at = now(), used_at = null, role = excluded.role;
  return token;
end
$$;

-- As before, while nobody uses the account.
create or replace function public.invitation_state(p_token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', p.email, 'name', p.full_name)
  from private.invitation_of(p_token) i join public.profiles p on p.id = i.user_id
  where i.used_at is null and private.is_awaited(p)
$$;

-- As before, while nobody uses the account; `used` too if it was taken into use without the link.
create or replace function public.redeem_invitation(p_token text, p_password text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  invitation private.account_invitations := private.invitation_of(p_token);
  invited public.profiles;
begin
  if invitation.user_id is null then
    return 'wrong';
  end if;
  perform private.check_password(p_password);
  -- A change of the role waits, or is seen here.
  select * into invited from public.profiles p where p.id = invitation.user_id for update;
  if invited.role is distinct from invitation.role then
    return 'wrong';
  end if;
  update private.account_invitations set used_at = now()
  where user_id = invitation.user_id and token_hash = invitation.token_hash and used_at is null
    and private.is_awaited(invited);
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

-- As before; sent again, not for an account that has another role by now.
create or replace function public.create_account(
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
    if private.is_unused_account(made) is false
      or exists (select from public.profiles p where p.id = made and p.role is distinct from p_role) then
      raise exception 'La cuenta ya quedó creada y ya está en uso. Búscala en la lista de usuarios.' using errcode = 'P0001';
    end if;
    update auth.users set encrypted_password = extensions.crypt(p_password, extensions.gen_salt('bf', 10))
    where id = made and p_password is not null
      and extensions.crypt(p_password, private.password_salt(made)) is distinct from private.password_salt(made);
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

revoke all on function private.is_awaited from public, anon, authenticated;
