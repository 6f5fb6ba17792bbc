-- Accounts of the staff, and finding people: the users screen and the counter. Accents, case, dots of a RUT and the
-- prefix of a phone do not matter.

-- Takes the second factor from a colleague who has lost it, and ends the sessions there are. One's own is removed with
-- a code instead.
create function public.admin_remove_second_factor(p_user_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may('users') or p_user_id = auth.uid() then
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
revoke all on function public.admin_remove_second_factor from public, anon, authenticated;
grant execute on function public.admin_remove_second_factor to authenticated;

-- Finding people: the users screen and the counter. Accents, case, dots of a RUT and the prefix of a phone do not
-- matter.
create function private.profile_search_text(full_name text, email text, rut text, phone text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.fold(full_name || ' ' || email || ' ' || coalesce(rut,
    '') || ' ' || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g'))
$$;
grant execute on function private.profile_search_text to anon, authenticated, service_role;

-- The index is maintained by whoever writes a profile, who therefore may execute the function.
create index profiles_search on public.profiles
  using gin (private.profile_search_text(full_name, email, rut, phone) extensions.gin_trgm_ops);

-- One page of the people whose name, e-mail, RUT or phone contains the text, by name; `total` counts all that match.
-- p_staff: those who work here, or the customers. Numbers count as they look. SECURITY DEFINER with a check of its own:
-- under row level security no trigram index is used, because LIKE is not leakproof. Staff only.
create function public.search_profiles(p_search text, p_staff boolean, p_limit integer default 20,
  p_offset integer default 0)
returns table (
  id uuid, email text, full_name text, rut text, phone text, role text, rut_verified_at timestamptz,
  created_at timestamptz, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size integer := least(greatest(coalesce(p_limit, 20), 1), 200);
  term text := left(trim(coalesce(private.plain_marks(p_search), '')), 200);
  phrase text := '%' || regexp_replace(private.fold(term), '([\\%_])', '\\\1', 'g') || '%';
  rut_like text := case when term ~ '^[0-9.\s]{5,}-?[0-9kK]?$'
    then '%' || lower(regexp_replace(term, '[.\s]', '', 'g')) || '%' end;
  -- A RUT without its dash: 90355139 is 9035513-9.
  bare_rut_like text := case when term ~ '^[0-9.\s]{7,10}[0-9kK]$'
    then '%' || lower(regexp_replace(regexp_replace(term, '[.\s]', '', 'g'), '(.)$', '-\1')) || '%' end;
  phone_like text := case when term ~ '^[-+0-9()\s]{4,}$'
    then '%' || right(regexp_replace(term, '[^0-9]', '', 'g'), 9) || '%' end;
begin
  perform private.require('people.see');
  return query
  select p.id, p.email, p.full_name, p.rut, p.phone, p.role, p.rut_verified_at, p.created_at, count(*) over ()
  from public.profiles p
  where (p.role <> 'customer') = p_staff
    and (
      term = ''
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like phrase
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like rut_like
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like bare_rut_like
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like phone_like
    )
  order by private.fold(p.full_name), p.id
  limit page_size offset private.rows_skipped(p_offset, page_size);
end
$$;
revoke all on function public.search_profiles from public, anon, authenticated;
grant execute on function public.search_profiles to authenticated;

-- The stored hash, whose salt a guess takes; null where there is no password.
create function private.password_salt(p_user_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select nullif(regexp_replace(u.encrypted_password, '^[$]2[by][$]', '$2a$'), '') from auth.users u where u.id = p_user_id
$$;
revoke all on function private.password_salt from public, anon, authenticated;

-- Whether an account was never used to sign in; null for a deleted one.
create function private.is_unused_account(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select u.last_sign_in_at is null and not exists (select from auth.sessions s where s.user_id = u.id)
  from auth.users u where u.id = p_user_id
$$;

-- Expired guesses: tickets end after a minute, counts after an hour, and a day for those of a slip.
create function private.forget_guesses() returns void
language sql security definer set search_path = '' as $$
  select private.forget_pin_guesses(null);
  delete from private.claim_attempts where attempted_at < now() - interval '1 hour';
  update private.claim_attempts set ticket = null, order_number = null, phone = null
  where ticket is not null and attempted_at < now() - interval '1 minute';
  delete from private.paper_attempts where attempted_at < now() - interval '1 day';
  update private.paper_attempts set ticket = null, code = null, digits = null
  where ticket is not null and attempted_at < now() - interval '1 minute';
$$;
revoke all on function private.is_unused_account, private.forget_guesses from public, anon, authenticated;

-- Accounts created by the shop, for staff by an admin and for customers by the desk: one call, without a mail to
-- confirm, so that it works before mail is set up. An unconfirmed registration of the same address by somebody else is
-- deleted first (SEC-80). An invitation is a link that the shop hands over; its holder chooses the password, once.

-- Refuses a password that the login would not accept. The hint of a refusal is its name for programs.
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

-- Makes a login as GoTrue stores it, and by the trigger its profile, as a customer's. An account that was never
-- confirmed gives way; any other keeps its address. Without a password nobody signs in until one is chosen.
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

-- Creates an account: for staff by an admin, for a customer by the desk. Staff have a password at once; a customer's
-- account is confirmed by its invitation or by a mail. A repeated request creates no second account: while the first is
-- unused, the password typed last counts, and the same password changes and records nothing. An account that has
-- another role by now keeps its password.
create function public.create_account(
  p_request_id uuid, p_email text, p_full_name text, p_rut text, p_phone text, p_role text, p_password text default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
  address text := lower(trim(p_email));
  person text := private.written(p_full_name);
  is_staff boolean := p_role is distinct from 'customer';
begin
  perform private.require(case when is_staff then 'users' else 'customers.create' end);
  if not private.is_role(p_role) then
    raise exception 'El rol no es válido.' using errcode = '23514';
  elsif not private.is_email(address) then
    raise exception 'El correo no es válido.' using errcode = '23514';
  elsif person is null or length(person) > 200 then
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

-- Resets an account: its password is cleared, and its sessions end.
create function private.take_back_login() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users set encrypted_password = '' where id = new.id;
  delete from auth.sessions where user_id = new.id;
  delete from private.session_use where user_id = new.id;
  return new;
end
$$;

-- The person who made a customer's account may not be the one who joins the staff. So a role of the staff begins with
-- a new password, set through an invitation or a mail.
create trigger take_back_login before update of role on public.profiles
  for each row when (old.role = 'customer' and new.role <> 'customer' and private.is_api_caller())
  execute function private.take_back_login();

create table private.account_invitations (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- SHA-256 of the link's token: 256 random bits, which need no salt.
  token_hash bytea not null unique,
  made_by uuid references auth.users (id) on delete set null,
  made_at timestamptz not null default now(),
  used_at timestamptz,
  -- The account's role when the link was made.
  role text
);
create index account_invitations_made_by on private.account_invitations (made_by);
alter table private.account_invitations enable row level security;

-- The invitation of a token, for seven days, and while the account has the role that it had.
create function private.invitation_of(p_token text) returns private.account_invitations
language sql stable set search_path = '' as $$
  select i from private.account_invitations i join public.profiles p on p.id = i.user_id and p.role = i.role
  where i.token_hash = sha256(convert_to(p_token, 'UTF8')) and i.made_at > now() - interval '7 days'
$$;

-- Creates a new link for an unused account and voids the one before: for staff by an admin, for a customer by the desk.
-- An account in use belongs to its owner, and gets no link.
create function public.invite_account(p_user_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
  invited public.profiles;
begin
  perform private.require('customers.create');
  select * into invited from public.profiles where id = p_user_id for update;
  if invited.id is null then
    raise exception 'La cuenta ya no existe.' using errcode = 'P0002';
  elsif invited.role <> 'customer' and not private.may('users') then
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

-- The account that an unused invitation opens: { email, name }, or null if it opens none. For everybody who has the
-- link.
create function public.invitation_state(p_token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', p.email, 'name', p.full_name)
  from private.invitation_of(p_token) i join public.profiles p on p.id = i.user_id
  where i.used_at is null and private.is_awaited(p)
$$;

-- Chooses the password of an invited account, once, while nobody uses it. `done`, `wrong`, or `used`, also if it was
-- taken into use without the link. For everybody who has the link.
create function public.redeem_invitation(p_token text, p_password text) returns text
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

-- Whether a text is an ordinary e-mail address; whether it exists is not checked.
create function private.is_email(p_address text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(p_address ~ '^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$' and length(p_address) <= 254, false)
$$;
revoke all on function private.check_password, private.make_login, private.take_back_login, private.invitation_of,
  private.is_email, public.create_account, public.invite_account, public.invitation_state, public.redeem_invitation from
  public, anon, authenticated;
grant execute on function public.create_account, public.invite_account to authenticated;
grant execute on function public.invitation_state, public.redeem_invitation to anon, authenticated;

-- A link opens its account only in the state for which it was made (AUTH-20, SEC-80). Otherwise a link that the desk
-- made for a customer would grant the role that the account got later, and would open accounts already in use.

-- Whether an account is unused, so that a link may assign it.
create function private.is_awaited(p public.profiles) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = p.id and case p.role
    when 'customer' then u.email_confirmed_at is null
    else coalesce(u.encrypted_password, '') = '' or private.is_unused_account(u.id) end)
$$;
revoke all on function private.is_awaited from public, anon, authenticated;
