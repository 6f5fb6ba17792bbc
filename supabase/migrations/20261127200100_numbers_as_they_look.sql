-- Numbers count as they look (ORD-100), and a phone given with its plus is complete (MSG-20).

-- Without the marks that a phone copies around a number and nobody sees; dashes and spaces as a keyboard has them, as
-- in shared/src/values/plain-marks.ts.
create function private.plain_marks(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(regexp_replace(replace(private.readable(value), U&'\00AD', ''),
    U&'[\2010-\2015\2212\FE58\FE63\FF0D]', '-', 'g'),
    U&'[\00A0\2000-\200A\202F\205F\3000]', ' ', 'g')
$$;

create or replace function private.normalize_rut(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when compact = '' then value
    when length(compact) >= 2 then left(compact, -1) || '-' || right(compact, 1)
    else compact
  end
  from (
    select upper(regexp_replace(coalesce(private.plain_marks(value), ''), '[.\s-]', '', 'g')) as compact
  ) as cleaned
$$;

-- As normalisePhone in shared/src/values/phone.ts: with a plus or 00 the country is known; before 2016 a 0 was dialled
-- before a Chilean number.
create or replace function private.whatsapp_phone(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when typed ~ '^[\s(]*([+]|00)' then regexp_replace(digits, '^00', '')
    when digits ~ '^09[0-9]{8}$' then '56' || substr(digits, 2)
    when digits ~ '^0[2-8][0-9]{8}$' then substr(digits, 2)
    when digits like '9%' then '56' || digits
    else digits
  end
  from (
    select private.plain_marks(value) as typed,
      regexp_replace(coalesce(private.plain_marks(value), ''), '[^0-9]', '', 'g') as digits
  ) as cleaned
$$;

-- Phones and device numbers are stored as they look, whoever writes them.
create function private.clean_numbers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'service_orders' then
    new.customer_phone := private.plain_marks(new.customer_phone);
    new.imei := private.plain_marks(new.imei);
  else
    new.phone := private.plain_marks(new.phone);
  end if;
  return new;
end
$$;
revoke all on function private.clean_numbers() from public, anon, authenticated;
create trigger clean_numbers before insert or update of customer_phone, imei on public.service_orders
  for each row execute function private.clean_numbers();
create trigger clean_numbers before insert or update of phone on public.profiles
  for each row execute function private.clean_numbers();
create trigger clean_numbers before insert or update of phone on public.appointments
  for each row execute function private.clean_numbers();

-- The condition of a search in texts as SQL; s is the search row.
create or replace function private.search_condition(p_field text, p_search text) returns text
language plpgsql stable set search_path = '' as $$
declare
  term text := trim(private.fold(private.plain_marks(left(p_search, 200))));
  compact text := regexp_replace(term, '[^0-9k]', '', 'g');
begin
  case p_field
    when 'customer_rut' then
      return case when compact = '' then ' and false' else private.text_condition('customer_rut', compact) end;
    when 'customer_phone' then
      -- In any spelling: with a 0 or 00 before it, too.
      compact := coalesce(nullif(ltrim(regexp_replace(term, '[^0-9]', '', 'g'), '0'), ''),
        regexp_replace(term, '[^0-9]', '', 'g'));
      return case when compact = '' then ' and false'
        -- Short ones by the beginning, with or without the prefix.
        when length(compact) < 3 then format(' and (s.customer_phone like %L or s.customer_phone like %L)',
          compact || '%', '56' || compact || '%')
        else private.text_condition('customer_phone', compact) end;
    when 'all' then
      -- What looks like a RUT, a phone or a number is compared as such: dots, dashes and blanks inside it do not count.
      if term ~ '^[+(]?[0-9][0-9 .()+-]*[0-9k]$' then
        return private.text_condition('everything', ltrim(regexp_replace(term, '[^0-9k]', '', 'g'), '0'));
      end if;
      return private.text_condition('everything', term);
    else
      return private.text_condition(p_field, term);
  end case;
end
$$;

-- As before, for numbers as they look.
create or replace function public.search_profiles(p_search text, p_staff boolean, p_limit integer default 20,
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
  limit page_size offset private.rows_skipped(p_offset, page_size);
end
$$;


grant execute on function private.plain_marks, private.readable to anon, authenticated, service_role;
