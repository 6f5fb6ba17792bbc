-- Extensions, the private schema and the small functions that every table's rules use.
-- Grants are explicit everywhere: projects of this year do not grant new tables to the API roles by default, older ones do,
-- so each table first revokes everything and then grants what it means to.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists pgcrypto with schema extensions;

-- Not exposed by the API: helpers of policies and triggers, and what nobody may read directly.
create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Not per schema: PostgreSQL adds per-schema defaults to the global ones, so a revoke there would do nothing.
alter default privileges revoke execute on functions from public;

-- A RUT in its one stored form: dots and blanks dropped, the dash before the check digit, k as K. Null and blank stay as they are.
create function private.normalize_rut(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when compact = '' then value
    when length(compact) >= 2 then left(compact, -1) || '-' || right(compact, 1)
    else compact
  end
  from (select upper(regexp_replace(coalesce(value, ''), '[.\s‐-―-]', '', 'g')) as compact) as cleaned
$$;

-- The stored form's pattern: 7 or 8 digits, dash, digit or K. The check digit (mod 11) is a warning of the interface only (AUTH-07).
create function private.is_rut(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select value ~ '^[0-9]{7,8}-[0-9K]$'
$$;

-- The number as WhatsApp wants it: digits only, prefixed 56 when they start with 9 (section 7).
create function private.whatsapp_phone(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when digits like '9%' then '56' || digits else digits end
  from (select regexp_replace(coalesce(value, ''), '[^0-9]', '', 'g') as digits) as cleaned
$$;

-- Two spellings of one Chilean number compare equal by their last nine digits.
create function private.phone_key(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when length(digits) >= 8 then right(digits, 9) end
  from (select regexp_replace(coalesce(value, ''), '[^0-9]', '', 'g') as digits) as cleaned
$$;

-- Text for searching: lower case, without accents. Immutable (the dictionary is named), so that indexes may use it.
create function private.fold(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent'::regdictionary, coalesce(value, '')))
$$;

-- Amounts as people read them: $1.234 (DATA-05).
create function private.format_clp(amount bigint) returns text
language sql immutable parallel safe set search_path = '' as $$
  select '$' || replace(to_char(coalesce(amount, 0), 'FM999,999,999,999,990'), ',', '.')
$$;

-- Order numbers as people read them: six digits (section 9).
create function private.format_order_number(order_number integer) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when order_number > 999999 then order_number::text else lpad(order_number::text, 6, '0') end
$$;

-- True for the roles of the public API. Triggers are SECURITY INVOKER, so that inside a SECURITY DEFINER function of ours (whose
-- own checks have passed) and for migrations and the service role this is false and the stamps of the caller are kept.
create function private.is_api_caller() returns boolean
language sql stable set search_path = '' as $$
  select current_user in ('anon', 'authenticated')
$$;

grant execute on function private.normalize_rut(text), private.is_rut(text), private.whatsapp_phone(text), private.phone_key(text),
  private.fold(text), private.format_clp(bigint), private.format_order_number(integer), private.is_api_caller()
  to anon, authenticated, service_role;
