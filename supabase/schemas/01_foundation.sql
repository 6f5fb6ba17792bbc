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
    when typed ~ '^\s*[A-Z]{2}\s*/' then
      left(ltrim(typed), 2) || '/' || regexp_replace(split_part(typed, '/', 2), '[^A-Z0-9]', '', 'g')
    when compact = '' then value
    when length(compact) >= 2 then left(compact, -1) || '-' || right(compact, 1)
    else compact
  end
  from (
    select upper(coalesce(private.plain_marks(value), '')) as typed,
      upper(regexp_replace(coalesce(private.plain_marks(value), ''), '[.\s-]', '', 'g')) as compact
  ) as cleaned
$$;

-- The stored form's pattern: 7 or 8 digits, dash, digit or K. The check digit (mod 11) is a warning of the interface
-- only (AUTH-07).
create function private.is_rut(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select value ~ '^[0-9]{7,8}-[0-9K]$'
$$;

-- The number as WhatsApp wants it, as normalisePhone in shared/src/values/phone.ts: with a plus or 00 the country is
-- known, and a zero in parentheses, '+49 (0)151 2345678', is dialled inside of it only (MSG-20); before 2016 a 0 was
-- dialled before a Chilean number.
create function private.whatsapp_phone(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when typed ~ '^[\s(]*([+]|00)'
      then regexp_replace(regexp_replace(regexp_replace(typed, '[(]\s*0\s*[)]', '', 'g'), '[^0-9]', '', 'g'), '^00', '')
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

-- Two spellings of one Chilean number compare equal by their last nine digits.
create function private.phone_key(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when length(digits) >= 8 then right(digits, 9) end
  from (select regexp_replace(coalesce(value, ''), '[^0-9]', '', 'g') as digits) as cleaned
$$;

-- The phone by which a person is known; null for one of repeated digits (99999999), which is typed where there is none.
create function private.personal_phone_key(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when key !~ '([0-9])\1{7}$' then key end from private.phone_key(value) as key
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
  private.personal_phone_key, private.fold, private.name_key, private.format_clp, private.format_order_number,
  private.is_api_caller to anon, authenticated, service_role;

-- '3 de diciembre', of another year than today's '3 de diciembre de 2027'.
create function private.day_in_sentence(p_day date, p_today date) returns text
language sql immutable set search_path = '' as $$
  select extract(day from p_day) || ' de '
    || (array['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre',
      'noviembre', 'diciembre'])[extract(month from p_day)::integer]
    || case when extract(year from p_day) <> extract(year from p_today) then ' de ' || extract(year from p_day)
      else '' end
$$;

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

-- Lists end at page 10,000 (SEC-62): otherwise an invented page number would make the database read and skip all rows
-- before it.

-- How many rows come before a page; below 1 is the first. Refuses pages that no list has: a list asks for it after the
-- role.
create function private.rows_before(p_page bigint, p_size integer) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  if p_page > 10000 then
    raise exception 'Las listas llegan hasta la página 10.000: acota lo que buscas.' using errcode = '22023';
  end if;
  return (greatest(coalesce(p_page, 1), 1) - 1) * p_size;
end
$$;
revoke all on function private.rows_before from public, anon, authenticated;

-- The same for lists that are asked for by the rows to skip.
create function private.rows_skipped(p_offset integer, p_size integer) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  perform private.rows_before(p_offset::bigint / p_size + 1, p_size);
  return greatest(coalesce(p_offset, 0), 0);
end
$$;
revoke all on function private.rows_skipped from public, anon, authenticated;

-- Texts of the API contain no characters that are invisible or change the direction of text: a name with U+202E reads
-- backwards, and reverses the text beside it (SEC-63). Blank characters as wide as a letter are removed too, so that no
-- name consists of them, and so are the separators of lines and paragraphs. They are removed, not refused, since
-- numbers and names copied from a phone contain them. The joiners of emojis and scripts (U+200C, U+200D) and variation
-- selectors stay where they join something: not at the beginning of a text, nor after a blank or the quotation mark
-- before a text in JSON. shared/src/values/readable.ts has the same rule. No index depends on it.
create function private.readable(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(regexp_replace(value,
    '[\u00AD\u034F\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\u2800\u3164\uFEFF\uFFA0]', '', 'g'),
    '(^|[\t-\r "\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000])[\u200C\u200D\uFE00-\uFE0F]+', '\1', 'g')
$$;
revoke all on function private.readable from public;
grant execute on function private.readable to anon, authenticated, service_role;

-- A text without invisible characters and surrounding blanks; null if nothing is left. \s alone leaves the blanks that
-- do not break a line, and trim() all but the space.
create function private.written(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select nullif(regexp_replace(private.readable(value),
    '^[\s\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+|[\s\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+$', '', 'g'), '')
$$;
grant execute on function private.written to anon, authenticated, service_role;

-- Removes these characters from all texts of a row, including JSON, and control characters except in JSON, whose values
-- have their own formats. A text of blanks becomes empty, so that it counts as missing; one from before this rule stays
-- until it is changed, so that the rest of its row can be. Its name sorts before those of the other triggers.
create function private.as_readable() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given text := to_jsonb(new)::text;
  kept jsonb;
begin
  if private.readable(given) = given
    and given !~ '[\\\u007f-\u009f]|"[\s\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+"' then
    return new;
  end if;
  kept := private.readable(given)::jsonb;
  kept := kept || coalesce((
    select jsonb_object_agg(e.key, case when private.written(e.value #>> '{}') is null then ''
      else private.without_controls(e.value #>> '{}',
        tg_table_name || '.' || e.key = any (private.multiline_columns())) end)
    from jsonb_each(kept) as e
    where jsonb_typeof(e.value) = 'string' and (e.value #>> '{}' ~ '[\u0001-\u001f\u007f-\u009f]'
      or private.written(e.value #>> '{}') is null)), '{}');
  if tg_op = 'UPDATE' then
    kept := kept || coalesce((
      select jsonb_object_agg(e.key, e.value) from jsonb_each(to_jsonb(old)) as e
      where kept ->> e.key = '' and to_jsonb(new) -> e.key = e.value), '{}');
  end if;
  return jsonb_populate_record(new, kept);
end
$$;

-- Numbers count as they look (ORD-100), and a phone given with its plus is complete (MSG-20).

-- Removes invisible marks that phones copy around a number, and replaces typographic dashes and spaces by plain ones;
-- shared/src/values/plain-marks.ts has the same rule.
create function private.plain_marks(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(regexp_replace(replace(private.readable(value), U&'\00AD', ''),
    U&'[\2010-\2015\2212\FE58\FE63\FF0D]', '-', 'g'),
    U&'[\00A0\2000-\200A\202F\205F\3000]', ' ', 'g')
$$;
grant execute on function private.plain_marks to anon, authenticated, service_role;

-- Cleans phones and device numbers of every writer.
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
revoke all on function private.clean_numbers from public, anon, authenticated;

-- A person without a RUT is identified by a document of another country (ORD-102): 'AR/AAB123456' in the place of the
-- RUT. Earlier orders, warranty returns and anonymisation, which match by RUT, match by the document with its country;
-- accounts have RUTs only, so that none is tied to such an order.

create function private.is_document(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select value ~ '^[A-Z]{2}/[A-Z0-9]{3,20}$'
$$;
grant execute on function private.is_document to anon, authenticated, service_role;

-- A text of one line is one line (SEC-63): a name with a line break reads as two statements where others see it, in a
-- decision ('who said yes'), a notice, a message or on paper. Line breaks, tabs and control characters become a space.
-- Texts of several lines keep breaks and tabs. A new column is one line until it is listed here.
create function private.multiline_columns() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array[
    'appointments.reason', 'device_code_keys.public_key', 'erasure_requests.answer', 'service_order_internal.internal_notes',
    'service_orders.cancellation_reason', 'service_orders.device_password', 'service_orders.equipment_condition',
    'service_orders.notes', 'service_orders.technical_work', 'service_orders.work_description', 'whatsapp_replies.body'
  ]
$$;
revoke all on function private.multiline_columns from public;

create function private.without_controls(value text, is_multiline boolean) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when is_multiline then regexp_replace(value, '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]', '', 'g')
    else btrim(regexp_replace(value, '[\u0001-\u001f\u007f-\u009f]+', ' ', 'g')) end
$$;
revoke all on function private.without_controls from public;

-- A second phone of an order's customer (ORD-124). While the first one is a landline, messages go to it.

create function private.is_landline(p_phone text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(private.whatsapp_phone(p_phone) ~ '^(56)?[2-7][0-9]{8}$', false)
$$;

create function private.is_mobile(p_phone text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(private.whatsapp_phone(p_phone) ~ '^569[0-9]{8}$', false)
$$;
revoke all on function private.is_landline, private.is_mobile from public, anon, authenticated;
grant execute on function private.is_landline, private.is_mobile to authenticated, service_role;
