-- Finding people: the users screen and the counter. Accents, case, dots of a RUT and the prefix of a phone do not matter.

create function private.profile_search_text(full_name text, email text, rut text, phone text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.fold(full_name || ' ' || email || ' ' || coalesce(rut, '') || ' ' || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g'))
$$;
-- The index is maintained by whoever writes a profile, so they need the function.
grant execute on function private.profile_search_text(text, text, text, text) to anon, authenticated, service_role;
create index profiles_search on public.profiles
  using gin (private.profile_search_text(full_name, email, rut, phone) extensions.gin_trgm_ops);

-- One page of the people whose name, e-mail, RUT or phone contains the text, by name; `total` counts all that match. Staff only.
-- p_staff: those who work here, or the customers. SECURITY DEFINER with a check of its own: under row level security no trigram index
-- is used, because LIKE is not leakproof.
create function public.search_profiles(p_search text, p_staff boolean, p_limit integer default 20, p_offset integer default 0)
returns table (
  id uuid, email text, full_name text, rut text, phone text, role text, rut_verified_at timestamptz, created_at timestamptz, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  term text := left(trim(coalesce(p_search, '')), 200);
  phrase text := '%' || regexp_replace(private.fold(term), '([\\%_])', '\\\1', 'g') || '%';
  rut_like text := case when term ~ '^[0-9.\s]{5,}-?[0-9kK]?$' then '%' || lower(regexp_replace(term, '[.\s]', '', 'g')) || '%' end;
  phone_like text := case when term ~ '^[-+0-9()\s]{4,}$' then '%' || right(regexp_replace(term, '[^0-9]', '', 'g'), 9) || '%' end;
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
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like phone_like
    )
  order by private.fold(p.full_name), p.id
  limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0);
end
$$;
revoke all on function public.search_profiles(text, boolean, integer, integer) from public, anon, authenticated;
grant execute on function public.search_profiles(text, boolean, integer, integer) to authenticated;
