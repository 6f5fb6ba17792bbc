-- Accounts of the staff, and finding people: the users screen and the counter. Accents, case, dots of a RUT and the
-- prefix of a phone do not matter.

-- Staff accounts: an admin signs the person up with a second client and then calls this, which confirms the e-mail and
-- gives the role. It fails on an unknown id: a hosted project answers a sign-up for a known e-mail with a made-up one.
create function public.admin_set_staff(
  p_user_id uuid, p_full_name text, p_rut text, p_phone text, p_role text, p_request_id uuid default null
) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  saved public.profiles;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_role is null or p_role not in ('admin', 'technician', 'receptionist') then
    raise exception 'El rol no es válido.' using errcode = '23514';
  end if;
  if not private.claim_request(p_request_id, 'admin_set_staff',
    jsonb_build_array(p_user_id, p_full_name, p_rut, p_phone, p_role)) then
    select * into saved from public.profiles where id = p_user_id;
    return saved;
  end if;
  -- Only an account nobody has used yet: this must not be a way to take over a customer's login.
  if not exists (
    select from auth.users u join public.profiles p on p.id = u.id
    where u.id = p_user_id and u.email_confirmed_at is null and u.last_sign_in_at is null and p.role = 'customer'
      and u.created_at > now() - interval '15 minutes'
  ) then
    raise exception 'No se pudo crear el usuario' using errcode = 'P0002';
  end if;
  update auth.users set email_confirmed_at = now(), raw_user_meta_data = raw_user_meta_data - 'request_id'
    where id = p_user_id;
  update public.profiles
  set full_name = trim(p_full_name), rut = p_rut, phone = nullif(trim(p_phone), ''), role = p_role
  where id = p_user_id
  returning * into saved;
  perform private.finish_request(p_request_id, to_jsonb(p_user_id), 'la cuenta quedó creada');
  return saved;
end
$$;
revoke all on function public.admin_set_staff from public, anon, authenticated;
grant execute on function public.admin_set_staff to authenticated;

-- Before a staff account is tried again under its id. True when it is complete, with just these values; a complete one
-- with others is refused. Otherwise what an earlier try has left, a sign-up that carries the id and that nobody has
-- used, is taken away, so that it begins anew.
create function public.admin_resume_staff(
  p_request_id uuid, p_email text, p_password text, p_full_name text, p_rut text, p_phone text, p_role text
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  made := (private.request_result(p_request_id) #>> '{}')::uuid;
  if made is null then
    delete from auth.users u using public.profiles p
    where p.id = u.id and u.raw_user_meta_data ->> 'request_id' = p_request_id::text and u.email_confirmed_at is null
      and u.last_sign_in_at is null and p.role = 'customer' and u.created_at > now() - interval '15 minutes';
    return false;
  end if;
  -- What others call 2b or 2y is what pgcrypto knows as 2a.
  if not exists (
    select from auth.users u
    cross join lateral (select regexp_replace(u.encrypted_password, '^[$]2[by][$]', '$2a$') as hash) as stored
    where u.id = made and lower(u.email) = lower(p_email) and extensions.crypt(p_password, stored.hash) = stored.hash
  ) then
    perform private.refuse_request((select d.summary from private.done_requests d where d.user_id = auth.uid()
      and d.id = p_request_id));
  end if;
  return not private.claim_request(p_request_id, 'admin_set_staff',
    jsonb_build_array(made, p_full_name, p_rut, p_phone, p_role));
end
$$;
revoke all on function public.admin_resume_staff from public, anon, authenticated;
grant execute on function public.admin_resume_staff to authenticated;

-- Takes the second factor from a colleague who has lost it, and ends the sessions there are. One's own is removed with
-- a code instead.
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
-- Staff only.
-- p_staff: those who work here, or the customers. A RUT is found without its dash too. SECURITY DEFINER with a check of
-- its own: under row level security no trigram index is used, because LIKE is not leakproof.
create function public.search_profiles(p_search text, p_staff boolean, p_limit integer default 20,
  p_offset integer default 0)
returns table (
  id uuid, email text, full_name text, rut text, phone text, role text, rut_verified_at timestamptz,
  created_at timestamptz, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  term text := left(trim(coalesce(p_search, '')), 200);
  phrase text := '%' || regexp_replace(private.fold(term), '([\\%_])', '\\\1', 'g') || '%';
  rut_like text := case when term ~ '^[0-9.\s]{5,}-?[0-9kK]?$'
    then '%' || lower(regexp_replace(term, '[.\s]', '', 'g')) || '%' end;
  -- As some people write it: 90355139 is 9035513-9.
  bare_rut_like text := case when term ~ '^[0-9.\s]{7,10}[0-9kK]$'
    then '%' || lower(regexp_replace(regexp_replace(term, '[.\s]', '', 'g'), '(.)$', '-\1')) || '%' end;
  phone_like text := case when term ~ '^[-+0-9()\s]{4,}$'
    then '%' || right(regexp_replace(term, '[^0-9]', '', 'g'), 9) || '%' end;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
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
  limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0);
end
$$;
revoke all on function public.search_profiles from public, anon, authenticated;
grant execute on function public.search_profiles to authenticated;
