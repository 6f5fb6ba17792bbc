-- Extensions, the private schema and the small functions that the rules of every table use. docs/database.md is the map
-- of these files.
-- Conventions of all of them:
--     Tables: row level security on; `revoke all`, then what each role may do, column by column where it matters; the
--     policy "only sessions that count" (private.require_session); policies that say in their name who may do what.
--     Functions: `set search_path = ''`, every name qualified. In `private` nobody may execute one without a grant; in
--     `public` all rights are revoked and then granted to those who call it. SECURITY DEFINER begins with a check of
--     the caller.
--     Errors: a sentence in Spanish for the person, and a code: 42501 not allowed, 23514 against a rule, 22023 not a
--     valid request, P0002 gone, 23503 or 23505 as the constraint says, P0001 too often, PT409 (HTTP 409) sent before
--     with other values.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists pgcrypto with schema extensions;

-- Not exposed by the API: helpers of policies and triggers, and what nobody may read directly.
create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Older hosted projects grant what is made in `public` to the API's roles, newer ones do not: rights are the same on
-- both because everything is revoked first. Execution is granted to everybody by PostgreSQL itself, for all schemas.
-- Not per schema: PostgreSQL adds per-schema defaults to the global ones, so a revoke there would do nothing.
alter default privileges revoke execute on functions from public;

-- A RUT in its one stored form: dots and blanks dropped, the dash before the check digit, k as K. Null and blank stay
-- as they are.
create function private.normalize_rut(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when compact = '' then value
    when length(compact) >= 2 then left(compact, -1) || '-' || right(compact, 1)
    else compact
  end
  from (select upper(regexp_replace(coalesce(value, ''), '[.\s‐-―-]', '', 'g')) as compact) as cleaned
$$;

-- The stored form's pattern: 7 or 8 digits, dash, digit or K. The check digit (mod 11) is a warning of the interface
-- only (AUTH-07).
create function private.is_rut(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select value ~ '^[0-9]{7,8}-[0-9K]$'
$$;

-- The number as WhatsApp wants it: digits only, prefixed 56 when they start with 9.
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

-- Under which texts are the same to people: case, accents and spaces apart.
create function private.name_key(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.fold(trim(regexp_replace(coalesce(value, ''), '[\s\u00A0]+', ' ', 'g')))
$$;

-- Amounts as people read them: $1.234 (DATA-05).
create function private.format_clp(amount bigint) returns text
language sql immutable parallel safe set search_path = '' as $$
  select '$' || replace(to_char(coalesce(amount, 0), 'FM999,999,999,999,990'), ',', '.')
$$;

-- Order numbers as people read them: six digits.
create function private.format_order_number(order_number integer) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when order_number > 999999 then order_number::text else lpad(order_number::text, 6, '0') end
$$;

-- True for the roles of the public API. Triggers are SECURITY INVOKER, so that inside a SECURITY DEFINER function of
-- ours (whose own checks have passed) and for migrations and the service role this is false and the stamps of the
-- caller are kept.
create function private.is_api_caller() returns boolean
language sql stable set search_path = '' as $$
  select current_user in ('anon', 'authenticated')
$$;

grant execute on function private.normalize_rut, private.is_rut, private.whatsapp_phone, private.phone_key,
  private.fold, private.name_key, private.format_clp, private.format_order_number, private.is_api_caller
  to anon, authenticated, service_role;

-- One word as a LIKE pattern that finds it anywhere, its own wildcards taken literally.
create function private.contains_pattern(word text) returns text
language sql immutable set search_path = '' as $$
  select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

-- Numbers are printed with six digits, and the next order follows the highest: one slip would carry the shop's numbers
-- away for good.
create function private.highest_foreign_number(p_own bigint) returns bigint
language sql immutable set search_path = '' as $$
  select greatest(999999, coalesce(p_own, 0) + 100000)
$$;
