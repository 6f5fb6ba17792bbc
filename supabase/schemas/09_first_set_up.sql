-- First-run set-up: a one-time address, which the operator makes, creates the first admin in the browser. Then the
-- onboarding checklist of a new shop's admins.

create table private.shop_setup (
  -- One row.
  is_only boolean primary key default true check (is_only),
  -- SHA-256 of the address's token: 256 random bits, which need no salt. Null until an address is made.
  token_hash bytea,
  made_at timestamptz,
  used_at timestamptz,
  -- The form's id of the request that used it, and whose account it made: the same request again is done already.
  used_by_request uuid,
  admin_id uuid references auth.users (id) on delete set null,
  -- When an admin dismissed the list of first steps.
  steps_hidden_at timestamptz
);
create index shop_setup_admin on private.shop_setup (admin_id);
alter table private.shop_setup enable row level security;

-- Whether a token is that of the newest address. Hashes are compared, so that the time taken reveals nothing about the
-- token.
create function private.is_setup_token(p_token text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.shop_setup s where s.token_hash = sha256(convert_to(p_token, 'UTF8')))
$$;

-- A new token, which voids the one before; null when the shop has an admin. For whoever runs the installation: the
-- server at its start, or an owner of a hosted project in the SQL editor.
create function private.new_setup_token() returns text
language plpgsql set search_path = '' as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  perform pg_advisory_xact_lock(hashtextextended('create-first-admin', 0));
  if exists (select from public.profiles where role = 'admin') then
    return null;
  end if;
  update private.shop_setup set token_hash = sha256(convert_to(token, 'UTF8')), made_at = now(), used_at = null,
    used_by_request = null, admin_id = null
  where is_only;
  return token;
end
$$;

-- Makes the first admin: a confirmed account and its profile. Of concurrent calls the second fails. The HINT of an
-- error is a machine-readable code.
create function private.create_first_admin(p_email text, p_password text, p_full_name text) returns uuid
language plpgsql set search_path = '' as $$
declare
  made uuid;
  address text := lower(trim(p_email));
  person text := private.written(p_full_name);
begin
  perform pg_advisory_xact_lock(hashtextextended('create-first-admin', 0));
  if exists (select from public.profiles where role = 'admin') then
    raise exception 'La tienda ya tiene un administrador.' using errcode = '23505', hint = 'admin_exists';
  elsif not private.is_email(address) then
    raise exception 'El correo del administrador no es válido.' using errcode = '23514', hint = 'bad_email';
  end if;
  perform private.check_password(p_password);
  if person is null or length(person) > 200 then
    raise exception 'Falta el nombre del administrador.' using errcode = '23514', hint = 'bad_name';
  end if;
  made := private.make_login(address, p_password, true, jsonb_build_object('full_name', person));
  update public.profiles set role = 'admin' where id = made;
  return made;
end
$$;

-- The state of a set-up address. `open`: it can create the first account. `used`: it has created the account. `done`:
-- the shop has an admin, whom this address did not create. `wrong`: the address is unknown or voided. For everybody who
-- has the address.
create function public.setup_state(p_token text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select from public.profiles where role = 'admin')
      then case when s.used_at is not null and private.is_setup_token(p_token) then 'used' else 'done' end
    when s.used_at is null and private.is_setup_token(p_token) then 'open'
    else 'wrong' end
  from private.shop_setup s
$$;
revoke all on function public.setup_state from public, anon, authenticated;
grant execute on function public.setup_state to anon, authenticated;

-- Creates the first account of an empty shop with the token of its address, which works once. Answers `created`, also
-- to the same request sent again, or else the address's state. For everybody who has the address.
create function public.set_up_shop(p_token text, p_request_id uuid, p_email text, p_password text, p_full_name text)
  returns text
language plpgsql security definer set search_path = '' as $$
declare
  state text;
begin
  perform pg_advisory_xact_lock(hashtextextended('create-first-admin', 0));
  state := public.setup_state(p_token);
  if state = 'used' and exists (
    select from private.shop_setup s join auth.users u on u.id = s.admin_id
    where s.used_by_request = p_request_id and lower(u.email) = lower(trim(p_email))
  ) then
    return 'created';
  elsif state <> 'open' then
    return state;
  end if;
  update private.shop_setup set used_at = now(), used_by_request = p_request_id,
    admin_id = private.create_first_admin(p_email, p_password, p_full_name)
  where is_only;
  return 'created';
end
$$;
revoke all on function public.set_up_shop from public, anon, authenticated;
grant execute on function public.set_up_shop to anon, authenticated;

-- The first steps that a new shop's admins have completed, and whether they have hidden the list. Admins only.
create function public.first_steps() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('settings');
  return jsonb_build_object(
    'shop', exists (select from public.setting_sections s where s.section = 'shop' and s.version > 1),
    'order', exists (select from public.service_orders),
    'team', (select count(*) > 1 from public.profiles p where p.role <> 'customer'),
    'services', exists (select from public.setting_sections s where s.section = 'services' and s.version > 1),
    'hidden', exists (select from private.shop_setup s where s.steps_hidden_at is not null));
end
$$;
revoke all on function public.first_steps from public, anon, authenticated;
grant execute on function public.first_steps to authenticated;

-- Dismisses the list of first steps, for all admins. Idempotent. Admins only.
create function public.hide_first_steps() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('settings');
  update private.shop_setup set steps_hidden_at = coalesce(steps_hidden_at, now())
  where is_only;
end
$$;
revoke all on function public.hide_first_steps from public, anon, authenticated;
grant execute on function public.hide_first_steps to authenticated;
