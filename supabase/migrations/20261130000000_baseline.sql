-- The files of supabase/schemas, one after the other (decision 57).
-- Functions name tables and functions that are made further down.
set check_function_bodies = off;

-- 01_foundation

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
  private.fold, private.name_key, private.format_clp, private.format_order_number, private.is_api_caller to anon,
  authenticated, service_role;

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

create table private.done_requests (
  -- Part of the key: the id of somebody else means nothing, neither to see nor to take.
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  task text not null,
  -- SHA-256 of what was asked for; the values themselves are nobody's business here.
  arguments bytea not null,
  -- What was done, as the rest of a sentence.
  summary text,
  result jsonb,
  done_at timestamptz not null default now(),
  primary key (user_id, id)
);
create index done_requests_oldest on private.done_requests (done_at);
alter table private.done_requests enable row level security;

-- The same id came with other values.
create function private.refuse_request(p_summary text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception 'Lo que enviaste antes sí llegó: %. Lo que cambiaste después no se guardó. Revisa cómo quedó antes de enviarlo otra vez.',
    coalesce(p_summary, 'quedó guardado') using errcode = 'PT409';
end
$$;

-- True when the caller asks for this the first time: it is to be done now. False when it is done already. The same id
-- with other arguments is refused: the person is told what was done. A request without an id is done each time. Of two
-- at once the second waits for the first.
create function private.claim_request(p_id uuid, p_task text, p_arguments jsonb, p_summary text default null)
  returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  digest bytea := sha256(convert_to(p_arguments::text, 'UTF8'));
  known private.done_requests;
begin
  if p_id is null or caller is null then
    return true;
  end if;
  -- A form is not open for a week. A few at a time, so that no request pays for many.
  delete from private.done_requests d using (
    select o.user_id, o.id from private.done_requests o where o.done_at < now() - interval '7 days'
    order by o.done_at limit 100 for update skip locked
  ) as old
  where d.user_id = old.user_id and d.id = old.id;
  insert into private.done_requests (user_id, id, task, arguments, summary)
  values (caller, p_id, p_task, digest, p_summary) on conflict do nothing;
  if found then
    return true;
  end if;
  select * into known from private.done_requests d where d.user_id = caller and d.id = p_id;
  if known.task <> p_task or known.arguments <> digest then
    perform private.refuse_request(known.summary);
  end if;
  return false;
end
$$;
grant execute on function private.claim_request to authenticated;

-- Notes what became of a request that was claimed in this transaction.
create function private.finish_request(p_id uuid, p_result jsonb, p_summary text) returns void
language sql security definer set search_path = '' as $$
  update private.done_requests set result = p_result, summary = p_summary where user_id = (select auth.uid())
    and id = p_id
$$;
grant execute on function private.finish_request to authenticated;

-- What a request of the caller came to when it was done.
create function private.request_result(p_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select result from private.done_requests where user_id = (select auth.uid()) and id = p_id
$$;
grant execute on function private.request_result to authenticated;

-- For tables whose rows a form adds itself: the row's id is the request's. A row that was added stays added, even if it
-- was changed or deleted since. Arguments: the summary, then the columns that the form writes.
-- Rights are asked first (DATA-34): a row that was added already never meets the policy that refuses it, so that
-- whoever is no longer of the staff, or whose session does not count, would be told what was done. Only the staff add
-- rows to these tables.
create function private.insert_once() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  columns jsonb := to_jsonb(new);
  arguments jsonb;
begin
  if not private.is_staff() then
    return new;
  end if;
  select jsonb_object_agg(name, columns -> name) into arguments from unnest(tg_argv) as name where columns ? name;
  return case when private.claim_request(new.id, tg_table_name, arguments, tg_argv[0]) then new end;
end
$$;

-- No list is read further than its page 10,000 (SEC-62): a page number that somebody makes up had all rows before it
-- counted and skipped.

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

-- Texts of the API have no marks that change their direction or that nobody sees: a name with U+202E reads backwards,
-- and takes what stands beside it along (SEC-63). They also lose what is as wide as a letter and shows nothing, so that
-- no name is made of it, and the separators of lines and paragraphs that break a single line. All are taken out, not
-- refused: numbers and names that are copied from a phone have them. What emojis and scripts are joined with (U+200C,
-- U+200D) stays. shared/src/values/readable.ts has the same rule.
create function private.readable(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(value,
    '[\u00AD\u034F\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\u3164\uFEFF\uFFA0]', '', 'g')
$$;
revoke all on function private.readable from public;
grant execute on function private.readable to anon, authenticated, service_role;

-- Takes them out of all texts of a row, those inside of JSON too, and control characters, but not inside of JSON, whose
-- values have their own shapes. Its name comes before those of the other triggers.
create function private.as_readable() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given text := to_jsonb(new)::text;
  kept jsonb;
begin
  if private.readable(given) = given and given !~ '[\\\u007f-\u009f]' then
    return new;
  end if;
  kept := private.readable(given)::jsonb;
  kept := kept || coalesce((
    select jsonb_object_agg(e.key, private.without_controls(e.value #>> '{}',
      tg_table_name || '.' || e.key = any (private.multiline_columns())))
    from jsonb_each(kept) as e
    where jsonb_typeof(e.value) = 'string' and e.value #>> '{}' ~ '[\u0001-\u001f\u007f-\u009f]'), '{}');
  return jsonb_populate_record(new, kept);
end
$$;

-- Numbers count as they look (ORD-100), and a phone given with its plus is complete (MSG-20).

-- Without the marks that a phone copies around a number and nobody sees; dashes and spaces as a keyboard has them, as
-- in shared/src/values/plain-marks.ts.
create function private.plain_marks(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(regexp_replace(replace(private.readable(value), U&'\00AD', ''),
    U&'[\2010-\2015\2212\FE58\FE63\FF0D]', '-', 'g'),
    U&'[\00A0\2000-\200A\202F\205F\3000]', ' ', 'g')
$$;
grant execute on function private.plain_marks to anon, authenticated, service_role;

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
revoke all on function private.clean_numbers from public, anon, authenticated;

-- Who has no RUT is known by a document of another country (ORD-102): 'AR/AAB123456' in the place of the RUT. What goes
-- by the RUT (earlier orders, warranty returns, anonymisation) goes by the document with its country; accounts have
-- RUTs only, so that none is tied to such an order.

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

-- 02_profiles

-- Accounts of customers and staff, and who is calling: every rule of every table asks here.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  full_name text not null default '' check (length(full_name) <= 200),
  rut text check (rut is null or private.is_rut(rut)),
  phone text check (length(phone) <= 40),
  address text check (length(address) <= 300),
  role text not null default 'customer' check (role in ('admin', 'technician', 'receptionist', 'customer')),
  -- When it was proved that the RUT is this person's (see customer ties). Until then the account matches no order.
  rut_verified_at timestamptz,
  created_at timestamptz not null default now()
);
-- One account per proven RUT. An unproven claim of the same RUT blocks nobody.
create unique index profiles_proven_rut on public.profiles (rut) where rut_verified_at is not null;
create index profiles_rut on public.profiles (rut);
create index profiles_role on public.profiles (role) where role <> 'customer';
create trigger as_readable before insert or update on public.profiles
  for each row execute function private.as_readable();

-- Whether the caller's token may do anything at all. Without a session in it a token is none of a person's.
create function private.session_counts() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  v_session_id uuid := (claims ->> 'session_id')::uuid;
begin
  if v_session_id is null then
    return true;
  end if;
  if not exists (
    select from auth.sessions s
    where s.id = v_session_id and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  ) then
    return false;
  end if;
  if claims ->> 'aal' is distinct from 'aal2'
    and exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified') then
    return false;
  end if;
  return not private.is_idle_session(v_session_id);
end
$$;
grant execute on function private.session_counts to authenticated;

-- The caller's role, read anew each time: a demoted or deleted user stops at once, whatever an old token says. Every
-- rule reads it here, so that a session that does not count has none.
create function private.my_role() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select p.role from public.profiles p where p.id = (select auth.uid()) and private.session_counts());
end
$$;

-- Those who work here.
create function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.my_role() in ('admin', 'technician', 'receptionist'), false);
end
$$;

-- Those who run the shop.
create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.my_role() = 'admin', false);
end
$$;

-- Those who take in, edit and print orders.
create function private.is_desk() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.my_role() in ('admin', 'receptionist'), false);
end
$$;

-- The RUT whose orders the caller may see as a customer: proven only, else null.
create function private.my_rut() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select p.rut from public.profiles p
    where p.id = (select auth.uid()) and p.rut_verified_at is not null and private.session_counts());
end
$$;
grant execute on function private.my_role, private.is_staff, private.is_admin, private.is_desk, private.my_rut to anon,
  authenticated, service_role;

-- Refuses everybody but admins.
create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
end
$$;

-- The caller's id, if it is a customer's.
create function private.require_customer() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.my_role() is distinct from 'customer' then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return auth.uid();
end
$$;

-- The policy of every table of the API that gives rights to sessions that count only, also over rows that are a
-- person's own, which no role guards (supabase/test/sessions.test.ts).
create function private.require_session(p_table regclass) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('drop policy if exists "only sessions that count" on %s', p_table);
  execute format(
    'create policy "only sessions that count" on %s as restrictive for all to authenticated
    using ((select private.session_counts()))', p_table);
end
$$;
alter table public.profiles enable row level security;
select private.require_session('public.profiles');
revoke all on public.profiles from anon, authenticated;
grant all on public.profiles to service_role;
-- anon: the start-up probe reads with limit 1 and gets no rows (SHELL-13).
grant select on public.profiles to anon, authenticated;
grant update (email, full_name, rut, phone, address, role) on public.profiles to authenticated;
grant delete on public.profiles to authenticated;
create policy "own profile, and staff see all" on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_staff()));
create policy "own profile, and admins edit all" on public.profiles for update to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()))
  with check (id = (select auth.uid()) or (select private.is_admin()));
create policy "admins delete" on public.profiles for delete to authenticated
  using ((select private.is_admin()));

-- A new login gets its profile here, whatever the client sends as role (AUTH-03). The metadata is the client's word:
-- trimmed, cut, and the RUT kept only in its proper form.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rut text := private.normalize_rut(new.raw_user_meta_data ->> 'rut');
begin
  insert into public.profiles (id, email, full_name, rut, phone)
  values (
    new.id,
    coalesce(new.email, ''),
    left(trim(coalesce(new.raw_user_meta_data ->> 'full_name', '')), 200),
    case when private.is_rut(rut) then rut end,
    nullif(left(trim(coalesce(new.raw_user_meta_data ->> 'phone', '')), 40), '')
  );
  return new;
end
$$;
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- What nobody may do by an update of profiles: change an own role, RUT or e-mail, prove an own RUT, take the last admin
-- away; nor, of the staff, an own name, which stands beside all that they do.
create function private.guard_profile() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.rut := nullif(private.normalize_rut(new.rut), '');
  if private.is_api_caller() then
    if new.email is distinct from old.email then
      raise exception 'El correo no se puede cambiar.' using errcode = '42501';
    end if;
    if new.rut is distinct from old.rut then
      raise exception 'El RUT no se puede cambiar.' using errcode = '42501';
    end if;
    if new.role is distinct from old.role and not private.is_admin() then
      raise exception 'Solo un administrador cambia roles.' using errcode = '42501';
    end if;
    if new.full_name is distinct from old.full_name and old.role <> 'customer' and not private.is_admin() then
      raise exception 'Tu nombre lo cambia un administrador.' using errcode = '42501';
    end if;
  end if;
  return new;
end
$$;
create trigger guard_profile before update on public.profiles
  for each row execute function private.guard_profile();

-- The shop never loses its last admin. The lock makes two admins who demote each other wait for one another.
create function private.keep_one_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.role = 'admin' and (tg_op = 'DELETE' or new.role <> 'admin') then
    perform pg_advisory_xact_lock(hashtextextended('private.keep_one_admin', 0));
    if not exists (select from public.profiles where role = 'admin' and id <> old.id) then
      raise exception 'Debe quedar al menos un administrador.' using errcode = '23514';
    end if;
  end if;
  return coalesce(new, old);
end
$$;
create trigger keep_one_admin before update of role or delete on public.profiles
  for each row execute function private.keep_one_admin();

-- Deleting a profile deletes the login with it, so that the person's sessions end (ORD-14). Deleting the login first
-- ends here too.
create function private.delete_login() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.users where id = old.id;
  return old;
end
$$;
create trigger delete_login after delete on public.profiles
  for each row execute function private.delete_login();
create trigger clean_numbers before insert or update of phone on public.profiles
  for each row execute function private.clean_numbers();

-- A registration by call follows the rules of the form (AUTH-03): name, RUT and phone.

-- As isDiallable in shared/src/values/phone.ts.
create function private.is_diallable(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(private.whatsapp_phone(value) ~ '^[0-9]{8,15}$' and private.plain_marks(value) ~ '^[0-9\s()+./-]*$',
    false)
$$;

create function private.is_whole_registration(p_full_name text, p_rut text, p_phone text) returns boolean
language sql immutable security definer set search_path = '' as $$
  select coalesce(trim(p_full_name), '') <> '' and private.is_rut(private.normalize_rut(p_rut)) is true
    and private.is_diallable(p_phone)
$$;

-- An address with an account is answered as one without, and only the second makes a row: a row that is refused would
-- tell them apart. So the account of a registration that is not whole is made, and never confirmed: nobody signs in
-- with it, and it is forgotten like any other. What the shop makes (an invitation, the secret key, which confirms in
-- the transaction that makes the account) may lack a phone.
create function private.refuse_partial_registration() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_jsonb(new) ->> 'invited_at' is null
    and exists (select from public.profiles p where p.id = new.id and p.role = 'customer'
      and p.xmin <> pg_current_xact_id()::xid and not private.is_whole_registration(p.full_name, p.rut, p.phone))
    and not exists (select from private.account_invitations i where i.user_id = new.id) then
    raise exception 'La cuenta necesita nombre, RUT y teléfono válidos.' using errcode = '23514';
  end if;
  return new;
end
$$;
revoke all on function private.is_diallable, private.is_whole_registration, private.refuse_partial_registration from
  public, anon, authenticated;
grant execute on function private.is_whole_registration to service_role;
create trigger refuse_partial_registration before update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.refuse_partial_registration();

-- The names of the staff, which orders keep when an account is deleted (ORD-120): a person's orders referred to the
-- profile, and lost the name with it.

create table public.staff_names (
  -- A profile's id. No foreign key: the name outlives the account.
  id uuid primary key,
  full_name text not null check (length(full_name) <= 200)
);
alter table public.staff_names enable row level security;
select private.require_session('public.staff_names');
revoke all on public.staff_names from anon, authenticated;
grant all on public.staff_names to service_role;
grant select on public.staff_names to authenticated;
create policy "staff read" on public.staff_names for select to authenticated using ((select private.is_staff()));

create function private.keep_staff_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.staff_names (id, full_name) values (new.id, new.full_name)
  on conflict (id) do update set full_name = excluded.full_name;
  return new;
end
$$;
create trigger keep_staff_name after insert or update of full_name, role on public.profiles
  for each row when (new.role <> 'customer') execute function private.keep_staff_name();

-- The name goes with the account when no order has it.
create function private.drop_staff_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.staff_names n
  where n.id = old.id and not exists (select from public.service_orders o where o.technician_id = old.id)
    and not exists (select from public.service_orders o where o.receptionist_id = old.id);
  return old;
end
$$;
create trigger drop_staff_name after delete on public.profiles
  for each row execute function private.drop_staff_name();

-- The kept names of the staff are texts of the API like any other (SEC-63).
create trigger as_readable before insert or update on public.staff_names
  for each row execute function private.as_readable();

-- 03_sessions

-- Which sessions count, and what a person sees and ends of the own ones. A session that was ended, lay idle too long or
-- lacks the second factor of its account has no rights, whatever its token says: the token alone would go on for up to
-- an hour.

-- When a person last did something in a session. A token is renewed by an open tab that nobody looks at, so its renewal
-- is no use.
create table private.session_use (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  last_used_at timestamptz not null default now(),
  proved_at timestamptz,
  guesses integer not null default 0,
  guesses_since timestamptz
);
create index session_use_user on private.session_use (user_id);
alter table private.session_use enable row level security;

-- True for a session of the staff that nobody has used for longer than the shop allows. Customers' sessions do not end
-- by that.
create function private.is_idle_session(p_session_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.sessions s
    join public.profiles p on p.id = s.user_id and p.role <> 'customer'
    left join private.session_use u on u.session_id = s.id
    where s.id = p_session_id
      and greatest(s.created_at, u.last_used_at) < now() - make_interval(mins => private.staff_idle_minutes())
  );
end
$$;
grant execute on function private.is_idle_session to service_role;

-- The caller's id, if the session counts.
create function private.require_own_session() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or not private.session_counts() then
    raise exception 'Tu sesión terminó. Inicia sesión de nuevo.' using errcode = '42501';
  end if;
  return auth.uid();
end
$$;

-- The session of the caller's token.
create function private.current_session_id() returns uuid
language sql stable set search_path = '' as $$
  select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')::uuid
$$;

-- The person did something. Returns after how many minutes without use this session will end; null if it will not.
create function public.touch_session() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_own_session();
  v_session_id uuid := private.current_session_id();
begin
  if v_session_id is not null then
    insert into private.session_use (session_id, user_id) values (v_session_id, caller)
    on conflict (session_id) do update set last_used_at = now();
  end if;
  return case when private.is_staff() then private.staff_idle_minutes() end;
end
$$;
revoke all on function public.touch_session from public, anon, authenticated;
grant execute on function public.touch_session to authenticated;

-- The caller's sessions, newest use first. The address is cut: it tells the network, not the house.
create function public.own_sessions() returns table (
  id uuid, is_current boolean, user_agent text, address text, created_at timestamptz, last_used_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_own_session();
begin
  return query
    select s.id, s.id is not distinct from private.current_session_id(), left(s.user_agent, 400),
      case family(s.ip)
        when 4 then regexp_replace(host(s.ip), '[.][0-9]+[.][0-9]+$', '.*.*')
        when 6 then host(network(set_masklen(s.ip, 48))) || '*'
      end,
      s.created_at,
      greatest(s.created_at, u.last_used_at)
    from auth.sessions s left join private.session_use u on u.session_id = s.id
    where s.user_id = caller and (s.not_after is null or s.not_after > now())
      and not private.is_idle_session(s.id)
    order by 2 desc, 6 desc, 1;
end
$$;
revoke all on function public.own_sessions from public, anon, authenticated;
grant execute on function public.own_sessions to authenticated;

-- Ends one of the caller's sessions; its refresh tokens go with it. False if there was none: it may have ended a moment
-- before.
create function public.end_session(p_session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_own_session();
begin
  delete from auth.sessions where id = p_session_id and user_id = caller;
  if not found then
    return false;
  end if;
  delete from private.session_use where session_id = p_session_id;
  return true;
end
$$;
revoke all on function public.end_session from public, anon, authenticated;
grant execute on function public.end_session to authenticated;

-- Ends all of the caller's sessions but this one. Returns how many.
create function public.end_other_sessions() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_own_session();
  v_count integer;
begin
  delete from auth.sessions where user_id = caller and id is distinct from private.current_session_id();
  get diagnostics v_count = row_count;
  delete from private.session_use where user_id = caller and session_id is distinct from private.current_session_id();
  return v_count;
end
$$;
revoke all on function public.end_other_sessions from public, anon, authenticated;
grant execute on function public.end_other_sessions to authenticated;

-- Who holds a session need not be the person: it may be stolen, or lie open. What takes an account over (password,
-- second factor) or ends it (erasure) wants a sign-in, a code or the password within the last minutes.

create function private.proof_minutes() returns integer
language sql immutable set search_path = '' as $$ select 5 $$;

-- Whether somebody proved lately, in this session, to be its person. Renewing a token proves nothing.
create function private.is_proved_session(p_session_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions s
    left join private.session_use u on u.session_id = s.id
    left join auth.mfa_amr_claims c on c.session_id = s.id and c.authentication_method = 'totp'
    where s.id = p_session_id
      and greatest(s.created_at, u.proved_at, c.updated_at) > now() - make_interval(mins => private.proof_minutes())
  )
$$;
grant execute on function private.is_proved_session to service_role;

-- The caller's id, if the session counts and was proved lately.
create function private.require_proof() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_own_session();
begin
  if not coalesce(private.is_proved_session(private.current_session_id()), false) then
    raise exception 'Por seguridad, escribe tu contraseña de nuevo.' using errcode = '42501';
  end if;
  return caller;
end
$$;

-- The password given again, for this session. It is counted first and answers nothing (decision 18): five in a quarter
-- of an hour, by session, so that whoever holds one session does not lock the person out of another one.
create function public.try_password(p_password text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_own_session();
  v_session_id uuid := private.current_session_id();
  counted integer;
begin
  if v_session_id is null then
    return;
  end if;
  insert into private.session_use as u (session_id, user_id, guesses, guesses_since) values (v_session_id, caller, 1, now())
  on conflict (session_id) do update set
    guesses = case when u.guesses_since > now() - interval '15 minutes' then u.guesses + 1 else 1 end,
    guesses_since = case when u.guesses_since > now() - interval '15 minutes' then u.guesses_since else now() end,
    proved_at = null
  returning u.guesses into counted;
  if counted <= 5 and extensions.crypt(p_password, private.password_salt(caller)) = private.password_salt(caller) then
    update private.session_use set proved_at = now(), guesses = 0, guesses_since = null where session_id = v_session_id;
  end if;
end
$$;
revoke all on function public.try_password from public, anon, authenticated;
grant execute on function public.try_password to authenticated;

-- Whether the password that was tried last in this session was right.
create function public.is_password_proved() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_own_session();
  return exists (
    select from private.session_use u where u.session_id = private.current_session_id()
      and u.proved_at > now() - make_interval(mins => private.proof_minutes())
  );
end
$$;
revoke all on function public.is_password_proved from public, anon, authenticated;
grant execute on function public.is_password_proved to authenticated;

-- Whether an account may be changed by the authentication server: one of its sessions counts and was proved lately, or
-- nobody is signed in. The server does not tell the database which session asks, so that an idle or a stolen session
-- gains nothing while the person has not signed in.
create function private.is_proved_account(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from auth.sessions s where s.user_id = p_user_id)
    or exists (select from auth.sessions s where s.user_id = p_user_id and private.is_proved_session(s.id)
      and not private.is_idle_session(s.id))
$$;
grant execute on function private.is_proved_account to service_role;

create function private.refuse_unproved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_proved_account(case when tg_table_name = 'users' then (to_jsonb(new) ->> 'id')::uuid
    else (to_jsonb(new) ->> 'user_id')::uuid end) then
    raise exception 'Por seguridad, inicia sesión de nuevo antes de este cambio.' using errcode = '42501';
  end if;
  return new;
end
$$;

-- The roles are those of the authentication server, hosted and embedded; functions of this schema and operators are
-- neither.
create trigger refuse_unproved_password before update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password
    and current_user in ('supabase_auth_admin', 'authenticator'))
  execute function private.refuse_unproved();

-- Hosted projects may refuse triggers on this table to those who migrate: there GoTrue alone decides
-- (docs/security.md).
do $$
begin
  create trigger refuse_unproved_factor before insert on auth.mfa_factors
    for each row when (current_user in ('supabase_auth_admin', 'authenticator'))
    execute function private.refuse_unproved();
exception when insufficient_privilege then
  raise notice 'auth.mfa_factors takes no trigger here';
end
$$;

-- 04_account_changes

-- Changes of accounts: role, name, RUT and its proof, e-mail, second factor, password. Who holds rights can give
-- themselves or others more, use them and put everything back: that it happened stays.

-- No foreign keys: the record outlives the account. Nothing is taken back, by nobody: a row is marked as mailed once,
-- and what says whose data it was goes with a customer's account, a RUT with the claim of it.
create table private.account_changes (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default now(),
  account_id uuid not null,
  account_name text not null,
  -- Null where the authentication server or the system made the change.
  actor_id uuid,
  actor_name text,
  kind text not null check (kind in (
    'role', 'name', 'rut', 'rut_proof', 'email', 'second_factor', 'password', 'deleted'
  )),
  old_value text,
  new_value text,
  mailed_at timestamptz
);
create index account_changes_newest on private.account_changes (changed_at desc, id desc);
create index account_changes_account on private.account_changes (account_id, id desc);
create index account_changes_unmailed on private.account_changes (id) where mailed_at is null;
alter table private.account_changes enable row level security;
revoke all on private.account_changes from service_role;

create function private.keep_account_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and (
    (old.mailed_at is null and to_jsonb(new) - 'mailed_at' = to_jsonb(old) - 'mailed_at')
    or (new.account_name in ('', old.account_name) and new.old_value is null and new.new_value is null
      and (new.actor_name = old.actor_name or new.actor_name is null and (old.actor_name is null or old.actor_id = old.account_id))
      and to_jsonb(new) - '{account_name,actor_name,old_value,new_value}'::text[]
        = to_jsonb(old) - '{account_name,actor_name,old_value,new_value}'::text[]
      and not exists (select from public.profiles p where p.id = old.account_id
        and (p.rut is not null or old.kind not in ('rut', 'rut_proof'))))
  ) then
    return new;
  end if;
  raise exception 'El registro de cambios de cuentas no se cambia.' using errcode = '42501';
end
$$;
create trigger keep_account_changes before update or delete on private.account_changes
  for each row execute function private.keep_account_changes();

create function private.add_account_change(p_account_id uuid, p_kind text, p_old text, p_new text) returns void
language sql security definer set search_path = '' as $$
  insert into private.account_changes (account_id, account_name, actor_id, actor_name, kind, old_value, new_value)
  select p_account_id, coalesce(a.full_name, ''), (select auth.uid()), c.full_name, p_kind, p_old, p_new
  from (select) as one
  left join public.profiles a on a.id = p_account_id
  left join public.profiles c on c.id = (select auth.uid())
$$;

-- What the system itself makes (a new account's first values, the demo's data) has no caller and is no change.
create function private.record_profile_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.role = 'customer' then
      update private.account_changes set account_name = '', old_value = null, new_value = null,
        actor_name = case when actor_id is distinct from old.id then actor_name end
      where account_id = old.id;
    else
      insert into private.account_changes (account_id, account_name, actor_id, actor_name, kind, old_value)
      select old.id, old.full_name, (select auth.uid()), c.full_name, 'deleted', old.role
      from (select) as one left join public.profiles c on c.id = (select auth.uid());
    end if;
    return null;
  end if;
  if new.role <> old.role then
    perform private.add_account_change(new.id, 'role', old.role, new.role);
  end if;
  if new.full_name <> old.full_name then
    perform private.add_account_change(new.id, 'name', old.full_name, new.full_name);
  end if;
  if new.email <> old.email then
    perform private.add_account_change(new.id, 'email', old.email, new.email);
  end if;
  if new.rut is null and old.rut is not null then
    update private.account_changes set old_value = null, new_value = null
      where account_id = new.id and kind in ('rut', 'rut_proof');
    perform private.add_account_change(new.id, 'rut', null, null);
  elsif new.rut is distinct from old.rut then
    perform private.add_account_change(new.id, 'rut', old.rut, new.rut);
  end if;
  if (new.rut_verified_at is null) <> (old.rut_verified_at is null) then
    perform private.add_account_change(new.id, 'rut_proof',
      case when old.rut_verified_at is not null and new.rut is not null then old.rut end,
      case when new.rut_verified_at is not null then new.rut end);
  end if;
  return null;
end
$$;
create trigger record_change after update on public.profiles
  for each row when (auth.uid() is not null) execute function private.record_profile_change();
create trigger record_deletion after delete on public.profiles
  for each row execute function private.record_profile_change();

-- The first password, chosen when an account is confirmed, is no change of the account.
create function private.record_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(old.encrypted_password, '') <> '' and coalesce(new.encrypted_password, '') <> '' then
    perform private.add_account_change(new.id, 'password', null, null);
  end if;
  return null;
end
$$;
create trigger record_password after update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password)
  execute function private.record_password();

create function private.record_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    perform private.add_account_change(new.user_id, 'second_factor', null, 'active');
  -- With the account itself its factors go without a line.
  elsif exists (select from auth.users u where u.id = old.user_id) then
    perform private.add_account_change(old.user_id, 'second_factor', 'active', null);
  end if;
  return null;
end
$$;

do $$
begin
  create trigger record_new_factor after update of status on auth.mfa_factors
    for each row when (old.status <> 'verified' and new.status = 'verified')
    execute function private.record_factor();
  create trigger record_lost_factor after delete on auth.mfa_factors
    for each row when (old.status = 'verified') execute function private.record_factor();
exception when insufficient_privilege then
  raise notice 'auth.mfa_factors takes no trigger here';
end
$$;

-- A page of 50 of the changes of accounts, newest first. Names are those of today, by id, or of then for accounts that
-- are gone. Admins only.
create function public.list_account_changes(
  p_person uuid default null, p_from date default null, p_to date default null, p_page integer default 1
) returns table (
  id bigint, changed_at timestamptz, account_name text, actor_name text, kind text, old_value text, new_value text,
  total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := private.log_day(p_from);
  -- The end of the day; there is none after the last that a date can be.
  until timestamptz := private.log_day(least(p_to, '9999-12-31') + 1);
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select c.id, c.changed_at, coalesce(nullif(a.full_name, ''), c.account_name),
      coalesce(nullif(b.full_name, ''), c.actor_name), c.kind, c.old_value, c.new_value,
      (select count(*) from (
        select from private.account_changes n
        where (p_person is null or p_person in (n.actor_id, n.account_id)) and (since is null or n.changed_at >= since)
          and (until is null or n.changed_at < until)
        limit 10001) as counted)
    from private.account_changes c
    left join public.profiles a on a.id = c.account_id
    left join public.profiles b on b.id = c.actor_id
    where (p_person is null or p_person in (c.actor_id, c.account_id)) and (since is null or c.changed_at >= since)
      and (until is null or c.changed_at < until)
    order by c.changed_at desc, c.id desc
    limit 50 offset private.rows_before(p_page, 50);
end
$$;
revoke all on function public.list_account_changes from public, anon, authenticated;
grant execute on function public.list_account_changes to authenticated;

-- The newest changes of the own account, for its person; the staff by role only.
create function public.own_account_changes()
returns table (id bigint, changed_at timestamptz, kind text, by_self boolean, old_value text, new_value text)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_own_session();
begin
  return query
    select c.id, c.changed_at, c.kind, c.actor_id is not distinct from caller, c.old_value, c.new_value
    from private.account_changes c where c.account_id = caller order by c.id desc limit 20;
end
$$;
revoke all on function public.own_account_changes from public, anon, authenticated;
grant execute on function public.own_account_changes to authenticated;

-- The e-mail is that of the login. A person does not change it alone, neither here nor through the authentication
-- server; what an operator changes there is followed.
create function private.refuse_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  raise exception 'El correo de la cuenta no se puede cambiar aquí. Pídelo en el taller.' using errcode = '42501';
end
$$;
create trigger refuse_email_change before update of email_change on auth.users
  for each row when (new.email_change is distinct from old.email_change and new.email_change <> ''
    and current_user in ('supabase_auth_admin', 'authenticator'))
  execute function private.refuse_email_change();

create function private.follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = coalesce(new.email, '') where id = new.id and email is distinct from new.email;
  perform private.add_account_change(new.id, 'email', old.email, new.email);
  return null;
end
$$;
create trigger follow_email after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function private.follow_email();

-- Whoever registers an address types a password for it, and need not be whoever reads its mails. So confirming the
-- address takes that password away, and the confirming browser sets one: an unconfirmed account gives nobody anything
-- (SEC-80). An account that one transaction makes and confirms keeps its password: the secret key
-- does that, no link. The profile tells, which is made with the account. So does one that is set along with it.
create function private.forget_unconfirmed_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.encrypted_password is not distinct from old.encrypted_password
    and not exists (select from public.profiles p where p.id = new.id and p.xmin = pg_current_xact_id()::xid) then
    new.encrypted_password := '';
  end if;
  return new;
end
$$;
revoke all on function private.forget_unconfirmed_password from public, anon, authenticated;
create trigger forget_unconfirmed_password before update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.forget_unconfirmed_password();

-- 05_people

-- Accounts of the staff, and finding people: the users screen and the counter. Accents, case, dots of a RUT and the
-- prefix of a phone do not matter.

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
revoke all on function public.search_profiles from public, anon, authenticated;
grant execute on function public.search_profiles to authenticated;

-- The stored hash, whose salt a guess takes; null where there is no password.
create function private.password_salt(p_user_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select nullif(regexp_replace(u.encrypted_password, '^[$]2[by][$]', '$2a$'), '') from auth.users u where u.id = p_user_id
$$;
revoke all on function private.password_salt from public, anon, authenticated;

-- Whether nobody has been signed in with an account; null for one that is gone.
create function private.is_unused_account(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select u.last_sign_in_at is null and not exists (select from auth.sessions s where s.user_id = u.id)
  from auth.users u where u.id = p_user_id
$$;

-- Guesses that nobody can answer any more: tickets end after a minute, counts after an hour.
create function private.forget_guesses() returns void
language sql security definer set search_path = '' as $$
  delete from private.report_pin_guesses where made_at < now() - interval '1 minute';
  delete from private.claim_attempts where attempted_at < now() - interval '1 hour';
  update private.claim_attempts set ticket = null, order_number = null, phone = null
  where ticket is not null and attempted_at < now() - interval '1 minute';
$$;
revoke all on function private.is_unused_account, private.forget_guesses from public, anon, authenticated;

-- Accounts that the shop makes, of staff by an admin and of customers by the desk: one call, without a mail to confirm,
-- so that it works before mail is set up. What a stranger has registered with the same address and nobody has confirmed
-- is taken away first (SEC-80). An invitation is a link that the shop hands over: whoever has it chooses the password,
-- once.

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

-- Makes an account: of staff by an admin, of a customer by the desk. Staff have a password at once; a customer's
-- account is confirmed by its invitation or by a mail. The same request again, its answer lost, makes no second
-- account: as long as nobody has used the first, the password typed last is the one that counts. Sent again with the
-- same password it stays as it is: the record of changes gets no line of a change. Not for an account that has another
-- role by now.
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

-- Whoever made a customer's account need not be the person who is to work here. So a role of the staff begins with a
-- new password, which an invitation or a mail gives.
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
  -- Of the account when the link was made.
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

-- A new link for an account that nobody uses yet, which voids the one before: of staff by an admin, of a customer by
-- the desk. An account in use is its owner's: no link is made for it.
create function public.invite_account(p_user_id uuid) returns text
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

-- Whose account an invitation opens, while nobody uses it: { email, name }, null when it opens none. For everybody who
-- has the link.
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

-- An address as people have one; what a mail server makes of it is not asked.
create function private.is_email(p_address text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(p_address ~ '^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$' and length(p_address) <= 254, false)
$$;
revoke all on function private.check_password, private.make_login, private.take_back_login, private.invitation_of,
  private.is_email, public.create_account, public.invite_account, public.invitation_state, public.redeem_invitation from
  public, anon, authenticated;
grant execute on function public.create_account, public.invite_account to authenticated;
grant execute on function public.invitation_state, public.redeem_invitation to anon, authenticated;

-- A link opens the account that it was made for, and no other one (AUTH-20, SEC-80): made by the desk for a customer it
-- gave whoever had kept it the role that the account got later, and it took accounts that were in use by then.

-- Whether nobody uses an account yet, so that a link may give it to somebody.
create function private.is_awaited(p public.profiles) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = p.id and case p.role
    when 'customer' then u.email_confirmed_at is null
    else coalesce(u.encrypted_password, '') = '' or private.is_unused_account(u.id) end)
$$;
revoke all on function private.is_awaited from public, anon, authenticated;

-- 06_settings

-- The shop's own settings, which its admins change in the browser: one JSON value for each section, with its history.

-- A setting of the installation, whoever asks.
create function private.shop_setting(p_key text) returns text
language sql stable security definer set search_path = '' as $$
  select s.value ->> p_key from public.setting_sections s where s.section = 'data'
$$;

-- After how many minutes without use the staff's sessions end; a shop that deleted the row has the default.
create function private.staff_idle_minutes() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select (s.value ->> 'staff_idle_minutes')::integer from public.setting_sections s where s.section = 'data');
end
$$;

-- What a section's value must look like, as JSON Schema. Generated from the schemas that the interface checks with.
create table private.setting_shapes (
  section text primary key,
  -- Whether everybody may read it: it stands on the public pages.
  is_public boolean not null,
  shape jsonb not null
);
alter table private.setting_shapes enable row level security;

create table public.setting_sections (
  section text primary key references private.setting_shapes (section),
  value jsonb not null,
  -- Counted by the server: who saves names the version that was read.
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  -- Null for what a new shop begins with. The name is kept as it was.
  changed_by uuid,
  changed_by_name text
);
alter table public.setting_sections enable row level security;
select private.require_session('public.setting_sections');
revoke all on public.setting_sections from anon, authenticated;
grant all on public.setting_sections to service_role;
grant select on public.setting_sections to authenticated;
create policy "admins read" on public.setting_sections for select to authenticated using ((select private.is_admin()));
-- Other sections that are not public stay with the admins.
create policy "staff read" on public.setting_sections for select to authenticated
  using (section = 'desk' and (select private.is_staff()));
create trigger as_readable before insert or update on public.setting_sections
  for each row execute function private.as_readable();

-- Every version of every section.
create table public.setting_changes (
  id bigint generated always as identity primary key,
  section text not null references private.setting_shapes (section),
  version integer not null,
  before jsonb,
  after jsonb not null,
  changed_at timestamptz not null default now(),
  changed_by uuid,
  changed_by_name text,
  -- The change that this one took back.
  undoes bigint references public.setting_changes (id),
  unique (section, version)
);
create index setting_changes_undoes on public.setting_changes (undoes);
alter table public.setting_changes enable row level security;
select private.require_session('public.setting_changes');
revoke all on public.setting_changes from anon, authenticated;
revoke all on sequence public.setting_changes_id_seq from anon, authenticated;
grant all on public.setting_changes to service_role;
grant select on public.setting_changes to authenticated;
create policy "admins read" on public.setting_changes for select to authenticated using ((select private.is_admin()));
create trigger as_readable before insert or update on public.setting_changes
  for each row execute function private.as_readable();

-- Checks a value, counts its version and says who wrote it.
create function private.guard_setting_section() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_setting(new.section, new.value);
  new.version := case tg_op when 'INSERT' then 1 else old.version + 1 end;
  new.changed_at := now();
  new.changed_by := (select auth.uid());
  new.changed_by_name := (select p.full_name from public.profiles p where p.id = new.changed_by);
  return new;
end
$$;
create trigger guard before insert or update on public.setting_sections
  for each row execute function private.guard_setting_section();

-- Keeps every version, and tells the server's processes that the public facts may have changed.
create function private.record_setting_section() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.setting_changes (section, version, before, after, changed_at, changed_by, changed_by_name)
  values (new.section, new.version, case tg_op when 'UPDATE' then old.value end, new.value, new.changed_at, new.changed_by,
    new.changed_by_name);
  perform pg_notify('setting_sections', new.section);
  return null;
end
$$;
create trigger record after insert or update on public.setting_sections
  for each row execute function private.record_setting_section();

-- Saves one section as a form has it, which read p_version. Sent twice it happens once. When somebody else saved
-- meanwhile nothing is changed: `saved` is false, and the row is the present one. Admins only.
create function public.save_setting_section(p_request_id uuid, p_section text, p_value jsonb, p_version integer)
returns table (saved boolean, value jsonb, version integer, changed_at timestamptz, changed_by_name text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  row public.setting_sections;
  summary text := 'los ajustes quedaron guardados';
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  select * into row from public.setting_sections s where s.section = p_section for update;
  if row.section is null or p_value is null then
    raise exception 'Esa sección de los ajustes no existe.' using errcode = '22023';
  end if;
  -- Not claimed when it is refused: the form sends another version under the same id after its conflict is solved.
  if private.request_result(p_request_id) is null and row.version is distinct from p_version and row.value <> p_value then
    return query select false, row.value, row.version, row.changed_at, row.changed_by_name;
    return;
  end if;
  if private.claim_request(p_request_id, 'save_setting_section',
    jsonb_build_array(p_section, p_value, p_version), summary) then
    if row.value <> p_value then
      update public.setting_sections s set value = p_value where s.section = p_section returning * into row;
    end if;
    perform private.finish_request(p_request_id, to_jsonb(row.version), summary);
  end if;
  return query
    select true, c.after, c.version, c.changed_at, c.changed_by_name from public.setting_changes c
    where c.section = p_section
      and c.version = coalesce((private.request_result(p_request_id) #>> '{}')::integer, row.version);
end
$$;
revoke all on function public.save_setting_section from public, anon, authenticated;
grant execute on function public.save_setting_section to authenticated;

-- Takes one change back: each part of the section that it changed becomes again what it was before. Refused when such a
-- part has been changed since. Sent twice it happens once. Admins only.
create function public.undo_setting_change(p_request_id uuid, p_change_id bigint)
returns table (value jsonb, version integer, changed_at timestamptz, changed_by_name text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  change public.setting_changes;
  row public.setting_sections;
  parts jsonb;
  summary text := 'el cambio quedó deshecho';
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  select * into change from public.setting_changes c where c.id = p_change_id;
  if change.before is null then
    raise exception 'Ese cambio no existe, o es el valor inicial.' using errcode = 'P0002';
  end if;
  select * into row from public.setting_sections s where s.section = change.section for update;
  if private.claim_request(p_request_id, 'undo_setting_change', to_jsonb(p_change_id), summary) then
    -- A part that one side lacks stands for itself as null: no part of a section is null and absent at once.
    select jsonb_object_agg(k.name, change.before -> k.name) into parts
    from jsonb_object_keys(change.before || change.after) as k (name)
    where change.before -> k.name is distinct from change.after -> k.name;
    if exists (select from jsonb_object_keys(parts) as k (name)
      where row.value -> k.name is distinct from change.after -> k.name) then
      raise exception 'Lo que cambió entonces se ha vuelto a cambiar. Deshaz primero el cambio más nuevo.'
        using errcode = '23514';
    end if;
    update public.setting_sections s set value = row.value || parts where s.section = change.section returning * into row;
    update public.setting_changes c set undoes = p_change_id where c.section = row.section and c.version = row.version;
    perform private.finish_request(p_request_id, to_jsonb(row.version), summary);
  end if;
  return query
    select c.after, c.version, c.changed_at, c.changed_by_name from public.setting_changes c
    where c.section = change.section
      and c.version = coalesce((private.request_result(p_request_id) #>> '{}')::integer, row.version);
end
$$;
revoke all on function public.undo_setting_change from public, anon, authenticated;
grant execute on function public.undo_setting_change to authenticated;

-- The public sections, and a text that is another one whenever they are. For everybody: they stand on the public pages.
create function public.shop_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('revision', left(encode(sha256(convert_to(f.facts::text, 'UTF8')), 'hex'), 16), 'facts', f.facts)
  from (
    select jsonb_object_agg(s.section, case s.section
      when 'terms' then s.value || jsonb_build_object('version', s.version) else s.value end) as facts
    from public.setting_sections s join private.setting_shapes k on k.section = s.section where k.is_public
  ) as f
$$;
revoke all on function public.shop_facts from public, anon, authenticated;
grant execute on function public.shop_facts to anon, authenticated, service_role;
alter publication supabase_realtime add table public.setting_sections;

-- 07_setting_checks

-- What a value of the settings must look like before it is saved: shapes, hours, services, messages.

-- Where a value is not of its shape: the path of the first such place, null when there is none. Of JSON Schema it knows
-- the words that the shapes use.
-- A whole number is one that is written as one: jsonb keeps the zeros of 720.0, which no cast to integer takes.
create function private.shape_fault(shape jsonb, value jsonb, path text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  kind text := jsonb_typeof(value);
  content text := value #>> '{}';
  part record;
  fault text;
begin
  if shape ? 'anyOf' then
    for part in select s.choice from jsonb_array_elements(shape -> 'anyOf') as s (choice) loop
      fault := private.shape_fault(part.choice, value, path);
      exit when fault is null;
    end loop;
    return fault;
  end if;
  if shape ? 'type' and not (kind = shape ->> 'type'
    or (kind = 'number' and shape ->> 'type' = 'integer' and content ~ '^-?[0-9]+$')) then
    return path;
  end if;
  if shape ? 'enum' and not shape -> 'enum' @> value then
    return path;
  end if;
  if kind = 'string' and (length(content) < coalesce((shape ->> 'minLength')::integer, 0)
    or length(content) > coalesce((shape ->> 'maxLength')::integer, length(content))
    or content !~ coalesce(shape ->> 'pattern', '')) then
    return path;
  end if;
  if kind = 'number' and (content::numeric < coalesce((shape ->> 'minimum')::numeric, content::numeric)
    or content::numeric > coalesce((shape ->> 'maximum')::numeric, content::numeric)) then
    return path;
  end if;
  for part in select s.rule from jsonb_array_elements(coalesce(shape -> 'allOf', '[]')) as s (rule) loop
    fault := private.shape_fault(part.rule, value, path);
    if fault is not null then
      return fault;
    end if;
  end loop;
  if kind = 'array' then
    if jsonb_array_length(value) < coalesce((shape ->> 'minItems')::integer, 0)
      or jsonb_array_length(value) > coalesce((shape ->> 'maxItems')::integer, jsonb_array_length(value)) then
      return path;
    end if;
    for part in select e.item, e.at from jsonb_array_elements(value) with ordinality as e (item, at) loop
      fault := private.shape_fault(shape -> 'items', part.item, path || '.' || part.at);
      if fault is not null then
        return fault;
      end if;
    end loop;
  elsif kind = 'object' then
    for part in select k.name from jsonb_object_keys(value) as k (name) loop
      if not shape -> 'properties' ? part.name then
        return path || '.' || left(part.name, 40);
      end if;
      fault := private.shape_fault(shape -> 'properties' -> part.name, value -> part.name, path || '.' || part.name);
      if fault is not null then
        return fault;
      end if;
    end loop;
    for part in select r.name from jsonb_array_elements_text(shape -> 'required') as r (name) loop
      if not value ? part.name then
        return path || '.' || part.name;
      end if;
    end loop;
  end if;
  return null;
end
$$;

-- True when each stretch ends after it begins and none begins before the one before it ends.
create function private.are_stretches_apart(stretches jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(opens < closes and (closed_before is null or closed_before <= opens)), true)
  from (
    select s.stretch ->> 'open' as opens, s.stretch ->> 'close' as closes,
      lag(s.stretch ->> 'close') over (order by s.at) as closed_before
    from jsonb_array_elements(stretches) with ordinality as s (stretch, at)
  ) as days
$$;

-- Refuses hours that overlap, of the week and of special days, and special days that meet.
create function private.check_hours(p_value jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  fault text;
begin
  select (array['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'])[d.at] into fault
  from jsonb_array_elements(p_value -> 'week') with ordinality as d (stretches, at)
  where not private.are_stretches_apart(d.stretches) limit 1;
  if fault is null then
    select s.days ->> 'from' into fault from jsonb_array_elements(p_value -> 'specialDays') as s (days)
    where not private.are_stretches_apart(s.days -> 'hours') limit 1;
  end if;
  if fault is not null then
    raise exception 'El horario de % se cruza, o cierra antes de abrir. Revisa sus tramos.', fault using errcode = '23514';
  end if;
  select s.days ->> 'from' into fault
  from jsonb_array_elements(p_value -> 'specialDays') with ordinality as s (days, at)
  where s.days ->> 'from' > s.days ->> 'to' or exists (
    select from jsonb_array_elements(p_value -> 'specialDays') with ordinality as o (days, at)
    where o.at < s.at and s.days ->> 'from' <= o.days ->> 'to' and o.days ->> 'from' <= s.days ->> 'to'
  ) limit 1;
  if fault is not null then
    raise exception 'Los días especiales desde el % terminan antes de comenzar, o se cruzan con otros. Revisa sus fechas.', fault
      using errcode = '23514';
  end if;
end
$$;

-- Refuses services that cannot be told apart and prices from above to.
create function private.check_services(p_value jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  fault text;
begin
  select g.grp ->> 'title' into fault from jsonb_array_elements(p_value -> 'groups') as g (grp)
  group by lower(g.grp ->> 'title'), g.grp ->> 'title' having count(*) > 1 limit 1;
  if fault is null then
    select s.service ->> 'name' into fault
    from jsonb_array_elements(p_value -> 'groups') with ordinality as g (grp, at),
      jsonb_array_elements(g.grp -> 'services') as s (service)
    group by g.at, lower(s.service ->> 'name'), s.service ->> 'name' having count(*) > 1 limit 1;
  end if;
  if fault is not null then
    raise exception '«%» está dos veces. Cambia o quita uno de los dos.', fault using errcode = '23514';
  end if;
  select s.service ->> 'name' into fault
  from jsonb_array_elements(p_value -> 'groups') as g (grp), jsonb_array_elements(g.grp -> 'services') as s (service)
  where (s.service ->> 'priceFrom')::numeric > (s.service ->> 'priceTo')::numeric limit 1;
  if fault is not null then
    raise exception 'El precio «hasta» de «%» es menor que su precio «desde».', fault using errcode = '23514';
  end if;
end
$$;

-- Refuses what is no value of its section, whoever writes it.
create function private.check_setting(p_section text, p_value jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  fault text;
begin
  if octet_length(p_value::text) > 131072 then
    raise exception 'Es demasiado para guardarlo. Acorta los textos o quita elementos.' using errcode = '23514';
  end if;
  select private.shape_fault(k.shape, p_value, k.section) into fault from private.setting_shapes k
  where k.section = p_section;
  if fault is not null then
    raise exception 'El valor de «%» no es válido. Corrígelo y guarda otra vez.', fault using errcode = '23514';
  end if;
  if p_section = 'hours' then
    perform private.check_hours(p_value);
  elsif p_section = 'services' then
    perform private.check_services(p_value);
  end if;
end
$$;

-- The messages to customers are a section of the settings: which events send one, the provider's template of each and
-- its text, with names for what it says of the order. Takes the place of the table whatsapp_templates.

-- What the text of an event's message may say of its order, by name; null for an event without a message. The order of
-- the names numbers the parameters of the provider's template: of those that a text uses, the first is {{1}}.
-- shared/src/settings/message-variables.ts has the same list.
create function private.message_variables(p_event text) returns text[]
language sql immutable set search_path = '' as $$
  select case
    when p_event in ('created', 'completed') then array['orden', 'cliente', 'equipo']
    when p_event = 'in_progress' then array['orden', 'estado', 'cliente', 'equipo']
    when p_event = 'quoted' then array['orden', 'trabajo', 'total', 'enlace', 'cliente', 'equipo']
    when p_event in ('approved', 'rejected') then array['orden', 'respuesta', 'total', 'cliente', 'equipo']
    when p_event = 'delivered' then array['orden', 'garantia', 'cliente', 'equipo']
    when p_event = 'cancelled' then array['orden', 'motivo', 'cliente', 'equipo']
  end
$$;

-- The names that a text uses, in the order of the template's parameters.
create function private.used_variables(p_event text, p_text text) returns table (place bigint, name text)
language sql immutable set search_path = '' as $$
  select row_number() over (order by v.place), v.name
  from unnest(private.message_variables(p_event)) with ordinality as v (name, place)
  where strpos(p_text, '{{' || v.name || '}}') > 0
$$;

-- Refuses a text with a variable that its event does not have, in words that help, and quiet hours without an end.
create function private.check_message_settings() returns trigger
language plpgsql stable set search_path = '' as $$
declare
  fault record;
begin
  select f.name, f.known into fault
  from (
    select (regexp_matches(new.value #>> array[e.event, 'text'], '\{\{([^{}]*)\}\}', 'g'))[1] as name,
      private.message_variables(e.event) as known
    from jsonb_object_keys(case jsonb_typeof(new.value) when 'object' then new.value else '{}' end) as e (event)
  ) as f
  where f.name <> all (f.known) limit 1;
  if fault.name is not null then
    raise exception '{{%}} no existe. Puedes usar: %.', left(fault.name, 40),
      (select string_agg('{{' || k.name || '}}', ', ') from unnest(fault.known) as k (name)) using errcode = '23514';
  end if;
  if new.value #>> '{quietHours,from}' = new.value #>> '{quietHours,to}' then
    raise exception 'Las horas de silencio deben terminar a otra hora de la que comienzan.' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger check_messages before insert or update on public.setting_sections
  for each row when (new.section = 'messages') execute function private.check_message_settings();

-- 08_shop_images

-- The shop's logo: SVG or PNG, named by its content. What it is is decided by its content, not by a name; an SVG is
-- taken only if it is made of drawing alone.

-- The shop's main colour: buttons have it as it is, with white text on it.

-- Contrast of white on #rrggbb (WCAG 2.2), as shared/src/config/look-colors computes it.
create function private.main_color_contrast(p_color text) returns double precision
language sql immutable set search_path = '' as $$
  select 1.05 / (0.05 + sum(c.weight * case when c.part <= 0.04045 then c.part / 12.92 else power((c.part + 0.055) / 1.055, 2.4) end))
  from (
    select weights.weight, get_byte(decode(substr(p_color, 2), 'hex'), weights.at) / 255::double precision as part
    from (values (0, 0.2126::double precision), (1, 0.7152), (2, 0.0722)) as weights (at, weight)
  ) as c
$$;

-- Refuses a main colour on which white text cannot be read, and a logo whose image is not here, whoever writes it.
-- After `guard`, which checks the shape.
create function private.guard_look() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  contrast double precision := private.main_color_contrast(new.value ->> 'color');
begin
  if contrast < 4.5 then
    raise exception 'Con este color el texto blanco se lee mal (contraste % de 4,5). Elige uno más oscuro.',
      replace(to_char(floor(contrast * 10) / 10, 'FM90.0'), '.', ',') using errcode = '23514';
  end if;
  if jsonb_typeof(new.value -> 'logo') = 'object' then
    perform from private.shop_images i
    where jsonb_build_object('hash', i.hash, 'type', i.type, 'width', i.width, 'height', i.height) = new.value -> 'logo'
    for share;
    if not found then
      raise exception 'La imagen del logo no está guardada aquí. Elige el archivo otra vez.' using errcode = '23514';
    end if;
  end if;
  return new;
end
$$;
create trigger guard_look before insert or update on public.setting_sections
  for each row when (new.section = 'look') execute function private.guard_look();

create table private.shop_images (
  -- SHA-256 of the content.
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  type text not null check (type in ('image/svg+xml', 'image/png')),
  width integer not null check (width between 1 and 4096),
  height integer not null check (height between 1 and 4096),
  content bytea not null check (octet_length(content) between 1 and 262144),
  saved_at timestamptz not null default now()
);
alter table private.shop_images enable row level security;

-- Elements of a drawing. Not among them: script, foreignObject, a, animate and set, iframe, audio, video, feImage.
create function private.is_svg_element(p_name text) returns boolean
language sql immutable set search_path = '' as $$
  select p_name = any (array['svg', 'g', 'defs', 'symbol', 'use', 'switch', 'title', 'desc', 'metadata', 'style', 'path',
    'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'textPath', 'image', 'linearGradient',
    'radialGradient', 'stop', 'pattern', 'clipPath', 'mask', 'marker', 'filter', 'feBlend', 'feColorMatrix',
    'feComponentTransfer', 'feComposite', 'feConvolveMatrix', 'feDiffuseLighting', 'feDisplacementMap', 'feDistantLight',
    'feDropShadow', 'feFlood', 'feFuncA', 'feFuncB', 'feFuncG', 'feFuncR', 'feGaussianBlur', 'feMerge', 'feMergeNode',
    'feMorphology', 'feOffset', 'fePointLight', 'feSpecularLighting', 'feSpotLight', 'feTile', 'feTurbulence'])
    -- What drawing programs note for themselves; browsers do not know it.
    or p_name ~ '^(sodipodi|inkscape|rdf|cc|dc):[A-Za-z-]+$'
$$;

-- True for a style that loads nothing: no rule from elsewhere, no address but a part of the same drawing, no escape
-- that hides one.
create function private.is_plain_style(p_style text) returns boolean
language sql immutable set search_path = '' as $$
  select p_style !~ '[\\@]'
    and regexp_replace(p_style, 'url\(\s*["'']?#[A-Za-z0-9_.:-]+["'']?\s*\)', '', 'gi')
      !~* '(url|image|image-set|cross-fade|src|expression)\s*\(|javascript:|-moz-binding|behavior'
$$;

-- Why an attribute of an SVG is refused; null if it is taken.
create function private.svg_attribute_fault(p_element text, p_name text, p_value text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  local text := regexp_replace(lower(p_name), '^.*:', '');
begin
  -- First: a namespace too is read with its entities replaced.
  if p_value ~ '&(?!(amp|lt|gt|quot|apos);)' then
    return 'tiene entidades';
  end if;
  if local ~ '^on' then
    return format('tiene código (%s)', p_name);
  end if;
  if lower(p_name) = 'xmlns' then
    return case when p_value <> 'http://www.w3.org/2000/svg' then 'tiene elementos que no son de un dibujo' end;
  end if;
  -- A prefix for what its program notes, never for elements that browsers know.
  if lower(p_name) ~ '^xmlns:' then
    return case when p_value in ('http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xhtml')
      then 'tiene elementos que no son de un dibujo' end;
  end if;
  -- An escape can hide an address in an attribute that is style; a program's own note may be a path with backslashes.
  if lower(p_name) = 'xml:base' or (p_name !~ ':' and p_value ~ '\\') then
    return format('usa algo de fuera del archivo (%s)', p_name);
  end if;
  if local in ('href', 'src') then
    return case
      when btrim(p_value) ~ '^#[A-Za-z0-9_.:-]*$' then null
      when p_element = 'image' and p_value ~ '^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$' then null
      when p_value ~* '^\s*(javascript|vbscript|data):' then format('tiene código o datos en un enlace (%s)', p_name)
      else format('usa algo de fuera del archivo (%s)', p_name)
    end;
  end if;
  if not private.is_plain_style(p_value) and (local = 'style' or p_value ~* '(url|image-set|src)\s*\(|javascript:') then
    return format('usa algo de fuera del archivo (%s)', p_name);
  end if;
  return null;
end
$$;

-- Why a text is no SVG that is taken; null if it is. Every tag must be of the plain form, so that there is nothing that
-- a browser could read in another way.
create function private.svg_fault(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  tag constant text := '<(/?)([A-Za-z][A-Za-z0-9_.:-]*)((?:\s+[A-Za-z_][A-Za-z0-9_.:-]*\s*=\s*(?:"[^"<]*"|''[^''<]*''))*)\s*(/?)>';
  attribute constant text := '([A-Za-z_][A-Za-z0-9_.:-]*)\s*=\s*(?:"([^"<]*)"|''([^''<]*)'')';
  prologue constant text := '^\s*<\?xml\s+version\s*=\s*["'']1\.[01]["''](\s+encoding\s*=\s*["''](utf-8|us-ascii)["''])?'
    || '(\s+standalone\s*=\s*["''](yes|no)["''])?\s*\?>';
  body text := regexp_replace(regexp_replace(p_text, prologue, '', 'i'), '<!--([^-]|-[^-])*-->', '', 'g');
  part text[];
  given text[];
  opened text[] := '{}';
  tags integer := 0;
  uses integer := 0;
  fault text;
begin
  -- In another encoding a browser reads other tags than are checked here.
  if p_text ~* '^\s*<\?xml\s' and p_text !~* prologue then
    return 'no está guardado en UTF-8';
  end if;
  if p_text ~ '[\x01-\x08\x0b\x0c\x0e-\x1f]' then
    return 'no es texto';
  end if;
  if body ~ '<[!?]' then
    return 'tiene una parte que no es dibujo (DOCTYPE, ENTITY, CDATA u otra instrucción)';
  end if;
  if body !~ '^\s*<svg[\s>]' then
    return 'no comienza con <svg>';
  end if;
  if regexp_replace(body, tag, '', 'g') ~ '<' then
    return 'tiene etiquetas mal escritas';
  end if;
  if regexp_replace(body, tag, '', 'g') ~ '&(?!(amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)' then
    return 'tiene entidades';
  end if;
  for part in select m from regexp_matches(body, tag, 'g') as m loop
    tags := tags + 1;
    if tags > 2000 then
      return 'tiene demasiadas partes';
    end if;
    if not private.is_svg_element(part[2]) then
      return format('tiene un elemento que no se permite (%s)', left(part[2], 40));
    end if;
    if part[1] = '/' then
      if opened[cardinality(opened)] is distinct from part[2] or part[3] <> '' or part[4] <> '' then
        return 'tiene etiquetas mal cerradas';
      end if;
      opened := opened[:cardinality(opened) - 1];
      continue;
    end if;
    if opened[cardinality(opened)] = 'style' then
      return 'tiene elementos dentro de style';
    end if;
    if cardinality(opened) = 0 and tags > 1 then
      return 'tiene más de un dibujo';
    end if;
    -- Copies of copies grow without bound.
    uses := uses + (part[2] = 'use')::integer;
    if uses > 20 or cardinality(opened) > 50 then
      return 'es demasiado complejo';
    end if;
    if (select count(*) <> count(distinct a[1]) from regexp_matches(part[3], attribute, 'g') as a) then
      return 'repite un atributo';
    end if;
    for given in select m from regexp_matches(part[3], attribute, 'g') as m loop
      fault := private.svg_attribute_fault(part[2], given[1], coalesce(given[2], given[3]));
      if fault is not null then
        return fault;
      end if;
    end loop;
    if part[4] = '' then
      opened := opened || part[2];
    end if;
  end loop;
  if cardinality(opened) > 0 then
    return 'tiene etiquetas sin cerrar';
  end if;
  if body !~ '^\s*<svg[^>]*\sxmlns\s*=' then
    return 'no dice que es un SVG (xmlns)';
  end if;
  for part in select m from regexp_matches(body, '<style[^>]*>([^<]*)</style', 'g') as m loop
    -- Its text is read with its entities replaced.
    if part[1] ~ '&' or not private.is_plain_style(part[1]) then
      return 'usa algo de fuera del archivo (style)';
    end if;
  end loop;
  return null;
end
$$;

-- Width and height of a checked SVG in whole pixels, the longer side 1024; null if it does not say them.
create function private.svg_size(p_text text) returns integer[]
language plpgsql immutable set search_path = '' as $$
declare
  root text := substring(p_text from '<svg[^>]*>');
  sides numeric[] := regexp_split_to_array(
    btrim(substring(root from '\sviewBox\s*=\s*["'']\s*(-?[0-9.]{1,9}(?:[\s,]+-?[0-9.]{1,9}){3})\s*["'']')), '[\s,]+')::numeric[];
  width numeric := coalesce(sides[3], substring(root from '\swidth\s*=\s*["'']\s*([0-9.]{1,9})(?:px)?\s*["'']')::numeric);
  height numeric := coalesce(sides[4], substring(root from '\sheight\s*=\s*["'']\s*([0-9.]{1,9})(?:px)?\s*["'']')::numeric);
begin
  if width > 0 and height > 0 then
    return array[round(1024 * width / greatest(width, height)), round(1024 * height / greatest(width, height))];
  end if;
  return null;
exception when others then
  return null;
end
$$;

-- Width and height of a PNG of which every chunk is whole, from the signature to the end; null for anything else, and
-- for one without a side.
create function private.png_size(p_content bytea) returns integer[]
language plpgsql immutable set search_path = '' as $$
declare
  total constant integer := octet_length(p_content);
  at integer := 8;
  chunk integer;
  has_image boolean := false;
  -- A number of four bytes; of a chunk that has more than the limit of the whole, only that it does.
  size bigint;
  sides integer[];
begin
  if total < 57 or substr(p_content, 1, 16) <> '\x89504e470d0a1a0a0000000d49484452' then
    return null;
  end if;
  while at + 12 <= total loop
    size := ('x' || encode(substr(p_content, at + 1, 4), 'hex'))::bit(32)::bigint;
    exit when size > total - at - 12;
    chunk := at;
    has_image := has_image or substr(p_content, at + 5, 4) = 'IDAT'::bytea;
    at := at + 12 + size::integer;
    exit when substr(p_content, chunk + 5, 4) = 'IEND'::bytea;
  end loop;
  if at <> total or not has_image or substr(p_content, total - 11, 12) <> '\x0000000049454e44ae426082' then
    return null;
  end if;
  sides := array[('x' || encode(substr(p_content, 17, 4), 'hex'))::bit(32)::integer,
    ('x' || encode(substr(p_content, 21, 4), 'hex'))::bit(32)::integer];
  return case when sides[1] > 0 and sides[2] > 0 then sides end;
end
$$;

-- Takes an image for the logo, checks it and says what it is. The same image is one, however often it is sent. Admins
-- only. Images that no version of the settings names are dropped a day after they came.
create function public.save_shop_image(p_request_id uuid, p_content text)
returns table (hash text, type text, width integer, height integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  content bytea;
  known text;
  sides integer[];
  fault text;
  name text;
  summary text := 'la imagen quedó guardada';
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if 3 * length(rtrim(p_content, '=')) / 4 > 262144 then
    raise exception 'La imagen pesa más de 256 kB. Elige una más liviana.' using errcode = '23514';
  end if;
  begin
    content := decode(p_content, 'base64');
    name := encode(sha256(content), 'hex');
    if substr(content, 1, 4) = '\x89504e47' then
      known := 'image/png';
      sides := private.png_size(content);
    else
      known := 'image/svg+xml';
      fault := private.svg_fault(convert_from(content, 'UTF8'));
      sides := private.svg_size(convert_from(content, 'UTF8'));
    end if;
  exception when data_exception or character_not_in_repertoire or untranslatable_character then
    fault := 'no es texto';
  end;
  if known = 'image/svg+xml' and fault is not null then
    raise exception 'Este archivo no se puede usar: %. Elige un PNG, o un SVG guardado como dibujo simple.', fault
      using errcode = '23514';
  end if;
  if sides is null then
    raise exception 'Este archivo no se puede usar: no es una imagen completa con su tamaño. Elige un PNG, o un SVG con viewBox.'
      using errcode = '23514';
  end if;
  if known = 'image/png' and (sides[1] > 2048 or sides[2] > 512) then
    raise exception 'La imagen mide más de 2048 por 512 píxeles. Elige una más pequeña.' using errcode = '23514';
  end if;
  if sides[1] > 10 * sides[2] or sides[2] > 3 * sides[1] then
    raise exception 'El logo es demasiado angosto. Elige uno de hasta 10 veces de ancho por 1 de alto.' using errcode = '23514';
  end if;
  if private.claim_request(p_request_id, 'save_shop_image', to_jsonb(name), summary) then
    delete from private.shop_images i where i.saved_at < now() - interval '1 day' and i.hash <> name and not exists (
      select from public.setting_changes c where c.section = 'look' and c.after #>> '{logo,hash}' = i.hash);
    insert into private.shop_images as i (hash, type, width, height, content)
    values (name, known, sides[1], sides[2], content)
    on conflict (hash) do update set saved_at = now();
    perform private.finish_request(p_request_id, to_jsonb(name), summary);
  end if;
  return query select i.hash, i.type, i.width, i.height from private.shop_images i where i.hash = name;
end
$$;
revoke all on function public.save_shop_image from public, anon, authenticated;
grant execute on function public.save_shop_image to authenticated;

-- An image by its name, for everybody: it stands on the public pages.
create function public.shop_image(p_hash text) returns table (type text, content text)
language sql stable security definer set search_path = '' as $$
  select i.type, translate(encode(i.content, 'base64'), E'\n', '') from private.shop_images i where i.hash = p_hash
$$;
revoke all on function public.shop_image from public, anon, authenticated;
grant execute on function public.shop_image to anon, authenticated, service_role;

-- 09_first_set_up

-- How an empty shop gets its first admin in the browser: with an address that whoever runs the installation makes and
-- that is good for one account; and what a new shop's admins do next.

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
  -- When an admin has put the list of first steps away.
  steps_hidden_at timestamptz
);
create index shop_setup_admin on private.shop_setup (admin_id);
alter table private.shop_setup enable row level security;

-- Whether a token is that of the newest address. Hashes are compared, whose bytes say nothing about the token's: how
-- long it takes leads nobody closer to it.
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

-- Makes the first admin: a confirmed account and its profile. Of two at once the second is refused. The hint of a
-- refusal is its name for programs.
create function private.create_first_admin(p_email text, p_password text, p_full_name text) returns uuid
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

-- What an address is good for. `open`: to make the first account. `used`: it has made it. `done`: the shop has an
-- admin, and this is not the address that made it. `wrong`: none of them, or a voided one. For everybody who has the
-- address.
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

-- Makes the first account of an empty shop with the token of its address: that is all it is good for, once. `created`,
-- also for the same request sent again, or else the address's state. For everybody who has the address.
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

-- What a new shop's admins have done: each part by itself, and whether the list was put away. Admins only.
create function public.first_steps() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
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

-- Puts the list of first steps away, for all admins. Twice is once. Admins only.
create function public.hide_first_steps() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update private.shop_setup set steps_hidden_at = coalesce(steps_hidden_at, now())
  where is_only;
end
$$;
revoke all on function public.hide_first_steps from public, anon, authenticated;
grant execute on function public.hide_first_steps to authenticated;

-- 10_service_orders

-- Service orders: the tables, and who may touch which column of which row.

-- One row per import run, so that a file given again continues instead of repeating (ORD-16).
create table public.import_batches (
  id uuid primary key default gen_random_uuid(),
  file_name text not null check (length(file_name) <= 300),
  file_hash text not null,
  row_count integer not null check (row_count >= 0),
  imported_count integer not null default 0 check (imported_count >= 0),
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (file_hash)
);
create index import_batches_created_by on public.import_batches (created_by);
alter table public.import_batches enable row level security;
select private.require_session('public.import_batches');
revoke all on public.import_batches from anon, authenticated;
grant all on public.import_batches to service_role;
grant select on public.import_batches to authenticated;
create policy "admins read" on public.import_batches for select to authenticated using ((select private.is_admin()));
create trigger as_readable before insert or update on public.import_batches
  for each row execute function private.as_readable();

-- Order numbers without gaps: a sequence moves even when the insert that asked for the number is refused (an id that is
-- in already, a missing right, a broken rule). The number comes from a row instead, whose change ends with the
-- transaction. Orders are taken in one at a time by it, which at a counter nobody notices.
create table private.order_numbers (
  id boolean primary key default true check (id),
  last_number integer not null check (last_number >= 0)
);
alter table private.order_numbers enable row level security;

-- The next number of an order; given back when the transaction fails. Behind every number that was taken over from
-- elsewhere.
create function private.next_order_number() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  given integer;
begin
  -- The lock first: what the next statement reads must be what the one before left.
  perform from private.order_numbers for update;
  update private.order_numbers n
  set last_number = greatest(n.last_number, (select max(o.order_number) from public.service_orders o)) + 1
  where n.id
  returning n.last_number into given;
  return given;
end
$$;
grant execute on function private.next_order_number to authenticated, service_role;

create table public.service_orders (
  id uuid primary key default gen_random_uuid(),
  order_number integer not null default private.next_order_number() unique check (order_number > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  status text not null default 'pending'
    check (status in ('pending', 'in_progress', 'quoted', 'approved', 'rejected', 'completed', 'cancelled',
      'delivered')),
  customer_name text not null check (length(trim(customer_name)) between 1 and 200),
  customer_phone text not null check (length(trim(customer_phone)) between 1 and 40),
  customer_address text check (length(customer_address) <= 300),
  customer_rut text not null check (private.is_rut(customer_rut) or private.is_document(customer_rut)),
  equipment_type text not null
    check (equipment_type in ('smartphone', 'laptop', 'desktop', 'tablet', 'others', 'other')),
  equipment_brand text not null check (length(trim(equipment_brand)) between 1 and 120),
  equipment_model text not null check (length(equipment_model) <= 200),
  imei text check (length(imei) <= 40),
  equipment_condition text not null default '' check (length(equipment_condition) <= 20000),
  work_description text not null default '' check (length(work_description) <= 20000),
  technical_work text not null default '' check (length(technical_work) <= 20000),
  -- Whole Chilean pesos. total_amount always equals quote (ORD-06); both names are the specification's.
  quote bigint not null default 0 check (quote between 0 and 1000000000),
  total_amount bigint check (total_amount between 0 and 1000000000),
  advance_payment bigint not null default 0 check (advance_payment between 0 and 1000000000),
  technician_id uuid references public.staff_names (id),
  receptionist_id uuid references public.staff_names (id),
  password_type text check (password_type in ('pin', 'pattern', 'password')),
  -- Can be written and always reads null: a trigger moves the value to private.device_codes.
  device_password text check (device_password is null),
  -- Notes are what the customer may read; the shop's own notes are in service_order_internal.
  notes text check (length(notes) <= 50000),
  approved_at timestamptz,
  rejected_at timestamptz,
  delivered_at timestamptz,
  warranty_days integer check (warranty_days between 0 and 3650),
  -- Beyond the specification.
  quoted_at timestamptz,
  completed_at timestamptz,
  device_code_stored boolean not null default false,
  version integer not null default 1,
  import_batch_id uuid references public.import_batches (id) on delete set null,
  -- The same row of the same file is never imported twice, whatever its number.
  import_key text unique,
  -- What the customer paid when the device was handed over, beside the advance: total_amount - advance_payment -
  -- final_payment is still owed.
  final_payment bigint not null default 0 check (final_payment between 0 and 1000000000),
  -- When the person was taken out of the order (PRIV-05).
  anonymized_at timestamptz,
  cancellation_reason text check (length(cancellation_reason) <= 20000),
  -- The number in the system that the order comes from.
  former_number integer check (former_number > 0),
  second_phone text check (length(second_phone) <= 40)
);
create index service_orders_newest on public.service_orders (created_at desc, id desc);
create index service_orders_status_newest on public.service_orders (status, created_at desc, id desc);
create index service_orders_rut_newest on public.service_orders (customer_rut, created_at desc);
-- Whoever was here before, by phone in any of its spellings.
create index service_orders_phone on public.service_orders (private.phone_key(customer_phone));
create index service_orders_phone_newest on public.service_orders (private.phone_key(customer_phone), created_at desc);
create index service_orders_technician_newest on public.service_orders (technician_id, created_at desc, id desc)
  where technician_id is not null;
create index service_orders_receptionist on public.service_orders (receptionist_id) where receptionist_id is not null;
create index service_orders_batch on public.service_orders (import_batch_id) where import_batch_id is not null;
create index service_orders_imei on public.service_orders (imei) where imei is not null;
-- Orders of a technician that are not closed are few; all of a technician's orders are not.
create index service_orders_mine on public.service_orders (technician_id, created_at desc, id desc)
  where technician_id is not null
    and status in ('pending', 'in_progress', 'quoted', 'approved', 'rejected', 'completed');
-- After an import many orders have one moment: their ties follow the direction.
create index service_orders_by_change on public.service_orders (updated_at, created_at, id);
create index service_orders_by_price on public.service_orders (coalesce(total_amount, 0), created_at, id);
create index service_orders_former_number on public.service_orders (former_number) where former_number is not null;
create index service_orders_second_phone on public.service_orders (private.phone_key(second_phone))
  where second_phone is not null;
alter table public.service_orders enable row level security;
select private.require_session('public.service_orders');
revoke all on public.service_orders from anon, authenticated;
grant all on public.service_orders to service_role;
grant select, delete on public.service_orders to authenticated;
-- The id may come from the client: it is the key that makes a repeated "save" harmless. Numbers, dates of record and
-- import marks may not.
grant insert (id, status, customer_name, customer_phone, customer_address, customer_rut, equipment_type,
  equipment_brand, equipment_model, imei, equipment_condition, work_description, technical_work, quote, total_amount,
  advance_payment, technician_id, receptionist_id, password_type, device_password, notes, warranty_days, second_phone)
  on public.service_orders to authenticated;
-- Stamps (updated_at, approved_at, …) may be sent and are overruled by the trigger.
grant update (status, customer_name, customer_phone, customer_address, customer_rut, equipment_type, equipment_brand,
  equipment_model, imei, equipment_condition, work_description, technical_work, quote, total_amount, advance_payment,
  final_payment, technician_id, password_type, device_password, notes, warranty_days, updated_at, approved_at,
  rejected_at, delivered_at, completed_at, cancellation_reason, second_phone) on public.service_orders to authenticated;
create policy "staff read all, customers their own by proven RUT" on public.service_orders for select to authenticated
  using ((select private.is_staff()) or customer_rut = (select private.my_rut()));
create policy "desk takes in" on public.service_orders for insert to authenticated
  with check ((select private.is_desk()));
create policy "staff change" on public.service_orders for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "admins delete" on public.service_orders for delete to authenticated
  using ((select private.is_admin()));
create trigger as_readable before insert or update on public.service_orders
  for each row execute function private.as_readable();

-- The public's view of orders tells of one order, whose number the caller names (PUB-03): it can neither be listed nor
-- counted, by anybody, through whichever API. Grouping by the number makes conditions on it choose the rows first,
-- as they are part of the group's key, and any other condition last; a page of one row reads a second one to find the
-- end of its group.

-- True for the first order that a statement reads; an error at the second one. Costly, so that the planner lets the
-- condition on the number choose the row before.
create function private.is_only_order(p_order_number integer) returns boolean
language plpgsql volatile parallel unsafe cost 100000 set search_path = '' as $$
declare
  statement text := statement_timestamp()::text || ' ';
  first_read text := current_setting('taller.public_order', true);
begin
  if first_read like statement || '%' and first_read <> statement || p_order_number then
    raise exception 'Consulta una orden por su número.' using errcode = '22023';
  end if;
  perform set_config('taller.public_order', statement || p_order_number, true);
  return true;
end
$$;
revoke all on function private.is_only_order from public;
grant execute on function private.is_only_order to anon, authenticated, service_role;

-- The public's view of an order: number and status, nothing else (PUB-03). It runs with its owner's rights on purpose.
create view public.public_order_status as
  select o.order_number, min(o.status) as status
  from public.service_orders o
  where private.is_only_order(o.order_number)
  group by o.order_number;
revoke all on public.public_order_status from anon, authenticated;
grant select on public.public_order_status to anon, authenticated, service_role;

-- The shop's own notes on an order: a table of their own, because a customer may read every column of an own order.
create table public.service_order_internal (
  order_id uuid primary key references public.service_orders (id) on delete cascade,
  internal_notes text not null default '' check (length(internal_notes) <= 50000),
  updated_at timestamptz not null default now(),
  updated_by uuid references public.profiles (id) on delete set null,
  version integer not null default 1
);
create index service_order_internal_updated_by on public.service_order_internal (updated_by);
alter table public.service_order_internal enable row level security;
select private.require_session('public.service_order_internal');
revoke all on public.service_order_internal from anon, authenticated;
grant all on public.service_order_internal to service_role;
grant select, insert (order_id, internal_notes), update (internal_notes) on public.service_order_internal to
  authenticated;
create policy "staff read" on public.service_order_internal for select to authenticated
  using ((select private.is_staff()));
create policy "staff add" on public.service_order_internal for insert to authenticated
  with check ((select private.is_staff()));
create policy "staff change" on public.service_order_internal for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create trigger as_readable before insert or update on public.service_order_internal
  for each row execute function private.as_readable();

-- Who wrote last, and when.
create function private.stamp_internal_notes() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  new.updated_by := coalesce((select auth.uid()), new.updated_by);
  new.version := case when tg_op = 'UPDATE' then old.version + 1 else 1 end;
  return new;
end
$$;
create trigger stamp_internal_notes before insert or update on public.service_order_internal
  for each row execute function private.stamp_internal_notes();

-- Names a status that does not exist.
create function private.refuse_unknown_status() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'El estado «%» no existe.', coalesce(new.status, '') using errcode = '23514';
end
$$;

-- The states of an order in one place (ORD-53): rules about open and closed orders ask here. The table's own check
-- names the states once more. shared/src/orders/status/order-status.ts says the same;
-- supabase/test/status-agreement.test.ts holds both together.

-- The states of a phase: 'open' (there is work to do), 'pickup' (the work is over, the device waits to be collected),
-- 'closed' (nothing more happens). Without a phase all of them.
create function private.statuses_in(p_phase text default null) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array_agg(s.status order by s.place)
  from (values
    (1, 'pending', 'open'),
    (2, 'in_progress', 'open'),
    (3, 'quoted', 'open'),
    (4, 'approved', 'open'),
    (5, 'rejected', 'pickup'),
    (6, 'completed', 'pickup'),
    (7, 'cancelled', 'closed'),
    (8, 'delivered', 'closed')
  ) as s (place, status, phase)
  where p_phase is null or s.phase = p_phase
$$;
grant execute on function private.statuses_in to anon, authenticated, service_role;

-- A view with groups has no writes: without a trigger PostgreSQL says so before it looks at rights, which is no refusal
-- but a failure to PostgREST (500).
create function private.refuse_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  raise exception 'Acceso no autorizado.' using errcode = '42501';
end
$$;
create trigger refuse_write instead of insert or update or delete on public.public_order_status
  for each row execute function private.refuse_write();
create trigger clean_numbers before insert or update of customer_phone, imei on public.service_orders
  for each row execute function private.clean_numbers();

-- Devices of orders that were stopped lie in the shop until they are handed back: a view of their own, 'Por devolver'
-- (ORD-61). 'Listos para retirar' has those that were repaired.

-- Orders that were cancelled while the shop had their device, until that is handed back or the order goes on. Imported
-- orders and those cancelled before this table are history: their devices left long ago.
create table private.kept_devices (
  order_id uuid primary key references public.service_orders (id) on delete cascade
);
alter table private.kept_devices enable row level security;

create function private.keep_device() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> 'cancelled' then
    delete from private.kept_devices k where k.order_id = new.id;
  elsif old.status <> 'delivered' or current_setting('taller.undone_order', true) = new.id::text then
    insert into private.kept_devices (order_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger keep_device after update on public.service_orders
  for each row when (new.status is distinct from old.status and 'cancelled' in (new.status, old.status))
  execute function private.keep_device();

-- As it looks; without it once the person is taken out of the order.
create function private.clean_second_phone() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.second_phone := case when new.anonymized_at is null
    then nullif(btrim(private.plain_marks(new.second_phone)), '') end;
  return new;
end
$$;
create trigger clean_second_phone before insert or update of second_phone, anonymized_at on public.service_orders
  for each row execute function private.clean_second_phone();

-- 11_order_rules

-- What may be changed on an order, by whom, and what the server stamps. In one place, so that a plain update through
-- the API follows the same rules as the interface.
-- Triggers of one event run in the order of their names: check_… (the words), guard_… (the rules), then
-- move_device_code.

create trigger check_order_status before insert or update of status on public.service_orders
  for each row when (new.status is null or new.status <> all (private.statuses_in()))
  execute function private.refuse_unknown_status();

-- Price: quote and total_amount are one amount under two names; whichever the writer changed wins, quote first.
create function private.settle_amount(quote_new bigint, quote_old bigint, total_new bigint, total_old bigint)
  returns bigint
language sql immutable set search_path = '' as $$
  select case
    when quote_new is distinct from quote_old then coalesce(quote_new, 0)
    when total_new is distinct from total_old then coalesce(total_new, 0)
    else total_new
  end
$$;

-- An order that comes through the API begins pending, taken in by the caller, without stamps.
create function private.guard_new_order(new public.service_orders) returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  if new.status <> 'pending' then
    raise exception 'Una orden nueva comienza pendiente.' using errcode = '23514';
  end if;
  new.receptionist_id := (select auth.uid());
  new.approved_at := null;
  new.rejected_at := null;
  new.delivered_at := null;
  new.quoted_at := null;
  new.completed_at := null;
  new.warranty_days := null;
  new.device_code_stored := false;
  return new;
end
$$;

-- The rules of a status change by a member of staff; also the stamps that the specification leaves to the client.
create function private.change_status(
  new public.service_orders, old public.service_orders, actor_role text
) returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  case new.status
    when 'approved', 'rejected' then
      raise exception 'Solo el cliente aprueba o rechaza un presupuesto.' using errcode = '42501';
    when 'cancelled' then
      if actor_role not in ('admin', 'technician') then
        raise exception 'Solo administración y técnicos cancelan órdenes.' using errcode = '42501';
      end if;
      return private.state_cancellation(new, old);
    when 'delivered' then
      if new.warranty_days is null then
        raise exception 'Por favor, ingrese un número válido de días de garantía.' using errcode = '23514';
      end if;
      if old.status in ('rejected', 'cancelled') then
        return private.hand_back(new, old);
      end if;
    when 'quoted' then
      if new.total_amount is null then
        raise exception 'Por favor, ingrese un monto válido para el presupuesto.' using errcode = '23514';
      end if;
    when 'pending' then
      if actor_role in ('admin', 'technician') then
        new.technician_id := null;
      end if;
    when 'in_progress', 'completed' then
      if actor_role in ('admin', 'technician') then
        new.technician_id := (select auth.uid());
      end if;
    else
      -- A state that asks for nothing.
  end case;
  return new;
end
$$;

-- Dates that follow from a change of status, for every writer.
create function private.stamp_status(new public.service_orders, old public.service_orders) returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  if new.status in ('pending', 'in_progress', 'quoted') then
    new.completed_at := null;
    new.delivered_at := null;
  end if;
  if new.status = 'quoted' then
    new.quoted_at := now();
    new.approved_at := null;
    new.rejected_at := null;
    if trim(new.technical_work) = '' then
      new.technical_work := 'Reparación general';
    end if;
  elsif new.status = 'completed' then
    new.completed_at := now();
  elsif new.status = 'delivered' then
    new.delivered_at := now();
    new.completed_at := coalesce(old.completed_at, now());
  end if;
  return new;
end
$$;
grant execute on function private.settle_amount, private.guard_new_order, private.change_status, private.stamp_status to
  authenticated, service_role;

-- The rules of an order, for every writer: what is trimmed, who may change what, which stamps are the server's.
create function private.guard_service_order() returns trigger
language plpgsql set search_path = '' as $$
declare
  by_api boolean := private.is_api_caller();
  actor_role text := private.my_role();
  given_reason text;
begin
  new.customer_rut := private.normalize_rut(new.customer_rut);
  new.customer_name := trim(new.customer_name);
  new.customer_phone := trim(new.customer_phone);
  new.imei := nullif(trim(new.imei), '');

  if tg_op = 'INSERT' then
    if by_api then
      new := private.guard_new_order(new);
    end if;
    new.quote := coalesce(nullif(new.quote, 0), new.total_amount, 0);
    new.total_amount := case when new.import_key is null then new.quote else new.total_amount end;
    return new;
  end if;

  new.total_amount := private.settle_amount(new.quote, old.quote, new.total_amount, old.total_amount);
  new.quote := coalesce(new.total_amount, 0);

  if by_api then
    if actor_role = 'technician' and (private.edits_desk_columns(new, old)
      or (new.technician_id is distinct from old.technician_id
        and new.technician_id is distinct from (select auth.uid()) and new.technician_id is not null)) then
      raise exception 'Solo administración y recepción editan los datos de la orden.' using errcode = '42501';
    end if;
    if new.status = old.status and new.warranty_days is distinct from old.warranty_days
      and actor_role = 'technician' then
      raise exception 'La garantía se fija al entregar la orden.' using errcode = '42501';
    end if;
    -- Stamps are the server's, whatever was sent.
    new.approved_at := old.approved_at;
    new.rejected_at := old.rejected_at;
    new.delivered_at := old.delivered_at;
    new.completed_at := old.completed_at;
    new.updated_at := now();
    -- A reason comes with its cancellation and ends with it.
    given_reason := new.cancellation_reason;
    new.cancellation_reason := case when new.status = old.status then old.cancellation_reason end;
    if new.status is distinct from old.status then
      if new.status = 'cancelled' then
        new.cancellation_reason := given_reason;
      end if;
      new := private.change_status(new, old, actor_role);
    end if;
  elsif new.updated_at is not distinct from old.updated_at then
    new.updated_at := now();
  end if;

  if new.status is distinct from old.status then
    new := private.stamp_status(new, old);
  end if;
  if new.anonymized_at is not null then
    new.cancellation_reason := null;
  end if;
  new.version := old.version + 1;
  return new;
end
$$;
create trigger guard_service_order before insert or update on public.service_orders
  for each row execute function private.guard_service_order();

-- Runs after guard_service_order, which settles the total: triggers of one event run in the order of their names. Money
-- that was given back or never received is taken off by the desk, whatever the state.
create function private.guard_final_payment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_api_caller() then
    return new;
  end if;
  if new.final_payment > old.final_payment and new.status <> 'delivered' then
    raise exception 'El pago del saldo se registra al entregar la orden.' using errcode = '23514';
  end if;
  if (new.status = old.status or new.final_payment < old.final_payment)
    and private.my_role() not in ('admin', 'receptionist') then
    raise exception 'Solo administración y recepción registran pagos después de la entrega.' using errcode = '42501';
  end if;
  if new.final_payment > old.final_payment
    and new.final_payment > greatest(coalesce(new.total_amount, 0) - new.advance_payment, 0) then
    raise exception 'El pago supera el saldo de la orden.' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger guard_service_order_payment before update on public.service_orders
  for each row when (new.final_payment is distinct from old.final_payment)
  execute function private.guard_final_payment();

-- The reason of a cancellation has a column (ORD-55), and what a technician may change on an order is named: every
-- other column, a new one as well, is closed to technicians (ORD-54).

-- The line of the notes that tells the customer the reason. Its words are the specification's and stand here alone.
create function private.cancellation_note(p_reason text) returns text
language sql immutable set search_path = '' as $$
  select 'Motivo de cancelación: ' || p_reason
$$;

-- The reason that notes tell in their last such line, for those who cancel by writing it there; null where there is
-- none.
create function private.noted_reason(p_notes text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(substring(p_notes from '.*' || trim(private.cancellation_note('')) || '(.*)$'), E' \t\r\n'), '')
$$;

-- The columns of an order that a technician may change. Of these, guard_service_order and the triggers after it set the
-- stamps, the guarantee and the payment under rules of their own.
-- shared/src/orders/fields/order-fields.ts says the same of the form's fields.
create function private.technician_columns() returns text[]
language sql immutable set search_path = '' as $$
  select array[
    'status', 'technical_work', 'quote', 'total_amount', 'technician_id', 'notes', 'cancellation_reason',
    'warranty_days', 'final_payment', 'updated_at', 'approved_at', 'rejected_at', 'delivered_at', 'completed_at'
  ]
$$;

-- Whether columns change that are not a technician's to change.
create function private.edits_desk_columns(new public.service_orders, old public.service_orders) returns boolean
language sql immutable set search_path = '' as $$
  select exists (
    select from jsonb_each(to_jsonb(new)) as n
    where n.key <> all (private.technician_columns()) and n.value is distinct from to_jsonb(old) -> n.key
  )
$$;
grant execute on function private.cancellation_note, private.noted_reason, private.technician_columns,
  private.edits_desk_columns to authenticated, service_role;

-- The reason of a cancellation, as the column says it or, without that, the notes; the notes tell it in either case.
create function private.state_cancellation(new public.service_orders, old public.service_orders)
  returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  new.cancellation_reason := nullif(btrim(new.cancellation_reason, E' \t\r\n'), '');
  if new.cancellation_reason is not null then
    new.notes := concat_ws(E'\n', nullif(btrim(new.notes, E' \t\r\n'), ''),
      private.cancellation_note(new.cancellation_reason));
  elsif new.notes is distinct from old.notes then
    new.cancellation_reason := coalesce(private.added_reason(new.notes, old.notes), private.noted_reason(new.notes));
  end if;
  if new.cancellation_reason is null then
    raise exception 'Escribe el motivo de cancelación.' using errcode = '23514';
  end if;
  return new;
end
$$;
grant execute on function private.state_cancellation to authenticated, service_role;

-- Times that somebody else says, of a purchase or of an imported order, are of a calendar (SEC-60): infinite ones and
-- far years are no dates for browsers, and one such row took a screen away from everybody.

-- Refuses a row with a time outside the years 1900 to 2099 in one of the columns that the trigger names.
create function private.check_times() returns trigger
language plpgsql set search_path = '' as $$
declare
  content jsonb := to_jsonb(new);
  named text;
begin
  foreach named in array tg_argv loop
    if (content ->> named)::timestamptz not between '1900-01-01' and '2100-01-01' then
      raise exception 'La fecha no es posible: elige una entre los años 1900 y 2099.' using errcode = '23514';
    end if;
  end loop;
  return new;
end
$$;
revoke all on function private.check_times from public, anon, authenticated;
create trigger check_imported_times before insert on public.service_orders for each row
  when (new.import_key is not null) execute function private.check_times('created_at', 'updated_at');

-- Orders are assigned to those who work here.
create function private.guard_technician() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() and not exists (
    select from public.profiles p where p.id = new.technician_id and p.role <> 'customer') then
    raise exception 'Esa persona ya no trabaja aquí: elige a otra.' using errcode = '23503';
  end if;
  return new;
end
$$;
create trigger guard_technician_insert before insert on public.service_orders
  for each row when (new.technician_id is not null) execute function private.guard_technician();
create trigger guard_technician_update before update of technician_id on public.service_orders
  for each row when (new.technician_id is not null and new.technician_id is distinct from old.technician_id)
  execute function private.guard_technician();

-- 12_order_history

-- What happened to an order: its timeline (ORD-17). Written by the server only.

create table public.order_events (
  id bigint generated always as identity primary key,
  -- No foreign key: the timeline outlives the order.
  order_id uuid not null,
  order_number integer not null,
  created_at timestamptz not null default now(),
  -- Who: null for the customer through a link and for the system. The name is kept as it was.
  actor_id uuid,
  actor_name text,
  actor_role text,
  -- Every change of a device's code has its line; the one that comes with a new order is part of 'created'.
  kind text not null check (kind in (
    'created', 'imported', 'status', 'edited', 'deleted', 'decision', 'message',
    'code_viewed', 'code_added', 'code_replaced', 'code_removed', 'code_erased', 'anonymized'
  )),
  -- The order's version after the change, so that an editor can be told what happened since.
  version integer,
  -- { column: [before, after] }
  changes jsonb not null default '{}'
);
create index order_events_order on public.order_events (order_id, id);
create index order_events_newest on public.order_events (created_at desc);
alter table public.order_events enable row level security;
select private.require_session('public.order_events');
revoke all on public.order_events from anon, authenticated;
revoke all on sequence public.order_events_id_seq from anon, authenticated;
grant all on public.order_events to service_role;
grant select on public.order_events to authenticated;
create policy "staff read" on public.order_events for select to authenticated using ((select private.is_staff()));
create trigger as_readable before insert or update on public.order_events
  for each row execute function private.as_readable();

-- { column: [before, after] } of the columns that differ, without those that say nothing to a reader: the reason of a
-- cancellation stands in the notes, and codes have events of their own.
create function private.row_changes(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, value)), '{}')
  from jsonb_each(after)
  where value is distinct from before -> key
    and key not in ('updated_at', 'version', 'device_password', 'device_code_stored', 'quote', 'import_key',
      'import_batch_id', 'approved_at', 'rejected_at', 'delivered_at', 'completed_at', 'quoted_at',
      'cancellation_reason')
$$;

-- A line of the timeline, by the caller.
create function private.add_order_event(o public.service_orders, p_kind text, p_changes jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.order_events (order_id, order_number, actor_id, actor_name, actor_role, kind, version, changes)
  select o.id, o.order_number, (select auth.uid()), p.full_name, p.role, p_kind, o.version, p_changes
  from (select) as one left join public.profiles p on p.id = (select auth.uid())
$$;

-- What a change of an order leaves behind: its line in the timeline, the trail of a decision, the customer's message. A
-- status that is restored by undo_status tells nobody and is nobody's decision.
create function private.record_service_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes jsonb;
begin
  if tg_op = 'DELETE' then
    perform private.add_order_event(old, 'deleted',
      jsonb_build_object('customer_name', jsonb_build_array(old.customer_name, null)));
    return old;
  end if;
  if tg_op = 'INSERT' then
    if new.import_key is not null then
      perform private.add_order_event(new, 'imported', '{}');
    else
      perform private.add_order_event(new, 'created', '{}');
      perform private.queue_order_message(new, 'created');
    end if;
    return new;
  end if;

  changes := private.row_changes(to_jsonb(old), to_jsonb(new));
  if changes = '{}' then
    return new;
  end if;
  if current_setting('taller.undone_order', true) = new.id::text then
    perform private.add_order_event(new, 'status', changes);
  elsif new.status is distinct from old.status then
    if new.status in ('approved', 'rejected') then
      perform private.add_order_event(new, 'decision', changes);
      perform private.record_decision(new);
    else
      perform private.add_order_event(new, 'status', changes);
    end if;
    perform private.queue_order_message(new, new.status);
  else
    perform private.add_order_event(new, 'edited', changes);
    -- A quote that is open and changes is a new quote to the customer.
    if new.status = 'quoted'
      and (new.total_amount, new.technical_work) is distinct from (old.total_amount, old.technical_work) then
      perform private.queue_order_message(new, 'quoted');
    end if;
  end if;
  return new;
end
$$;
create trigger record_new_order after insert on public.service_orders
  for each row when (new.import_key is null) execute function private.record_service_order();
create trigger record_service_order after update or delete on public.service_orders
  for each row execute function private.record_service_order();

-- Timeline of imported orders: one statement for all of them, since a call for each costs more than the order itself.
create function private.record_imported_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_events (order_id, order_number, actor_id, actor_name, actor_role, kind, version, changes)
  select n.id, n.order_number, (select auth.uid()), p.full_name, p.role, 'imported', n.version, '{}'
  from new_orders n left join public.profiles p on p.id = (select auth.uid())
  where n.import_key is not null
  order by n.order_number;
  return null;
end
$$;
create trigger record_imported_orders after insert on public.service_orders
  referencing new table as new_orders for each statement execute function private.record_imported_orders();

-- Internal notes stay with their order and have a history (ORD-94): only their text can be changed through the API, and
-- the timeline, which staff alone read, keeps what stood before.

create function private.record_internal_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before text := case when tg_op = 'UPDATE' then old.internal_notes else '' end;
begin
  perform private.add_order_event(o, 'edited',
    jsonb_build_object('internal_notes', jsonb_build_array(before, new.internal_notes)))
  from public.service_orders o
  where o.id = new.order_id and new.internal_notes <> before;
  return null;
end
$$;
create trigger record_internal_notes after insert or update on public.service_order_internal
  for each row when (private.is_api_caller()) execute function private.record_internal_notes();

-- What a change of status sends waits some seconds, in which whoever made the change takes back both (MSG-25).

-- The last change of an order's status, while it can be taken back.
create table private.undoable_changes (
  order_id uuid primary key references public.service_orders (id) on delete cascade,
  actor_id uuid not null,
  -- The order's version after the change.
  version integer not null,
  until timestamptz not null,
  -- The columns that the change changed, as they were.
  before jsonb not null,
  undone boolean not null default false
);
alter table private.undoable_changes enable row level security;

create function private.keep_undoable_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  seconds integer := (select (s.value ->> 'undoSeconds')::integer from public.setting_sections s
    where s.section = 'messages');
begin
  delete from private.undoable_changes u where u.until < now() - interval '1 minute' or u.order_id = new.id;
  if coalesce(seconds, 0) = 0 then
    return null;
  end if;
  insert into private.undoable_changes (order_id, actor_id, version, until, before)
  select new.id, (select auth.uid()), new.version, now() + make_interval(secs => seconds),
    jsonb_object_agg(was.key, was.value)
  from jsonb_each(to_jsonb(old)) as was
  where was.value is distinct from to_jsonb(new) -> was.key;
  update public.whatsapp_messages m set held_until = now() + make_interval(secs => seconds)
  where m.order_id = new.id and m.event = new.status and m.state = 'queued' and m.created_at = now();
  return null;
end
$$;

-- Its name comes after record_service_order, which queues the message. Not for the customer's decision. An open quote
-- that changes is sent like a new one.
create trigger remember_status after update on public.service_orders
  for each row when (((new.status is distinct from old.status and new.status not in ('approved', 'rejected'))
      or (new.status = 'quoted' and old.status = 'quoted' and (new.total_amount, new.technical_work)
        is distinct from (old.total_amount, old.technical_work)))
    and private.is_api_caller())
  execute function private.keep_undoable_change();

-- 'Deshacer' of a change of status, by whoever made it, while its message waits and nobody has changed the order since:
-- status, what changed with it, and message are taken back. Sent twice it happens once.
create function public.undo_status(p_order_id uuid, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  now_is public.service_orders;
  was public.service_orders;
  change private.undoable_changes;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  select * into now_is from public.service_orders o where o.id = p_order_id for update;
  select * into change from private.undoable_changes u
  where u.order_id = p_order_id and u.version = p_version and u.actor_id = (select auth.uid());
  if change.undone then
    return;
  end if;
  -- The sender may have the message already.
  update public.whatsapp_messages m set state = 'discarded', error_code = 'taken_back'
  where m.order_id = p_order_id and m.event = now_is.status and m.state = 'queued' and m.held_until = change.until;
  if change.order_id is null or now_is.version <> change.version or change.until < now() or exists (
    select from public.whatsapp_messages m
    where m.order_id = p_order_id and m.held_until = change.until and m.state not in ('discarded', 'off')) then
    raise exception 'Ya no se puede deshacer: pasó el tiempo o la orden cambió. Corrige el estado en la orden.'
      using errcode = '23514';
  end if;
  was := jsonb_populate_record(now_is, change.before);
  perform set_config('taller.undone_order', p_order_id::text, true);
  -- Twice: a change of status has its own times, which the second one puts back.
  for _ in 1..2 loop
    update public.service_orders o
    set status = was.status, technician_id = was.technician_id, quote = was.quote, total_amount = was.total_amount,
      technical_work = was.technical_work, notes = was.notes, cancellation_reason = was.cancellation_reason,
      warranty_days = was.warranty_days, final_payment = was.final_payment, approved_at = was.approved_at,
      rejected_at = was.rejected_at, quoted_at = was.quoted_at, completed_at = was.completed_at,
      delivered_at = was.delivered_at
    where o.id = p_order_id;
  end loop;
  perform set_config('taller.undone_order', '', true);
  update private.undoable_changes u set undone = true where u.order_id = p_order_id;
end
$$;
revoke all on function public.undo_status from public, anon, authenticated;
grant execute on function public.undo_status to authenticated;

-- 'Deshacer' of what several orders were changed to, and of a quote that was corrected (MSG-25).

-- undo_status for up to 50 orders: p_orders is [{id, version}]. For each its number and why it was not taken back, null
-- if it was.
create function public.undo_statuses(p_orders jsonb)
returns table (id uuid, order_number integer, reason text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if jsonb_typeof(p_orders) is distinct from 'array' or jsonb_array_length(p_orders) not between 1 and 50 then
    raise exception 'Elige entre 1 y 50 órdenes.' using errcode = '22023';
  end if;
  -- In one order for everybody, as change_orders.
  for id, order_number, reason in
    select s.id, s.order_number, e ->> 'version' from jsonb_array_elements(p_orders) as e
    join public.service_orders s on s.id = (e ->> 'id')::uuid order by s.id
  loop
    begin
      perform public.undo_status(id, reason::integer);
      reason := null;
    exception when check_violation then
      reason := sqlerrm;
    end;
    return next;
  end loop;
end
$$;
revoke all on function public.undo_statuses from public, anon, authenticated;
grant execute on function public.undo_statuses to authenticated;

-- 13_device_codes

-- PIN, pattern or password of a customer's device: a credential (decision 20). It arrives through
-- service_orders.device_password, sealed with the shop's public key, and stays so: neither the database nor its logs
-- and dumps can be read for it. The private key is outside of the database; the function open-device-code alone has it.
-- It is shown for one order at a time, with a line of who looked, and deleted when it is no longer needed (law 21.719:
-- minimisation).

-- The shop's public keys. The one that is not retired seals; the others stay while a code needs them.
create table public.device_code_keys (
  -- Beginning of the public key's SHA-256.
  id text primary key check (id ~ '^[0-9A-F]{16}$'),
  -- Uncompressed point on P-256, base64url.
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index device_code_keys_current on public.device_code_keys ((true)) where retired_at is null;
alter table public.device_code_keys enable row level security;
select private.require_session('public.device_code_keys');
revoke all on public.device_code_keys from anon, authenticated;
grant all on public.device_code_keys to service_role;
grant select on public.device_code_keys to authenticated;
create policy "staff read" on public.device_code_keys for select to authenticated using ((select private.is_staff()));
create trigger as_readable before insert or update on public.device_code_keys
  for each row execute function private.as_readable();

-- The form of a sealed code: version, key, the sender's point, the sealed text.
create function private.is_sealed_code(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select length(value) <= 1400 and value ~ '^v1\.[0-9A-F]{16}\.[A-Za-z0-9_-]{87}\.[A-Za-z0-9_-]{107,}$'
$$;

create table private.device_codes (
  -- Checked at commit, because the order's own insert trigger writes here first.
  order_id uuid primary key references public.service_orders (id) on delete cascade deferrable initially deferred,
  sealed_code text not null check (private.is_sealed_code(sealed_code)),
  key_id text not null references public.device_code_keys (id),
  stored_at timestamptz not null default now()
);
create index device_codes_key on private.device_codes (key_id);
alter table private.device_codes enable row level security;

-- Codes that came unsealed, before there were keys: the server seals them when it starts and empties the table.
create table private.plain_device_codes (
  order_id uuid primary key references public.service_orders (id) on delete cascade deferrable initially deferred,
  code text not null,
  stored_at timestamptz not null default now()
);
alter table private.plain_device_codes enable row level security;

-- Keeps a sealed code of an order in the place of the one before.
create function private.store_device_code(p_order_id uuid, p_code text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  used_key text := split_part(p_code, '.', 2);
begin
  if not private.is_sealed_code(p_code) then
    raise exception 'La clave del equipo solo se acepta cifrada con la llave pública del taller. Recarga la página y guarda de nuevo.'
      using errcode = '23514';
  end if;
  -- A rotation waits for this transaction, so that it leaves out no code.
  perform from public.device_code_keys k where k.id = used_key and k.retired_at is null for share;
  if not found then
    raise exception 'La clave del equipo viene cifrada con una llave que el taller no usa. Guarda de nuevo.'
      using errcode = '23514';
  end if;
  delete from private.plain_device_codes where order_id = p_order_id;
  insert into private.device_codes (order_id, sealed_code, key_id) values (p_order_id, p_code, used_key)
  on conflict (order_id) do update set sealed_code = excluded.sealed_code, key_id = excluded.key_id, stored_at = now();
end
$$;

-- Erases the code of an order.
create function private.forget_device_code(p_order_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.device_codes where order_id = p_order_id;
  delete from private.plain_device_codes where order_id = p_order_id
$$;
grant execute on function private.store_device_code, private.forget_device_code to service_role;

-- Takes device_password, a sealed text, out of the row before it is stored. A null leaves the stored code alone (a form
-- that was read never has it); another password type, or none, removes it (ORD-04).
-- Runs before a conflict is seen: an insert that would become an update, or nothing, must not have written the code of
-- the order that is in.
create function private.move_device_code() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sealed text := nullif(new.device_password, '');
  had boolean := false;
  retyped boolean := false;
begin
  new.device_password := null;
  if tg_op = 'UPDATE' then
    had := old.device_code_stored;
    retyped := new.password_type is distinct from old.password_type;
  elsif sealed is not null and exists (select from public.service_orders o where o.id = new.id) then
    raise unique_violation using
      message = 'La orden ya existe. Para cambiar la clave del equipo, edita la orden.',
      schema = 'public', table = 'service_orders', constraint = 'service_orders_pkey';
  end if;
  if retyped then
    new.device_code_stored := false;
  end if;
  if had and not new.device_code_stored then
    perform private.forget_device_code(new.id);
  end if;
  if sealed is not null then
    if new.password_type is null then
      raise exception 'Elige el tipo de clave antes de escribirla.' using errcode = '23514';
    end if;
    perform private.store_device_code(new.id, sealed);
    new.device_code_stored := true;
  end if;
  if tg_op = 'UPDATE' and (sealed is not null or had <> new.device_code_stored) then
    perform private.add_order_event(new, case
      when not had then 'code_added'
      when sealed is not null then 'code_replaced'
      when retyped then 'code_removed'
      else 'code_erased'
    end, '{}');
  end if;
  return new;
end
$$;

-- Triggers fire in the order of their names: guard_… (the rules) runs before move_….
create trigger move_device_code before insert or update on public.service_orders
  for each row execute function private.move_device_code();

-- A look at a code takes two calls, because an answer that fails (a cast, a filter) would take its own log line back:
-- this one, by the person, writes the line and tells nothing of the code; sealed_device_code then needs the line to be
-- there, committed.
create function public.log_device_code_look(p_order_id uuid, p_reason text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if coalesce(length(trim(p_reason)), 0) not between 3 and 200 then
    raise exception 'Escribe para qué necesitas la clave.' using errcode = '23514';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id and o.device_code_stored;
  if target.id is null then
    raise exception 'La orden no tiene una clave guardada.' using errcode = 'P0002';
  end if;
  perform private.add_order_event(target, 'code_viewed',
    jsonb_build_object('reason', jsonb_build_array(null, trim(p_reason))));
  return currval(pg_get_serial_sequence('public.order_events', 'id'));
end
$$;
revoke all on function public.log_device_code_look from public, anon, authenticated;
grant execute on function public.log_device_code_look to authenticated;

-- The sealed code that a look of the last minute is about. Only the function that opens codes may ask.
create function public.sealed_device_code(p_look_id bigint)
returns table (order_id uuid, password_type text, sealed_code text)
language sql stable security definer set search_path = '' as $$
  select o.id, o.password_type, c.sealed_code
  from public.order_events e
  join public.service_orders o on o.id = e.order_id
  join private.device_codes c on c.order_id = o.id
  where e.id = p_look_id and e.kind = 'code_viewed' and e.created_at > now() - interval '1 minute'
$$;
revoke all on function public.sealed_device_code from public, anon, authenticated;
grant execute on function public.sealed_device_code to service_role;

-- Makes a public key the one that seals. The keys before it are retired; those that no code needs go with
-- drop_device_code_keys.
create function public.publish_device_code_key(p_id text, p_public_key text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.device_code_keys k set retired_at = now() where k.retired_at is null and k.id <> p_id;
  insert into public.device_code_keys as k (id, public_key) values (p_id, p_public_key)
  on conflict (id) do update set public_key = excluded.public_key, retired_at = null
    where (k.public_key, k.retired_at) is distinct from (excluded.public_key, null);
end
$$;
revoke all on function public.publish_device_code_key from public, anon, authenticated;
grant execute on function public.publish_device_code_key to service_role;

-- Codes that are not sealed with the current key, by order from p_after on: plain ones from before, and those of
-- retired keys.
create function public.device_codes_to_seal(p_after uuid, p_limit integer)
returns table (order_id uuid, plain_code text, sealed_code text)
language sql stable security definer set search_path = '' as $$
  select * from (
    select p.order_id, p.code as plain_code, null::text as sealed_code from private.plain_device_codes p
    union all
    select c.order_id, null, c.sealed_code
    from private.device_codes c join public.device_code_keys k on k.id = c.key_id
    where k.retired_at is not null
  ) as waiting
  where p_after is null or waiting.order_id > p_after
  order by waiting.order_id
  limit p_limit
$$;
revoke all on function public.device_codes_to_seal from public, anon, authenticated;
grant execute on function public.device_codes_to_seal to service_role;

-- Puts a code sealed anew in the place of the one that was read: p_was, or a plain one when it is null. False when that
-- one is gone.
create function public.reseal_device_code(p_order_id uuid, p_was text, p_sealed text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.device_codes c where c.order_id = p_order_id and c.sealed_code = p_was for update;
  if not found then
    perform from private.plain_device_codes p where p.order_id = p_order_id and p_was is null for update;
    if not found then
      return false;
    end if;
  end if;
  perform private.store_device_code(p_order_id, p_sealed);
  -- Deleted rows stay in a table's file until it is truncated.
  if p_was is null and not exists (select from private.plain_device_codes) then
    truncate private.plain_device_codes;
  end if;
  return true;
end
$$;
revoke all on function public.reseal_device_code from public, anon, authenticated;
grant execute on function public.reseal_device_code to service_role;

-- The last step of sealing codes anew, which notes that it ran: retired keys that no code needs. The ids tell whoever
-- keeps the private halves to destroy them.
create function public.drop_device_code_keys() returns setof text
language sql security definer set search_path = '' as $$
  select private.note_job('seal-device-codes');
  delete from public.device_code_keys k
  where k.retired_at is not null and not exists (select from private.device_codes c where c.key_id = k.id)
  returning k.id
$$;
revoke all on function public.drop_device_code_keys from public, anon, authenticated;
grant execute on function public.drop_device_code_keys to service_role;

-- Run by the schedule: erases the codes of devices that were delivered, or whose order was cancelled, device_code_days
-- ago.
create function public.purge_device_codes() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  purged integer;
begin
  update public.service_orders o set device_code_stored = false
  where o.device_code_stored and o.status = any (private.statuses_in('closed'))
    and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at)
      < now() - make_interval(days => coalesce(private.shop_setting('device_code_days'), '30')::integer);
  get diagnostics purged = row_count;
  perform private.note_job('purge-device-codes');
  return purged;
end
$$;
revoke all on function public.purge_device_codes from public, anon, authenticated;
grant execute on function public.purge_device_codes to service_role;

-- 14_quote

-- The customer's decision on a quote (decision 3). The order's id is the capability: 122 random bits that only the
-- message's link carries. The decision can be proven: where it came from is kept, the customer is told what was
-- decided, and no account of the shop decides in the customer's name. What was approved is a promise of the shop.

create table public.decision_history (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.service_orders (id) on delete cascade,
  type text not null check (type in ('success', 'failure')),
  message text not null,
  created_at timestamptz not null default now()
);
create index decision_history_order on public.decision_history (order_id, created_at);
alter table public.decision_history enable row level security;
select private.require_session('public.decision_history');
revoke all on public.decision_history from anon, authenticated;
grant all on public.decision_history to service_role;
grant select on public.decision_history to authenticated;
create policy "whoever may read the order" on public.decision_history for select to authenticated
  using (exists (select from public.service_orders o where o.id = order_id));
create trigger as_readable before insert or update on public.decision_history
  for each row execute function private.as_readable();

-- Where a decision came from. The link is the capability, so whoever holds it may decide; this says who that was.
-- Admins only: it is personal data of whoever pressed.
create table public.decision_origins (
  decision_id uuid primary key references public.decision_history (id) on delete cascade,
  order_id uuid not null references public.service_orders (id) on delete cascade,
  -- The network, not the address: 24 bits of IPv4, 48 of IPv6. Null when it is not known.
  address text,
  browser text check (length(browser) <= 300),
  -- The account that was signed in, and its name as it was; null for the link alone.
  account_id uuid references public.profiles (id) on delete set null,
  account_name text
);
create index decision_origins_order on public.decision_origins (order_id);
create index decision_origins_account on public.decision_origins (account_id) where account_id is not null;
alter table public.decision_origins enable row level security;
select private.require_session('public.decision_origins');
revoke all on public.decision_origins from anon, authenticated;
grant all on public.decision_origins to service_role;
grant select on public.decision_origins to authenticated;
create policy "admins read" on public.decision_origins for select to authenticated
  using ((select private.is_admin()));
create trigger as_readable before insert or update on public.decision_origins
  for each row execute function private.as_readable();

-- What the decision page shows; work and amount only while there is something to decide. p_order_id: the last part of
-- the link, with or without its key.
create function public.get_quote(p_order_id text)
returns table (
  order_number integer,
  status text,
  technical_work text,
  total_amount bigint,
  equipment_type text,
  equipment_brand text,
  equipment_model text,
  quoted_at timestamptz,
  version text
)
language sql stable security definer set search_path = '' as $$
  select o.order_number, o.status, q.technical_work, q.total_amount, q.equipment_type, q.equipment_brand,
    q.equipment_model, q.quoted_at, case when q.id is not null then private.quote_version(q) end
  from public.service_orders o
  left join public.service_orders q on q.id = o.id and q.status = 'quoted'
  -- A malformed id is an unknown id.
  where o.id = private.linked_order(p_order_id)
$$;
revoke all on function public.get_quote from public, anon, authenticated;
grant execute on function public.get_quote to anon, authenticated, service_role;

-- 203.0.113.77 is kept as 203.0.113.0/24; what is no address is not kept.
create function private.shorten_address(p_address text) returns text
language sql immutable set search_path = '' as $$
  select case when pg_input_is_valid(p_address, 'inet') then
    (select case family(a) when 4 then network(set_masklen(a, 24)) else network(set_masklen(a, 48)) end::text
    from (select p_address::inet as a) as parsed)
  end
$$;

-- Decides once, only while quoted, under a row lock: of any number of simultaneous calls one wins. p_order_id: the last
-- part of the link, with or without its key. p_amount, p_version: of the quote that was shown; without a version only a
-- quote that is as it was sent can be decided. outcome: 'decided' | 'already_decided' | 'changed' (not the quote that
-- was shown) | 'not_found' | 'invalid' | 'staff' (an account of the shop) | 'unproved' (the key is missing); status:
-- the order's status afterwards. For the function update-quote-status alone: it knows where the call came from, and
-- whose account it was, from more than the caller's word.
create function public.decide_quote(
  p_order_id text, p_decision text, p_account uuid default null, p_address text default null,
  p_browser text default null, p_amount bigint default null, p_version text default null
)
returns table (outcome text, order_number integer, status text)
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
  account public.profiles;
  claims text := current_setting('request.jwt.claims', true);
begin
  if p_decision is null or p_decision not in ('approved', 'rejected') then
    return query select 'invalid', null::integer, null::text;
    return;
  end if;
  select * into account from public.profiles p where p.id = p_account;
  if account.role <> 'customer' then
    return query select 'staff', null::integer, null::text;
    return;
  end if;
  select * into target from public.service_orders o
  where o.id = private.linked_order(p_order_id)
  for update;
  if target.id is null then
    return query select 'not_found', null::integer, null::text;
  elsif target.status <> 'quoted' then
    return query select 'already_decided', target.order_number, target.status;
  elsif private.is_unproved(target, p_order_id, account.id) then
    return query select 'unproved', target.order_number, target.status;
  elsif p_amount <> coalesce(target.total_amount, 0) or p_version <> private.quote_version(target)
    or (p_version is null and not private.is_quote_as_sent(target)) then
    return query select 'changed', target.order_number, target.status;
  else
    -- The triggers' rows name the account that decides, not the function that calls.
    perform set_config(
      'request.jwt.claims',
      case when account.id is null then '{}' else jsonb_build_object('sub', account.id, 'role',
      'authenticated')::text end, true
    );
    update public.service_orders o
    set status = p_decision,
      approved_at = case p_decision when 'approved' then now() end,
      rejected_at = case p_decision when 'rejected' then now() end
    where o.id = target.id;
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
    insert into public.decision_origins (decision_id, order_id, address, browser, account_id, account_name)
    select h.id, target.id, private.shorten_address(p_address), nullif(left(trim(p_browser), 300), ''), account.id,
      account.full_name
    from public.decision_history h
    where h.order_id = target.id and h.created_at = now();
    return query select 'decided', target.order_number, p_decision;
  end if;
end
$$;
revoke all on function public.decide_quote from public, anon, authenticated;
grant execute on function public.decide_quote to service_role;

-- The trail of a decision: history for the order, notification for the staff.
create function private.record_decision(o public.service_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  number text := private.format_order_number(o.order_number);
begin
  insert into public.decision_history (order_id, type, message)
  values (
    o.id,
    case o.status when 'approved' then 'success' else 'failure' end,
    case o.status
      when 'approved' then 'El cliente aprobó el presupuesto de ' || private.format_clp(o.total_amount) || '.'
      else 'El cliente rechazó el presupuesto de ' || private.format_clp(o.total_amount) || '.'
    end
  );
  insert into public.notifications (type, message, order_id)
  values (
    case o.status when 'approved' then 'quote_approved' else 'quote_rejected' end,
    'Orden #' || number || ': ' || o.customer_name
      || case o.status when 'approved' then ' aprobó el presupuesto.' else ' rechazó el presupuesto.' end,
    o.id
  );
end
$$;

-- What the customer approved, while the approval stands: a price that was lowered may go back up to it.
create table private.approved_prices (
  order_id uuid primary key references public.service_orders (id) on delete cascade,
  amount bigint not null
);
alter table private.approved_prices enable row level security;

-- The order's trigger is SECURITY INVOKER and calls these three as the caller, who may therefore execute them. The
-- schema is not exposed, so nobody else can.

-- What the customer approved of an order, or null.
create function private.approved_price(p_order_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select amount from private.approved_prices where order_id = p_order_id
$$;

-- Notes what the customer approved.
create function private.keep_approved_price(p_order_id uuid, p_amount bigint) returns void
language sql security definer set search_path = '' as $$
  insert into private.approved_prices (order_id, amount) values (p_order_id, p_amount)
  on conflict (order_id) do update set amount = excluded.amount
$$;
grant execute on function private.approved_price, private.keep_approved_price to authenticated, service_role;

-- The amount that the customer approved stays the promise until another quote is approved: not a quote that is sent
-- again, nor one that is rejected, sets the price free. While the total exceeds it the order waits for an answer: it
-- leaves 'quoted' by a decision or a cancellation only, is neither completed nor delivered, and takes no payment above
-- the promise; an approval whose amount was not kept is a promise like any other. Runs after guard_service_order, which
-- settles the total: triggers of one event run in the order of their names.
create function private.guard_approved_price() returns trigger
language plpgsql set search_path = '' as $$
declare
  total bigint := coalesce(new.total_amount, 0);
  promised bigint;
begin
  if new.status = 'approved' and old.status <> 'approved' then
    perform private.keep_approved_price(new.id, total);
    return new;
  end if;
  if not private.is_api_caller() then
    return new;
  end if;
  promised := private.approved_price(new.id);
  if promised is null and old.approved_at is not null then
    -- The stamp goes with the next quote, the promise does not.
    promised := coalesce(old.total_amount, 0);
    perform private.keep_approved_price(new.id, promised);
  end if;
  -- Without an approval the price is the shop's.
  if promised is null then
    return new;
  end if;
  if new.advance_payment + new.final_payment > greatest(promised, old.advance_payment + old.final_payment) then
    raise exception 'El cliente aprobó %: no recibas más que eso sin su aprobación.', private.format_clp(promised)
      using errcode = '23514';
  end if;
  if total <= promised then
    return new;
  end if;
  if total > coalesce(old.total_amount, 0) and new.status <> 'quoted'
    and (new.status <> old.status or new.status in ('delivered', 'cancelled')) then
    raise exception 'El cliente aprobó %. Para cobrar más, envíale antes un nuevo presupuesto.',
      private.format_clp(promised)
      using errcode = '23514';
  end if;
  if new.status <> old.status and new.status not in ('quoted', 'cancelled')
    and (old.status = 'quoted' or new.status in ('completed', 'delivered')) then
    raise exception 'El cliente aprobó % y no ha aprobado %. Espera su respuesta, anota su aprobación o vuelve a ese precio.',
      private.format_clp(promised), private.format_clp(total)
      using errcode = '23514';
  end if;
  if total <= coalesce(old.total_amount, 0) or new.status = 'quoted' then
    return new;
  end if;
  new.status := 'quoted';
  return private.stamp_status(new, old);
end
$$;
create trigger guard_service_order_promise before update on public.service_orders
  for each row execute function private.guard_approved_price();

-- Consent to a price is bound to the price that was shown (PUB-21): a decision carries amount and version of the quote
-- on the page, and decides nothing if the quote is another one by then.

-- Identifies what a decision page shows of a quote: equal while work, total and device are.
create function private.quote_version(o public.service_orders) returns text
language sql immutable set search_path = '' as $$
  select md5(jsonb_build_array(o.total_amount, o.technical_work, o.equipment_type, o.equipment_brand,
    o.equipment_model)::text)
$$;

-- Whether the customer can have seen no other quote than the present one: it is the one that was last sent, or the only
-- one that there was.
create function private.is_quote_as_sent(o public.service_orders) returns boolean
language sql stable set search_path = '' as $$
  select coalesce((
    select (m.occurrence = 1 or m.state in ('sent', 'delivered', 'read'))
      and (m.state = 'off' or m.params[2:3] = (private.message_params(o, 'quoted'))[2:3])
    from public.whatsapp_messages m
    where m.order_id = o.id and m.event = 'quoted'
    order by m.occurrence desc limit 1
  ), true)
$$;

-- 15_price_promise

-- A price above the approved one is charged with an approval only (ORD-50, ORD-91): the rule is about the state of an
-- order, whatever step leads to it. Nothing is charged for a device that goes back unrepaired (ORD-92).

-- Nothing is charged unless the same save names a price, as for the review.
create function private.hand_back(new public.service_orders, old public.service_orders) returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  if new.total_amount is not distinct from old.total_amount then
    new.total_amount := 0;
    new.quote := 0;
  end if;
  return new;
end
$$;
grant execute on function private.hand_back to authenticated, service_role;

-- The reason that notes tell, for those who cancel by writing it there: in what was added to the notes, else in their
-- last such line; null where there is none. The reason may contain the words of its own line.
create function private.added_reason(p_notes text, p_before text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(substring(added from position(words in added) + length(words)), E' \t\r\n'), '')
  from (
    select trim(private.cancellation_note('')) as words,
      case when starts_with(p_notes, coalesce(p_before, ''))
        then substring(p_notes from length(coalesce(p_before, '')) + 1)
        else substring(p_notes from '[^\n]*$') end as added
  ) as part
  where position(words in added) > 0
$$;
grant execute on function private.added_reason to authenticated, service_role;

-- A quote that changes while it is open is a new one, of that day.
create function private.stamp_open_quote() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.quoted_at := now();
  return new;
end
$$;
create trigger stamp_open_quote before update on public.service_orders
  for each row when (old.status = 'quoted' and new.status = 'quoted'
    and (old.total_amount, old.technical_work) is distinct from (new.total_amount, new.technical_work))
  execute function private.stamp_open_quote();

-- A customer's yes by phone ('phone') or at the counter ('counter'), noted by a member of staff as such: p_said_by is
-- who said it; p_amount and p_version are of the quote that was read out. Not by anybody who raised the price above an
-- approved one. Answers the order's status and version; of an order that has an answer already, the one that stands.
create function public.record_approval(
  p_order_id uuid, p_channel text, p_said_by text, p_amount bigint, p_version text
)
returns table (status text, version integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.service_orders;
  said_by text := nullif(btrim(p_said_by, E' \t\r\n'), '');
  place text := case p_channel when 'phone' then 'por teléfono' when 'counter' then 'en el local' end;
  by_whom text;
  promised bigint;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if place is null or said_by is null or length(said_by) > 200 then
    raise exception 'Escribe quién aprobó, y si fue por teléfono o en el local.' using errcode = '22023';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id for update;
  if target.id is null then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  if target.status <> 'quoted' then
    return query select target.status, target.version;
    return;
  end if;
  if p_amount is distinct from coalesce(target.total_amount, 0)
    or p_version is distinct from private.quote_version(target) then
    raise exception 'El presupuesto cambió. Léele al cliente el nuevo antes de anotar su aprobación.'
      using errcode = '23514';
  end if;
  promised := private.approved_price(target.id);
  if target.total_amount > promised and private.has_raised_price(target.id, (select auth.uid()), promised) then
    raise exception 'Subiste este precio: la aprobación la anota otra persona del taller, o el cliente responde por su enlace.'
      using errcode = '42501';
  end if;
  update public.service_orders o set status = 'approved', approved_at = now(), rejected_at = null where o.id = target.id
  returning * into target;
  select p.full_name into by_whom from public.profiles p where p.id = (select auth.uid());
  -- The customer reads in the portal and in the message how it was given.
  update public.decision_history h
  set message = format('%s aprobó el presupuesto de %s %s. Lo anotó %s.', said_by,
    private.format_clp(target.total_amount), place, by_whom)
  where h.order_id = target.id and h.created_at = now();
  update public.whatsapp_messages m set params[2] = 'aprobado ' || place
  where m.order_id = target.id and m.event = 'approved' and m.created_at = now() and m.state = 'queued';
  insert into public.decision_origins (decision_id, order_id, account_id, account_name)
  select h.id, target.id, (select auth.uid()), by_whom
  from public.decision_history h where h.order_id = target.id and h.created_at = now();
  return query select target.status, target.version;
end
$$;
revoke all on function public.record_approval from public, anon, authenticated;
grant execute on function public.record_approval to authenticated;

-- Sends an open quote again as it is. One that is on its way, or went out within a minute, is not sent twice.
create function public.resend_quote(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id for update;
  if target.status is distinct from 'quoted' then
    raise exception 'La orden no tiene un presupuesto por responder.' using errcode = '23514';
  end if;
  if not exists (
    select from public.whatsapp_messages m
    where m.order_id = target.id and m.event = 'quoted'
      and (m.state in ('queued', 'sending') or m.created_at > now() - interval '1 minute')
  ) then
    perform private.queue_order_message(target, 'quoted');
  end if;
end
$$;
revoke all on function public.resend_quote from public, anon, authenticated;
grant execute on function public.resend_quote to authenticated;

-- The approved price bounds what is taken also while the price is at or below it, an approval whose amount was not kept
-- is a promise like any other (ORD-50), and whoever raised the price, first or last, notes no approval of it (ORD-91).

-- Whether a person has raised the price of an order above p_promised since it was approved last.
create function private.has_raised_price(p_order_id uuid, p_person uuid, p_promised bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.order_events e
    where e.order_id = p_order_id and e.actor_id = p_person
      and (e.changes #>> '{total_amount,1}')::bigint
        > greatest(p_promised, coalesce((e.changes #>> '{total_amount,0}')::bigint, 0))
      and e.id > coalesce((select max(d.id) from public.order_events d
        where d.order_id = p_order_id and d.kind = 'decision' and d.changes #>> '{status,1}' = 'approved'), 0)
  )
$$;
revoke all on function private.has_raised_price from public, anon, authenticated;

-- 16_order_search

-- Texts of orders as they are searched (ORD-02), so that it takes the same time in the shop's first week and in its
-- twentieth year.
-- The folded texts live in a narrow table of their own, not in expression indexes on service_orders: a change of status
-- then touches no trigram index, and reading on through the newest orders for a common word compares stored text
-- instead of folding each row again.

create table private.order_search (
  order_id uuid primary key references public.service_orders (id) on delete cascade,
  created_at timestamptz not null,
  -- Not indexed on purpose, so that a change of status is a heap-only update.
  status text not null,
  technician_id uuid,
  customer_name text not null,
  -- Without dots and dash.
  customer_rut text not null,
  -- Digits, with 56 before nine of them.
  customer_phone text not null,
  equipment_brand text not null,
  equipment_model text not null,
  imei text not null,
  everything text not null
)with (fillfactor = 85);
create index order_search_newest on private.order_search (created_at desc, order_id desc);
-- fastupdate off: a pending list would be read through by every search until the next vacuum.
create index order_search_name on private.order_search
  using gin (customer_name extensions.gin_trgm_ops) with (fastupdate = off);
create index order_search_rut on private.order_search
  using gin (customer_rut extensions.gin_trgm_ops) with (fastupdate = off);
create index order_search_phone on private.order_search
  using gin (customer_phone extensions.gin_trgm_ops) with (fastupdate = off);
create index order_search_brand on private.order_search
  using gin (equipment_brand extensions.gin_trgm_ops) with (fastupdate = off);
create index order_search_model on private.order_search
  using gin (equipment_model extensions.gin_trgm_ops) with (fastupdate = off);
create index order_search_imei on private.order_search
  using gin (imei extensions.gin_trgm_ops) with (fastupdate = off);
create index order_search_everything on private.order_search
  using gin (everything extensions.gin_trgm_ops) with (fastupdate = off);
-- Read forwards they are the ascending order; backwards the descending one, in which what is equal is sorted once more,
-- newest first. Equal names, models and highest prices are few.
create index order_search_by_customer on private.order_search (customer_name, created_at desc, order_id desc);
create index order_search_by_device on private.order_search
  (equipment_brand, equipment_model, created_at desc, order_id desc);
alter table private.order_search enable row level security;

-- Digits of a phone; nine digits are a Chilean number without its prefix.
create function private.search_phone(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when length(digits) = 9 then '56' || digits else digits end
  from (select regexp_replace(coalesce(value, ''), '[^0-9]', '', 'g') as digits) as cleaned
$$;

-- An order as it is searched.
create function private.order_search_row(o public.service_orders) returns private.order_search
language sql stable security definer set search_path = '' as $$
  select row(
    o.id, o.created_at, o.status, o.technician_id,
    private.fold(o.customer_name),
    lower(replace(o.customer_rut, '-', '')),
    private.search_phone(o.customer_phone),
    private.fold(o.equipment_brand),
    private.fold(o.equipment_model),
    private.fold(o.imei),
    -- Long texts by their beginning: nobody looks for the five-thousandth character.
    private.fold(concat_ws(E'\n',
      private.format_order_number(o.order_number), private.format_order_number(o.former_number),
      o.customer_name, o.customer_rut, replace(o.customer_rut, '-', ''),
      private.search_phone(o.customer_phone), nullif(private.search_phone(o.second_phone), ''), o.customer_address, o.equipment_brand, o.equipment_model, o.imei,
      left(o.equipment_condition, 2000), left(o.work_description, 2000), left(o.technical_work, 2000),
      left(o.notes, 2000)))
  )::private.order_search
$$;

-- Per statement: an import of thousands of orders is added at once.
create function private.add_order_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.order_search
  select r.* from new_orders n
  join public.service_orders o on o.id = n.id
  cross join lateral private.order_search_row(o) as r;
  return null;
end
$$;
create trigger add_order_search after insert on public.service_orders
  referencing new table as new_orders for each statement execute function private.add_order_search();

-- Texts are rewritten only when one of them changed; otherwise the small columns alone.
create function private.follow_order_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.order_search select r.* from private.order_search_row(new) as r;
  elsif (new.customer_name, new.customer_rut, new.customer_phone, new.customer_address, new.equipment_brand,
      new.equipment_model, new.imei, new.equipment_condition, new.work_description, new.technical_work, new.notes,
        new.order_number, new.created_at)
    is distinct from
    (old.customer_name, old.customer_rut, old.customer_phone, old.customer_address, old.equipment_brand,
      old.equipment_model, old.imei, old.equipment_condition, old.work_description, old.technical_work, old.notes,
        old.order_number, old.created_at) then
    delete from private.order_search where order_id = new.id;
    insert into private.order_search select r.* from private.order_search_row(new) as r;
  elsif (new.status, new.technician_id) is distinct from (old.status, old.technician_id) then
    update private.order_search set status = new.status, technician_id = new.technician_id where order_id = new.id;
  end if;
  return null;
end
$$;
create trigger follow_order_search after update on public.service_orders
  for each row execute function private.follow_order_search();

-- Whether the search's trigram indexes collect what comes and sort it in at once: several times faster for a batch, but
-- searches would read through what has been collected, so it ends with the batch.
create function private.collect_order_search(p_on boolean) returns void
language plpgsql set search_path = '' as $$
declare
  name text;
begin
  for name in
    select i.indexrelid::regclass::text from pg_catalog.pg_index i
    join pg_catalog.pg_class c on c.oid = i.indexrelid
    join pg_catalog.pg_am a on a.oid = c.relam
    where i.indrelid = 'private.order_search'::regclass and a.amname = 'gin'
    order by 1
  loop
    if not p_on then
      perform pg_catalog.gin_clean_pending_list(name::regclass);
    end if;
    execute format('alter index %s set (fastupdate = %s)', name, case when p_on then 'on' else 'off' end);
  end loop;
end
$$;

-- The condition for one text column as SQL. Every word must occur, in any order; words of one or two letters alone are
-- looked for at the beginning of words, which the trigram indexes can answer.
--
-- Of several words the index is asked for no more than it takes to leave few rows, which are then compared whole:
-- reading on through the lists of common trigrams is what costs time in a large shop.
-- * In a model the word with a digit says which one it is ('galaxy a12'): that one only. The other collation keeps the
--   condition from the index, not from the planner's statistics.
-- * In a name the first three letters of each word, if they differ ('muñoz tapia': 'mun', 'tap').
-- * A long word by its first and last three letters, which is two lists instead of five or more.
create function private.text_condition(target text, term text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text[] := (regexp_split_to_array(trim(term), '\s+'))[1:6];
  word text;
  condition text := '';
  several boolean := cardinality(words) > 1;
  all_short boolean := not exists (select from unnest(words) as w where length(w) >= 3);
  tells_model boolean := target = 'equipment_model'
    and exists (select from unnest(words) as w where length(w) >= 3 and w ~ '[0-9]');
  by_openings boolean := target = 'customer_name' and several
    and (select count(distinct left(w, 3)) = count(*) and every(w ~ '^[a-z]{3,}$') from unnest(words) as w);
begin
  foreach word in array words loop
    condition := condition || case
      when tells_model and word !~ '[0-9]' then
        format(' and s.%I collate "C" like %L', target, private.contains_pattern(word))
      when all_short then
        format(' and (s.%1$I like %2$L or s.%1$I like %3$L)', target,
          substr(private.contains_pattern(word), 2), '% ' || substr(private.contains_pattern(word), 2))
      when by_openings then
        format(' and s.%1$I like %2$L and strpos(s.%1$I, %3$L) <> 0', target, '%' || left(word, 3) || '%', word)
      when several and word ~ '^[a-z0-9]{7,}$' then
        format(' and s.%1$I like %2$L and strpos(s.%1$I, %3$L) <> 0', target,
          '%' || left(word, 3) || repeat('_', length(word) - 6) || right(word, 3) || '%', word)
      else
        format(' and s.%I like %L', target, private.contains_pattern(word))
    end;
  end loop;
  return condition;
end
$$;

-- The orders whose number begins as typed, as a FROM item: '000123' is that order; '123' is it first, then 1230 to
-- 1239, 12300 to 12399 … One range of the unique index per number of digits, read from its end, so that a single digit
-- costs no more than six. Also the orders whose former number is the one that was typed.
create function private.number_source(term text, condition text, row_limit integer) returns text
language plpgsql immutable set search_path = '' as $$
declare
  typed text := regexp_replace(term, '[^0-9]', '', 'g');
  digits text := ltrim(typed, '0');
  ranges text := '';
begin
  if digits = '' or length(digits) > 9 then
    return '(select o.id, o.order_number, 0 as extra from public.service_orders o where false)';
  end if;
  for extra in 0 .. case when length(typed) >= 6 then 0 else 9 - length(digits) end loop
    ranges := ranges || format(', (%s, %s, %s)',
      extra, digits::bigint * (10 ^ extra)::bigint,
        least(digits::bigint * (10 ^ extra)::bigint + (10 ^ extra)::bigint - 1, 2147483647));
  end loop;
  return format('(select o.*, r.extra from (values %1$s) as r(extra, low, high) cross join lateral (
      select o.id, o.order_number from public.service_orders o
      where o.order_number between r.low and r.high %2$s order by o.order_number desc limit %4$s) as o
      union all
      select o.id, o.order_number, 0 from public.service_orders o where o.former_number = %3$s and o.order_number <> %3$s
        and (%5$s or not starts_with(o.order_number::text, %3$L)) %2$s)',
    substr(ranges, 3), condition, digits, row_limit, (length(typed) >= 6)::text);
end
$$;

-- The condition of a search in texts as SQL; s is the search row.
create function private.search_condition(p_field text, p_search text) returns text
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

-- What the palette finds (UI-07): by number, phone in any spelling, its last digits, IMEI and words in any order.
-- Technicians find in the fields of their list (ORD-02): number, name, RUT, brand and model. A phone or an IMEI finds
-- nothing for them.
create function public.find_orders(p_search text)
returns table (
  id uuid, order_number integer, status text, customer_name text, equipment_brand text, equipment_model text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant integer := 8;
  numbered uuid[];
  found uuid[];
  condition text := private.search_condition('all', p_search);
  term text := trim(private.fold(private.plain_marks(left(p_search, 200))));
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if coalesce(trim(p_search), '') = '' then
    return;
  end if;
  if not private.is_desk() then
    -- The condition before is on an index; this one says in which fields each word has to be.
    if term ~ '^[0-9][0-9 .-]*[0-9k]$' then
      condition := condition || private.search_condition('customer_rut', p_search);
    else
      condition := condition || (select string_agg(format(
          $own$ and s.customer_name || ' ' || s.equipment_brand || ' ' || s.equipment_model like %L$own$,
          private.contains_pattern(w)), '')
        from unnest((regexp_split_to_array(term, '\s+'))[1:6]) as w);
    end if;
  end if;
  -- An order's number comes first; the same digits may be the end of a phone.
  if private.plain_marks(left(p_search, 200)) ~* '^\s*(#|n[°º.]?)?\s*[0-9]{1,6}\s*$' then
    execute format('select array_agg(n.id order by n.extra, n.order_number desc) from %s as n',
      private.number_source(p_search, '', most)) into numbered;
  end if;
  execute format('select array_agg(f.order_id order by f.created_at desc, f.order_id desc) from (
      select s.order_id, s.created_at from private.order_search s where true %s
      order by s.created_at desc, s.order_id desc limit %s) as f', condition, most) into found;
  return query
    select o.id, o.order_number, o.status, o.customer_name, o.equipment_brand, o.equipment_model
    from (
      select u.id, min(u.place) as place from unnest(numbered[1:most / 2] || found) with ordinality as u (id, place)
      group by u.id
    ) as f join public.service_orders o on o.id = f.id
    order by f.place limit most;
end
$$;
revoke all on function public.find_orders from public, anon, authenticated;
grant execute on function public.find_orders to authenticated;

create function private.search_second_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.order_search s where s.order_id = new.id;
  insert into private.order_search select r.* from private.order_search_row(new) as r;
  return null;
end
$$;
create trigger search_second_phone after update of second_phone, anonymized_at on public.service_orders
  for each row when (new.second_phone is distinct from old.second_phone)
  execute function private.search_second_phone();

-- 17_order_list

-- The desk's list of orders (ORD-02), the same as a file (ORD-16, DATA-03), and whoever was here before. Each is a
-- SECURITY DEFINER function that checks the caller itself: under row level security no trigram index is used, because
-- LIKE is not leakproof.

-- The desk's list: first which orders, as few columns as it takes, then the page of them. Without a search both are
-- planned once. p_view: one of the views, null for all orders. p_sort with p_descending: 'created', 'customer',
-- 'device', 'status', 'price' or 'changed'; null for the newest first.
create function public.search_orders(
  p_search text default null, p_field text default 'order_number', p_status text default null,
  p_technician uuid default null, p_page integer default 1, p_message_failed boolean default false,
  p_view text default null, p_sort text default null, p_descending boolean default false
) returns table (
  id uuid, order_number integer, created_at timestamptz, updated_at timestamptz, status text, customer_name text,
  customer_rut text, customer_phone text, equipment_type text, equipment_brand text, equipment_model text,
  work_description text, technical_work text, total_amount bigint, advance_payment bigint, technician_id uuid,
  technician_name text, delivered_at timestamptz, warranty_days integer, has_notes boolean, version integer,
  message_state text, message_at timestamptz, total integer
)
language plpgsql stable security definer set search_path = '' as $$
declare
  actor_role text := private.my_role();
  actor uuid := (select auth.uid());
  page_size constant integer := 20;
  first_row integer;
  searching boolean := coalesce(trim(p_search), '') <> '';
  by_text boolean := searching and p_field <> 'order_number';
  row_limit integer;
  -- Orders in these states are few however old the shop is: their index leads.
  by_open_status boolean := coalesce(p_status, '') in ('pending', 'in_progress', 'quoted', 'approved');
  -- So do the views, whose conditions are about columns of the order.
  leader text := case when by_text and not by_open_status and p_view is null then 's' else 'o' end;
  key text := case when leader = 's' then 's.order_id' else 'o.id' end;
  sort_by text := leader || '.created_at desc, ' || key || ' desc';
  condition text := '';
  -- The same filters on o, whichever leads.
  filters text := '';
  source text;
  found uuid[];
  counted integer;
begin
  if actor_role is null or actor_role not in ('admin', 'technician', 'receptionist') then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_field is null or p_field not in ('order_number', 'customer_name', 'customer_rut', 'equipment_brand',
      'equipment_model', 'customer_phone', 'imei', 'all') then
    raise exception 'El campo de búsqueda no existe.' using errcode = '22023';
  end if;
  if p_field in ('customer_phone', 'imei', 'all') and actor_role <> 'admin' then
    raise exception 'Solo un administrador busca en todos los campos.' using errcode = '42501';
  end if;
  if p_view is not null and private.order_view_condition(p_view, 'o.id', null) is null then
    raise exception 'La vista no existe.' using errcode = '22023';
  end if;
  if p_sort not in ('created', 'customer', 'device', 'status', 'price', 'changed') then
    raise exception 'Las órdenes no se ordenan por esa columna.' using errcode = '22023';
  end if;
  first_row := private.rows_before(p_page, page_size);
  row_limit := greatest(case when by_text then 201 else 1001 end, first_row + 21);

  if p_status is not null then
    condition := condition || format(' and %s.status = %L', leader, p_status);
  end if;
  if p_technician is not null then
    condition := condition || format(' and %s.technician_id = %L', leader, p_technician);
  end if;
  if p_view is not null then
    condition := condition || private.order_view_condition(p_view, key, actor);
  end if;
  if p_message_failed then
    condition := condition || private.order_view_condition('message_failed', key, actor);
  end if;
  if not searching then
    source := 'public.service_orders o';
  elsif not by_text then
    source := private.number_source(p_search, condition, row_limit) || ' as o';
    condition := '';
    sort_by := 'o.extra = 0 desc, o.order_number desc';
  else
    condition := condition || private.search_condition(p_field, p_search);
    source := case leader
      when 's' then 'private.order_search s'
      else 'public.service_orders o join private.order_search s on s.order_id = o.id'
    end;
  end if;

  if p_sort is not null then
    filters := case when p_status is null then '' else format(' and o.status = %L', p_status) end
      || case when p_technician is null then '' else format(' and o.technician_id = %L', p_technician) end
      || coalesce(private.order_view_condition(p_view, 'o.id', actor), '')
      || case when p_message_failed then private.order_view_condition('message_failed', 'o.id', actor) else '' end;
  end if;

  if condition = '' and not searching then
    select array_agg(f.id), count(*) into found, counted from (
      select o.id from public.service_orders o order by o.created_at desc, o.id desc limit row_limit) as f;
  elsif not searching and p_technician is null and p_view is null and p_message_failed is not true then
    select array_agg(f.id), count(*) into found, counted from (
      select o.id from public.service_orders o where o.status = p_status
      order by o.created_at desc, o.id desc limit row_limit) as f;
  else
    -- Planned each time: which index leads depends on what was typed.
    execute format('select array_agg(f.id), count(*) from (select %s as id from %s where true %s order by %s limit %s) as f',
      key, source, condition, sort_by, row_limit) into found, counted;
  end if;
  if p_sort is not null then
    found := private.sorted_order_ids(p_sort, p_descending is true, p_search, p_field, filters,
      first_row + page_size);
  end if;
  return query
    select o.id, o.order_number, o.created_at, o.updated_at, o.status, o.customer_name, o.customer_rut,
      o.customer_phone, o.equipment_type, o.equipment_brand, o.equipment_model, left(o.work_description, 300),
      left(o.technical_work, 300), o.total_amount, o.advance_payment, o.technician_id, t.full_name, o.delivered_at,
      o.warranty_days, coalesce(o.notes, '') <> '', o.version, newest.state, newest.created_at, counted
    from unnest(found[first_row + 1 : first_row + page_size]) with ordinality as p (id, place)
      join public.service_orders o on o.id = p.id left join public.staff_names t on t.id = o.technician_id
      left join lateral (
        select m.state, m.created_at from public.whatsapp_messages m where m.order_id = o.id order by m.created_at desc
        limit 1
      ) as newest on true
    order by p.place;
end
$$;
revoke all on function public.search_orders from public, anon, authenticated;
grant execute on function public.search_orders to authenticated;

-- What the desk's list shows, as whole orders for an export (ORD-16, DATA-03): the same search and filters as
-- search_orders, 1,000 at a time, newest first, continuing after the last order of the batch before, so that what
-- changes meanwhile neither repeats nor skips an order. Staff only, with the list's own rule on fields.
create function public.export_orders(
  p_search text default null, p_field text default 'order_number', p_status text default null,
  p_technician uuid default null, p_before timestamptz default null, p_before_id uuid default null,
  p_view text default null
) returns setof public.service_orders
language plpgsql stable security definer set search_path = '' as $$
declare
  actor_role text := private.my_role();
  searching boolean := coalesce(trim(p_search), '') <> '';
  source text := 'public.service_orders o';
  condition text := '';
begin
  if actor_role is null or actor_role not in ('admin', 'technician', 'receptionist') then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_field is null or p_field not in ('order_number', 'customer_name', 'customer_rut', 'equipment_brand',
      'equipment_model', 'customer_phone', 'imei', 'all') then
    raise exception 'El campo de búsqueda no existe.' using errcode = '22023';
  end if;
  if p_field in ('customer_phone', 'imei', 'all') and actor_role <> 'admin' then
    raise exception 'Solo un administrador busca en todos los campos.' using errcode = '42501';
  end if;
  if p_view is not null and private.order_view_condition(p_view, 'o.id', null) is null then
    raise exception 'La vista no existe.' using errcode = '22023';
  end if;

  if searching and p_field = 'order_number' then
    source := format('(select n.id as found_id from %s as n) as f join public.service_orders o on o.id = f.found_id',
      private.number_source(p_search, '', 1000000));
  elsif searching then
    source := 'private.order_search s join public.service_orders o on o.id = s.order_id';
    condition := private.search_condition(p_field, p_search);
  end if;
  if p_status is not null then
    condition := condition || format(' and o.status = %L', p_status);
  end if;
  if p_technician is not null then
    condition := condition || format(' and o.technician_id = %L', p_technician);
  end if;
  if p_view is not null then
    condition := condition || private.order_view_condition(p_view, 'o.id', (select auth.uid()));
  end if;
  if p_before is not null and p_before_id is not null then
    condition := condition || format(' and (o.created_at, o.id) < (%L::timestamptz, %L::uuid)', p_before, p_before_id);
  end if;
  return query execute format('select o.* from %s where true %s order by o.created_at desc, o.id desc limit 1000',
    source, condition);
end
$$;
revoke all on function public.export_orders from public, anon, authenticated;
grant execute on function public.export_orders to authenticated;

-- Whoever was here before (repeat customer at the counter): the newest orders of a RUT, or of a phone in any of its
-- spellings. Nobody by a RUT of repeated digits.
create function public.find_order_customer(p_rut text default null, p_phone text default null)
returns table (
  order_number integer, customer_name text, customer_rut text, customer_phone text, customer_address text,
  equipment_type text, equipment_brand text, equipment_model text, imei text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  -- Two statements, so that each uses its own index.
  if p_rut is not null then
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''),
        o.equipment_type, o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where o.customer_rut = private.normalize_rut(p_rut) and not private.is_repeated_rut(o.customer_rut)
      order by o.created_at desc limit 20;
  else
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''),
        o.equipment_type, o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where private.phone_key(o.customer_phone) = private.phone_key(p_phone)
      order by o.created_at desc limit 20;
  end if;
end
$$;
revoke all on function public.find_order_customer from public, anon, authenticated;
grant execute on function public.find_order_customer to authenticated;

-- Views of the desk's list (ORD-61): the orders that wait for the same next step. The rule of each is written once, in
-- private.order_view_condition; the list, its export and the counts above it use that.

-- The condition of a view as SQL on an order o; key is the column with the order's id. Nothing of the text is the
-- caller's own.
-- to_quote, waiting, to_repair, ready and to_return share the orders that are not closed: each is in exactly one of
-- them.
create function private.order_view_condition(p_view text, key text, actor uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  before_quote constant text[] := array['pending', 'in_progress'];
begin
  return case p_view
    when 'to_quote' then
      format(' and o.status = any (%L::text[]) and coalesce(o.total_amount, 0) = 0', before_quote)
    when 'waiting' then
      ' and o.status = ''quoted'''
    when 'to_repair' then
      format(' and o.status = any (%L::text[]) and (o.status = ''approved'' or coalesce(o.total_amount, 0) > 0)',
        before_quote || 'approved'::text)
    when 'ready' then
      ' and o.status = ''completed'''
    when 'to_return' then
      format($kept$
      and %s in (
        select k.order_id from private.kept_devices k
        union all select r.id from public.service_orders r where r.status = 'rejected'
      )$kept$, key)
    when 'mine' then
      format(' and o.technician_id = %L and o.status = any (%L::text[])', actor,
        private.statuses_in('open') || private.statuses_in('pickup'))
    when 'message_failed' then
      format($failed$
      and %s in (
        select m.order_id from public.whatsapp_messages m
        where m.state = 'failed' and not exists (
          select from public.whatsapp_messages later where later.order_id = m.order_id
          and later.created_at > m.created_at
        )
      )$failed$, key)
    else null
  end;
end
$$;
revoke all on function private.order_view_condition from public, anon, authenticated;

-- How many orders each view has, counted to 1,001 and no further, as the list is; 'all' is the list without a view.
-- 'mine' only for technicians, to whom repairs are assigned. Staff only.
create function public.count_order_views() returns table (view text, total integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  actor_role text := private.my_role();
  actor uuid := (select auth.uid());
begin
  if actor_role is null or actor_role not in ('admin', 'technician', 'receptionist') then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  view := 'all';
  total := (select count(*) from (select from public.service_orders o limit 1001) as c);
  return next;
  foreach view in array array['to_quote', 'waiting', 'to_repair', 'ready', 'to_return', 'message_failed']
    || case when actor_role = 'technician' then array['mine'] else '{}' end
  loop
    execute format('select count(*) from (select from public.service_orders o where true %s limit 1001) as c',
      private.order_view_condition(view, 'o.id', actor)) into total;
    return next;
  end loop;
end
$$;
revoke all on function public.count_order_views from public, anon, authenticated;
grant execute on function public.count_order_views to authenticated;

-- Other orders of the desk's list than the newest first (ORD-75): by date, customer, device, status, price or last
-- change. Sorting happens over all orders that match, so a page is cut out of what is sorted.

-- The orders whose number begins as typed (as in private.number_source), as a condition on o.
create function private.number_condition(term text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  typed text := regexp_replace(term, '[^0-9]', '', 'g');
  digits text := ltrim(typed, '0');
  ranges text := '';
begin
  if digits = '' or length(digits) > 9 then
    return ' and false';
  end if;
  for extra in 0 .. case when length(typed) >= 6 then 0 else 9 - length(digits) end loop
    ranges := ranges || format(' or o.order_number between %s and %s', digits::bigint * (10 ^ extra)::bigint,
      least(digits::bigint * (10 ^ extra)::bigint + (10 ^ extra)::bigint - 1, 2147483647));
  end loop;
  return format(' and (%s or o.former_number = %s)', substr(ranges, 5), digits);
end
$$;
revoke all on function private.number_condition from public, anon, authenticated;

-- The first orders of a sorted list, up to row_limit; ties newest first in a column's usual direction (from A, the
-- highest first), oldest first in the other: each index is read in one direction. filters is SQL on o, made by
-- search_orders.
-- Planned each time: the sort's index leads where many orders match, the filter's where few do.
create function private.sorted_order_ids(
  p_sort text, p_descending boolean, p_search text, p_field text, filters text, row_limit integer
) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  searching boolean := coalesce(trim(p_search), '') <> '';
  by_text boolean := searching and p_field <> 'order_number';
  direction text := case when p_descending then 'desc' else 'asc' end;
  against text := case when p_descending then 'asc' else 'desc' end;
  newest constant text := 'o.created_at desc, o.id desc';
  source text := 'public.service_orders o';
  condition text := filters || case when by_text then private.search_condition(p_field, p_search) else '' end;
  sort_by text;
  ids uuid[] := '{}';
  more uuid[];
  next_status text;
begin
  if searching and not by_text then
    -- Gathered before it is sorted: numbers and dates grow together, so that the newest orders of a low number would be
    -- looked for among all others.
    source := format('(select o.* from public.service_orders o where true %s offset 0) as o',
      private.number_condition(p_search));
  end if;
  if by_text or p_sort in ('customer', 'device') then
    source := source || ' join private.order_search s on s.order_id = o.id';
  end if;
  if p_sort = 'status' and (by_text or not searching) then
    -- In the order of the work, one state after the other: each has an index of its newest orders.
    for next_status in
      select u.status from unnest(private.statuses_in()) with ordinality as u (status, place)
      order by case when p_descending then -u.place else u.place end
    loop
      execute format('select array_agg(f.id) from (select o.id from %s where o.status = %L %s order by %s limit %s) as f',
        source, next_status, condition, newest, row_limit - cardinality(ids)) into more;
      ids := ids || coalesce(more, '{}');
      exit when cardinality(ids) >= row_limit;
    end loop;
    return ids;
  end if;
  sort_by := case p_sort
    when 'created' then format('o.created_at %1$s, o.id %1$s', direction)
    when 'customer' then format('s.customer_name %1$s, s.created_at %2$s, s.order_id %2$s', direction, against)
    when 'device' then
      format('s.equipment_brand %1$s, s.equipment_model %1$s, s.created_at %2$s, s.order_id %2$s', direction, against)
    when 'status' then format('array_position(%L::text[], o.status) %s, %s', private.statuses_in(), direction, newest)
    when 'price' then format('coalesce(o.total_amount, 0) %1$s, o.created_at %1$s, o.id %1$s', direction)
    when 'changed' then format('o.updated_at %1$s, o.created_at %1$s, o.id %1$s', direction)
  end;
  execute format('select array_agg(f.id) from (select o.id from %s where true %s order by %s limit %s) as f',
    source, condition, sort_by, row_limit) into ids;
  return ids;
end
$$;
revoke all on function private.sorted_order_ids from public, anon, authenticated;

-- 18_saved_views

-- Views of the desk's list that its users save for themselves (ORD-80 to ORD-82): a filter under a name. The view that
-- the desk opens with is a row too; if it is one of the shop's views (private.order_view_condition), a row without
-- name.

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name text check (length(trim(name)) between 1 and 40),
  search text not null default '' check (length(search) <= 200),
  field text check (field in ('order_number', 'customer_name', 'customer_rut', 'equipment_brand', 'equipment_model',
    'customer_phone', 'imei', 'all')),
  status text check (length(status) <= 40),
  technician_id uuid references public.profiles (id) on delete cascade,
  view text check (length(view) <= 40),
  -- Column and direction, as in price-desc.
  sort text check (sort ~ '^[a-z]+(-[a-z]+)*$' and length(sort) <= 40),
  is_start boolean not null default false,
  created_at timestamptz not null default now(),
  check (name is not null or (is_start and view is not null))
);
create unique index saved_views_name on public.saved_views (owner_id, private.name_key(name)) where name is not null;
create unique index saved_views_start on public.saved_views (owner_id) where is_start;
create index saved_views_technician on public.saved_views (technician_id);
create trigger insert_once before insert on public.saved_views for each row when (private.is_api_caller())
  execute function private.insert_once('la vista quedó guardada', 'name', 'search', 'field', 'status',
    'technician_id', 'view', 'sort');
alter table public.saved_views enable row level security;
select private.require_session('public.saved_views');
revoke all on public.saved_views from anon, authenticated;
grant all on public.saved_views to service_role;
grant select, delete, insert (id, name, search, field, status, technician_id, view, sort), update (name) on
  public.saved_views to authenticated;
create policy "own" on public.saved_views for select to authenticated
  using (owner_id = (select auth.uid()) and (select private.is_staff()));
create policy "staff save" on public.saved_views for insert to authenticated
  with check (owner_id = (select auth.uid()) and name is not null and (select private.is_staff()));
create policy "own renamed" on public.saved_views for update to authenticated
  using (owner_id = (select auth.uid()) and name is not null and (select private.is_staff()))
  with check (owner_id = (select auth.uid()) and name is not null and (select private.is_staff()));
create policy "own deleted" on public.saved_views for delete to authenticated
  using (owner_id = (select auth.uid()) and name is not null and (select private.is_staff()));
create trigger as_readable before insert or update on public.saved_views
  for each row execute function private.as_readable();

-- One of the shop's views if any, and twelve a person: of two at once the second waits for the first. After
-- insert_once, which lets no repetition through.
create function private.saved_view_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.view is not null and private.order_view_condition(new.view, 'o.id', null) is null then
    raise exception 'La vista no existe.' using errcode = '22023';
  end if;
  perform from public.profiles p where p.id = new.owner_id for no key update;
  if new.name is not null and
      (select count(*) from public.saved_views v where v.owner_id = new.owner_id and v.name is not null) >= 12 then
    raise exception 'Ya tienes 12 vistas. Elimina una para guardar otra.' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger saved_view_rules before insert on public.saved_views
  for each row execute function private.saved_view_rules();

-- Makes one of the shop's views or an own view the one that the caller's desk opens with; the whole list without
-- arguments.
create function public.set_start_view(p_view text default null, p_saved_view uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  actor uuid := (select auth.uid());
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  -- Two at once come one after the other.
  perform from public.profiles p where p.id = actor for no key update;
  delete from public.saved_views v where v.owner_id = actor and v.name is null;
  update public.saved_views v set is_start = false where v.owner_id = actor and v.is_start;
  if p_saved_view is not null then
    update public.saved_views v set is_start = true where v.id = p_saved_view and v.owner_id = actor;
    if not found then
      raise exception 'Esta vista ya no existe.' using errcode = 'P0002';
    end if;
  elsif p_view is not null then
    insert into public.saved_views (owner_id, view, is_start) values (actor, p_view, true);
  end if;
end
$$;
revoke all on function public.set_start_view from public, anon, authenticated;
grant execute on function public.set_start_view to authenticated;

-- How many orders each own view has, as the list says it (public.search_orders): counted to 1,001, with a search in
-- texts to 201. Null if its field is not one of the caller's role any more.
-- Its searches in personal data that find something are logged like the list's (PRIV-12, SEC-59): a view is saved with
-- any text, and its count says whether there is such a customer. Once an hour each, as private.record_look does.
create function public.count_saved_views() returns table (id uuid, total integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  saved public.saved_views;
  searched_by text;
  searched_number text;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  for saved in select v.* from public.saved_views v where v.owner_id = (select auth.uid()) and v.name is not null loop
    id := saved.id;
    begin
      total := coalesce((
        select s.total from public.search_orders(p_search => saved.search,
          p_field => coalesce(saved.field, 'order_number'), p_status => saved.status,
          p_technician => saved.technician_id, p_view => saved.view) as s limit 1), 0);
    exception when insufficient_privilege then
      total := null;
    end;
    searched_by := case when trim(saved.search) <> '' then case saved.field
      when 'customer_rut' then 'rut'
      when 'customer_phone' then 'phone'
      when 'customer_name' then 'name'
      when 'imei' then 'imei'
      when 'all' then 'text'
    end end;
    if searched_by is not null and total > 0 then
      -- A complete RUT or phone, as server/src/looks reads one; never a name or a text.
      searched_number := normalize(saved.search, nfkc);
      if searched_by in ('name', 'imei') or searched_number ~ '[[:alpha:]]{2}'
        or regexp_replace(searched_number, '[^0-9kK]', '', 'g') !~ '^([0-9]{7,8}[0-9kK]|[0-9]{8,12})$' then
        searched_number := null;
      end if;
      perform private.record_look((select auth.uid()), 'search', null, null, searched_number, 'count_saved_views', total,
        searched_by);
    end if;
    return next;
  end loop;
end
$$;
revoke all on function public.count_saved_views from public, anon, authenticated;
grant execute on function public.count_saved_views to authenticated;

-- An anonymised person's name, RUT, phone or IMEI is no longer searched for either (PRIV-05).
create function private.forget_saved_searches() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.saved_views v
  where v.search <> '' and (
    (private.fold(v.search) like '% %' and strpos(private.fold(old.customer_name), private.fold(trim(v.search))) > 0)
    or private.normalize_rut(v.search) = old.customer_rut
    or private.phone_key(v.search) = private.phone_key(old.customer_phone)
    or trim(v.search) = old.imei
  );
  return null;
end
$$;
create trigger forget_saved_searches after update of anonymized_at on public.service_orders
  for each row when (old.anonymized_at is null and new.anonymized_at is not null)
  execute function private.forget_saved_searches();

-- What waits beside the tabs of the panel (ORD-83).

-- How much waits to be done at each tab of the panel, counted to 100. Orders: those whose next step is the caller's
-- role's (ORD-63), of the desk handing over or back; of a technician those that are nobody else's. Appointments of
-- today, messages that failed last, screens that have not arrived, parts under their minimum. Staff only.
create function public.panel_counts() returns table (tab text, total integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  actor_role text := private.my_role();
  actor uuid := (select auth.uid());
  most constant integer := 100;
  today constant date := (now() at time zone 'America/Santiago')::date;
  own text := case when actor_role = 'technician'
    then format(' and (o.technician_id = %L or o.technician_id is null)', actor) else '' end;
begin
  if actor_role is null or actor_role not in ('admin', 'technician', 'receptionist') then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  tab := 'orders';
  execute format('select count(*) from (
      (select from public.service_orders o where true %1$s %3$s limit %4$s) union all
      (select from public.service_orders o where true %2$s %3$s limit %4$s) limit %4$s) as c',
    private.order_view_condition(case actor_role when 'receptionist' then 'ready' else 'to_quote' end, 'o.id', actor),
    private.order_view_condition(
      case actor_role when 'receptionist' then 'to_return' else 'to_repair' end, 'o.id', actor),
    own, most) into total;
  return next;
  tab := 'appointments';
  total := (select count(*) from (select from public.appointments a where a.status = 'scheduled'
    and a.appointment_date >= today::timestamp at time zone 'America/Santiago'
    and a.appointment_date < (today + 1)::timestamp at time zone 'America/Santiago' limit most) as c);
  return next;
  tab := 'messages';
  execute format('select count(*) from (select from public.service_orders o where true %s limit %s) as c',
    private.order_view_condition('message_failed', 'o.id', actor), most) into total;
  return next;
  tab := 'screen_orders';
  total := (select count(*) from (select from public.pedidos_pantallas p where p.received_at is null limit most) as c);
  return next;
  tab := 'inventory';
  total := (select count(*) from (select from public.inventory i where i.quantity < i.min_stock limit most) as c);
  return next;
end
$$;
revoke all on function public.panel_counts from public, anon, authenticated;
grant execute on function public.panel_counts to authenticated;

-- 19_order_desk

-- One change of several orders (ORD-77): each order by its own rules, with its own line in the timeline and its own
-- message, and with its own answer.

-- The terms of service that an order was first printed with stay the terms of its sheet, whatever the shop changes
-- later. A table of its own: printing is no change of the order, which would move its version under an open form.

create table private.printed_terms (
  order_id uuid primary key references public.service_orders (id) on delete cascade,
  -- The version of section 'terms'; versions are never deleted.
  change_id bigint not null references public.setting_changes (id),
  printed_at timestamptz not null default now()
);
create index printed_terms_change on private.printed_terms (change_id);
alter table private.printed_terms enable row level security;

-- The terms for an order's sheet, noted as the order's when it is printed for the first time: the present ones,
-- whatever the page knows. Called again it answers the same. For whoever may see the order: the staff, and its
-- customer.
create function public.print_terms(p_order_id uuid)
returns table (version integer, changed_at timestamptz, items jsonb)
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_staff() and not exists (
    select from public.service_orders o where o.id = p_order_id and o.customer_rut = private.my_rut()
  ) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  insert into private.printed_terms (order_id, change_id)
  select o.id, c.id from public.service_orders o, public.setting_changes c
  where o.id = p_order_id and c.section = 'terms'
  order by c.version desc limit 1
  on conflict (order_id) do nothing;
  return query
    select c.version, c.changed_at, c.after -> 'items' from private.printed_terms p
    join public.setting_changes c on c.id = p.change_id where p.order_id = p_order_id;
  if not found then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
end
$$;
revoke all on function public.print_terms from public, anon, authenticated;
grant execute on function public.print_terms to authenticated;

-- The brands that the shop's newest orders name most often, with their models: what the order form suggests where the
-- shop has written no list. Of the newest orders only, by their index: all of them would cost a pass over the table.

create function public.usual_devices() returns table (equipment_type text, brand text, models text[])
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    with newest as materialized (
      select case o.equipment_type when 'other' then 'others' else o.equipment_type end as kind,
        btrim(o.equipment_brand) as brand, lower(btrim(o.equipment_brand)) as brand_key,
        btrim(o.equipment_model) as model
      from public.service_orders o
      order by o.created_at desc, o.id desc
      limit 2000
    ), devices as (
      select n.kind, n.brand_key, mode() within group (order by n.model) as model, count(*) as times
      from newest n
      where n.model <> ''
      group by n.kind, n.brand_key, lower(n.model)
    ), brands as (
      select n.kind, mode() within group (order by n.brand) as brand, count(*) as times,
        (select array_agg(d.model order by d.times desc, d.model) from devices d
          where d.kind = n.kind and d.brand_key = n.brand_key) as models
      from newest n
      where n.brand <> ''
      group by n.kind, n.brand_key
    ), ranked as (
      select b.*, row_number() over (partition by b.kind order by b.times desc, b.brand) as place from brands b
    )
    select r.kind, r.brand, coalesce(r.models[1:40], '{}') from ranked r where r.place <= 15 order by r.kind, r.place;
end
$$;
revoke all on function public.usual_devices from public, anon, authenticated;
grant execute on function public.usual_devices to authenticated;

-- Why a change of several leaves an order out: 'closed', 'same' (it says so already), 'waiting' (its customer has a
-- quote to answer); null if it does not. One order alone may still be changed so.
-- shared/src/orders/bulk-rules.ts says the same beforehand; supabase/test/change-orders.test.ts
-- holds both together.
create function private.bulk_obstacle(o public.service_orders, p_change jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when o.status = any (private.statuses_in('closed')) then 'closed'
    when p_change ? 'status' and o.status = p_change ->> 'status' then 'same'
    when p_change ? 'technician_id' and o.technician_id is not distinct from (p_change ->> 'technician_id')::uuid
      then 'same'
    when p_change ? 'status' and o.status = 'quoted' then 'waiting'
  end
$$;
revoke all on function private.bulk_obstacle from public, anon, authenticated;
grant execute on function private.bulk_obstacle to authenticated;

-- Changes up to 50 orders: p_orders is [{id, version}], p_change {status} with a status that asks for nothing else, or
-- {technician_id}, null for nobody. For each order its outcome: 'done', 'left_out' (reason: bulk_obstacle),
-- 'conflict' (it has changed since that version), 'gone', or 'refused' (reason: the rule's own words); with its status,
-- technician and version as they are now. Staff only.
-- With the caller's rights on purpose: row level security, column grants and triggers are those of a single change.
create function public.change_orders(p_request_id uuid, p_orders jsonb, p_change jsonb)
returns table (id uuid, outcome text, reason text, version integer, status text, technician_id uuid)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  asked jsonb;
  o public.service_orders;
  told text;
  why text;
  results jsonb := '[]';
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if jsonb_typeof(p_orders) is distinct from 'array' or jsonb_array_length(p_orders) not between 1 and 50 then
    raise exception 'Elige entre 1 y 50 órdenes.' using errcode = '22023';
  end if;
  if jsonb_typeof(p_change) is distinct from 'object'
    or (select count(*) from jsonb_object_keys(p_change)) <> 1
    or not (p_change ? 'technician_id'
      or coalesce(p_change ->> 'status', '') = any (array['pending', 'in_progress', 'completed'])) then
    raise exception 'Ese cambio no se hace en varias órdenes a la vez.' using errcode = '22023';
  end if;
  if not exists (select from public.profiles p where p.id = (p_change ->> 'technician_id')::uuid
      and p.role = 'technician') and p_change ->> 'technician_id' is not null then
    raise exception 'Elige a un técnico del taller.' using errcode = '22023';
  end if;
  if not private.claim_request(p_request_id, 'change_orders', jsonb_build_array(p_orders, p_change)) then
    return query select r.id, r.outcome, r.reason, r.version, r.status, r.technician_id
      from jsonb_to_recordset(private.request_result(p_request_id))
        as r (id uuid, outcome text, reason text, version integer, status text, technician_id uuid);
    return;
  end if;

  -- In one order for everybody: two requests about the same orders wait for each other instead of locking up.
  for asked in select distinct on ((e ->> 'id')::uuid) e from jsonb_array_elements(p_orders) as e
    order by (e ->> 'id')::uuid, (e ->> 'version')::integer desc loop
    why := null;
    select * into o from public.service_orders s where s.id = (asked ->> 'id')::uuid for update;
    if not found then
      told := 'gone';
    else
      why := private.bulk_obstacle(o, p_change);
      told := case
        when why = 'same' then 'left_out'
        when o.version is distinct from (asked ->> 'version')::integer then 'conflict'
        when why is not null then 'left_out'
        else 'done'
      end;
    end if;
    if told = 'done' then
      begin
        if p_change ? 'status' then
          update public.service_orders s set status = p_change ->> 'status', updated_at = now() where s.id = o.id
          returning * into o;
        else
          update public.service_orders s set technician_id = (p_change ->> 'technician_id')::uuid, updated_at = now()
          where s.id = o.id returning * into o;
        end if;
      exception when insufficient_privilege or integrity_constraint_violation or data_exception or raise_exception
        or no_data_found then
        -- Its rules refuse it: undone for this order alone.
        told := 'refused';
        why := sqlerrm;
      end;
    end if;
    results := results || jsonb_build_object('id', asked ->> 'id', 'outcome', told,
      'reason', case when told <> 'conflict' then why end, 'version', o.version, 'status', o.status,
      'technician_id', o.technician_id);
  end loop;
  perform private.finish_request(p_request_id, results, format('se hizo el cambio en %s órdenes',
    (select count(*) from jsonb_array_elements(results) as r where r ->> 'outcome' = 'done')));
  return query select r.id, r.outcome, r.reason, r.version, r.status, r.technician_id
    from jsonb_to_recordset(results)
      as r (id uuid, outcome text, reason text, version integer, status text, technician_id uuid);
end
$$;
revoke all on function public.change_orders from public, anon, authenticated;
grant execute on function public.change_orders to authenticated;

-- Reception takes back an order that was taken in by mistake (ORD-121): its own, in the first 15 minutes, while nothing
-- was done with it. It is deleted, with its messages that wait, and the log keeps who did it and why.

-- Why the caller cannot take an order back; null if it can.
create function private.intake_obstacle(o public.service_orders) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when private.my_role() is distinct from 'receptionist' then 'Solo recepción deshace un ingreso.'
    when o.receptionist_id is distinct from (select auth.uid()) or o.import_key is not null
      then 'Solo puede deshacer el ingreso quien recibió el equipo.'
    when o.created_at < now() - interval '15 minutes'
      then 'Pasaron más de 15 minutos desde el ingreso: pide a administración que elimine la orden.'
    when o.status <> 'pending' or o.quoted_at is not null or exists (
      select from public.order_events e where e.order_id = o.id and e.kind in ('status', 'decision'))
      then 'El trabajo ya comenzó: la orden cambió de estado.'
    when o.advance_payment + o.final_payment > 0
      then 'La orden tiene un pago. Si devolviste el dinero, deja el abono en $0 y vuelve a intentar.'
    when exists (select from public.order_events e
      where e.order_id = o.id and e.actor_id is distinct from (select auth.uid()))
      then 'Otra persona ya trabajó en esta orden: pide a administración que la elimine.'
    when exists (select from public.inventory_movements m where m.order_id = o.id)
      then 'La orden tiene repuestos: pide a administración que la elimine.'
  end
$$;
revoke all on function private.intake_obstacle from public, anon, authenticated;

-- For the dialog: why not, and whether the customer was told of the intake already.
create function public.intake_state(p_order_id uuid) returns table (obstacle text, is_told boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query select private.intake_obstacle(o), exists (
    select from public.whatsapp_messages m where m.order_id = o.id and m.state in ('sending', 'sent', 'delivered', 'read'))
  from public.service_orders o where o.id = p_order_id;
end
$$;
revoke all on function public.intake_state from public, anon, authenticated;
grant execute on function public.intake_state to authenticated;

-- Sent twice it happens once.
create function public.take_back_order(p_order_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
  reason text := nullif(btrim(p_reason, E' \t\r\n'), '');
  obstacle text;
begin
  if private.my_role() is distinct from 'receptionist' then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if reason is null or length(reason) > 500 then
    raise exception 'Escribe por qué deshaces el ingreso, en hasta 500 letras.' using errcode = '23514';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id for update;
  if target.id is null then
    if exists (select from public.order_events e where e.order_id = p_order_id and e.kind = 'deleted'
        and e.actor_id = (select auth.uid())) then
      return;
    end if;
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  obstacle := private.intake_obstacle(target);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = '23514';
  end if;
  delete from public.service_orders o where o.id = p_order_id;
  update public.order_events e
  set changes = e.changes || jsonb_build_object('reason', jsonb_build_array(null, reason))
  where e.order_id = p_order_id and e.kind = 'deleted';
end
$$;
revoke all on function public.take_back_order from public, anon, authenticated;
grant execute on function public.take_back_order to authenticated;

-- A phone that is corrected in one order is corrected in all of its customer's orders at once (ORD-125): in those of
-- the same RUT or document that have the number that was wrong, in any of its spellings; not in the orders of others
-- under a RUT of repeated digits.
create function private.orders_of_phone(p_order_id uuid, p_phone text) returns setof public.service_orders
language sql stable security definer set search_path = '' as $$
  select o.* from public.service_orders o
  join public.service_orders corrected on corrected.id = p_order_id
  where o.id <> p_order_id and o.anonymized_at is null and o.customer_rut = corrected.customer_rut
    and not private.is_repeated_rut(o.customer_rut)
    and private.phone_key(o.customer_phone) = private.phone_key(p_phone)
    and o.customer_phone <> corrected.customer_phone
$$;
revoke all on function private.orders_of_phone from public, anon, authenticated;

-- How many other orders of the customer have that number.
create function public.count_phone_orders(p_order_id uuid, p_phone text) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_desk() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return (select count(*) from private.orders_of_phone(p_order_id, p_phone));
end
$$;
revoke all on function public.count_phone_orders from public, anon, authenticated;
grant execute on function public.count_phone_orders to authenticated;

-- Gives them the phone of the order, all or none, and answers how many there were; sent twice it happens once. Messages
-- that wait go to the new number.
create function public.correct_phone(p_order_id uuid, p_phone text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  corrected integer;
begin
  if not private.is_desk() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  -- Two presses wait for each other; the second finds nothing left.
  perform from public.service_orders c where c.id = p_order_id for update;
  update public.service_orders o
  set customer_phone = (select c.customer_phone from public.service_orders c where c.id = p_order_id)
  where o.id in (select other.id from private.orders_of_phone(p_order_id, p_phone) as other);
  get diagnostics corrected = row_count;
  return corrected;
end
$$;
revoke all on function public.correct_phone from public, anon, authenticated;
grant execute on function public.correct_phone to authenticated;

-- 20_order_import

-- Import of orders from another system's file (ORD-16, ORD-51): admins only, original dates and numbers kept, no
-- messages, no notifications. In sets: what follows from new orders is written per statement, and a batch is one or two
-- statements.

-- Refuses an imported number far beyond the shop's.
create function private.refuse_far_number() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  highest bigint := private.highest_foreign_number((select max(o.order_number) from public.service_orders o));
begin
  if new.order_number > highest then
    raise exception 'El número % está muy por encima de los de este taller (hasta %).', new.order_number, highest
      using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger check_imported_number before insert on public.service_orders
  for each row when (new.import_key is not null and new.order_number > 999999)
    execute function private.refuse_far_number();

-- Opens an import, or finds the one of the very same file again so that it continues. p_file_hash: SHA-256 of the file,
-- hexadecimal.
create function public.begin_import(p_file_name text, p_file_hash text, p_row_count integer)
  returns public.import_batches
language plpgsql security definer set search_path = '' as $$
declare
  opened public.import_batches;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  insert into public.import_batches (file_name, file_hash, row_count, created_by)
  values (left(p_file_name, 300), p_file_hash, p_row_count, (select auth.uid()))
  on conflict (file_hash) do update set updated_at = now()
  returning * into opened;
  return opened;
end
$$;
revoke all on function public.begin_import from public, anon, authenticated;
grant execute on function public.begin_import to authenticated;

-- Up to 1,000 rows of { row, key, order_number? }. Answers one line per row, as import_orders does: outcome 'new',
-- 'duplicate' (this row is in already) or 'number_taken' (another order has its number), and the number of the order
-- that is in the way. A row with 'renumber' is new although its number is taken.
create function public.check_import(p_rows jsonb)
returns table ("row" integer, outcome text, order_number integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if jsonb_typeof(p_rows) <> 'array' or jsonb_array_length(p_rows) > 1000 then
    raise exception 'Un lote lleva como máximo 1.000 filas.' using errcode = '22023';
  end if;
  return query
    select
      (item.value ->> 'row')::integer,
      case when same.id is not null then 'duplicate' when taken.id is not null and (item.value ->> 'renumber')::boolean is not true
        then 'number_taken' else 'new' end,
      coalesce(same.order_number, taken.order_number)
    from jsonb_array_elements(p_rows) with ordinality as item (value, place)
    left join public.service_orders same on same.import_key = item.value ->> 'key'
    left join public.service_orders taken on taken.order_number = (item.value ->> 'order_number')::integer
    order by item.place;
end
$$;
revoke all on function public.check_import from public, anon, authenticated;
grant execute on function public.check_import to authenticated;

-- The rows of a batch that are not in yet, in their order; those with a number of their own, or those without.
create function private.insert_imported_orders(p_batch_id uuid, p_rows jsonb, p_numbered boolean)
  returns void
language plpgsql set search_path = '' as $$
declare
  fresh jsonb;
begin
  -- Of two rows with one key or one number the first has it.
  select jsonb_agg(mine.value order by mine.place) into fresh
  from (
    select distinct on (coalesce(first.value ->> 'order_number', first.place::text)) first.value, first.place
    from (
      select distinct on (e.value ->> 'key') e.value, e.place
      from jsonb_array_elements(p_rows) with ordinality as e (value, place)
      order by e.value ->> 'key', e.place
    ) as first
    where (first.value ->> 'order_number' is not null) = p_numbered
    order by coalesce(first.value ->> 'order_number', first.place::text), first.place
  ) as mine
  where not exists (select from public.service_orders o where o.import_key = mine.value ->> 'key')
    and not exists (select from public.service_orders o
      where o.order_number = (mine.value ->> 'order_number')::integer);
  if fresh is null then
    return;
  end if;
  insert into public.service_orders select o.* from private.imported_orders(p_batch_id, fresh) as o;
end
$$;

-- Imports up to 1,000 rows, all or none. Each row: { row, key, order_number?, created_at, updated_at?, status,
-- customer_name, customer_phone, customer_address?, customer_rut, equipment_type, equipment_brand, equipment_model,
-- imei?, equipment_condition?, work_description?, technical_work?, total_amount?, advance_payment?, notes?,
-- warranty_days?, renumber?, and of a device's code id, password_type, device_password }.
-- Answers one line per row: outcome 'imported', 'duplicate' (this row is in already) or 'number_taken' (another order
-- has its number; with 'renumber' it gets another one). A row that breaks a rule of the table aborts the batch; the
-- error's detail names the row.
create function public.import_orders(p_batch_id uuid, p_rows jsonb)
returns table ("row" integer, outcome text, order_number integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  known text[];
  item jsonb;
  single boolean := false;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if jsonb_typeof(p_rows) <> 'array' or jsonb_array_length(p_rows) > 1000 then
    raise exception 'Un lote lleva como máximo 1.000 filas.' using errcode = '22023';
  end if;
  if not exists (select from public.import_batches b where b.id = p_batch_id) then
    raise exception 'La importación no existe.' using errcode = 'P0002';
  end if;
  -- One import at a time, and no number handed out while numbers are being claimed.
  lock table public.service_orders in share row exclusive mode;
  known := array(
    select o.import_key from public.service_orders o
    where o.import_key in (select e.value ->> 'key' from jsonb_array_elements(p_rows) as e (value))
  );
  perform private.collect_order_search(true);
  begin
    perform private.insert_imported_orders(p_batch_id, p_rows, true);
    perform private.insert_imported_orders(p_batch_id, p_rows, false);
    perform private.insert_imported_orders(p_batch_id, private.renumbered_rows(p_rows), false);
  exception when check_violation or not_null_violation or invalid_text_representation or datetime_field_overflow
    or invalid_datetime_format or numeric_value_out_of_range then
    single := true;
  end;
  if single then
    -- Some row breaks a rule: one by one they tell which.
    for item in select value from jsonb_array_elements(p_rows) loop
      begin
        perform private.insert_imported_orders(p_batch_id, jsonb_build_array(item),
          item ->> 'order_number' is not null);
        perform private.insert_imported_orders(p_batch_id, private.renumbered_rows(jsonb_build_array(item)), false);
      exception when check_violation or not_null_violation or invalid_text_representation or datetime_field_overflow
        or invalid_datetime_format or numeric_value_out_of_range then
        raise exception 'La fila % no se puede importar: %', item ->> 'row', sqlerrm
          using errcode = '23514', detail = item ->> 'row';
      end;
    end loop;
  end if;
  perform private.collect_order_search(false);
  -- So that a number that was taken over is never given out again, not even after the order is deleted.
  update private.order_numbers n
  set last_number = greatest(n.last_number, (select max(o.order_number) from public.service_orders o))
  where n.id;
  update public.import_batches b
  set imported_count = (select count(*) from public.service_orders o where o.import_batch_id = b.id), updated_at = now()
  where b.id = p_batch_id;
  return query
    select (e.value ->> 'row')::integer,
      case
        when o.id is null then 'number_taken'
        when o.import_key = any (known)
          or row_number() over (partition by e.value ->> 'key' order by e.place) > 1 then 'duplicate'
        else 'imported'
      end,
      coalesce(o.order_number, (e.value ->> 'order_number')::integer)
    from jsonb_array_elements(p_rows) with ordinality as e (value, place)
    left join public.service_orders o on o.import_key = e.value ->> 'key'
    order by e.place;
end
$$;
revoke all on function public.import_orders from public, anon, authenticated;
grant execute on function public.import_orders to authenticated;

-- The orders that rows of a file say, in their order; the database's own columns are not the file's to say.
create function private.imported_orders(p_batch_id uuid, p_rows jsonb) returns setof public.service_orders
language sql volatile set search_path = '' as $$
  select o.*
  from jsonb_array_elements(p_rows) with ordinality as e (item, place)
  cross join lateral jsonb_populate_record(
    null::public.service_orders,
    -- What a row may leave out.
    jsonb_build_object(
      'id', gen_random_uuid(),
      'updated_at', e.item -> 'created_at',
      'equipment_model', '', 'equipment_condition', '', 'work_description', '', 'technical_work', '',
      'advance_payment', 0
    )
    || (
      select coalesce(jsonb_object_agg(said.key, said.value), '{}') from jsonb_each(jsonb_strip_nulls(e.item)) as said
      where said.key = any (private.import_columns())
    )
    -- What no row says.
    || jsonb_build_object(
      'order_number', coalesce((e.item ->> 'order_number')::integer, private.next_order_number()),
      'quote', 0, 'final_payment', 0, 'version', 1, 'device_code_stored', false, 'technician_id', null,
      'receptionist_id', null, 'approved_at', null, 'rejected_at', null, 'quoted_at', null, 'completed_at', null,
      'anonymized_at', null, 'cancellation_reason', null,
      'delivered_at', case when e.item ->> 'status' = 'delivered'
        then coalesce(e.item ->> 'updated_at', e.item ->> 'created_at') end,
      'import_batch_id', p_batch_id, 'import_key', e.item ->> 'key'
    )
  ) as o
  order by e.place
$$;
revoke all on function private.imported_orders from public, anon, authenticated;

-- The import takes the columns that are named (ORD-54): one that a migration adds is no file's to say until it is.

-- The fields of an order but its technician, whom no file knows by id, the number that was given up, and what else an
-- import brings.
create function private.import_columns() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array[
    'customer_name', 'customer_rut', 'customer_phone', 'second_phone', 'customer_address', 'equipment_type',
    'equipment_brand', 'equipment_model', 'imei', 'equipment_condition', 'work_description', 'technical_work', 'total_amount',
    'advance_payment', 'former_number',
    'id', 'created_at', 'updated_at', 'status', 'notes', 'warranty_days', 'password_type', 'device_password'
  ]
$$;
revoke all on function private.import_columns from public, anon, authenticated;

-- A number that an imported order cannot keep, because another order has it, stays findable (ORD-123): the order gets
-- the next free number, and the old one is kept beside it.

-- The rows that ask for another number ('renumber') if theirs is taken by another order: without it, and with the taken
-- one as their former number.
create function private.renumbered_rows(p_rows jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg((e.value - 'order_number')
    || jsonb_build_object('former_number', e.value -> 'order_number') order by e.place), '[]')
  from jsonb_array_elements(p_rows) with ordinality as e (value, place)
  where (e.value ->> 'renumber')::boolean
    and not exists (select from public.service_orders o where o.import_key = e.value ->> 'key')
    and exists (select from public.service_orders o where o.order_number = (e.value ->> 'order_number')::integer)
$$;
revoke all on function private.renumbered_rows from public, anon, authenticated;

-- Old imported orders that nobody has touched here are closed in bulk, without messages (ORD-122): what was ready is
-- 'Entregado', everything else 'Cancelado'.

-- The imported orders from before a day of the shop's calendar that are still open and as they were imported.
create function private.old_open_orders(p_before date) returns setof public.service_orders
language sql stable security definer set search_path = '' as $$
  select o.* from public.service_orders o
  where o.import_key is not null and o.version = 1 and o.status <> all (private.statuses_in('closed'))
    and o.created_at < p_before::timestamp at time zone 'America/Santiago'
$$;
revoke all on function private.old_open_orders from public, anon, authenticated;

-- How many there are, by the status that closing gives them.
create function public.count_old_orders(p_before date) returns table (delivered integer, cancelled integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select (count(*) filter (where o.status = 'completed'))::integer,
    (count(*) filter (where o.status <> 'completed'))::integer from private.old_open_orders(p_before) as o;
end
$$;
revoke all on function public.count_old_orders from public, anon, authenticated;
grant execute on function public.count_old_orders to authenticated;

-- Closes up to 200 of them, the oldest first, and answers how many are left: the caller asks again until there are
-- none. Each has its line in the timeline. The delivery is dated by the last change in the old system, so that today's
-- income does not count it.
create function public.close_old_orders(p_before date) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  o public.service_orders;
  closed uuid[] := '{}';
begin
  perform private.require_admin();
  for o in
    select * from private.old_open_orders(p_before) as old order by old.created_at, old.id limit 200
  loop
    -- Somebody may have begun with it meanwhile.
    select * into o from public.service_orders s where s.id = o.id and s.version = o.version for update;
    continue when o.id is null;
    -- As a status that is taken back: it tells nobody.
    perform set_config('taller.undone_order', o.id::text, true);
    if o.status = 'completed' then
      update public.service_orders s set status = 'delivered' where s.id = o.id;
      update public.service_orders s set delivered_at = o.updated_at, completed_at = o.updated_at where s.id = o.id;
    else
      update public.service_orders s
      set status = 'cancelled', cancellation_reason = 'Orden antigua, cerrada en conjunto' where s.id = o.id;
    end if;
    closed := closed || o.id;
  end loop;
  perform set_config('taller.undone_order', '', true);
  -- Their devices left long ago.
  delete from private.kept_devices k where k.order_id = any (closed);
  return (select count(*) from private.old_open_orders(p_before));
end
$$;
revoke all on function public.close_old_orders from public, anon, authenticated;
grant execute on function public.close_old_orders to authenticated;

-- 21_warranty_returns

-- Which orders' devices came in again while their warranty ran: a later order of the same customer's same device (by
-- IMEI where both have one, else by brand and model). Kept as orders change, because finding them among 100,000 orders
-- takes a quarter of a second, and the reports would pay it each time. Whether the order is over, and whose work it
-- was, is read from the order itself.

create table private.warranty_returns (
  order_id uuid primary key references public.service_orders (id) on delete cascade
);
alter table private.warranty_returns enable row level security;

-- The definition. Neither SECURITY DEFINER nor a SET, so that PostgreSQL inlines it and asks only for the orders that
-- the caller is after (every name is qualified); nobody else may execute it.
create function private.find_warranty_returns() returns table (order_id uuid)
language sql stable as $$
  select o.id
  from public.service_orders o
  where o.delivered_at is not null and o.warranty_days is not null
    and exists (
      select from public.service_orders b
      where b.customer_rut = o.customer_rut and b.equipment_type = o.equipment_type
        and b.created_at > greatest(o.created_at, o.delivered_at)
        and b.created_at <= o.delivered_at + make_interval(days => o.warranty_days)
        and case when o.imei is not null and b.imei is not null then b.imei = o.imei
          else lower(b.equipment_brand || ' ' || b.equipment_model) = lower(o.equipment_brand || ' ' || o.equipment_model) end
    )
$$;

-- What of an order may make others count or no longer count.
create type private.visit as (id uuid, customer_rut text, equipment_type text, created_at timestamptz);

-- Finds again the orders that a change may have touched: the changed ones, and those under whose warranty they came in,
-- before or after.
create function private.settle_warranty_returns(p_changed private.visit[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  touched uuid[];
begin
  -- One customer's orders are settled one after the other: two at the same time would not see each other. Sorted, so
  -- that two never wait
  -- for one another.
  perform pg_advisory_xact_lock(hashtextextended('private.settle_warranty_returns' || c.customer_rut, 0))
  from (select distinct v.customer_rut from unnest(p_changed) v order by 1) c;
  select array_agg(distinct o.id) into touched
  from unnest(p_changed) v
  join public.service_orders o on o.customer_rut = v.customer_rut
    and (o.id = v.id or o.equipment_type = v.equipment_type
    and o.delivered_at < v.created_at and o.delivered_at + make_interval(days => o.warranty_days) >= v.created_at);
  delete from private.warranty_returns w
  where w.order_id = any (touched) and not exists (select from private.find_warranty_returns() r
    where r.order_id = w.order_id);
  insert into private.warranty_returns
  select r.order_id from private.find_warranty_returns() r where r.order_id = any (touched)
  on conflict do nothing;
end
$$;

-- Settles what an order's change may have touched. An order that is anonymised is no other visit than it was.
create function private.follow_warranty_returns() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed private.visit[];
begin
  case tg_op
    when 'INSERT' then
      select array_agg((n.id, n.customer_rut, n.equipment_type, n.created_at)::private.visit) into changed
        from new_orders n;
    when 'DELETE' then
      select array_agg((o.id, o.customer_rut, o.equipment_type, o.created_at)::private.visit) into changed
        from old_orders o;
    when 'UPDATE' then
      select array_agg(v.visit) into changed
      from old_orders o
      join new_orders n on n.id = o.id
      cross join lateral (values
        ((o.id, o.customer_rut, o.equipment_type, o.created_at)::private.visit),
        ((n.id, n.customer_rut, n.equipment_type, n.created_at)::private.visit)) as v (visit)
      where n.anonymized_at is not distinct from o.anonymized_at
        and (o.customer_rut, o.equipment_type, o.equipment_brand, o.equipment_model, o.imei, o.created_at,
          o.delivered_at, o.warranty_days)
        is distinct from
        (n.customer_rut, n.equipment_type, n.equipment_brand, n.equipment_model, n.imei, n.created_at, n.delivered_at,
          n.warranty_days);
  end case;
  if changed is not null then
    perform private.settle_warranty_returns(changed);
  end if;
  return null;
end
$$;

-- Per statement: an import of thousands of rows is settled at once.
create trigger follow_warranty_returns_insert after insert on public.service_orders
  referencing new table as new_orders for each statement execute function private.follow_warranty_returns();
create trigger follow_warranty_returns_update after update on public.service_orders
  referencing old table as old_orders new table as new_orders for each statement
    execute function private.follow_warranty_returns();
create trigger follow_warranty_returns_delete after delete on public.service_orders
  referencing old table as old_orders for each statement execute function private.follow_warranty_returns();

-- Days of warranty of a delivery that names none: those of the shop for this kind of device. Without them the delivery
-- is refused as before. Runs before guard_service_order: triggers of one event run in the order of their names.

create function private.fill_warranty_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select (s.value -> 'warranty' ->> case new.equipment_type when 'other' then 'others' else new.equipment_type end)::integer
    into new.warranty_days
  from public.setting_sections s where s.section = 'desk';
  return new;
end
$$;
create trigger fill_warranty_days before update of status on public.service_orders
  for each row when (new.status = 'delivered' and old.status is distinct from new.status and new.warranty_days is null)
  execute function private.fill_warranty_days();

-- 22_customer_ties

-- Whose orders are these? (decision 5) Orders are matched by RUT, and anyone can type another person's RUT when
-- registering. So an account sees orders only once its RUT is proven: by the phone left on an order of that RUT, by
-- order number and phone, or by the staff.

-- Proves an account's RUT by the phone that was left on an order of that RUT, to read; the account's e-mail must be
-- confirmed.
create function private.tie_by_phone(p_profile_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  with tied as (
    update public.profiles p set rut_verified_at = now()
    where p.id = p_profile_id and p.role = 'customer' and p.rut is not null and p.rut_verified_at is null
      and not private.is_repeated_rut(p.rut)
      and exists (select from auth.users u where u.id = p.id and u.email_confirmed_at is not null)
      and exists (
        select from public.service_orders o
        where o.customer_rut = p.rut and private.phone_key(o.customer_phone) = private.phone_key(p.phone)
      )
      and not exists (select from public.profiles q where q.rut = p.rut and q.rut_verified_at is not null)
    returning p.id, p.rut
  )
  insert into private.self_made_ties (account_id, rut) select t.id, t.rut from tied t on conflict do nothing;
exception when unique_violation then
  null; -- Another account proved the same RUT in this very moment: this one stays without a tie.
end
$$;

-- A confirmed e-mail may be what was missing.
create function private.tie_on_confirmation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tie_by_phone(new.id);
  return new;
end
$$;
create trigger tie_on_confirmation after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.tie_on_confirmation();

-- Per statement: an import of thousands of orders ties at once.
create function private.tie_on_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tie_by_phone(p.id) from public.profiles p
  where p.rut_verified_at is null and p.rut in (select n.customer_rut from new_orders n);
  return null;
end
$$;
create trigger tie_on_order after insert on public.service_orders
  referencing new table as new_orders for each statement execute function private.tie_on_order();

-- Tries to prove a RUT. A guess is counted in a transaction of its own before its answer is given (decision 18): a
-- request is one transaction, and whatever fails after a function has answered, a cast of its result for one, rolls
-- back what the function wrote, while the error may carry the answer out. So there are two calls. The first counts the
-- guess, keeps it and compares nothing; its result is a ticket. The second compares and answers by the ticket, which
-- exists only once the count is committed.
create table private.claim_attempts (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  attempted_at timestamptz not null default now(),
  -- What was claimed waits here for its answer; null once answered.
  ticket uuid unique,
  order_number integer,
  phone text,
  made_in xid8
);
create index claim_attempts_user on private.claim_attempts (user_id, attempted_at);
alter table private.claim_attempts enable row level security;

-- Counts a try to prove the own RUT, five an hour, and keeps it. The ticket is good for one answer within a minute;
-- null above the limit.
create function public.try_claim_orders(p_order_number integer, p_phone text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  claim_ticket uuid;
begin
  if private.my_role() is distinct from 'customer' then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.claim_orders' || caller, 0));
  delete from private.claim_attempts where attempted_at < now() - interval '1 hour';
  if (select count(*) from private.claim_attempts where user_id = caller) >= 5 then
    return null;
  end if;
  insert into private.claim_attempts (user_id, ticket, order_number, phone, made_in)
  values (caller, gen_random_uuid(), p_order_number, left(p_phone, 40), pg_current_xact_id())
  returning ticket into claim_ticket;
  return claim_ticket;
end
$$;
revoke all on function public.try_claim_orders from public, anon, authenticated;
grant execute on function public.try_claim_orders to authenticated;

-- A customer proves the own RUT, to read, with an order's number and the phone left on it: whoever knows RUT and phone
-- finds the number too. p_ticket: of try_claim_orders. Answers 'linked', 'no_match' (whatever the reason: an account
-- without a tie learns nothing), 'too_many' (no ticket) or 'expired'.
create function public.claim_orders(p_ticket uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  claim private.claim_attempts;
  was_tied boolean;
  is_linked boolean;
begin
  if private.my_role() is distinct from 'customer' then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_ticket is null then
    return 'too_many';
  end if;
  select * into claim from private.claim_attempts a
  where a.ticket = p_ticket and a.user_id = caller and a.attempted_at >= now() - interval '1 minute'
    and a.made_in <> pg_current_xact_id()
  for update;
  if claim.id is null then
    return 'expired';
  end if;
  update private.claim_attempts set ticket = null, order_number = null, phone = null where id = claim.id;
  select p.rut_verified_at is not null into was_tied from public.profiles p where p.id = caller;
  begin
    update public.profiles p set rut_verified_at = coalesce(p.rut_verified_at, now())
    where p.id = caller and not private.is_repeated_rut(p.rut) and exists (
      select from public.service_orders o
      where o.order_number = claim.order_number and o.customer_rut = p.rut
        and private.phone_key(o.customer_phone) = private.phone_key(claim.phone)
    );
    is_linked := found;
    if is_linked and not was_tied then
      insert into private.self_made_ties (account_id, rut) select p.id, p.rut from public.profiles p where p.id = caller
      on conflict do nothing;
    end if;
  exception when unique_violation then
    return 'no_match';
  end;
  return case when is_linked then 'linked' else 'no_match' end;
end
$$;
revoke all on function public.claim_orders from public, anon, authenticated;
grant execute on function public.claim_orders to authenticated;

-- At the counter: a member of the desk has seen the person's identity card.
create function public.confirm_customer_rut(p_profile_id uuid, p_rut text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  saved public.profiles;
begin
  if not private.is_desk() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  -- The person with the identity card, and not whoever tied an account to that RUT alone.
  update public.profiles p set rut_verified_at = null
  from private.self_made_ties t
  where t.account_id = p.id and t.rut = private.normalize_rut(p_rut) and p.rut = t.rut and p.id <> p_profile_id
    and p.role = 'customer' and p.rut_verified_at is not null;
  begin
    update public.profiles set rut = p_rut, rut_verified_at = now()
    where id = p_profile_id and role = 'customer' and private.is_rut(private.normalize_rut(p_rut))
    returning * into saved;
  exception when unique_violation then
    raise exception 'Ese RUT ya está confirmado en otra cuenta.' using errcode = '23505';
  end;
  if saved.id is null then
    raise exception 'No se encontró la cuenta o el RUT no es válido.' using errcode = 'P0002';
  end if;
  delete from private.self_made_ties t where t.account_id = saved.id;
  return saved;
end
$$;
revoke all on function public.confirm_customer_rut from public, anon, authenticated;
grant execute on function public.confirm_customer_rut to authenticated;

-- A RUT of repeated digits (11111111-1) is what is typed for people who gave none: it ties nobody to anything
-- (CUST-17).

create function private.is_repeated_rut(p_rut text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_rut ~ '^([0-9])\1+-'
$$;
grant execute on function private.is_repeated_rut to authenticated, service_role;

create function private.refuse_repeated_rut() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Un RUT de dígitos repetidos no identifica a nadie: escribe el de la cédula.' using errcode = '23514';
end
$$;
create trigger refuse_repeated_rut before insert or update of rut, rut_verified_at on public.profiles
  for each row when (new.rut_verified_at is not null and private.is_repeated_rut(new.rut))
  execute function private.refuse_repeated_rut();

-- Who decides a quote (decision 5, CUST-18). An account that tied itself to a RUT, by a phone that others may know,
-- reads the orders of that RUT and with them their ids, which open a quote. So the link that is sent has a key that no
-- customer can read, and what such an account can have read is decided with that key only.

create table private.self_made_ties (
  account_id uuid not null references public.profiles (id) on delete cascade,
  rut text not null,
  primary key (account_id, rut)
);
create index self_made_ties_rut on private.self_made_ties (rut);
alter table private.self_made_ties enable row level security;

-- Orders whose id somebody may know by a self-made tie that is there no more.
create table private.read_orders (
  order_id uuid primary key references public.service_orders (id) on delete cascade
);
alter table private.read_orders enable row level security;

create function private.keep_read_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.read_orders (order_id)
    select o.id from public.service_orders o where o.customer_rut = old.rut
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_read_orders after delete on private.self_made_ties
  for each row execute function private.keep_read_orders();

create function private.keep_read_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.read_orders (order_id)
    select new.id where exists (select from private.self_made_ties t where t.rut = old.customer_rut)
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_read_order after update of customer_rut on public.service_orders
  for each row when (old.customer_rut is distinct from new.customer_rut) execute function private.keep_read_order();

-- One secret for all links; a key is made from it and the order's id.
create table private.link_secret (
  is_only boolean primary key default true check (is_only),
  secret bytea not null default extensions.gen_random_bytes(32)
);
alter table private.link_secret enable row level security;

-- The last part of a decision link: the order's id and its key.
create function private.quote_link(p_order_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select p_order_id || '-' || left(encode(extensions.hmac(convert_to(p_order_id::text, 'UTF8'), s.secret, 'sha256'), 'hex'), 20)
  from private.link_secret s
$$;
revoke all on function private.quote_link from public, anon, authenticated;

-- The order of a link, with or without a key; null for what is no link.
create function private.linked_order(p_link text) returns uuid
language sql immutable set search_path = '' as $$
  select case when p_link ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-[0-9a-f]{20})?$' then left(p_link, 36)::uuid end
$$;
revoke all on function private.linked_order from public, anon, authenticated;

-- Whether a caller shows no more than what a self-made tie lets one read.
create function private.is_unproved(o public.service_orders, p_link text, p_account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select lower(p_link) <> private.quote_link(o.id)
    and (exists (select from private.self_made_ties t where t.rut = o.customer_rut)
      or exists (select from private.read_orders r where r.order_id = o.id))
    and not exists (
      select from public.profiles p
      where p.id = p_account and p.role = 'customer' and p.rut = o.customer_rut and p.rut_verified_at is not null
        and not exists (select from private.self_made_ties t where t.account_id = p.id)
    )
$$;
revoke all on function private.is_unproved from public, anon, authenticated;

-- Sends the link of an open quote to the phone of its order, for whoever cannot decide without it: once a minute, and
-- five times a day, so that nobody makes the shop send at will. Urgent: somebody waits for it.
create function public.send_quote_link(p_order_id text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
begin
  select * into target from public.service_orders o where o.id = private.linked_order(p_order_id) for update;
  if target.status is distinct from 'quoted' then
    raise exception 'La orden no tiene un presupuesto por responder.' using errcode = '23514';
  end if;
  if exists (
    select from public.whatsapp_messages m
    where m.order_id = target.id and m.event = 'quoted' and m.created_at > now() - interval '1 minute'
      and m.params::text like '%' || private.quote_link(target.id) || '%'
  ) then
    return;
  end if;
  if (select count(*) from public.whatsapp_messages m
    where m.order_id = target.id and m.event = 'quoted' and m.created_at > now() - interval '1 day') >= 5 then
    raise exception 'Ya enviamos el enlace varias veces hoy. Llámanos o pasa por el local.' using errcode = 'P0001';
  end if;
  perform private.queue_order_message(target, 'quoted');
  update public.whatsapp_messages m set is_urgent = true
  where m.order_id = target.id and m.event = 'quoted' and m.state = 'queued' and m.created_at = now();
  if not found then
    raise exception 'El local no envía mensajes ahora. Llámanos o pasa por el local.' using errcode = '23514';
  end if;
end
$$;
revoke all on function public.send_quote_link from public, anon, authenticated;
grant execute on function public.send_quote_link to anon, authenticated;

-- The link of an order, for staff who pass it on.
create function public.get_quote_link(p_order_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return private.quote_link(p_order_id);
end
$$;
revoke all on function public.get_quote_link from public, anon, authenticated;
grant execute on function public.get_quote_link to authenticated;

-- 23_messages

-- WhatsApp: the templates and the outbox (decision 4). A message is queued in the transaction of the change that causes
-- it (MSG-03); a function outside the database that alone holds the credential sends it.

create table public.whatsapp_messages (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references public.service_orders (id) on delete cascade,
  event text not null,
  -- 1 for the first time an order reaches the event, 2 for the second …
  occurrence integer not null,
  template text not null,
  language text not null default 'es_CL',
  params text[] not null,
  phone text not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'delivered', 'read',
    'failed', 'off', 'expired', 'discarded')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  locked_until timestamptz,
  provider_message_id text unique,
  error_code text,
  error_message text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  -- When the request to the provider was about to go out; null while the message is only claimed. Without it nothing
  -- was sent.
  send_started_at timestamptz,
  -- Sends of this message whose outcome stayed unknown.
  unknown_sends integer not null default 0,
  -- The end of the quiet hours that the message waits for.
  not_before timestamptz,
  -- Sent at any hour.
  is_urgent boolean not null default false,
  -- Who asked for a test. Its name is shown in the list of messages.
  requested_by uuid references public.profiles (id) on delete set null,
  -- When a change or a person queued it: from here on it may expire.
  queued_at timestamptz not null default now(),
  -- Until then the change that it tells of can be taken back.
  held_until timestamptz,
  unique (order_id, event, occurrence),
  constraint whatsapp_messages_of_order check (order_id is not null or event = 'test')
);
create index whatsapp_messages_due on public.whatsapp_messages (next_attempt_at) where state in ('queued', 'sending');
create index whatsapp_messages_failed on public.whatsapp_messages (order_id) where state = 'failed';
create index whatsapp_messages_newest on public.whatsapp_messages (created_at desc);
create index whatsapp_messages_tests on public.whatsapp_messages (created_at) where event = 'test';
create index whatsapp_messages_requested_by on public.whatsapp_messages (requested_by) where requested_by is not null;
create index whatsapp_messages_order_newest on public.whatsapp_messages (order_id, created_at desc);
alter table public.whatsapp_messages enable row level security;
select private.require_session('public.whatsapp_messages');
revoke all on public.whatsapp_messages from anon, authenticated;
grant all on public.whatsapp_messages to service_role;
grant select on public.whatsapp_messages to authenticated;
create policy "staff read" on public.whatsapp_messages for select to authenticated using ((select private.is_staff()));
create trigger as_readable before insert or update on public.whatsapp_messages
  for each row execute function private.as_readable();

-- Free text as a parameter: the provider refuses empty ones, line breaks, tabs and runs of spaces, and a body over
-- 1,024 characters. The templates end the sentence, so a full stop of its own is left out.
create function private.message_text(p_text text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(rtrim(left(trim(regexp_replace(p_text, '\s+', ' ', 'g')), 600), '. '), ''), 'Sin detalle')
$$;

-- The parameters of an event's template for an order, fixed at the moment of the change.
create function private.message_params(o public.service_orders, p_event text) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(private.message_value(o, p_event, u.name) order by u.place), '{}')
  from private.used_variables(p_event, private.message_setting(p_event) ->> 'text') as u
$$;

-- Queues the message of an event, if the event has one. One that is switched off is only noted, without text or number.
create function private.queue_order_message(o public.service_orders, p_event text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  setting jsonb := private.message_setting(p_event);
  is_off boolean := setting -> 'enabled' = 'false';
begin
  if setting is null then
    return;
  end if;
  insert into public.whatsapp_messages (order_id, event, occurrence, template, language, state, params, phone, is_urgent)
  select o.id, p_event, count(m.id) + 1, setting ->> 'template', s.value ->> 'language',
    case when is_off then 'off' else 'queued' end,
    case when is_off then '{}' else private.message_params(o, p_event) end,
    case when is_off then '' else private.whatsapp_phone(o.customer_phone) end,
    p_event in ('approved', 'rejected')
  from public.setting_sections s
    left join public.whatsapp_messages m on m.order_id = o.id and m.event = p_event
  where s.section = 'messages'
  group by s.value;
end
$$;

-- A message that waits goes to the order's phone of today: a wrong number that was corrected is not written to.
create function private.redirect_queued_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.whatsapp_messages set phone = private.whatsapp_phone(new.customer_phone)
  where order_id = new.id and state = 'queued';
  return null;
end
$$;
create trigger redirect_queued_messages after update of customer_phone on public.service_orders
  for each row when (new.customer_phone is distinct from old.customer_phone)
  execute function private.redirect_queued_messages();

-- A message keeps its row, which counts how often an order reached a status, and loses text and number.
create function private.refuse_forgotten_message() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'El texto de este mensaje ya se borró y no se puede enviar otra vez. Llama al cliente.'
    using errcode = '23514';
end
$$;
create trigger check_forgotten before update on public.whatsapp_messages
  for each row when (new.state in ('queued', 'sending') and old.params = '{}')
    execute function private.refuse_forgotten_message();

-- What each message would say about an order as it is now; without a number, about the newest order. For the templates'
-- preview.
create function public.preview_messages(p_order_number integer default null)
returns table (event text, template text, language text, enabled boolean, body text, params text[], variables text[],
  order_number integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select e.event, m.setting ->> 'template', s.value ->> 'language', coalesce((m.setting ->> 'enabled')::boolean, true),
      private.numbered_text(e.event, m.setting ->> 'text'), private.message_params(o, e.event),
      (select array_agg(u.name order by u.place) from private.used_variables(e.event, m.setting ->> 'text') as u),
      o.order_number
    from (
      select * from public.service_orders candidate
      where p_order_number is null or candidate.order_number = p_order_number
      order by candidate.created_at desc limit 1
    ) as newest
    join public.service_orders o on o.id = newest.id
    cross join public.setting_sections s
    cross join unnest(array['created', 'in_progress', 'quoted', 'approved', 'rejected', 'completed', 'delivered',
      'cancelled']) with ordinality as e (event, place)
    cross join lateral (select s.value -> e.event as setting) as m
    where s.section = 'messages'
    order by e.place;
end
$$;
revoke all on function public.preview_messages from public, anon, authenticated;
grant execute on function public.preview_messages to authenticated;

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  -- quote_approved shows a green check, any other a red cross.
  type text not null check (type in ('quote_approved', 'quote_rejected', 'message_failed', 'customer_reply', 'erasure_requested')),
  message text not null,
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  order_id uuid references public.service_orders (id) on delete set null
);
create index notifications_newest on public.notifications (created_at desc, id desc);
create index notifications_unread on public.notifications (created_at desc) where not is_read;
create index notifications_order on public.notifications (order_id);
alter table public.notifications enable row level security;
select private.require_session('public.notifications');
revoke all on public.notifications from anon, authenticated;
grant all on public.notifications to service_role;
grant select, update (is_read) on public.notifications to authenticated;
create policy "staff read" on public.notifications for select to authenticated
  using ((select private.is_staff()) and (type <> 'erasure_requested' or (select private.is_admin())));
create policy "staff mark as read" on public.notifications for update to authenticated
  using ((select private.is_staff()) and (type <> 'erasure_requested' or (select private.is_admin())))
  with check ((select private.is_staff()) and (type <> 'erasure_requested' or (select private.is_admin())));
create trigger as_readable before insert or update on public.notifications
  for each row execute function private.as_readable();

-- Tells the desk that a message did not arrive, or that nobody knows.
create function private.notify_message_failed(failed public.whatsapp_messages) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (type, message, order_id)
  select 'message_failed', 'Orden #' || private.format_order_number(o.order_number) || case
      when failed.error_code = 'unknown'
        then ': no se sabe si el aviso por WhatsApp llegó. Llama a ' || o.customer_name || '.'
      else ': no se pudo avisar por WhatsApp a ' || o.customer_name || '.'
    end, o.id
  from public.service_orders o where o.id = failed.order_id
$$;

-- Realtime applies the tables' row level security to every subscriber.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
alter publication supabase_realtime add table public.notifications, public.service_orders, public.whatsapp_messages;

-- A text as the provider has it: {{1}}, {{2}} … instead of names.
create function private.numbered_text(p_event text, p_text text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  used record;
  numbered text := p_text;
begin
  for used in select u.place, u.name from private.used_variables(p_event, p_text) as u loop
    numbered := replace(numbered, '{{' || used.name || '}}', '{{' || used.place || '}}');
  end loop;
  return numbered;
end
$$;

-- What the shop has set for an event's message; null for an event without one.
create function private.message_setting(p_event text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select s.value -> p_event from public.setting_sections s
  where s.section = 'messages' and private.message_variables(p_event) is not null
$$;

-- One name's value for an order, as it is put into the provider's template.
create function private.message_value(o public.service_orders, p_event text, p_name text) returns text
language sql stable security definer set search_path = '' as $$
  select case p_name
    when 'orden' then private.format_order_number(o.order_number)
    when 'estado' then 'En Progreso'
    when 'trabajo' then private.message_text(o.technical_work)
    when 'respuesta' then case p_event when 'approved' then 'aprobado' else 'rechazado' end
    when 'total' then private.format_clp(coalesce(o.total_amount, 0))
    when 'enlace' then rtrim(private.shop_setting('site_url'), '/') || '/decision-presupuesto/' || private.quote_link(o.id)
    when 'motivo' then private.message_text(o.cancellation_reason)
    when 'garantia' then case
      when coalesce(o.warranty_days, 0) = 0 then 'Sin garantía'
      when o.warranty_days = 1 then 'Garantía de 1 día'
      else 'Garantía de ' || o.warranty_days || ' días'
    end
    when 'cliente' then private.message_text(o.customer_name)
    when 'equipo' then private.message_text(concat_ws(' ', o.equipment_brand, o.equipment_model))
  end
$$;

-- A page of orders with those of their messages that are in one of the states and of the event (null: any), newest
-- first. A test message has no order and stands alone, with who asked for it. total: how many on all pages. Staff only.
create function public.list_message_orders(p_states text[] default null, p_event text default null,
  p_limit integer default 20, p_offset integer default 0)
returns table (order_id uuid, order_number integer, customer_name text, customer_phone text, messages jsonb, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size integer := least(greatest(coalesce(p_limit, 20), 1), 100);
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
  with matching as (
    select m.order_id, coalesce(m.order_id, m.id) as key, m.created_at from public.whatsapp_messages m
    where (p_states is null or m.state = any (p_states)) and (p_event is null or m.event = p_event)
  ), shown as (
    select g.order_id, g.key, max(g.created_at) as newest, count(*) over () as total from matching g
    group by g.order_id, g.key order by 3 desc, 2
    limit page_size offset private.rows_skipped(p_offset, page_size)
  )
  select s.order_id, o.order_number, o.customer_name, o.customer_phone, (
    select jsonb_agg(jsonb_build_object('id', m.id, 'order_id', m.order_id, 'event', m.event, 'state', m.state,
      'attempts', m.attempts, 'phone', m.phone, 'error_code', m.error_code, 'error_message', m.error_message,
      'created_at', m.created_at, 'next_attempt_at', m.next_attempt_at, 'not_before', m.not_before,
      'sent_at', m.sent_at, 'delivered_at', m.delivered_at, 'read_at', m.read_at, 'failed_at', m.failed_at,
      'requester', p.full_name) order by m.created_at desc, m.id)
    from public.whatsapp_messages m left join public.profiles p on p.id = m.requested_by
    -- By the index of the order's messages; a message without an order stands alone.
    where (m.order_id = s.order_id or (s.order_id is null and m.id = s.key))
      and (p_states is null or m.state = any (p_states)) and (p_event is null or m.event = p_event)
  ), s.total
  from shown s left join public.service_orders o on o.id = s.order_id
  order by s.newest desc, s.key;
end
$$;
revoke all on function public.list_message_orders from public, anon, authenticated;
grant execute on function public.list_message_orders to authenticated;

-- Whoever queues a message or sends it to another number gives the first phone.
create function private.choose_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  mobile text := (select o.second_phone from public.service_orders o where o.id = new.order_id);
begin
  if private.is_mobile(mobile) then
    new.phone := private.whatsapp_phone(mobile);
  end if;
  return new;
end
$$;
create trigger choose_phone before insert or update of phone on public.whatsapp_messages
  for each row when (private.is_landline(new.phone)) execute function private.choose_phone();
create trigger redirect_to_second_phone after update of second_phone on public.service_orders
  for each row when (new.second_phone is distinct from old.second_phone)
  execute function private.redirect_queued_messages();

-- 24_message_delivery

-- Delivery of the outbox (MSG-02 to MSG-04): claiming, recording, the provider's webhook, customers' replies. Called
-- with the secret key by the functions send-messages and whatsapp-webhook; only retry_message is for the staff.
-- Sends whose outcome nobody knows: the sender died, or the connection broke, after the request may have gone out. Such
-- a message is sent once more by itself, after a wait for the provider's webhook; after a second unknown outcome the
-- staff call the customer.

-- When the sender last ran. While it does not run, the webhook does not either, so nobody waits for news.
create table private.message_sender (
  only_row boolean primary key default true check (only_row),
  last_run timestamptz not null
);
alter table private.message_sender enable row level security;

-- Claims due messages for one sender, all, an order's, or one: row locks that others skip, so that no message has two
-- senders. A message in 'sending' whose lock has run out belongs to a sender that died or got no answer. If its request
-- had not gone out, it is simply due again. What waited too long is not sent.
create function public.claim_messages(p_limit integer default 20, p_order_id uuid default null,
  p_lock_seconds integer default 120, p_message_id uuid default null)
returns setof public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  lost public.whatsapp_messages;
  previous_run timestamptz;
begin
  select last_run into previous_run from private.message_sender;
  insert into private.message_sender (last_run) values (now()) on conflict (only_row) do update
    set last_run = excluded.last_run;
  -- After an outage longer than a schedule's pause, what the provider had to say arrives only now: the wait for it
  -- begins again.
  if previous_run is null or previous_run not between now() - interval '90 seconds'
    and now() + interval '90 seconds' then
    update public.whatsapp_messages m set locked_until = now() + make_interval(secs => p_lock_seconds)
    where m.state = 'sending' and m.send_started_at is not null;
  end if;

  perform public.set_aside_messages();
  for lost in
    update public.whatsapp_messages m
    set state = 'failed', failed_at = now(), locked_until = null, error_code = 'unknown', error_message = null
    where m.id in (
      select stuck.id from public.whatsapp_messages stuck
      where stuck.state = 'sending' and private.is_message_due(stuck) and stuck.send_started_at is not null
        and (stuck.unknown_sends > 0 or private.is_message_old(stuck))
      for update skip locked
    )
    returning m.*
  loop
    perform private.notify_message_failed(lost);
  end loop;

  return query
    update public.whatsapp_messages m
    set state = 'sending', attempts = m.attempts + 1, locked_until = now() + make_interval(secs => p_lock_seconds),
      unknown_sends = m.unknown_sends + case when m.state = 'sending' and m.send_started_at is not null then 1
      else 0 end, send_started_at = null
    where m.id in (
      select due.id from public.whatsapp_messages due
      where (p_order_id is null or due.order_id = p_order_id) and (p_message_id is null or due.id = p_message_id)
        and due.state in ('queued', 'sending') and private.is_message_due(due)
      order by due.created_at, due.id
      limit p_limit
      for update skip locked
    )
    returning m.*;
end
$$;
revoke all on function public.claim_messages from public, anon, authenticated;
grant execute on function public.claim_messages to service_role;

-- The request is about to go out: from here on the outcome may be unknown, and the lock lasts anew. False when the
-- message is no longer this sender's (p_attempts: of the claim), which then does not send.
create function public.begin_message_send(p_id uuid, p_attempts integer, p_lock_seconds integer default 120)
  returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.whatsapp_messages m
  set send_started_at = now(), locked_until = now() + make_interval(secs => p_lock_seconds)
  where m.id = p_id and m.state = 'sending' and m.attempts = p_attempts and m.send_started_at is null
    and m.locked_until > now();
  return found;
end
$$;
revoke all on function public.begin_message_send from public, anon, authenticated;
grant execute on function public.begin_message_send to service_role;

-- The provider took the message. Its webhook may have been faster: what it said of this very send stands.
create function public.record_message_sent(p_id uuid, p_provider_message_id text) returns void
language sql security definer set search_path = '' as $$
  update public.whatsapp_messages
  set state = case
      when state in ('delivered', 'read') or (state = 'failed' and provider_message_id = p_provider_message_id)
        then state
      else 'sent'
    end,
    sent_at = coalesce(sent_at, now()), provider_message_id = p_provider_message_id, locked_until = null,
    error_code = case when state = 'failed' and provider_message_id = p_provider_message_id then error_code end,
    error_message = case when state = 'failed' and provider_message_id = p_provider_message_id then error_message end
  where id = p_id
$$;
revoke all on function public.record_message_sent from public, anon, authenticated;
grant execute on function public.record_message_sent to service_role;

-- The provider refused it. p_retry_at: when to try again; null: never, the message has failed and the staff are told.
create function public.record_message_failure(p_id uuid, p_code text, p_message text, p_retry_at timestamptz)
  returns void
language plpgsql security definer set search_path = '' as $$
declare
  failed public.whatsapp_messages;
begin
  update public.whatsapp_messages
  set state = case when p_retry_at is null then 'failed' else 'queued' end,
    failed_at = case when p_retry_at is null then now() end,
    next_attempt_at = coalesce(p_retry_at, next_attempt_at),
    locked_until = null, error_code = p_code, error_message = left(p_message, 1000)
  where id = p_id and state = 'sending'
  returning * into failed;
  if failed.state = 'failed' then
    perform private.notify_message_failed(failed);
  end if;
end
$$;
revoke all on function public.record_message_failure from public, anon, authenticated;
grant execute on function public.record_message_failure to service_role;

-- A status of the provider's webhook: unordered, repeated, 'delivered' may be missing. p_opaque: our own id, which the
-- provider echoes, so that a message whose sender died is found too. Answers whether the message is ours.
create function public.record_message_status(
  p_provider_message_id text, p_opaque text, p_status text, p_at timestamptz, p_code text default null,
  p_message text default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  before public.whatsapp_messages;
  after public.whatsapp_messages;
begin
  select * into before from public.whatsapp_messages m
  where m.provider_message_id = p_provider_message_id or m.id::text = p_opaque
  order by (m.provider_message_id = p_provider_message_id) desc nulls last
  limit 1 for update;
  if before.id is null then
    return false;
  end if;
  -- Late news of an earlier send: the row waits to be sent again ('Reintentar') and still has the id of the send that
  -- failed, or it
  -- has the id of a later one.
  if (before.state in ('queued', 'sending') and before.provider_message_id = p_provider_message_id)
    or (before.state not in ('queued', 'sending') and p_status = 'failed'
      and before.provider_message_id <> p_provider_message_id) then
    return true;
  end if;
  update public.whatsapp_messages m set
    provider_message_id = case
      when m.state in ('queued', 'sending') then p_provider_message_id
      else coalesce(m.provider_message_id, p_provider_message_id)
    end,
    -- Only forwards: queued < sending < sent < delivered < read; a failure counts until it was delivered.
    state = case
      when p_status = 'failed' and m.state not in ('delivered', 'read') then 'failed'
      when p_status = 'read' then 'read'
      when p_status = 'delivered' and m.state <> 'read' then 'delivered'
      when p_status = 'sent' and m.state in ('queued', 'sending', 'failed')
        and (m.failed_at is null or m.failed_at < p_at or m.error_code = 'unknown') then 'sent'
      else m.state
    end,
    sent_at = case when p_status in ('sent', 'delivered', 'read') then least(m.sent_at, p_at) else m.sent_at end,
    delivered_at = case when p_status in ('delivered', 'read') then least(m.delivered_at, p_at) else m.delivered_at end,
    read_at = case when p_status = 'read' then least(m.read_at, p_at) else m.read_at end,
    failed_at = case when p_status = 'failed' then coalesce(m.failed_at, p_at) else m.failed_at end,
    -- Any news settles an unknown outcome.
    error_code = case when p_status = 'failed' then p_code when p_status in ('delivered', 'read')
    or m.error_code = 'unknown' then null else m.error_code end, error_message = case when p_status = 'failed'
    then left(p_message, 1000) when p_status in ('delivered', 'read') then null else m.error_message end,
    locked_until = null
  where m.id = before.id
  returning * into after;
  if after.state = 'failed' and before.state <> 'failed' then
    perform private.notify_message_failed(after);
  end if;
  return true;
end
$$;
revoke all on function public.record_message_status from public, anon, authenticated;
grant execute on function public.record_message_status to service_role;

-- Replies of customers, tied to the newest order of their number.
create table public.whatsapp_replies (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references public.service_orders (id) on delete cascade,
  phone text not null,
  body text not null check (length(body) <= 5000),
  provider_message_id text not null unique,
  received_at timestamptz not null,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  answered_by uuid references public.profiles (id) on delete set null,
  -- Stays when the account goes.
  answered_name text check (length(answered_name) <= 200)
);
create index whatsapp_replies_order on public.whatsapp_replies (order_id, received_at);
create index whatsapp_replies_unanswered on public.whatsapp_replies (received_at) where answered_at is null;
create index whatsapp_replies_answered_by on public.whatsapp_replies (answered_by) where answered_by is not null;
alter table public.whatsapp_replies enable row level security;
select private.require_session('public.whatsapp_replies');
revoke all on public.whatsapp_replies from anon, authenticated;
grant all on public.whatsapp_replies to service_role;
grant select on public.whatsapp_replies to authenticated;
create policy "staff read" on public.whatsapp_replies for select to authenticated using ((select private.is_staff()));
create trigger as_readable before insert or update on public.whatsapp_replies
  for each row execute function private.as_readable();

-- A customer's reply: kept once, tied to the newest order of that number, the first phone or the second one, and the
-- desk is told. The notification names no number: it outlives the reply.
create function public.record_reply(p_provider_message_id text, p_phone text, p_body text, p_at timestamptz)
  returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
begin
  select * into target from public.service_orders o
  where private.phone_key(o.customer_phone) = private.phone_key(p_phone)
    or private.phone_key(o.second_phone) = private.phone_key(p_phone)
  order by o.created_at desc limit 1;
  insert into public.whatsapp_replies (order_id, phone, body, provider_message_id, received_at)
  values (target.id, p_phone, left(p_body, 5000), p_provider_message_id, p_at)
  on conflict (provider_message_id) do nothing;
  if not found then
    return false;
  end if;
  insert into public.notifications (type, message, order_id)
  values ('customer_reply', case
      when target.id is null then 'Un número que no está en ninguna orden escribió por WhatsApp.'
      else 'Orden #' || private.format_order_number(target.order_number) || ': ' || target.customer_name
        || ' respondió por WhatsApp.'
    end, target.id);
  return true;
end
$$;
revoke all on function public.record_reply from public, anon, authenticated;
grant execute on function public.record_reply to service_role;

-- What the settings tell of the connection to WhatsApp: the last success and failure, and whether webhooks arrive.

create table private.webhook_receipts (
  only_row boolean primary key default true check (only_row),
  last_at timestamptz not null
);
alter table private.webhook_receipts enable row level security;

-- A webhook with a valid signature has arrived. Once a minute is enough: many arrive at once.
create function public.record_webhook() returns void
language sql security definer set search_path = '' as $$
  insert into private.webhook_receipts (last_at) values (now())
  on conflict (only_row) do update set last_at = excluded.last_at
  where private.webhook_receipts.last_at not between now() - interval '1 minute' and now()
$$;
revoke all on function public.record_webhook from public, anon, authenticated;
grant execute on function public.record_webhook to service_role;

-- Figures of the outbox. A message that waits for its next attempt or for the end of the quiet hours is not overdue: it
-- counts by when that is. Failed tests ask nobody to call a customer.
create function private.message_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'queued', count(*) filter (where m.state in ('queued', 'sending')),
    'held', count(*) filter (where m.state = 'queued' and m.not_before > now()),
    'failed', count(*) filter (where m.state = 'failed' and m.failed_at > now() - interval '7 days'
      and m.order_id is not null),
    'oldest_at', min(m.created_at) filter (where m.state in ('queued', 'sending')),
    'overdue_at', min(greatest(m.next_attempt_at, m.not_before)) filter (where m.state = 'queued'),
    'last_run_at', (select s.last_run from private.message_sender s),
    'last_sent_at', max(m.sent_at),
    'last_webhook_at', (select w.last_at from private.webhook_receipts w))
    || coalesce((
      select jsonb_build_object('last_failed_at', f.failed_at, 'last_error_code', f.error_code,
        'last_error', f.error_message)
      from public.whatsapp_messages f where f.failed_at is not null order by f.failed_at desc limit 1
    ), '{}')
  from public.whatsapp_messages m
$$;

-- 25_message_plans

-- When messages go out: quiet hours, time for taking a change back, expiry; and what the desk does with them by hand.

-- Due when its time has come, and not before the time for taking its change back is over. A message whose sending time
-- lies further ahead than any back-off, or than any quiet hours, was planned by a clock that has since gone back, and
-- so was a longer time for taking back.
create function private.is_message_due(m public.whatsapp_messages) returns boolean
language sql stable set search_path = '' as $$
  select (m.state = 'queued' and (m.next_attempt_at <= now() or m.next_attempt_at > now() + interval '70 minutes')
      and (m.not_before is null or m.not_before not between now() and now() + interval '26 hours')
      and (m.held_until is null or m.held_until not between now() and now() + interval '1 minute'))
    or (m.state = 'sending' and (m.locked_until < now() or m.locked_until > now() + interval '70 minutes'))
$$;

-- 'Reintentar' on the order, with the order's phone of today. Who presses it wants it sent now.
create function public.retry_message(p_id uuid) returns public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  queued public.whatsapp_messages;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  update public.whatsapp_messages m
  -- The provider's id of the failed send stays until the new one has its own: by it late webhooks of the old one are
  -- known.
  set state = 'queued', attempts = 0, unknown_sends = 0, send_started_at = null, next_attempt_at = now(),
    queued_at = now(), locked_until = null, failed_at = null, error_code = null, error_message = null, is_urgent = true,
      phone = private.whatsapp_phone(o.customer_phone)
  from public.service_orders o
  where m.id = p_id and m.state = 'failed' and o.id = m.order_id
  returning m.* into queued;
  return queued;
end
$$;
revoke all on function public.retry_message from public, anon, authenticated;
grant execute on function public.retry_message to authenticated;

-- Whether the caller is of the staff, for functions that act for them with the secret key.
create function public.is_staff_session() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff()
$$;
revoke all on function public.is_staff_session from public, anon, authenticated;
grant execute on function public.is_staff_session to anon, authenticated;

-- Quiet hours of the settings: what is queued in them is sent when they end. Not delayed are the answer to a customer's
-- own decision, and what a person sends by hand.

-- The end of the quiet hours that a moment lies in; null outside of them. By the clock on the wall in Santiago,
-- whatever is done to it: an hour that is skipped ends when the clock goes on, one that comes twice ends at its second
-- time.
create function private.quiet_until(p_at timestamptz, p_quiet jsonb) returns timestamptz
language sql stable set search_path = '' as $$
  select case
    when not (p_quiet ->> 'enabled')::boolean then null
    when q.opens < q.closes and q.clock >= q.opens and q.clock < q.closes
      then (q.day + q.closes) at time zone 'America/Santiago'
    when q.opens > q.closes and q.clock < q.closes then (q.day + q.closes) at time zone 'America/Santiago'
    when q.opens > q.closes and q.clock >= q.opens then (q.day + 1 + q.closes) at time zone 'America/Santiago'
  end
  from (
    select (p_at at time zone 'America/Santiago')::date as day, (p_at at time zone 'America/Santiago')::time as clock,
      (p_quiet ->> 'from')::time as opens, (p_quiet ->> 'to')::time as closes
  ) as q
$$;

-- When a message may go out, for each time that it is queued: its next attempt may lie in quiet hours too.
create function private.delay_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.not_before := case when not new.is_urgent then private.quiet_until(greatest(now(), new.next_attempt_at),
    (select s.value -> 'quietHours' from public.setting_sections s where s.section = 'messages')) end;
  return new;
end
$$;
create trigger delay_message before insert or update of state, next_attempt_at, is_urgent on public.whatsapp_messages
  for each row when (new.state = 'queued') execute function private.delay_message();

-- Other quiet hours are those of what waits already.
create function private.delay_queued_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.whatsapp_messages set next_attempt_at = next_attempt_at where state = 'queued';
  return null;
end
$$;
create trigger delay_messages after update on public.setting_sections
  for each row when (new.section = 'messages' and old.value -> 'quietHours' is distinct from new.value -> 'quietHours')
  execute function private.delay_queued_messages();

-- 'Enviar ahora' of a message that waits for the end of the quiet hours or for 'Deshacer', which ends the time to take
-- its change back, and 'Enviar' of one that expired, to the order's phone of today. Answers the message; nothing if it
-- waits no more.
create function public.send_message_now(p_id uuid) returns public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  released public.whatsapp_messages;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  update public.whatsapp_messages m
  set is_urgent = true, queued_at = now(), state = 'queued', held_until = null,
    attempts = case m.state when 'expired' then 0 else m.attempts end,
    next_attempt_at = case m.state when 'expired' then now() else m.next_attempt_at end,
    phone = coalesce((select private.whatsapp_phone(o.customer_phone) from public.service_orders o
      where o.id = m.order_id), m.phone)
  where m.id = p_id and m.state in ('queued', 'expired')
  returning m.* into released;
  delete from private.undoable_changes u where u.order_id = released.order_id;
  return released;
end
$$;
revoke all on function public.send_message_now from public, anon, authenticated;
grant execute on function public.send_message_now to authenticated;

-- An admin sends a message of a template to a number of their own, to see that it arrives: the same outbox, without an
-- order.

-- Queues a test of an event's template, with values that are nobody's. Five an hour for the whole shop, counted as they
-- are queued, before anything is sent; at any hour. Sent twice it is one message. Answers its id. Admins only.
create function public.send_test_message(p_request_id uuid, p_phone text, p_event text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  number text := private.whatsapp_phone(p_phone);
  setting jsonb := private.message_setting(p_event);
  summary text := 'el mensaje de prueba quedó en cola';
  sample public.service_orders;
  made uuid;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if number !~ '^569[0-9]{8}$' then
    raise exception 'Ingresa un celular chileno, por ejemplo +56 9 1234 5678.' using errcode = '23514';
  end if;
  if setting is null then
    raise exception 'Ese mensaje no existe. Elige otro.' using errcode = '22023';
  end if;
  if private.claim_request(p_request_id, 'send_test_message', jsonb_build_array(number, p_event), summary) then
    perform pg_advisory_xact_lock(hashtextextended('public.send_test_message', 0));
    if (select count(*) from public.whatsapp_messages m
      where m.event = 'test' and m.created_at > now() - interval '1 hour') >= 5 then
      raise exception 'Ya se enviaron 5 mensajes de prueba en la última hora. Espera e inténtalo de nuevo.'
        using errcode = '23514';
    end if;
    sample := jsonb_populate_record(null::public.service_orders, jsonb_build_object('id', gen_random_uuid(),
      'order_number', 0, 'customer_name', 'Prueba', 'equipment_brand', 'Equipo', 'equipment_model', 'de prueba',
      'technical_work', 'Mensaje de prueba', 'total_amount', 0, 'cancellation_reason', 'Mensaje de prueba'));
    insert into public.whatsapp_messages (order_id, event, occurrence, template, language, params, phone, is_urgent,
      requested_by)
    select null, 'test', 1, setting ->> 'template', s.value ->> 'language', private.message_params(sample, p_event),
      number, true, (select auth.uid())
    from public.setting_sections s where s.section = 'messages'
    returning id into made;
    perform private.finish_request(p_request_id, to_jsonb(made), summary);
  end if;
  return coalesce(made, (private.request_result(p_request_id) #>> '{}')::uuid);
end
$$;
revoke all on function public.send_test_message from public, anon, authenticated;
grant execute on function public.send_test_message to authenticated;

-- Replies by WhatsApp: who answered them, and a bell for the question of a number without an order (MSG-21).

-- 'Responder' and 'Sin responder' on a reply. Of two who answer the first one stays. Answers its id and who has it.
create function public.answer_reply(p_id uuid, p_answered boolean) returns public.whatsapp_replies
language plpgsql security definer set search_path = '' as $$
declare
  answered public.whatsapp_replies;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  update public.whatsapp_replies r
  set answered_at = case when p_answered then now() end,
    answered_by = case when p_answered then (select auth.uid()) end,
    answered_name = case when p_answered
      then (select left(p.full_name, 200) from public.profiles p where p.id = (select auth.uid())) end
  where r.id = p_id and (r.answered_at is null) = p_answered;
  select * into answered from public.whatsapp_replies r where r.id = p_id;
  if answered.id is null then
    raise exception 'Esa respuesta ya no existe.' using errcode = 'P0002';
  end if;
  return answered;
end
$$;
revoke all on function public.answer_reply from public, anon, authenticated;
grant execute on function public.answer_reply to authenticated;

-- Messages that could not be sent in time expire instead of going out all at once when WhatsApp is connected (MSG-23).
-- Of a status that was taken back nothing is sent (MSG-24).

-- Whether a message has waited longer than the shop's setting. The end of its quiet hours counts as its beginning.
create function private.is_message_old(m public.whatsapp_messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(now() > greatest(m.queued_at, m.not_before) + make_interval(hours => (
    select (s.value ->> 'expireHours')::integer from public.setting_sections s where s.section = 'messages')), false)
$$;

-- Whether the status that a message tells of was taken back: the order is now before it. A message that a person sends
-- by hand is not asked.
create function private.is_taken_back(m public.whatsapp_messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select not m.is_urgent and coalesce((
    select case m.event
      when 'in_progress' then o.status = 'pending'
      when 'quoted' then o.status in ('pending', 'in_progress')
      when 'completed' then o.status not in ('completed', 'delivered') and o.status <> 'cancelled'
      when 'delivered' then o.status <> 'delivered'
      when 'cancelled' then o.status <> 'cancelled'
      else false
    end
    from public.service_orders o where o.id = m.order_id), false)
$$;

-- Sets aside what is not to be sent any more: what tells of a status that was taken back, and what waited too long.
-- Also called while there is no credential, so that the list tells.
create function public.set_aside_messages() returns void
language sql security definer set search_path = '' as $$
  update public.whatsapp_messages m
  set state = case when private.is_taken_back(m) then 'discarded' else 'expired' end, locked_until = null,
    error_code = case when private.is_taken_back(m) then 'taken_back' else m.error_code end
  where m.id in (
    select old.id from public.whatsapp_messages old
    where old.state in ('queued', 'sending') and (private.is_message_old(old) or private.is_taken_back(old))
      and (old.state = 'queued' or (private.is_message_due(old) and old.send_started_at is null))
    for update skip locked
  )
$$;
revoke all on function public.set_aside_messages from public, anon, authenticated;
grant execute on function public.set_aside_messages to service_role;

-- 'Descartar' of a message that expired: it is never sent. Answers the message; nothing if it is not expired.
create function public.discard_message(p_id uuid) returns public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  discarded public.whatsapp_messages;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  update public.whatsapp_messages m set state = 'discarded' where m.id = p_id and m.state = 'expired'
  returning m.* into discarded;
  return discarded;
end
$$;
revoke all on function public.discard_message from public, anon, authenticated;
grant execute on function public.discard_message to authenticated;

-- 26_stock

-- Parts in stock, with their types and suppliers (INV-01 to INV-03).

create table public.component_types (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(trim(name)) between 1 and 120),
  created_at timestamptz not null default now()
);
create unique index component_types_name on public.component_types (private.name_key(name));
alter table public.component_types enable row level security;
select private.require_session('public.component_types');
revoke all on public.component_types from anon, authenticated;
grant all on public.component_types to service_role;
grant select, insert (id, name) on public.component_types to authenticated;
create policy "staff read" on public.component_types for select to authenticated using ((select private.is_staff()));
create policy "staff add"
  on public.component_types for insert to authenticated with check ((select private.is_staff()));
create trigger insert_once before insert on public.component_types for each row when (private.is_api_caller())
  execute function private.insert_once('el tipo quedó agregado', 'name');
create trigger as_readable before insert or update on public.component_types
  for each row execute function private.as_readable();

create table public.suppliers (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(trim(name)) between 1 and 120),
  created_at timestamptz not null default now()
);
create unique index suppliers_name on public.suppliers (private.name_key(name));
alter table public.suppliers enable row level security;
select private.require_session('public.suppliers');
revoke all on public.suppliers from anon, authenticated;
grant all on public.suppliers to service_role;
grant select, insert (id, name) on public.suppliers to authenticated;
create policy "staff read" on public.suppliers for select to authenticated using ((select private.is_staff()));
create policy "staff add" on public.suppliers for insert to authenticated with check ((select private.is_staff()));
create trigger insert_once before insert on public.suppliers for each row when (private.is_api_caller())
  execute function private.insert_once('el proveedor quedó agregado', 'name');
create trigger as_readable before insert or update on public.suppliers
  for each row execute function private.as_readable();

-- The id of a name in component_types or suppliers, added if it is not there.
create function private.catalog_id(p_catalog text, p_name text) returns uuid
language plpgsql set search_path = '' as $$
declare
  key text := private.name_key(p_name);
  found_id uuid;
begin
  if p_catalog = 'suppliers' then
    select s.id into found_id from public.suppliers s where private.name_key(s.name) = key;
    if found_id is null then
      insert into public.suppliers (name) values (trim(p_name)) on conflict do nothing returning id into found_id;
    end if;
  else
    select t.id into found_id from public.component_types t where private.name_key(t.name) = key;
    if found_id is null then
      insert into public.component_types (name) values (trim(p_name)) on conflict do nothing returning id into found_id;
    end if;
  end if;
  return found_id;
end
$$;

create table public.inventory (
  id uuid primary key default gen_random_uuid(),
  brand text not null check (length(trim(brand)) between 1 and 120),
  model text not null check (length(trim(model)) between 1 and 200),
  quantity integer not null check (quantity between 0 and 1000000),
  -- Shown as 'Precio Cliente'. Whole pesos.
  cost_price bigint not null check (cost_price between 0 and 1000000000),
  created_at timestamptz not null default now(),
  component_type_id uuid not null references public.component_types (id),
  supplier_id uuid not null references public.suppliers (id),
  -- Beyond the specification.
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  item_number integer generated always as identity unique,
  min_stock integer not null default 0 check (min_stock between 0 and 1000000),
  -- Written by stamp_inventory: folding 20,000 texts for every search and sort takes longer than reading them. Not
  -- generated columns: those are null in a trigger that runs before, so that an update that changes nothing would look
  -- like an edit.
  brand_key text collate "C" not null default '',
  model_key text collate "C" not null default '',
  search_text text collate "C" not null default ''
);
create index inventory_newest on public.inventory (created_at desc, id desc);
create index inventory_type on public.inventory (component_type_id, id);
create index inventory_supplier on public.inventory (supplier_id, id);
-- Reading only the index, a deep page costs little more than the first.
create index inventory_brand on public.inventory (brand_key, id) include (search_text);
create index inventory_model on public.inventory (model_key, id);
create index inventory_quantity on public.inventory (quantity, id);
create index inventory_cost on public.inventory (cost_price, id);
create index inventory_search on public.inventory
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create index inventory_low on public.inventory (quantity) where quantity < min_stock;
alter table public.inventory enable row level security;
select private.require_session('public.inventory');
revoke all on public.inventory from anon, authenticated;
revoke all on sequence public.inventory_item_number_seq from anon, authenticated;
grant all on public.inventory to service_role;
grant select, delete on public.inventory to authenticated;
grant insert (id, brand, model, quantity, cost_price, component_type_id, supplier_id, min_stock)
  on public.inventory to authenticated;
grant update (brand, model, quantity, cost_price, component_type_id, supplier_id, min_stock)
  on public.inventory to authenticated;
create policy "staff read" on public.inventory for select to authenticated using ((select private.is_staff()));
create policy "staff add" on public.inventory for insert to authenticated with check ((select private.is_staff()));
create policy "staff change" on public.inventory for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete" on public.inventory for delete to authenticated using ((select private.is_staff()));

-- Before the triggers that stamp, by their names.
create trigger insert_once before insert on public.inventory for each row when (private.is_api_caller())
  execute function private.insert_once('el producto quedó agregado', 'brand', 'model', 'quantity', 'cost_price',
    'component_type_id', 'supplier_id', 'min_stock');
create trigger as_readable before insert or update on public.inventory
  for each row execute function private.as_readable();

-- What the label of an item says, and what a scanner types: INV-000123.
create function private.item_code(item_number integer) returns text
language sql immutable parallel safe set search_path = '' as $$
  select 'INV-' || private.format_order_number(item_number)
$$;
grant execute on function private.item_code to anon, authenticated, service_role;

-- Trims, and folds the texts that searches and sorting compare.
create function private.stamp_inventory() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.brand := trim(new.brand);
  new.model := trim(new.model);
  new.brand_key := private.name_key(new.brand);
  new.model_key := private.name_key(new.model);
  new.search_text := ' ' || new.brand_key || ' ' || new.model_key || ' ' || lower(private.item_code(new.item_number));
  -- An update that changes nothing stays one: stamped, it would pass for an edit in the log.
  if tg_op = 'UPDATE' and new is distinct from old then
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  return new;
end
$$;
create trigger stamp_inventory before insert or update on public.inventory
  for each row execute function private.stamp_inventory();

-- How many items there are of each type from each supplier: counting them for every page takes longer than reading the
-- page.
create table private.inventory_counts (
  component_type_id uuid not null references public.component_types (id) on delete cascade,
  supplier_id uuid not null references public.suppliers (id) on delete cascade,
  items integer not null,
  primary key (component_type_id, supplier_id)
);
create index inventory_counts_supplier on private.inventory_counts (supplier_id);
alter table private.inventory_counts enable row level security;

-- Keeps the counts as items come, go and change type or supplier.
create function private.count_inventory() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    update private.inventory_counts set items = items - 1
    where component_type_id = old.component_type_id and supplier_id = old.supplier_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.inventory_counts as c (component_type_id, supplier_id, items)
    values (new.component_type_id, new.supplier_id, 1)
    on conflict (component_type_id, supplier_id) do update set items = c.items + 1;
  end if;
  return null;
end
$$;
create trigger count_inventory after insert or delete on public.inventory
  for each row execute function private.count_inventory();
create trigger recount_inventory after update of component_type_id, supplier_id on public.inventory
  for each row when (old.component_type_id <> new.component_type_id or old.supplier_id <> new.supplier_id)
  execute function private.count_inventory();

-- Counts and search texts must be right however rows come in, so these fire even where rules are off (demo shop,
-- replication).
alter table public.inventory enable always trigger stamp_inventory;
alter table public.inventory enable always trigger count_inventory;
alter table public.inventory enable always trigger recount_inventory;

-- Codes of imported products: the counter moves with the commit, for rows that our own functions insert; plain inserts
-- take their code from the sequence. What a sequence was set to survives a rollback, so it is set when nothing can fail
-- any more.
create function private.raise_item_counter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.item_number >= (select s.last_value from public.inventory_item_number_seq s) then
    perform setval('public.inventory_item_number_seq', new.item_number);
  end if;
  return null;
end
$$;
create constraint trigger raise_item_counter after insert on public.inventory
  deferrable initially deferred for each row when (not private.is_api_caller())
  execute function private.raise_item_counter();

-- 27_stock_list

-- Pages of the inventory (INV-01), sorted and searched here. SECURITY DEFINER with a check of its own: under row level
-- security no trigram index is used, because LIKE is not leakproof.

-- The condition that a search stands for: each word occurs in brand, model or code; words of one or two letters at the
-- beginning of a word, which the trigram index can answer. A code as printed or scanned finds its item alone, whatever
-- the scanner's keyboard made of the hyphen (on a Spanish keyboard an apostrophe).
create function private.inventory_condition(p_search text, p_type uuid, p_low boolean) returns text
language plpgsql immutable set search_path = '' as $$
declare
  condition text := '';
  word text;
  code text;
begin
  foreach word in array (regexp_split_to_array(trim(private.fold(left(coalesce(p_search, ''), 200))), '\s+'))[1:6] loop
    code := substring(word from '^inv[^a-z0-9]?0*([0-9]{1,9})$');
    if code is not null then
      condition := condition || format(' and i.item_number = %s', code);
    elsif word <> '' then
      condition := condition || format(' and i.search_text like %L',
        case when length(word) < 3 then '% ' || substr(private.contains_pattern(word), 2)
          else private.contains_pattern(word) end);
    end if;
  end loop;
  if p_type is not null then
    condition := condition || format(' and i.component_type_id = %L', p_type);
  end if;
  if p_low then
    condition := condition || ' and i.quantity < i.min_stock';
  end if;
  return condition;
end
$$;

-- The ids of a page of the whole inventory by the name of its types or suppliers: only the groups that the page touches
-- are read.
create function private.inventory_group_page(p_catalog text, p_column text, p_direction text, p_skipped integer)
  returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  page_ids uuid[];
begin
  execute format(
    'with spans as (
       select g.id, g.name, c.items, sum(c.items) over (order by g.name %3$s) - c.items as before
       from (select id, private.fold(trim(name)) collate "C" as name from public.%1$I) as g
       join (select %2$I as id, sum(items) as items from private.inventory_counts group by 1) as c using (id)
     )
     select array(
       select page.id from spans s
       cross join lateral (
         select i.id from public.inventory i where i.%2$I = s.id order by i.id %3$s
         offset greatest(%4$s - s.before, 0) limit least(25, %4$s + 25 - s.before)
       ) as page
       where s.before < %4$s + 25 and s.before + s.items > %4$s
       order by s.name %3$s, page.id %3$s
     )',
    p_catalog, p_column, p_direction, p_skipped) into page_ids;
  return page_ids;
end
$$;

-- The ids of a page of what a search found. Up to a thousand matches are sorted here; more of them lie close together
-- in every order, so that the page is found by reading in that order.
create function private.inventory_search_page(p_condition text, p_sort text, p_direction text, p_skipped integer,
  out counted integer, out page_ids uuid[])
language plpgsql stable set search_path = '' as $$
declare
  matches uuid[];
  catalog text := case p_sort when 'supplier_id' then 'suppliers' when 'component_type_id' then 'component_types' end;
  groups text := '';
  sort_by text := 'i.' || p_sort;
begin
  execute format('select array(select i.id from public.inventory i where true %s limit 1001)',
    p_condition) into matches;
  counted := cardinality(matches);
  if catalog is not null then
    -- OFFSET 0: names are folded once each, not once per item.
    groups := format('(select id, private.fold(trim(name)) collate "C" as name from public.%I
      order by 2 %s offset 0) as g', catalog, p_direction);
    sort_by := 'g.name';
  end if;
  if counted <= 1000 then
    execute format('select array(select i.id from public.inventory i %1$s where i.id = any ($1) order by %2$s %3$s,
      i.id %3$s offset %4$s limit 25)',
      case when groups <> '' then format('join %s on g.id = i.%I', groups, p_sort) else '' end, sort_by, p_direction,
        p_skipped)
      into page_ids using matches;
  elsif catalog is null then
    execute format('select array(select i.id from public.inventory i where true %1$s order by %2$s %3$s,
      i.id %3$s offset %4$s limit 25)', p_condition, sort_by, p_direction, p_skipped) into page_ids;
  else
    execute format(
      'select array(
         select page.id from %1$s cross join lateral (
           select i.id from public.inventory i where i.%2$I = g.id %3$s order by i.id %4$s limit %5$s + 25
         ) as page
         order by g.name %4$s, page.id %4$s offset %5$s limit 25
       )',
      groups, p_sort, p_condition, p_direction, p_skipped) into page_ids;
  end if;
end
$$;

-- A page of 25. p_sort: brand, model, quantity, cost_price, component_type, supplier or created_at. p_low: only what is
-- below its minimum. total counts all pages; what is searched for or to be bought is counted to 1,001 and no further.
-- Staff only.
create function public.list_inventory(
  p_search text default null, p_type uuid default null, p_sort text default 'created_at',
  p_descending boolean default true, p_page integer default 1, p_low boolean default false
) returns table (
  id uuid, item_number integer, brand text, model text, quantity integer, cost_price bigint, created_at timestamptz,
  updated_at timestamptz, component_type_id uuid, component_type_name text, supplier_id uuid, supplier_name text,
  min_stock integer, version integer, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  condition text;
  descending boolean := coalesce(p_descending, true);
  direction text := case when descending then 'desc' else 'asc' end;
  skipped integer;
  -- How many items come after the page's first.
  rest bigint;
  counted bigint;
  sort_by text := case p_sort
    when 'brand' then 'brand_key' when 'model' then 'model_key' when 'quantity' then 'quantity' when 'cost_price'
      then 'cost_price'
    when 'component_type' then 'component_type_id' when 'supplier' then 'supplier_id' else 'created_at'
  end;
  page_ids uuid[];
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  skipped := private.rows_before(p_page, 25);
  condition := private.inventory_condition(p_search, p_type, p_low);
  if condition <> '' then
    select s.counted, s.page_ids into counted, page_ids
      from private.inventory_search_page(condition, sort_by, direction, skipped) as s;
    if p_type is not null and trim(coalesce(p_search, '')) = '' and not coalesce(p_low, false) then
      select coalesce(sum(c.items), 0) into counted from private.inventory_counts c where c.component_type_id = p_type;
    end if;
  else
    select coalesce(sum(c.items), 0) into counted from private.inventory_counts c;
    rest := counted - skipped;
    if p_sort in ('component_type', 'supplier') then
      page_ids := private.inventory_group_page(case p_sort when 'supplier' then 'suppliers' else 'component_types' end,
        sort_by, direction, skipped);
    elsif rest >= skipped then
      execute format('select array(select i.id from public.inventory i order by i.%1$I %2$s,
        i.id %2$s offset %3$s limit 25)', sort_by, direction, skipped) into page_ids;
    else
      -- Nearer to the end: read from there.
      execute format('select array(select i.id from public.inventory i order by i.%1$I %2$s,
        i.id %2$s offset %3$s limit %4$s)', sort_by, case when descending then 'asc' else 'desc' end,
          greatest(rest - 25, 0), least(greatest(rest, 0), 25)) into page_ids;
      page_ids := array(select place.id from unnest(page_ids) with ordinality as place (id, n) order by place.n desc);
    end if;
  end if;
  return query
    select i.id, i.item_number, i.brand, i.model, i.quantity, i.cost_price, i.created_at, i.updated_at,
      i.component_type_id, t.name, i.supplier_id, s.name, i.min_stock, i.version, counted
    from unnest(page_ids) with ordinality as place (id, n)
    join public.inventory i on i.id = place.id
    join public.component_types t on t.id = i.component_type_id
    join public.suppliers s on s.id = i.supplier_id
    order by place.n;
end
$$;
revoke all on function public.list_inventory from public, anon, authenticated;
grant execute on function public.list_inventory to authenticated;

-- The items that a text most likely means, best first, at most eight: by how many of its words they have in brand,
-- model, code or type, whole words before parts, words with digits (A15, 11) before others; of equals those of the
-- supplier, then the newest. Staff only.
create function public.suggest_items(p_text text, p_supplier text default null)
returns table (
  id uuid, item_number integer, brand text, model text, quantity integer, component_type_name text, supplier_name text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text[];
  telling text[];
  candidates uuid[];
  conditions text;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  words := (select array_agg(distinct word)
    from regexp_split_to_table(private.name_key(left(p_text, 200)), '[^a-z0-9]+') as word where length(word) > 1);
  telling := (select array_agg(word) from unnest(words) as word where word ~ '[0-9]');
  -- The strictest condition that finds anything, so that a common word alone does not bring half of the shop: all
  -- words, all that tell
  -- models apart, one of these, any word.
  for step in 1..4 loop
    conditions := (
      select string_agg(format('i.search_text like %L',
        case when length(word) < 3 then '% ' || substr(private.contains_pattern(word), 2)
        else private.contains_pattern(word) end),
        case when step <= 2 then ' and ' else ' or ' end)
      from unnest(case when step in (2, 3) then telling else words end) as word
    );
    if conditions is not null then
      execute format('select array(select i.id from public.inventory i where %s limit 100)',
        conditions) into candidates;
    end if;
    exit when cardinality(candidates) > 0;
  end loop;
  return query
    select i.id, i.item_number, i.brand, i.model, i.quantity, t.name, s.name
    from unnest(candidates) as candidate (item_id)
    join public.inventory i on i.id = candidate.item_id
    -- OFFSET 0: names are folded once each, not once per item.
    join (select c.id, c.name, private.name_key(c.name) as key from public.component_types c offset 0) as t
      on t.id = i.component_type_id
    join (select c.id, c.name, private.name_key(c.name) = private.name_key(p_supplier) as same
      from public.suppliers c offset 0) as s
      on s.id = i.supplier_id
    cross join lateral (select ' ' || translate(i.search_text || ' ' || t.key, '-/().,+_',
      '        ') || ' ' as spaced offset 0) as text
    cross join lateral (
      select sum(
        case when text.spaced like '% ' || word || ' %' then 3 when text.spaced like private.contains_pattern(word)
          then 1 else 0 end
        * case when word ~ '[0-9]' then 2 else 1 end
      ) as score
      from unnest(words) as word
    ) as points
    order by points.score desc, s.same desc nulls last, i.created_at desc, i.id
    limit 8;
end
$$;
revoke all on function public.suggest_items from public, anon, authenticated;
grant execute on function public.suggest_items to authenticated;

-- What list_inventory finds, as a file needs it: 1,000 at a time by item number, continuing after p_after, so that what
-- changes meanwhile neither repeats nor skips an item. Staff only.
create function public.export_inventory(
  p_search text default null, p_type uuid default null, p_low boolean default false, p_after integer default 0
) returns table (
  item_number integer, brand text, model text, component_type_name text, supplier_name text, quantity integer,
  cost_price bigint, min_stock integer, created_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query execute format(
    'select i.item_number, i.brand, i.model, t.name, s.name, i.quantity, i.cost_price, i.min_stock, i.created_at
     from public.inventory i
     join public.component_types t on t.id = i.component_type_id
     join public.suppliers s on s.id = i.supplier_id
     where i.item_number > %s %s order by i.item_number limit 1000',
    coalesce(p_after, 0), private.inventory_condition(p_search, p_type, p_low));
end
$$;
revoke all on function public.export_inventory from public, anon, authenticated;
grant execute on function public.export_inventory to authenticated;

-- 28_stock_ledger

-- Every change of a quantity, delta after delta, from which the quantity can be recomputed (INV-05), and writing parts
-- off for an order (INV-03).

create table public.inventory_movements (
  id bigint generated always as identity primary key,
  -- No foreign key: the ledger survives the item.
  item_id uuid not null,
  kind text not null check (kind in ('added', 'edited', 'written_off', 'received', 'imported', 'deleted')),
  delta integer not null,
  quantity_after integer not null check (quantity_after >= 0),
  unit_cost bigint not null,
  brand text not null,
  model text not null,
  order_id uuid references public.service_orders (id) on delete set null,
  order_number integer,
  actor_id uuid,
  actor_name text,
  created_at timestamptz not null default now(),
  -- Of an import: the keys of the row and of the file that it came in, and the file's name.
  import_row text,
  import_file text,
  import_name text check (length(import_name) <= 300),
  component_type text
);
create unique index inventory_movements_import on public.inventory_movements (import_row, import_file)
  where import_row is not null;
create index inventory_movements_item on public.inventory_movements (item_id, id);
create index inventory_movements_order on public.inventory_movements (order_id) where order_id is not null;
alter table public.inventory_movements enable row level security;
select private.require_session('public.inventory_movements');
revoke all on public.inventory_movements from anon, authenticated;
revoke all on sequence public.inventory_movements_id_seq from anon, authenticated;
grant all on public.inventory_movements to service_role;
-- Staff read the ledger without its costs.
grant select (id, item_id, kind, delta, quantity_after, brand, model, order_id, order_number, actor_id, actor_name,
  created_at, import_name, component_type) on public.inventory_movements to authenticated;
create policy "staff read" on public.inventory_movements for select to authenticated
  using ((select private.is_staff()));
create trigger as_readable before insert or update on public.inventory_movements
  for each row execute function private.as_readable();

-- A line of the ledger, by the caller.
create function private.add_movement(
  item public.inventory, p_kind text, p_delta integer, p_after integer, p_order_id uuid default null,
  p_order_number integer default null, p_import_row text default null, p_import_file text default null,
  p_import_name text default null
) returns void
language sql security definer set search_path = '' as $$
  insert into public.inventory_movements (
    item_id, kind, delta, quantity_after, unit_cost, brand, model, component_type, order_id, order_number, import_row,
    import_file, import_name, actor_id, actor_name
  )
  select item.id, p_kind, p_delta, p_after, item.cost_price, item.brand, item.model,
    (select t.name from public.component_types t where t.id = item.component_type_id),
    p_order_id, p_order_number, p_import_row, p_import_file, p_import_name, (select auth.uid()), p.full_name
  from (select) as one left join public.profiles p on p.id = (select auth.uid())
$$;

-- Plain writes through the API. Our own functions (write-off, receiving, import) record what they mean themselves.
create function private.record_inventory() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.add_movement(new, 'added', new.quantity, new.quantity);
  elsif tg_op = 'UPDATE' then
    perform private.add_movement(new, 'edited', new.quantity - old.quantity, new.quantity);
    insert into public.activity_logs (
      user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, component_type_id,
      quantity, cost_price, supplier_id
    ) values (
      (select auth.uid()), 'edit', new.id, new.brand, new.model, new.quantity - old.quantity, new.cost_price,
      new.component_type_id, new.quantity, new.cost_price, new.supplier_id
    );
  else
    perform private.add_movement(old, 'deleted', -old.quantity, 0);
    insert into public.activity_logs (
      user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, component_type_id
    ) values (
      (select auth.uid()), 'delete', old.id, old.brand, old.model, old.quantity, old.cost_price, old.component_type_id
    );
  end if;
  return null;
end
$$;

-- WHEN is evaluated as the role that runs the statement, so inside our definer functions these do not fire.
create trigger record_inventory_insert after insert on public.inventory
  for each row when (private.is_api_caller()) execute function private.record_inventory();
create trigger record_inventory_update after update on public.inventory
  for each row when (private.is_api_caller() and (old.*) is distinct from (new.*))
    execute function private.record_inventory();
create trigger record_inventory_delete after delete on public.inventory
  for each row when (private.is_api_caller()) execute function private.record_inventory();

-- Writes parts off for an order: one transaction with its log and ledger lines, under a row lock, never below zero. A
-- product with a minimum stays when its last part is written off: with its code, price and minimum it is on the list of
-- what to buy. One without a minimum is deleted (INV-03). Answers how many are left. Staff only.
create function public.write_off_inventory(p_item_id uuid, p_quantity integer, p_order_number integer,
  p_request_id uuid default null)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  item public.inventory;
  target_id uuid;
  remaining integer;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_quantity is null or p_quantity <= 0 or p_order_number is null then
    raise exception 'La cantidad y el número de orden son obligatorios.' using errcode = '23514';
  end if;
  if not private.claim_request(p_request_id, 'write_off_inventory',
    jsonb_build_array(p_item_id, p_quantity, p_order_number)) then
    return private.request_result(p_request_id)::integer;
  end if;
  select o.id into target_id from public.service_orders o where o.order_number = p_order_number;
  if target_id is null then
    raise exception 'No existe una orden con ese número.' using errcode = '23503';
  end if;
  select * into item from public.inventory i where i.id = p_item_id for update;
  if item.id is null then
    raise exception 'El producto ya no existe.' using errcode = 'P0002';
  end if;
  if p_quantity > item.quantity then
    raise exception 'La cantidad supera el stock disponible (%).', item.quantity using errcode = '23514';
  end if;
  remaining := item.quantity - p_quantity;
  insert into public.activity_logs (
    user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, service_order,
    component_type_id
  ) values (
    (select auth.uid()), 'delete', item.id, item.brand, item.model, p_quantity, item.cost_price,
    private.format_order_number(p_order_number), item.component_type_id
  );
  perform private.add_movement(item, 'written_off', -p_quantity, remaining, target_id, p_order_number);
  if remaining = 0 and item.min_stock = 0 then
    delete from public.inventory i where i.id = item.id;
  else
    update public.inventory i set quantity = remaining where i.id = item.id;
  end if;
  perform private.finish_request(p_request_id, to_jsonb(remaining),
    format('se dieron de baja %s para la orden %s', p_quantity, private.format_order_number(p_order_number)));
  return remaining;
end
$$;
revoke all on function public.write_off_inventory from public, anon, authenticated;
grant execute on function public.write_off_inventory to authenticated;

-- Which parts were written off for an order, oldest first. An item that was written off more than once has a line for
-- each time. Costs are null to everybody but the admin. Staff only.
create function public.order_parts(p_order_id uuid)
returns table (
  id bigint, item_id uuid, brand text, model text, component_type text, quantity integer, actor_name text,
  created_at timestamptz, unit_cost bigint, total_cost bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  sees_costs boolean := private.is_admin();
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select m.id, m.item_id, m.brand, m.model, m.component_type, -m.delta,
      coalesce(nullif(p.full_name, ''), m.actor_name), m.created_at,
      case when sees_costs then m.unit_cost end, case when sees_costs then m.unit_cost * -m.delta end
    from public.inventory_movements m
    left join public.profiles p on p.id = m.actor_id
    where m.order_id = p_order_id and m.kind = 'written_off'
    order by m.id;
end
$$;
revoke all on function public.order_parts from public, anon, authenticated;
grant execute on function public.order_parts to authenticated;

-- 29_stock_import

-- Import of products from a file (INV-01, ORD-51): all of a batch or none, the same row of the same file once only,
-- every piece in the ledger.

-- What a row meets. p_row: { key, code?, brand, model, type, supplier }, names as people write them. outcome:
-- 'duplicate'  this row of this file is in already;
-- 'code_taken' its code is another product's, which detail names;
-- 'existing'   there is such a product: the one of its code, else one of the same brand, model, type and supplier;
-- 'seen'       the same, and an equal row came in another file, so that adding it may count the same pieces twice;
-- 'new'        none of these.
-- Two products of one name, each with a code of its own, are two in the file as they were where it was exported: what
-- this very import has made is nobody's match there.
create function private.match_import_row(
  p_file_key text, p_row jsonb, out outcome text, out item_id uuid, out item_number integer, out detail text
)
language plpgsql stable set search_path = '' as $$
declare
  code integer := (p_row ->> 'code')::integer;
  brand_of_row text := private.name_key(p_row ->> 'brand');
  model_of_row text := private.name_key(p_row ->> 'model');
  type_of_row text := private.name_key(p_row ->> 'type');
  supplier_of_row text := private.name_key(p_row ->> 'supplier');
  found_item record;
begin
  select m.item_id into item_id from public.inventory_movements m
  where m.import_row = p_row ->> 'key' and m.import_file = p_file_key;
  if found then
    outcome := 'duplicate';
    return;
  end if;
  if code is not null then
    select i.id, i.brand || ' ' || i.model as name,
      i.brand_key = brand_of_row and i.model_key = model_of_row
        and private.name_key(t.name) = type_of_row and private.name_key(s.name) = supplier_of_row as same
    into found_item
    from public.inventory i
    join public.component_types t on t.id = i.component_type_id
    join public.suppliers s on s.id = i.supplier_id
    where i.item_number = code;
    if found and not found_item.same then
      outcome := 'code_taken';
      item_number := code;
      detail := found_item.name;
      return;
    end if;
    if found then
      item_id := found_item.id;
      item_number := code;
    end if;
  end if;
  if item_id is null then
    select i.id, i.item_number into item_id, item_number
    from public.inventory i
    join public.component_types t on t.id = i.component_type_id
    join public.suppliers s on s.id = i.supplier_id
    where i.brand_key = brand_of_row and i.model_key = model_of_row
      and private.name_key(t.name) = type_of_row and private.name_key(s.name) = supplier_of_row
      and (code is null or not exists (
        select from public.inventory_movements m where m.item_id = i.id and m.import_file = p_file_key
      ))
    order by i.item_number limit 1;
  end if;
  outcome := case
    when item_id is null then 'new'
    when exists (select from public.inventory_movements m where m.import_row = p_row ->> 'key') then 'seen'
    else 'existing'
  end;
end
$$;

-- What is wrong with a row by the rules of the add form, or null.
create function private.import_row_problem(p_row jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  field text;
begin
  foreach field in array array['key', 'brand', 'model', 'type', 'supplier', 'quantity', 'cost_price'] loop
    if trim(coalesce(p_row ->> field, '')) = '' then
      return 'Todos los campos son obligatorios.';
    end if;
  end loop;
  if length(trim(p_row ->> 'brand')) > 120 or length(trim(p_row ->> 'model')) > 200
    or length(trim(p_row ->> 'type')) > 120 or length(trim(p_row ->> 'supplier')) > 120 then
    return 'Un texto es demasiado largo.';
  end if;
  if (p_row ->> 'quantity') !~ '^\d{1,7}$' or (p_row ->> 'quantity')::integer > 1000000 then
    return 'La cantidad debe ser un número entero de 0 a 1.000.000.';
  end if;
  if (p_row ->> 'cost_price') !~ '^\d{1,10}$' or (p_row ->> 'cost_price')::bigint > 1000000000 then
    return 'El precio debe ser un número entero de 0 a 1.000.000.000.';
  end if;
  if coalesce(p_row ->> 'min_stock', '0') !~ '^\d{1,7}$' or coalesce(p_row ->> 'min_stock', '0')::integer > 1000000 then
    return 'El stock mínimo debe ser un número entero de 0 a 1.000.000.';
  end if;
  if coalesce(p_row ->> 'code', '1') !~ '^[1-9]\d{0,8}$' then
    return 'El código no es de este sistema.';
  end if;
  return null;
end
$$;

-- Staff only; at most 1,000 rows.
create function private.check_import_call(p_rows jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if jsonb_typeof(p_rows) <> 'array' or jsonb_array_length(p_rows) > 1000 then
    raise exception 'Un lote lleva como máximo 1.000 filas.' using errcode = '22023';
  end if;
end
$$;

-- Dry run of up to 1,000 rows, as import_inventory takes them. Writes nothing. Staff only.
create function public.check_inventory_import(p_file_key text, p_rows jsonb)
returns table ("row" integer, outcome text, item_number integer, detail text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_import_call(p_rows);
  return query
    select (item.value ->> 'row')::integer, met.outcome, met.item_number, met.detail
    from jsonb_array_elements(p_rows) with ordinality as item (value, place)
    cross join lateral private.match_import_row(p_file_key, item.value) as met
    order by item.place;
end
$$;
revoke all on function public.check_inventory_import from public, anon, authenticated;
grant execute on function public.check_inventory_import to authenticated;

-- Imports up to 1,000 rows, all or none. Each: { row, key, code?, brand, model, type, supplier, quantity, cost_price,
-- min_stock? }; a type or supplier that is not there is added. p_existing says what becomes of a product that is there:
-- 'add' adds the quantity to it and leaves the rest of it as it is, 'skip' leaves it out. p_file_key stands for what
-- the file says, so that the same file given again adds nothing. Answers one line per row: 'imported', 'skipped',
-- 'duplicate' or 'code_taken'. A row that breaks a rule aborts the batch; the error's detail names the row. Staff only.
create function public.import_inventory(p_file_name text, p_file_key text, p_existing text, p_rows jsonb)
returns table ("row" integer, outcome text, item_number integer, detail text)
language plpgsql security definer set search_path = '' as $$
declare
  item jsonb;
  met record;
  stored public.inventory;
  problem text;
  highest bigint;
  next_code bigint;
begin
  perform private.check_import_call(p_rows);
  if coalesce(p_file_key, '') = '' or coalesce(p_existing, '') not in ('add', 'skip') then
    raise exception 'La importación no es válida.' using errcode = '22023';
  end if;
  -- One import at a time, no code handed out while codes are being claimed, and no write-off that waits for us while we
  -- wait for it.
  lock table public.inventory in exclusive mode;
  select private.highest_foreign_number(max(i.item_number)) into highest from public.inventory i;
  for item in select value from jsonb_array_elements(p_rows) loop
    problem := private.import_row_problem(item);
    if problem is null and (item ->> 'code')::bigint > highest then
      problem := format('el código %s está muy por encima de los de este taller (hasta %s).', item ->> 'code', highest);
    end if;
    if problem is not null then
      raise exception 'La fila % no se puede importar: %', item ->> 'row', problem using errcode = '23514',
        detail = item ->> 'row';
    end if;
  end loop;
  -- Whoever has no code of its own gets one after all of these. Not of the sequence, which a batch that fails would
  -- leave moved.
  select greatest(
    (select case when s.is_called then s.last_value else 0 end from public.inventory_item_number_seq s),
    (select max(i.item_number) from public.inventory i),
    (select max((value ->> 'code')::integer) from jsonb_array_elements(p_rows))
  ) + 1 into next_code;

  for item in select value from jsonb_array_elements(p_rows) loop
    "row" := (item ->> 'row')::integer;
    select * into met from private.match_import_row(p_file_key, item);
    outcome := met.outcome;
    item_number := met.item_number;
    detail := met.detail;
    if outcome in ('existing', 'seen') and p_existing = 'skip' then
      outcome := 'skipped';
    elsif outcome in ('existing', 'seen') then
      select * into stored from public.inventory i where i.id = met.item_id;
      if stored.quantity + (item ->> 'quantity')::integer > 1000000 then
        raise exception 'La fila % no se puede importar: quedarían más de 1.000.000 de piezas.', "row"
          using errcode = '23514', detail = "row"::text;
      end if;
      update public.inventory i set quantity = i.quantity + (item ->> 'quantity')::integer where i.id = met.item_id
        returning * into stored;
      outcome := 'imported';
    elsif outcome = 'new' then
      insert into public.inventory as i (item_number, brand, model, quantity, cost_price, min_stock, component_type_id,
        supplier_id)
      overriding system value
      values (
        coalesce((item ->> 'code')::integer, next_code::integer), item ->> 'brand', item ->> 'model',
        (item ->> 'quantity')::integer, (item ->> 'cost_price')::bigint, coalesce((item ->> 'min_stock')::integer, 0),
        private.catalog_id('component_types', item ->> 'type'), private.catalog_id('suppliers', item ->> 'supplier')
      )
      returning * into stored;
      item_number := stored.item_number;
      if item ->> 'code' is null then
        next_code := next_code + 1;
      end if;
      outcome := 'imported';
    end if;
    if outcome = 'imported' then
      perform private.add_movement(
        stored, 'imported', (item ->> 'quantity')::integer, stored.quantity, p_import_row => item ->> 'key',
        p_import_file => p_file_key, p_import_name => left(p_file_name, 300)
      );
    end if;
    return next;
  end loop;
end
$$;
revoke all on function public.import_inventory from public, anon, authenticated;
grant execute on function public.import_inventory to authenticated;

-- 30_appointments

-- Appointments: the staff make and cancel them, the customer reads the own ones.

create table public.pedidos_pantallas (
  id uuid primary key default gen_random_uuid(),
  modelo text not null check (length(trim(modelo)) between 1 and 200),
  numero_orden text not null check (length(trim(numero_orden)) between 1 and 120),
  fecha_compra timestamptz not null,
  precio_costo bigint not null check (precio_costo between 1 and 1000000000),
  cantidad integer not null check (cantidad between 1 and 1000000),
  proveedor text not null check (proveedor in ('FullMobile', 'Stark Comunicaciones')),
  created_at timestamptz not null default now(),
  -- Beyond the specification: putting the pieces into the inventory, once.
  created_by uuid references public.profiles (id) on delete set null,
  received_at timestamptz,
  received_item_id uuid
);
create index pedidos_pantallas_newest on public.pedidos_pantallas (created_at desc, id desc);
create index pedidos_pantallas_created_by on public.pedidos_pantallas (created_by);
-- Screens on their way are few; those that arrived are all of the shop's history.
create index pedidos_pantallas_expected on public.pedidos_pantallas (id) where received_at is null;
alter table public.pedidos_pantallas enable row level security;
select private.require_session('public.pedidos_pantallas');
revoke all on public.pedidos_pantallas from anon, authenticated;
grant all on public.pedidos_pantallas to service_role;
grant select on public.pedidos_pantallas to authenticated;
grant insert (id, modelo, numero_orden, fecha_compra, precio_costo, cantidad, proveedor)
  on public.pedidos_pantallas to authenticated;
create policy "staff read" on public.pedidos_pantallas for select to authenticated using ((select private.is_staff()));
create policy "staff add" on public.pedidos_pantallas for insert to authenticated
  with check ((select private.is_staff()));
create trigger insert_once before insert on public.pedidos_pantallas for each row when (private.is_api_caller())
  execute function private.insert_once('el pedido quedó agregado', 'modelo', 'numero_orden', 'fecha_compra',
    'precio_costo', 'cantidad', 'proveedor');
create trigger as_readable before insert or update on public.pedidos_pantallas
  for each row execute function private.as_readable();

-- Who ordered.
create function private.stamp_screen_order() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.created_by := coalesce((select auth.uid()), new.created_by);
  return new;
end
$$;
create trigger stamp_screen_order before insert on public.pedidos_pantallas
  for each row execute function private.stamp_screen_order();

-- Puts the pieces of a screen order into the inventory, once. Answers the item they went to: the one that is named,
-- else a new one, whose supplier is the purchase's, added if it is not there, and whose model is the purchase's unless
-- another is given.
create function public.receive_screen_order(
  p_screen_order_id uuid, p_item_id uuid default null, p_brand text default null, p_component_type_id uuid default null,
  p_cost_price bigint default null, p_model text default null, p_request_id uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  bought public.pedidos_pantallas;
  item public.inventory;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if not private.claim_request(p_request_id, 'receive_screen_order',
    jsonb_build_array(p_screen_order_id, p_item_id, p_brand, p_component_type_id, p_cost_price, p_model)) then
    return (private.request_result(p_request_id) #>> '{}')::uuid;
  end if;
  select * into bought from public.pedidos_pantallas where id = p_screen_order_id for update;
  if bought.id is null then
    raise exception 'El pedido ya no existe.' using errcode = 'P0002';
  end if;
  if bought.received_at is not null then
    raise exception 'Este pedido ya se recibió.' using errcode = '23505';
  end if;
  if p_item_id is not null then
    update public.inventory set quantity = quantity + bought.cantidad where id = p_item_id returning * into item;
    if item.id is null then
      raise exception 'El producto ya no existe.' using errcode = 'P0002';
    end if;
  else
    insert into public.inventory (brand, model, quantity, cost_price, component_type_id, supplier_id)
    values (p_brand, coalesce(p_model, bought.modelo), bought.cantidad, coalesce(p_cost_price, bought.precio_costo),
      p_component_type_id,
      private.catalog_id('suppliers', bought.proveedor))
    returning * into item;
  end if;
  perform private.add_movement(item, 'received', bought.cantidad, item.quantity);
  update public.pedidos_pantallas set received_at = now(), received_item_id = item.id where id = bought.id;
  perform private.finish_request(p_request_id, to_jsonb(item.id),
    format('las %s unidades quedaron en %s %s', bought.cantidad, item.brand, item.model));
  return item.id;
end
$$;
revoke all on function public.receive_screen_order from public, anon, authenticated;
grant execute on function public.receive_screen_order to authenticated;

create table public.appointments (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid references public.profiles (id) on delete cascade,
  appointment_date timestamptz not null,
  reason text not null check (length(trim(reason)) between 1 and 500),
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled')),
  cancelled_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  -- Where it was before its last move, for the customer who knows the earlier time.
  moved_from timestamptz,
  moved_at timestamptz,
  version integer not null default 1,
  full_name text check (length(trim(full_name)) between 1 and 200),
  phone text check (length(trim(phone)) between 1 and 40),
  constraint customer_or_visitor check (
    num_nulls(full_name, phone) = case when customer_id is null then 0 else 2 end
  )
);
create index appointments_customer on public.appointments (customer_id, appointment_date);
create index appointments_date on public.appointments (appointment_date);
create index appointments_created_by on public.appointments (created_by);
create index appointments_visitor on public.appointments (private.phone_key(phone)) where customer_id is null;
alter table public.appointments enable row level security;
select private.require_session('public.appointments');
revoke all on public.appointments from anon, authenticated;
grant all on public.appointments to service_role;
grant select on public.appointments to authenticated;
grant insert (id, customer_id, appointment_date, reason, full_name, phone) on public.appointments to authenticated;
grant update (reason, status) on public.appointments to authenticated;
create policy "own, and staff all" on public.appointments for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.is_staff()));
create policy "staff make" on public.appointments for insert to authenticated with check ((select private.is_staff()));
create policy "staff change" on public.appointments for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create trigger insert_once before insert on public.appointments for each row when (private.is_api_caller())
  execute function private.insert_once('la cita quedó agendada', 'customer_id', 'full_name', 'phone',
    'appointment_date', 'reason');
create trigger as_readable before insert or update on public.appointments
  for each row execute function private.as_readable();

-- Who made it, when it was cancelled, and where it was before. Callers of the API give none that is in the past; the
-- insert that is sent again has gone before this. None is made or moved beyond what anybody plans, and a cancelled one
-- stays cancelled, since the time may be somebody else's by now.
create function private.stamp_appointment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := coalesce((select auth.uid()), new.created_by);
  else
    new.version := old.version + 1;
    if new.appointment_date <> old.appointment_date then
      new.moved_from := old.appointment_date;
      new.moved_at := now();
    end if;
  end if;
  if private.is_api_caller() and new.appointment_date <= now()
    and (tg_op = 'INSERT' or new.appointment_date <> old.appointment_date) then
    raise exception 'Elige una fecha y hora que no haya pasado.' using errcode = '23514';
  end if;
  if new.appointment_date > now() + interval '10 years'
    and (private.is_api_caller() or tg_op = 'UPDATE' and new.appointment_date <> old.appointment_date) then
    raise exception 'Elige una fecha de los próximos 10 años.' using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' and private.is_api_caller() and old.status = 'cancelled' and new.status <> 'cancelled' then
    raise exception 'La cita fue cancelada: agenda una nueva.' using errcode = '23514';
  end if;
  new.cancelled_at := case when new.status = 'cancelled' then coalesce(new.cancelled_at, now()) end;
  return new;
end
$$;
create trigger stamp_appointment before insert or update on public.appointments
  for each row execute function private.stamp_appointment();

-- Appointments are moved by one function: the server refuses the past, a cancelled one, and one that somebody else has
-- moved or cancelled since it was read. Opening hours and other appointments at the time are warnings of the desk, for
-- a move as for a new one: exceptions are possible.

-- Moves an appointment, once for each request id. p_version: as it was read. Staff only.
create function public.move_appointment(p_request_id uuid, p_id uuid, p_version integer, p_to timestamptz)
returns void
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  known public.appointments;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_to is null or not isfinite(p_to) or p_to <= now() then
    raise exception 'Elige una fecha y hora que no haya pasado.' using errcode = '23514';
  end if;
  if not private.claim_request(p_request_id, 'move_appointment',
    jsonb_build_object('id', p_id, 'version', p_version, 'to', p_to), 'la cita quedó movida') then
    return;
  end if;
  select * into known from public.appointments a where a.id = p_id for update;
  if not found then
    raise exception 'La cita ya no existe.' using errcode = 'P0002';
  end if;
  if known.status = 'cancelled' then
    raise exception 'La cita fue cancelada: agenda una nueva.' using errcode = '23514';
  end if;
  if known.version is distinct from p_version then
    raise exception 'Otra persona cambió esta cita mientras tanto. Revisa su fecha y hora, y muévela de nuevo.'
      using errcode = '23514';
  end if;
  update public.appointments set appointment_date = p_to where id = p_id;
end
$$;
revoke all on function public.move_appointment from public, anon, authenticated;
grant execute on function public.move_appointment to authenticated;

-- A colleague's appointment appears on the other desks.
alter publication supabase_realtime add table public.appointments;
create trigger check_times before insert on public.pedidos_pantallas
  for each row execute function private.check_times('fecha_compra');
create trigger clean_numbers before insert or update of phone on public.appointments
  for each row execute function private.clean_numbers();

-- 31_reports

-- Reports (REP-01 to REP-05, decision 14): computed here, for admins only. Dates are days of the shop's own calendar,
-- inclusive, and count only when both are given.

-- All that the figures read of an order, in a tenth of the table's pages.
create index service_orders_reports on public.service_orders (created_at) include (
  status, equipment_type, technician_id, updated_at, quoted_at, approved_at, rejected_at, completed_at, delivered_at,
  total_amount
);
-- Forgotten work first, without reading the rest.
create index service_orders_idle on public.service_orders (updated_at)
  where status in ('pending', 'in_progress', 'quoted', 'approved');

-- The range of a report is asked for in the declarations of each report function, before its first statement: it asks
-- the role first, and says in words which days it takes (SEC-57). Without this the database's own errors about dates
-- came first, for everybody who is signed in.
create function private.report_range(p_from date, p_to date) returns tstzrange
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_admin();
  if least(p_from, p_to) < '0001-01-01' or greatest(p_from, p_to) > '9999-12-31' then
    raise exception 'Elige fechas entre los años 1 y 9999.' using errcode = '22023';
  end if;
  return case
    when p_from is null or p_to is null then tstzrange(null, null)
    when p_from > p_to then 'empty'
    else tstzrange(p_from::timestamp at time zone 'America/Santiago',
      (p_to + 1)::timestamp at time zone 'America/Santiago')
  end;
end
$$;

-- The month of the shop's calendar in which an order counts as earned: of its delivery, else its completion, else its
-- intake. Inlined, as find_warranty_returns is.
create function private.earned_month(o public.service_orders) returns timestamp
language sql stable as $$
  select date_trunc('month', coalesce(o.delivered_at, o.completed_at, o.created_at) at time zone 'America/Santiago')
$$;

-- Open work by days since anything happened to it, whatever the filters.
create function private.report_idle() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'total', count(*),
    'under_3', count(*) filter (where o.updated_at > now() - interval '3 days'),
    'under_7', count(*) filter (where o.updated_at <= now() - interval '3 days'
      and o.updated_at > now() - interval '7 days'),
    'under_30', count(*) filter (where o.updated_at <= now() - interval '7 days'
      and o.updated_at > now() - interval '30 days'),
    'over_30', count(*) filter (where o.updated_at <= now() - interval '30 days'),
    'oldest', (
      select coalesce(jsonb_agg(to_jsonb(line) order by line.updated_at), '[]') from (
        select i.id, i.order_number, i.customer_name, i.status, i.updated_at,
          date_part('epoch', now() - i.updated_at) / 86400 as idle_days
        from public.service_orders i
        where i.status = any (private.statuses_in('open'))
        order by i.updated_at, i.id limit 10
      ) as line
    )
  )
  from public.service_orders o
  where o.status = any (private.statuses_in('open'))
$$;

-- The whole screen without a single sum of money, in one round trip and one pass over the orders: they are counted, and
-- their times collected, per status, type and technician, apart for the chosen ones and the rest; every figure is put
-- together from those groups.
--   summary, frequency, quotes, technicians: the orders that the filters choose.
--     resolution: all orders, in days. mean_days is the specification's figure (status completed; updated_at moves with
--     every later edit);
--     median_days and p90_days are the true times, of orders whose completion was recorded.
--   idle: all open orders. people: whom the technician filter offers.
create function public.report_overview(
  p_from date default null, p_to date default null, p_technician uuid default null, p_type text default null,
  p_parts text[] default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' set random_page_cost = 1.1
  set jit = off as $$
declare
  range tstzrange := private.report_range(p_from, p_to);
  parts text[] := coalesce(p_parts, array['orders', 'times', 'quotes', 'technicians', 'people']);
  with_times boolean := 'times' = any (parts);
  with_days boolean := with_times or 'technicians' = any (parts);
  with_hours boolean := 'quotes' = any (parts);
begin
  perform private.require_admin();
  return (
    with groups as materialized (
      select o.status, o.equipment_type as type, o.technician_id,
        o.created_at <@ range and (p_technician is null or o.technician_id = p_technician) is true
          and (p_type is null or o.equipment_type = p_type) as chosen,
        count(*) as orders,
        sum(date_part('epoch', coalesce(o.updated_at, o.created_at) - o.created_at)) filter (where with_times)
          as seconds_to_edit,
        array_agg(date_part('epoch', o.completed_at - o.created_at) / 86400)
          filter (where with_days and o.completed_at is not null) as days,
        count(o.approved_at) as approved,
        count(*) filter (where o.approved_at is null and o.rejected_at is not null) as rejected,
        array_agg(date_part('epoch', coalesce(o.approved_at, o.rejected_at) - o.quoted_at) / 3600)
          filter (where with_hours and o.quoted_at is not null
            and (o.approved_at is not null or o.rejected_at is not null)) as hours
      from public.service_orders o
      group by 1, 2, 3, 4
    ), summary as (
      select coalesce(sum(orders), 0) as total,
        coalesce(sum(orders) filter (where status in ('completed', 'delivered')), 0) as completed,
        coalesce(sum(orders) filter (where status = 'delivered'), 0) as delivered,
        coalesce(sum(orders) filter (where status in ('pending', 'in_progress')), 0) as pending
      from groups where chosen
    ), by_type as (
      select type, sum(orders) as orders from groups where chosen group by type
    ), resolution as (
      select type,
        coalesce(sum(orders) filter (where status = 'completed'), 0) as completed,
        sum(seconds_to_edit) filter (where status = 'completed')
          / sum(orders) filter (where status = 'completed') / 86400 as mean_days,
        coalesce(sum(cardinality(days)), 0) as measured
      from groups where status = 'completed' or days is not null
      group by type
    ), technicians as (
      select technician_id as id, sum(orders) as completed
      from groups where chosen and technician_id is not null and status in ('completed', 'delivered')
      group by technician_id
    ), come_backs as (
      select o.technician_id, count(*) as orders
      from private.warranty_returns w
      join public.service_orders o on o.id = w.order_id
      where o.status in ('completed', 'delivered') and o.technician_id is not null and o.created_at <@ range
        and (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
      group by o.technician_id
    )
    select case when 'orders' = any (parts) then jsonb_build_object(
        'summary', (select to_jsonb(s) from summary s),
        'frequency', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'type', t.type, 'count', t.orders, 'percentage', round(t.orders * 100.0 / s.total, 2)
          ) order by t.orders desc, t.type), '[]') from by_type t, summary s)) else '{}' end
      || case when with_times then jsonb_build_object(
        'resolution', (
          select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object(
            'median_days', times.marks[1], 'p90_days', times.marks[2]) order by r.type), '[]')
          from resolution r cross join lateral (
            select percentile_cont(array[0.5, 0.9]) within group (order by day) as marks
            from groups g cross join unnest(g.days) as day where g.type = r.type
          ) as times),
        'idle', private.report_idle()) else '{}' end
      || case when with_hours then jsonb_build_object('quotes', (
        select jsonb_build_object(
          'decided', coalesce(sum(approved + rejected), 0), 'approved', coalesce(sum(approved), 0),
          'rejected', coalesce(sum(rejected), 0),
          'waiting', coalesce(sum(orders) filter (where status = 'quoted'), 0),
          'median_hours', (
            select percentile_cont(0.5) within group (order by hour)
            from groups g cross join unnest(g.hours) as hour where g.chosen))
        from groups where chosen)) else '{}' end
      || case when 'technicians' = any (parts) then jsonb_build_object('technicians', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', t.id, 'name', coalesce(p.full_name, 'Desconocido'), 'completed', t.completed,
          'median_days', times.median, 'come_backs', coalesce(c.orders, 0)
        ) order by t.completed desc, p.full_name), '[]')
        from technicians t
        left join public.staff_names p on p.id = t.id
        left join come_backs c on c.technician_id = t.id
        cross join lateral (
          select percentile_cont(0.5) within group (order by day) as median
          from groups g cross join unnest(g.days) as day
          where g.technician_id = t.id and g.chosen and g.status in ('completed', 'delivered')
        ) as times)) else '{}' end
      || case when 'people' = any (parts) then jsonb_build_object('people', private.report_people()) else '{}' end
  );
end
$$;
revoke all on function public.report_overview from public, anon, authenticated;
grant execute on function public.report_overview to authenticated;

-- The condition of a figure's orders, as SQL on the alias o: one of these texts or none, never anything from outside.
create function private.report_card(p_card text) returns text
language sql immutable set search_path = '' as $$
  select case p_card
    when 'total' then 'true'
    when 'completed' then done
    when 'completed_then' then done
    when 'earned' then done
    when 'earned_then' then done
    when 'delivered' then $sql$o.status = 'delivered'$sql$
    when 'delivered_then' then $sql$o.status = 'delivered'$sql$
    when 'pending' then $sql$o.status in ('pending', 'in_progress')$sql$
    when 'quoted' then $sql$o.status = 'quoted'$sql$
    when 'approved' then 'o.approved_at is not null'
    when 'rejected' then 'o.approved_at is null and o.rejected_at is not null'
    when 'resolved' then $sql$o.status = 'completed'$sql$
    when 'measured' then 'o.completed_at is not null'
    when 'timed' then done || ' and o.completed_at is not null'
    when 'decided' then '(o.approved_at is not null or o.rejected_at is not null)'
    when 'timed_decisions' then '(o.approved_at is not null or o.rejected_at is not null) and o.quoted_at is not null'
    when 'come_backs' then done || $sql$ and o.technician_id is not null
      and o.id in (select w.order_id from private.warranty_returns w)$sql$
    when 'open' then open
    when 'under_3' then open || $sql$ and o.updated_at > now() - interval '3 days'$sql$
    when 'under_7' then open || $sql$ and o.updated_at <= now() - interval '3 days'
      and o.updated_at > now() - interval '7 days'$sql$
    when 'under_30' then open || $sql$ and o.updated_at <= now() - interval '7 days'
      and o.updated_at > now() - interval '30 days'$sql$
    when 'over_30' then open || $sql$ and o.updated_at <= now() - interval '30 days'$sql$
  end
  from (select
    $sql$o.status in ('completed', 'delivered')$sql$ as done,
    $sql$o.status = any (private.statuses_in('open'))$sql$ as open
  ) as known
$$;

-- What the figure measures of one order, as SQL on the alias o: days, for decisions hours; null where it only counts.
create function private.report_measure(p_card text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_card = 'resolved' then $sql$date_part('epoch',
      coalesce(o.updated_at, o.created_at) - o.created_at) / 86400$sql$
    when p_card in ('measured', 'timed', 'completed_then')
      then $sql$date_part('epoch', o.completed_at - o.created_at) / 86400$sql$
    when p_card = 'timed_decisions' then $sql$date_part('epoch',
      coalesce(o.approved_at, o.rejected_at) - o.quoted_at) / 3600$sql$
    when p_card in ('open', 'under_3', 'under_7', 'under_30', 'over_30')
      then $sql$date_part('epoch', now() - o.updated_at) / 86400$sql$
    else 'null::double precision'
  end
$$;

-- The orders behind a figure, a page at a time; the dates choose by the figure's own day (report_day).
create function public.report_orders(
  p_card text, p_from date default null, p_to date default null, p_technician uuid default null,
  p_type text default null, p_month date default null, p_sort text default 'order_number',
  p_descending boolean default true, p_offset integer default 0, p_limit integer default 20
) returns table (
  id uuid, order_number integer, customer_name text, status text, total_amount bigint, equipment_type text,
  created_at timestamptz, measure double precision, total_count bigint
)
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' set random_page_cost = 1.1
  set jit = off as $$
declare
  range tstzrange := private.report_range(p_from, p_to);
  page_size integer := least(greatest(coalesce(p_limit, 20), 1), 1000);
  condition text := private.report_card(p_card) || case when isfinite(lower(range)) or isempty(range)
      then format(' and %1$s >= coalesce(lower($1), ''infinity'') and %1$s < coalesce(upper($1), ''-infinity'')',
        private.report_day(p_card)) else '' end
    || case when p_technician is not null then ' and o.technician_id = $2' else '' end
    || case when p_type is not null then ' and o.equipment_type = $3' else '' end
    || case when p_month is not null then ' and private.earned_month(o) = date_trunc(''month'', $6::timestamp)'
      else '' end;
  measure text := private.report_measure(p_card);
  sort text := case p_sort
    when 'customer_name' then 'private.fold(o.customer_name)' when 'status' then 'o.status'
    when 'total_amount' then 'coalesce(o.total_amount, 0)' when 'created_at' then 'o.created_at' when 'measure'
      then measure
    else 'o.order_number' end;
  direction text := case when p_descending then 'desc' else 'asc' end;
begin
  perform private.require_admin();
  perform private.report_range(p_month, p_month);
  if condition is null then
    return;
  end if;
  return query execute format(
    'select o.id, o.order_number, o.customer_name, o.status, o.total_amount, o.equipment_type, o.created_at, %4$s,
      (select count(*) from public.service_orders o where %1$s)
    from public.service_orders o where %1$s order by %2$s %3$s, o.order_number %3$s offset $4 limit $5', condition,
      sort, direction, measure)
  using range, p_technician, p_type, private.rows_skipped(p_offset, page_size), page_size, p_month;
end
$$;
revoke all on function public.report_orders from public, anon, authenticated;
grant execute on function public.report_orders to authenticated;

-- The reports in parts (REP-20 to REP-25): the figures of a period beside those of the period before, and each section
-- when it is opened.

-- Whom the technician filter offers: technicians, and others with orders of their own, also former ones.
create function private.report_people() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'name', n.full_name) order by n.full_name), '[]')
  from public.staff_names n
  where exists (select from public.profiles p where p.id = n.id and p.role = 'technician')
    or exists (select from public.service_orders o where o.technician_id = n.id)
$$;
revoke all on function private.report_people from public, anon, authenticated;

-- What is counted from one day of the shop's calendar to another, both inclusive, beside the days of an earlier period:
-- { received, delivered, median_days: { now, before, line }, people }.
--   received: by the day of the intake. delivered: by the day of the delivery. median_days: from intake to completion,
--     by the day of the completion; null without one.
--   line: the period's values in at most 31 steps of p_step days, the first day first; the last step may be shorter.
create function public.report_figures(
  p_from date, p_to date, p_before_from date, p_before_to date, p_step integer default 1,
  p_technician uuid default null, p_type text default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' set random_page_cost = 1.1
  set jit = off as $$
declare
  period tstzrange := private.report_range(p_from, p_to);
  earlier tstzrange := private.report_range(p_before_from, p_before_to);
  step integer := greatest(p_step, 1, (p_to - p_from + 31) / 31);
begin
  perform private.require_admin();
  return (
    with orders as materialized (
      select o.created_at as received_at,
        case when o.status = 'delivered' then o.delivered_at end as delivered_at,
        case when o.status in ('completed', 'delivered') then o.completed_at end as completed_at
      from public.service_orders o
      where (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
        and (o.created_at <@ period or o.created_at <@ earlier or o.delivered_at <@ period
          or o.delivered_at <@ earlier or o.completed_at <@ period or o.completed_at <@ earlier)
    ), received as (
      select ((received_at at time zone 'America/Santiago')::date - p_from) / step as place, count(*) as orders
      from orders where received_at <@ period group by 1
    ), delivered as (
      select ((delivered_at at time zone 'America/Santiago')::date - p_from) / step as place, count(*) as orders
      from orders where delivered_at <@ period group by 1
    ), completed as (
      select ((completed_at at time zone 'America/Santiago')::date - p_from) / step as place,
        percentile_cont(0.5) within group (order by date_part('epoch', completed_at - received_at) / 86400) as days
      from orders where completed_at <@ period group by 1
    ), totals as (
      select count(*) filter (where received_at <@ earlier) as received_before,
        count(*) filter (where delivered_at <@ earlier) as delivered_before,
        count(*) filter (where received_at <@ period) as received,
        count(*) filter (where delivered_at <@ period) as delivered,
        percentile_cont(0.5) within group (order by date_part('epoch', completed_at - received_at) / 86400)
          filter (where completed_at <@ period) as days,
        percentile_cont(0.5) within group (order by date_part('epoch', completed_at - received_at) / 86400)
          filter (where completed_at <@ earlier) as days_before
      from orders
    ), places as (
      select generate_series(0, (p_to - p_from) / step) as place
    )
    select jsonb_build_object(
      'received', jsonb_build_object('now', t.received, 'before', t.received_before, 'line', (
        select coalesce(jsonb_agg(coalesce(r.orders, 0) order by place), '[]')
        from places left join received r using (place))),
      'delivered', jsonb_build_object('now', t.delivered, 'before', t.delivered_before, 'line', (
        select coalesce(jsonb_agg(coalesce(d.orders, 0) order by place), '[]')
        from places left join delivered d using (place))),
      'median_days', jsonb_build_object('now', t.days, 'before', t.days_before, 'line', (
        select coalesce(jsonb_agg(c.days order by place), '[]')
        from places left join completed c using (place))),
      'people', private.report_people()
    )
    from totals t
  );
end
$$;
revoke all on function public.report_figures from public, anon, authenticated;
grant execute on function public.report_figures to authenticated;

-- The day by which the dates choose a figure's orders, as SQL on the alias o.
create function private.report_day(p_card text) returns text
language sql immutable set search_path = '' as $$
  select case p_card
    when 'delivered_then' then $sql$case when o.status = 'delivered' then o.delivered_at end$sql$
    when 'completed_then' then 'o.completed_at'
    when 'earned_then' then 'coalesce(o.delivered_at, o.completed_at, o.created_at)'
    else 'o.created_at'
  end
$$;
revoke all on function private.report_day from public, anon, authenticated;

-- The earnings of a period for report_earnings, which has checked the PIN.
create function private.earned_in_period(
  p_from date, p_to date, p_before_from date, p_before_to date, p_step integer, p_technician uuid, p_type text
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  period tstzrange := private.report_range(p_from, p_to);
  earlier tstzrange := private.report_range(p_before_from, p_before_to);
  step integer := greatest(p_step, 1, (p_to - p_from + 31) / 31);
begin
  return (
    with orders as materialized (
      select coalesce(o.delivered_at, o.completed_at, o.created_at) as earned_at, coalesce(o.total_amount, 0) as amount
      from public.service_orders o
      where o.status in ('completed', 'delivered')
        and (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
        and (coalesce(o.delivered_at, o.completed_at, o.created_at) <@ period
          or coalesce(o.delivered_at, o.completed_at, o.created_at) <@ earlier)
    ), steps as (
      select ((earned_at at time zone 'America/Santiago')::date - p_from) / step as place, sum(amount) as amount
      from orders where earned_at <@ period group by 1
    )
    select jsonb_build_object(
      'now', coalesce(sum(amount) filter (where earned_at <@ period), 0),
      'before', coalesce(sum(amount) filter (where earned_at <@ earlier), 0),
      'orders', count(*) filter (where earned_at <@ period),
      'orders_before', count(*) filter (where earned_at <@ earlier),
      'line', (
        select coalesce(jsonb_agg(coalesce(s.amount, 0) order by place), '[]')
        from generate_series(0, (p_to - p_from) / step) as place left join steps s using (place)))
    from orders
  );
end
$$;
revoke all on function private.earned_in_period from public, anon, authenticated;

-- 32_earnings

-- Earnings behind a PIN (REP-02, REP-05): stored hashed, checked here, five wrong tries lock it for 15 minutes for that
-- user. No PIN exists until an admin sets one. A guess is counted before its answer is given, in two calls, as in
-- customer_ties (decision 18).

create table private.report_pin (
  singleton boolean primary key default true check (singleton),
  hash text not null,
  updated_at timestamptz not null default now()
);

create table private.report_pin_tries (
  user_id uuid primary key references auth.users (id) on delete cascade,
  failures integer not null default 0,
  locked_until timestamptz
);

create table private.report_pin_guesses (
  ticket uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The guess, hashed with the PIN's own salt; null when it is no four digits or no PIN was set.
  hash text,
  -- Which guess in a row this one is.
  place integer not null,
  made_at timestamptz not null default now(),
  made_in xid8 not null default pg_current_xact_id()
);
create index report_pin_guesses_user on private.report_pin_guesses (user_id);
alter table private.report_pin enable row level security;
alter table private.report_pin_tries enable row level security;
alter table private.report_pin_guesses enable row level security;

-- { set, locked_seconds }: what the screen shows before a PIN is entered.
create function public.report_pin_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'set', exists (select from private.report_pin),
    'locked_seconds', coalesce((
      select greatest(0, ceil(extract(epoch from t.locked_until - now())))::integer
      from private.report_pin_tries t where t.user_id = (select auth.uid())), 0)
  );
end
$$;
revoke all on function public.report_pin_status from public, anon, authenticated;
grant execute on function public.report_pin_status to authenticated;

-- Counts a guess of the PIN as a failure until its answer says otherwise. The ticket is good for one answer within a
-- minute; null while locked. Serialised per user, so that simultaneous guesses do not slip through.
create function public.try_report_pin(p_pin text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  stored text := (select hash from private.report_pin);
  tries private.report_pin_tries;
  guess_ticket uuid;
begin
  perform private.require_admin();
  delete from private.report_pin_guesses where made_at < now() - interval '1 minute';
  insert into private.report_pin_tries (user_id) values (caller) on conflict do nothing;
  select * into tries from private.report_pin_tries where user_id = caller for update;
  if tries.locked_until > now() then
    return null;
  end if;
  -- A lock that has run out begins a new count.
  tries.failures := case when tries.locked_until is null then tries.failures + 1 else 1 end;
  if stored is not null then
    update private.report_pin_tries
    set failures = tries.failures, locked_until = case when tries.failures >= 5 then now() + interval '15 minutes' end
    where user_id = caller;
  end if;
  insert into private.report_pin_guesses (user_id, hash, place)
  values (caller, case when p_pin ~ '^[0-9]{4}$' then extensions.crypt(p_pin, stored) end, tries.failures)
  returning ticket into guess_ticket;
  return guess_ticket;
end
$$;
revoke all on function public.try_report_pin from public, anon, authenticated;
grant execute on function public.try_report_pin to authenticated;

-- 'ok' | 'wrong' | 'locked' | 'unset' | 'expired' (no such ticket of this user, used or too old, or of this very
-- transaction). A right PIN clears the count.
create function private.answer_pin(p_ticket uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  stored text := (select hash from private.report_pin);
  guess private.report_pin_guesses;
begin
  delete from private.report_pin_guesses
  where ticket = p_ticket and user_id = caller and made_at >= now() - interval '1 minute'
    and made_in <> pg_current_xact_id()
  returning * into guess;
  if guess.ticket is null then
    return case
      when exists (select from private.report_pin_tries where user_id = caller and locked_until > now()) then 'locked'
      else 'expired'
    end;
  end if;
  if stored is null then
    return 'unset';
  end if;
  if guess.hash = stored then
    update private.report_pin_tries set failures = 0, locked_until = null where user_id = caller;
    return 'ok';
  end if;
  return case when guess.place >= 5 then 'locked' else 'wrong' end;
end
$$;

-- Sets the first PIN or changes it. p_ticket: of try_report_pin with the current PIN. Answers 'ok' | 'wrong' | 'locked'
-- | 'invalid' | 'expired'. A request that has set the PIN that is still there is answered again by a ticket with that
-- PIN.
create function public.set_report_pin(p_new text, p_ticket uuid default null, p_request_id uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  outcome text;
  is_done boolean;
begin
  perform private.require_admin();
  if p_new is null or p_new !~ '^[0-9]{4}$' then
    return 'invalid';
  end if;
  is_done := exists (
    select from private.report_pin p
    join private.done_requests d on d.user_id = auth.uid() and d.id = p_request_id and d.task = 'set_report_pin' and d.done_at = p.updated_at);
  outcome := private.answer_pin(p_ticket);
  if is_done then
    if outcome = 'wrong' then
      perform private.refuse_request('el PIN quedó cambiado');
    end if;
    -- Who gets as far as this knows the PIN.
    if outcome = 'ok' and not exists (select from private.report_pin p where extensions.crypt(p_new, p.hash) = p.hash) then
      perform private.refuse_request('el PIN quedó cambiado');
    end if;
    return outcome;
  end if;
  if outcome not in ('ok', 'unset') then
    return outcome;
  end if;
  -- The PIN is no argument here: of four digits a digest is no secret.
  if private.claim_request(p_request_id, 'set_report_pin', '[]') then
    insert into private.report_pin (hash) values (extensions.crypt(p_new, extensions.gen_salt('bf', 8)))
    on conflict (singleton) do update set hash = excluded.hash, updated_at = now();
  elsif not exists (select from private.report_pin p where extensions.crypt(p_new, p.hash) = p.hash) then
    perform private.refuse_request('el PIN quedó cambiado');
  end if;
  return 'ok';
end
$$;
revoke all on function public.set_report_pin from public, anon, authenticated;
grant execute on function public.set_report_pin to authenticated;

-- { outcome: 'ok', total, months: [{ month: 'YYYY-MM', amount, previous }] } or
-- { outcome: 'wrong' | 'locked' | 'unset' | 'expired', locked_seconds }. p_ticket: of try_report_pin.
--   total: sum of total_amount over the chosen orders that are completed or delivered, a missing amount counts 0.
--     months: the twelve up to this one, by the day of delivery (else completion, else creation), beside the same month
--     a year before.
create function public.report_earnings(
  p_ticket uuid default null, p_from date default null, p_to date default null, p_technician uuid default null,
  p_type text default null, p_period_from date default null, p_period_to date default null,
  p_before_from date default null, p_before_to date default null, p_step integer default 1
) returns jsonb
language plpgsql security definer set search_path = '' set random_page_cost = 1.1 set jit = off as $$
declare
  outcome text;
  range tstzrange := private.report_range(p_from, p_to);
begin
  perform private.require_admin();
  outcome := private.answer_pin(p_ticket);
  if outcome <> 'ok' then
    return jsonb_build_object('outcome', outcome) || public.report_pin_status();
  end if;
  return (
    with earned as materialized (
      select private.earned_month(o) as month,
        sum(coalesce(o.total_amount, 0)) as amount,
        sum(coalesce(o.total_amount, 0)) filter (where o.created_at <@ range) as chosen
      from public.service_orders o
      where o.status in ('completed', 'delivered')
        and (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
      group by 1
    ), months as (
      select generate_series(this_month - interval '11 months', this_month, interval '1 month') as month
      from (select date_trunc('month', now() at time zone 'America/Santiago') as this_month) as clock
    )
    select jsonb_build_object(
      'outcome', 'ok',
      'total', (select coalesce(sum(e.chosen), 0) from earned e),
      'months', (
        select jsonb_agg(jsonb_build_object(
          'month', to_char(m.month, 'YYYY-MM'),
          'amount', coalesce((select e.amount from earned e where e.month = m.month), 0),
          'previous', coalesce((select e.amount from earned e where e.month = m.month - interval '1 year'), 0)
        ) order by m.month) from months m)
    ) || case when p_period_from is null then '{}' else jsonb_build_object('period', private.earned_in_period(
      p_period_from, p_period_to, p_before_from, p_before_to, p_step, p_technician, p_type)) end
  );
end
$$;
revoke all on function public.report_earnings from public, anon, authenticated;
grant execute on function public.report_earnings to authenticated;

-- 33_looks

-- Who of the staff looked at whose data (PRIV-09). Written by the server before it answers (decision 26); an entry a
-- person, record and hour, so that the log stays readable. Nothing is taken back: a number may grow, an entry goes when
-- it is old, and what says whose data it was goes when that person is anonymised.

create table private.looks (
  id bigint generated always as identity primary key,
  looked_at timestamptz not null default now(),
  -- Who, with name and role as they were. No foreign key: the log outlives the account.
  actor_id uuid not null,
  actor_name text not null,
  actor_role text not null,
  kind text not null check (kind in ('order', 'customer', 'search', 'list', 'export')),
  order_id uuid,
  customer_id uuid,
  -- Of a search: the RUT or phone that was looked for, if a whole one was.
  subject text check (length(subject) <= 40),
  -- Of lists, searches and exports: what was asked, and how many rows came in that hour.
  source text check (length(source) <= 60),
  rows integer not null default 1,
  -- What the entry is about, as one value.
  about text generated always as (coalesce(order_id::text, customer_id::text, source)) stored,
  hour timestamptz not null default date_trunc('hour', now()),
  searched_by text check (searched_by in ('rut', 'phone', 'imei', 'number', 'name', 'text'))
);
create index looks_newest on private.looks (looked_at desc, id desc);
create index looks_order on private.looks (order_id) where order_id is not null;
create index looks_customer on private.looks (customer_id) where customer_id is not null;
create unique index looks_once on private.looks (actor_id, hour, kind, about, coalesce(subject, ''), coalesce(searched_by, ''));
alter table private.looks enable row level security;
revoke all on private.looks from service_role;

-- Lets a number grow, an old entry go, and what says whose data it was be replaced; refuses every other change.
create function private.keep_looks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.looked_at < private.kept_since('look_days') then
      return old;
    end if;
  elsif new.rows >= old.rows
    and to_jsonb(new) - '{rows,subject,customer_id,about}'::text[] = to_jsonb(old) - '{rows,subject,customer_id,about}'::text[]
    and (new.subject is not distinct from old.subject or new.subject = 'borrado ' || old.id)
      and (new.customer_id is null or new.customer_id = old.customer_id) then
    return new;
  end if;
  raise exception 'El registro de consultas no se cambia.' using errcode = '42501';
end
$$;
create trigger keep_looks before update or delete on private.looks
  for each row execute function private.keep_looks();

-- A number that was searched as a phone is kept as one: the nine digits of a landline look like a RUT without its
-- dash, and the erasure of its owner left them in the log (PRIV-09). Else as before
-- (20261122193500_searches_seen.sql).
create function private.record_look(
  p_actor uuid, p_kind text, p_order uuid, p_customers uuid[], p_subject text, p_source text, p_rows integer, p_by text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  actor public.profiles;
  customers uuid[];
begin
  select * into actor from public.profiles p where p.id = p_actor and p.role in ('admin', 'technician', 'receptionist');
  if actor.id is null then
    return;
  end if;
  if p_customers is not null then
    select array_agg(p.id) into customers from public.profiles p where p.id = any (p_customers) and p.role = 'customer';
    if customers is null then
      return;
    end if;
  end if;
  insert into private.looks as l (actor_id, actor_name, actor_role, kind, order_id, customer_id, subject, source, rows, searched_by)
  values (
    actor.id, actor.full_name, actor.role,
    case when cardinality(customers) = 1 then 'customer' else p_kind end, p_order, case when cardinality(customers) = 1 then customers[1] end,
    case when p_subject is not null then
      case when p_by is distinct from 'phone' and private.is_rut(private.normalize_rut(p_subject))
        then private.normalize_rut(p_subject) else private.phone_key(p_subject) end end,
    p_source, coalesce(cardinality(customers), p_rows), case when p_kind = 'search' then p_by end
  )
  on conflict (actor_id, hour, kind, about, coalesce(subject, ''), coalesce(searched_by, '')) do update set rows = l.rows + excluded.rows
    where l.kind in ('list', 'export');
end
$$;
revoke all on function private.record_look from public, anon, authenticated;

-- A page of 50 looks, newest first. Dates are days of the shop, inclusive. total is counted to 10,001 and no further.
-- Admins only.
create function public.list_looks(
  p_actor uuid default null, p_from date default null, p_to date default null, p_page integer default 1
) returns table (
  id bigint, looked_at timestamptz, actor_name text, actor_role text, kind text, order_id uuid, order_number integer,
  customer_id uuid, customer_name text, subject text, source text, rows integer, searched_by text, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := private.log_day(p_from);
  -- The end of the day; there is none after the last that a date can be.
  until timestamptz := private.log_day(least(p_to, '9999-12-31') + 1);
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select l.id, l.looked_at, coalesce(nullif(a.full_name, ''), l.actor_name), l.actor_role, l.kind, o.id, o.order_number,
      p.id, coalesce(p.full_name, o.customer_name), l.subject, l.source, l.rows, l.searched_by,
      (select count(*) from (
        select from private.looks c
        where (p_actor is null or c.actor_id = p_actor) and (since is null or c.looked_at >= since)
          and (until is null or c.looked_at < until)
        limit 10001) as counted)
    from private.looks l
    left join public.service_orders o on o.id = l.order_id
    left join public.profiles p on p.id = l.customer_id
    left join public.profiles a on a.id = l.actor_id
    where (p_actor is null or l.actor_id = p_actor) and (since is null or l.looked_at >= since)
      and (until is null or l.looked_at < until)
    order by l.looked_at desc, l.id desc
    limit 50 offset private.rows_before(p_page, 50);
end
$$;
revoke all on function public.list_looks from public, anon, authenticated;
grant execute on function public.list_looks to authenticated;

-- Rows survive the product and the user: no foreign keys.
create table private.activity_entries (
  id uuid default gen_random_uuid() constraint activity_logs_pkey primary key,
  user_id uuid,
  action_type text not null constraint activity_logs_action_type_check check (action_type in ('edit', 'delete')),
  product_id uuid not null,
  brand text,
  model text,
  quantity_affected integer,
  service_order text,
  component_type_id uuid,
  created_at timestamptz not null default now(),
  -- An edit also copies the updated inventory row.
  quantity integer,
  supplier_id uuid
);
create index activity_logs_newest on private.activity_entries (created_at desc, id desc);
create index activity_logs_user on private.activity_entries (user_id, created_at desc, id desc) include (action_type);
create index activity_logs_action on private.activity_entries (action_type, created_at desc, id desc);
alter table private.activity_entries enable row level security;
select private.require_session('private.activity_entries');
grant all on private.activity_entries to service_role;
grant select on private.activity_entries to authenticated;
create policy "staff read" on private.activity_entries for select to authenticated using ((select private.is_staff()));

create table private.activity_costs (
  entry_id uuid primary key references private.activity_entries (id) on delete cascade,
  cost_price_affected bigint,
  -- An edit also copies the updated inventory row.
  cost_price bigint
);
alter table private.activity_costs enable row level security;
select private.require_session('private.activity_costs');
grant all on private.activity_costs to service_role;
grant select on private.activity_costs to authenticated;
create policy "staff read" on private.activity_costs for select to authenticated using ((select private.is_staff()));

-- The log as the API has it. With the caller's rights: staff see the entries, and null for the costs unless they are
-- admins.
create view public.activity_logs with (security_invoker = true) as
  select e.id, e.user_id, e.action_type, e.product_id, e.brand, e.model, e.quantity_affected,
    (select c.cost_price_affected from private.activity_costs c where c.entry_id = e.id) as cost_price_affected,
    e.service_order, e.component_type_id, e.created_at, e.quantity,
    (select c.cost_price from private.activity_costs c where c.entry_id = e.id) as cost_price,
    e.supplier_id
  from private.activity_entries e;
alter view public.activity_logs alter column id set default gen_random_uuid();
alter view public.activity_logs alter column created_at set default now();
revoke all on public.activity_logs from anon, authenticated;
grant select on public.activity_logs to authenticated;
grant select, insert, update, delete on public.activity_logs to service_role;

-- Who may insert into the view (the functions that change the inventory, the service role) writes both tables.
create function private.add_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.activity_entries (
    id, user_id, action_type, product_id, brand, model, quantity_affected, service_order, component_type_id,
    created_at, quantity, supplier_id
  ) values (
    new.id, new.user_id, new.action_type, new.product_id, new.brand, new.model, new.quantity_affected,
    new.service_order, new.component_type_id, new.created_at, new.quantity, new.supplier_id
  );
  insert into private.activity_costs (entry_id, cost_price_affected, cost_price)
    values (new.id, new.cost_price_affected, new.cost_price);
  return new;
end
$$;
create trigger add_activity instead of insert on public.activity_logs
  for each row execute function private.add_activity();

-- A page of 50 of the activity log, newest first, with names. Dates are days of the shop, inclusive. 'Desconocido' for
-- a user who is gone. total is counted to 10,001 and no further. All staff see the price of a part; what parts cost in
-- an order is null to everybody but the admin. Staff only.
create function public.list_activity(
  p_user uuid default null, p_action text default null, p_from date default null, p_to date default null,
  p_page integer default 1
) returns table (
  id uuid, created_at timestamptz, action_type text, user_id uuid, user_name text, product_id uuid, brand text,
  model text, quantity_affected integer, cost_price_affected bigint, service_order text, order_id uuid,
  component_type_name text, quantity integer, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  condition text := '';
  since timestamptz := private.log_day(p_from);
  -- The end of the day; there is none after the last that a date can be.
  until timestamptz := private.log_day(least(p_to, '9999-12-31') + 1);
  skipped integer;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  skipped := private.rows_before(p_page, 50);
  if p_user is not null then
    condition := condition || format(' and l.user_id = %L', p_user);
  end if;
  if p_action is not null then
    condition := condition || format(' and l.action_type = %L', p_action);
  end if;
  if since is not null then
    condition := condition || format(' and l.created_at >= %L::timestamptz', since);
  end if;
  if until is not null then
    condition := condition || format(' and l.created_at < %L::timestamptz', until);
  end if;
  return query execute format(
    'select page.id, page.created_at, page.action_type, page.user_id, coalesce(nullif(p.full_name, ''''),
       ''Desconocido''), page.product_id, page.brand, page.model, page.quantity_affected, cost.cost_price_affected,
       page.service_order, o.id, t.name, page.quantity,
       (select count(*) from (select from private.activity_entries l where true %1$s limit 10001) as counted)
     from (select l.id from private.activity_entries l where true %1$s order by l.created_at desc,
       l.id desc offset %2$s limit 50) as place
     join private.activity_entries page on page.id = place.id
     left join private.activity_costs cost on cost.entry_id = page.id
     left join public.profiles p on p.id = page.user_id
     left join public.component_types t on t.id = page.component_type_id
     left join public.service_orders o on o.order_number =
       case when page.service_order ~ ''^[0-9]{1,9}$'' then page.service_order::integer end
     order by page.created_at desc, page.id desc',
    condition, skipped);
end
$$;
revoke all on function public.list_activity from public, anon, authenticated;
grant execute on function public.list_activity to authenticated;

-- The log of looks asks for the role before it reads its dates, as the reports do (SEC-57).

-- The moment at which a day of the shop begins; null for null. Days before the year 1 are its first, those after 9999
-- the day after its last: nothing is logged there.
create function private.log_day(p_day date) returns timestamptz
language sql stable set search_path = '' as $$
  select least(greatest(p_day, '0001-01-01'), '10000-01-01')::timestamp at time zone 'America/Santiago'
  where p_day is not null
$$;
revoke all on function private.log_day from public, anon, authenticated;

-- 34_anonymization

-- Anonymising a customer (PRIV-05): what says who somebody is goes, the books stay. An order keeps its number, dates,
-- device, status and every amount, so that reports and warranties are what they were; the person's account goes
-- altogether. It cannot be undone.

-- That it was done, by whom and how much of it: nothing that tells whose data it was.
create table private.anonymizations (
  id bigint generated always as identity primary key,
  done_at timestamptz not null default now(),
  -- Null: retention.
  actor_id uuid,
  orders integer not null,
  accounts integer not null
);
alter table private.anonymizations enable row level security;

-- The orders of one person keep one RUT that is nobody's, so that what is counted by customer stays. Real ones have no
-- leading zeros.
create sequence private.anonymous_ruts maxvalue 999999;

-- Runs after guard_service_order, which stamps: reports measure by updated_at.
create function private.keep_anonymized_dates() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := old.updated_at;
  return new;
end
$$;
create trigger keep_anonymized_dates before update on public.service_orders
  for each row when (new.anonymized_at is distinct from old.anonymized_at)
    execute function private.keep_anonymized_dates();

-- What was taken out must not be written in again, also not beside the order.
create function private.refuse_anonymized() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  raise exception 'La orden fue anonimizada y ya no se edita.' using errcode = '23514';
end
$$;
create trigger check_anonymized before update on public.service_orders
  for each row when (old.anonymized_at is not null and private.is_api_caller())
    execute function private.refuse_anonymized();

-- Whether the person was taken out of an order.
create function private.is_anonymized(p_order_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.service_orders o where o.id = p_order_id and o.anonymized_at is not null)
$$;
grant execute on function private.is_anonymized to authenticated, service_role;
create trigger check_anonymized before insert or update on public.service_order_internal
  for each row when (private.is_api_caller() and private.is_anonymized(new.order_id))
    execute function private.refuse_anonymized();

-- Of an event's changes those that the books need.
create function private.impersonal_changes(p_changes jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_changes)
  where key in ('status', 'total_amount', 'advance_payment', 'final_payment', 'technician_id', 'warranty_days',
    'equipment_type', 'equipment_brand', 'equipment_model')
$$;

-- Takes the person out of these orders and of all that hangs on them. The caller has seen to it that none is open.
create function private.anonymize_orders(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  last_event bigint := coalesce((select max(e.id) from public.order_events e), 0);
  done integer;
begin
  with person as (
    select r.customer_rut, '00' || lpad(nextval('private.anonymous_ruts')::text, 6, '0') || '-0' as nobody
    from (select distinct o.customer_rut from public.service_orders o where o.id = any (p_ids) order by 1) as r
  ), device as (
    -- Two devices of one model stay two.
    select o.id, 'Equipo ' || dense_rank() over (partition by o.customer_rut order by o.imei) as name
    from public.service_orders o where o.id = any (p_ids) and o.imei is not null
  )
  update public.service_orders o set
    customer_name = 'Cliente anonimizado', customer_phone = '-', customer_address = null, customer_rut = person.nobody,
    imei = (select d.name from device d where d.id = o.id), equipment_condition = '', work_description = '',
    technical_work = '', notes = null, password_type = null, device_code_stored = false, anonymized_at = now()
  from person
  where o.id = any (p_ids) and o.anonymized_at is null and person.customer_rut = o.customer_rut;
  get diagnostics done = row_count;
  -- What 'Deshacer' would bring back.
  delete from private.undoable_changes u where u.order_id = any (p_ids);

  -- The update has written what it took away to the timeline.
  delete from public.order_events e where e.order_id = any (p_ids) and e.id > last_event;
  update public.order_events e set
    changes = private.impersonal_changes(e.changes),
    actor_id = case when e.actor_role = 'customer' then null else e.actor_id end,
    actor_name = case when e.actor_role = 'customer' then null else e.actor_name end
  where e.order_id = any (p_ids);
  perform private.add_order_event(o, 'anonymized', '{}') from public.service_orders o where o.id = any (p_ids);
  delete from public.service_order_internal i where i.order_id = any (p_ids);
  delete from public.decision_origins d where d.order_id = any (p_ids);
  update public.decision_history h
  set message = regexp_replace(h.message, '^.*( aprobó el presupuesto de )', 'El cliente\1')
  where h.order_id = any (p_ids);
  delete from public.notifications n where n.order_id = any (p_ids);
  delete from public.whatsapp_messages m where m.order_id = any (p_ids);
  delete from public.whatsapp_replies r where r.order_id = any (p_ids);
  return done;
end
$$;

create type private.person as (orders uuid[], accounts uuid[]);

-- Who a clue is about. p_by: 'account' (id of a customer's account, with the orders of its proven RUT), 'rut' or
-- 'phone' (as left on orders). Accounts of a RUT: the one that proved it, and others that left the same phone. Of a
-- phone: those that proved no RUT. A RUT of repeated digits, under which people without one are taken in, is nobody's:
-- nobody is found by it (CUST-17).
create function private.find_person(p_by text, p_value text) returns private.person
language plpgsql stable security definer set search_path = '' as $$
declare
  who private.person;
  v_rut text := case when p_by = 'rut' then private.normalize_rut(p_value) end;
  v_phone text := case when p_by = 'phone' then private.phone_key(p_value) end;
  v_account uuid := case when p_by = 'account' and pg_input_is_valid(p_value, 'uuid') then p_value::uuid end;
begin
  if p_by is null or p_by not in ('account', 'rut', 'phone') then
    raise exception 'Elige cómo buscar al cliente.' using errcode = '22023';
  end if;
  if private.is_repeated_rut(v_rut) then
    raise exception 'Ese RUT no es de nadie: lo llevan órdenes de varias personas. Busca a esta por su teléfono.'
      using errcode = '23514';
  end if;
  if v_account is not null then
    select array_agg(p.id), max(p.rut) filter (where p.rut_verified_at is not null) into who.accounts, v_rut
    from public.profiles p where p.id = v_account and p.role = 'customer';
  end if;
  select array_agg(o.id) into who.orders from public.service_orders o
  where o.anonymized_at is null and (o.customer_rut = v_rut or private.phone_key(o.customer_phone) = v_phone);
  if p_by = 'rut' then
    select array_agg(p.id) into who.accounts from public.profiles p
    where p.role = 'customer' and p.rut = v_rut and (p.rut_verified_at is not null or private.phone_key(p.phone) in (
      select private.phone_key(o.customer_phone) from public.service_orders o where o.id = any (who.orders)));
  elsif p_by = 'phone' then
    select array_agg(p.id) into who.accounts from public.profiles p
    where p.role = 'customer' and private.phone_key(p.phone) = v_phone and p.rut_verified_at is null;
  end if;
  who.orders := coalesce(who.orders, '{}');
  who.accounts := coalesce(who.accounts, '{}');
  return who;
end
$$;

-- Whether an order or an account, besides those of a person, has a RUT or phone.
create function private.is_of_others(p_rut text, p_phone text, p_person private.person) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.service_orders o where not o.id = any (p_person.orders)
      and (o.customer_rut = p_rut or private.phone_key(o.customer_phone) = private.phone_key(p_phone))
  ) or exists (
    select from public.profiles p where not p.id = any (p_person.accounts)
      and (p.rut = p_rut or private.phone_key(p.phone) = private.phone_key(p_phone))
  )
$$;

-- Clears what no order leads to: events of orders that were deleted, notifications of those, replies without an order,
-- claims of the RUT by accounts that never proved it, whose data it was that the staff looked at, records of the
-- log-in.
create function private.forget_traces(p_names text[], p_ruts text[], p_phones text[], p_accounts uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_events e set changes = private.impersonal_changes(e.changes)
  where not exists (select from public.service_orders o where o.id = e.order_id) and e.order_id in (
    select d.order_id from public.order_events d where d.kind = 'deleted'
      and d.changes -> 'customer_name' ->> 0 = any (p_names));
  update public.order_events e set actor_id = null, actor_name = null where e.actor_id = any (p_accounts);
  delete from public.notifications n
  where n.order_id is null and exists (select from unnest(p_names) as name where strpos(n.message, name) > 0);
  delete from public.whatsapp_replies r where r.order_id is null and private.phone_key(r.phone) = any (p_phones);
  update public.profiles p set rut = null where p.rut = any (p_ruts) and p.rut_verified_at is null
    and p.role = 'customer';
  update auth.users u set raw_user_meta_data = u.raw_user_meta_data - 'rut'
  where private.normalize_rut(u.raw_user_meta_data ->> 'rut') = any (p_ruts);
  update auth.identities i set identity_data = i.identity_data - 'rut'
  where private.normalize_rut(i.identity_data ->> 'rut') = any (p_ruts);
  update private.looks l set subject = 'borrado ' || l.id where l.subject = any (p_ruts) or l.subject = any (p_phones);
  update private.looks l set customer_id = null where l.customer_id = any (p_accounts);
  delete from auth.flow_state f where f.user_id = any (p_accounts);
  delete from auth.audit_log_entries a where a.payload ->> 'actor_id' = any (p_accounts::text[]);
end
$$;

-- What would go, for the question before it: { orders, names, ruts, emails, unclosed: [order numbers], owed, messages,
-- appointments }. Admins only.
create function public.preview_anonymization(p_by text, p_value text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return private.anonymization_preview(private.find_person(p_by, p_value), p_by, p_value);
end
$$;
revoke all on function public.preview_anonymization from public, anon, authenticated;
grant execute on function public.preview_anonymization to authenticated;

-- Anonymises a person. Answers { outcome: 'done' | 'nothing' | 'changed', orders, accounts }; a second time there is
-- nothing.
-- Refused while an order is not closed, since the device is still here. p_seen: name of the preview
-- that was confirmed; with another one by now nothing is done (PRIV-05). Admins only.
-- What an account says of itself takes nothing from others (PRIV-06): whoever claims somebody else's RUT or phone, or
-- takes a name of one letter, and has the account erased would otherwise erase others from the log of looks, the
-- messages and the notices. Traces of a RUT of repeated digits are not this person's.
create function public.anonymize_customer(p_by text, p_value text, p_seen text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  who private.person;
  locked private.person;
  unclosed text;
  names text[];
  ruts text[];
  phones text[];
  visits uuid[];
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  -- One after the other, so that the second of two finds what the first has left.
  perform pg_advisory_xact_lock(hashtextextended('private.anonymize', 0));
  who := private.find_person(p_by, p_value);
  perform from public.service_orders o where o.id = any (who.orders) order by o.id for update;
  perform from public.profiles p where p.id = any (who.accounts) order by p.id for update;
  -- Whose they are by now, after the wait for the locks.
  locked := who;
  who := private.find_person(p_by, p_value);
  select string_agg('#' || private.format_order_number(o.order_number), ', ' order by o.order_number) into unclosed
  from public.service_orders o where o.id = any (who.orders) and o.status <> all (private.statuses_in('closed'));
  if unclosed is not null then
    raise exception 'No se puede anonimizar mientras haya órdenes abiertas: %. Entrégalas o cancélalas primero.',
      unclosed
      using errcode = '23514';
  end if;
  visits := private.visits_of(who, p_by, p_value);
  if cardinality(who.orders) + cardinality(who.accounts) + cardinality(visits) = 0 then
    return jsonb_build_object('outcome', 'nothing', 'orders', 0, 'accounts', 0);
  end if;
  if p_seen is null then
    raise exception 'Revisa primero lo que se va a borrar: actualiza la página y confirma otra vez.' using errcode = '23514';
  end if;
  if not (who.orders <@ locked.orders and who.accounts <@ locked.accounts)
    or p_seen <> private.anonymization_preview(who, p_by, p_value) ->> 'seen' then
    return jsonb_build_object('outcome', 'changed', 'orders', 0, 'accounts', 0);
  end if;
  select coalesce(array_agg(distinct k.name) filter (where k.name <> ''), '{}'),
    coalesce(array_agg(distinct k.rut) filter (where not private.is_repeated_rut(k.rut)), '{}'),
    coalesce(array_agg(distinct private.phone_key(k.phone)), '{}') into names, ruts, phones
  from (
    select o.customer_name as name, o.customer_rut as rut, o.customer_phone as phone from public.service_orders o
      where o.id = any (who.orders)
    union all
    -- What an account says of itself may be somebody else's: it counts if nobody else is known by it.
    select case when p.rut_verified_at is not null and p.full_name ~ '^.{2,} .{2,}$' then p.full_name end,
      case when p.rut_verified_at is not null or not private.is_of_others(p.rut, null, who) then p.rut end,
      case when not private.is_of_others(null, p.phone, who) then p.phone end
    from public.profiles p where p.id = any (who.accounts)
  ) as k;
  perform private.anonymize_orders(who.orders);
  delete from public.profiles p where p.id = any (who.accounts);
  delete from public.appointments a where a.id = any (visits);
  perform private.forget_traces(names, ruts, phones, who.accounts);
  insert into private.anonymizations (actor_id, orders, accounts)
  values ((select auth.uid()), cardinality(who.orders), cardinality(who.accounts));
  return jsonb_build_object('outcome', 'done', 'orders', cardinality(who.orders), 'accounts',
    cardinality(who.accounts));
end
$$;
revoke all on function public.anonymize_customer from public, anon, authenticated;
grant execute on function public.anonymize_customer to authenticated;

-- Appointments of people without an account (APPT-06): a name and a phone instead of the customer. They belong to
-- nobody who signs in, so only the staff read them.

-- Appointments without an account of a person (PRIV-13): those with a phone of the person's orders or accounts, or with
-- the phone that was asked for. One whose phone is somebody else's too counts only under the person's name.
create function private.visits_of(p_person private.person, p_by text, p_value text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  with known as (
    select o.customer_name as name, private.phone_key(o.customer_phone) as phone
    from public.service_orders o where o.id = any (p_person.orders)
    union select p.full_name, private.phone_key(p.phone) from public.profiles p where p.id = any (p_person.accounts)
  )
  select coalesce(array_agg(a.id), '{}') from public.appointments a
  where a.customer_id is null and (
    (p_by = 'phone' and private.phone_key(a.phone) = private.phone_key(p_value))
    or exists (
      select from known k where k.phone = private.phone_key(a.phone)
        and (private.name_key(k.name) = private.name_key(a.full_name)
          or not private.is_of_others(null, a.phone, p_person))
    )
  )
$$;

-- An anonymization is bound to its preview (PRIV-05): what was taken in, paid or changed after the question is not
-- covered by the answer.

-- What would go, and a name for exactly that: of the rows themselves and of all that the preview shows.
create function private.anonymization_preview(who private.person, p_by text, p_value text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with shown as (
    select jsonb_build_object(
      'orders', cardinality(who.orders),
      'names', (select coalesce(jsonb_agg(distinct name), '[]') from (
        select o.customer_name as name from public.service_orders o where o.id = any (who.orders)
        union select p.full_name from public.profiles p where p.id = any (who.accounts)) as named where name <> ''),
      'ruts', (select coalesce(jsonb_agg(distinct rut), '[]') from (
        select o.customer_rut as rut from public.service_orders o where o.id = any (who.orders)
        union select p.rut from public.profiles p where p.id = any (who.accounts)) as numbered where rut is not null),
      'emails', (select coalesce(jsonb_agg(p.email order by p.email), '[]') from public.profiles p
      where p.id = any (who.accounts)),
      'unclosed',
      (select coalesce(jsonb_agg(o.order_number order by o.order_number), '[]') from public.service_orders o
        where o.id = any (who.orders) and o.status <> all (private.statuses_in('closed'))),
      'owed', (select coalesce(sum(greatest(coalesce(o.total_amount, 0) - o.advance_payment - o.final_payment, 0)), 0)
        from public.service_orders o where o.id = any (who.orders) and o.status = 'delivered'),
      'messages', (select count(*) from public.whatsapp_messages m where m.order_id = any (who.orders))
        + (select count(*) from public.whatsapp_replies r where r.order_id = any (who.orders)),
      'appointments',
      (select count(*) from public.appointments a where a.customer_id = any (who.accounts))
        + cardinality(private.visits_of(who, p_by, p_value))
    ) as facts
  )
  select facts || jsonb_build_object('seen', encode(sha256(convert_to(
    jsonb_build_array(facts,
      (select jsonb_agg(jsonb_build_array(o.id, o.version) order by o.id) from public.service_orders o
        where o.id = any (who.orders)),
      (select jsonb_agg(a.id order by a.id) from unnest(who.accounts) as a (id)),
      (select jsonb_agg(v.id order by v.id) from unnest(private.visits_of(who, p_by, p_value)) as v (id)))::text,
    'UTF8')), 'hex'))
  from shown
$$;
revoke all on function private.anonymization_preview from public, anon, authenticated;

-- 35_privacy_requests

-- What a customer asks of the shop about the own data: a copy of them, at once, and their erasure, within the days of
-- the law.

-- Days to answer a request, and by how many it may be put off, once (law 19.628 as changed by law 21.719, article 11).
create function private.request_days() returns integer
language sql immutable set search_path = '' as $$ select 30 $$;
grant execute on function private.request_days to service_role;

-- Nothing in a row tells who asked once the account is gone: that a request was answered, and when, stays.
create table public.erasure_requests (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid references public.profiles (id) on delete set null,
  state text not null default 'open' check (state in ('open', 'withdrawn', 'refused', 'done')),
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now() + make_interval(days => private.request_days()),
  extended_at timestamptz,
  answered_at timestamptz,
  -- Why it was put off or refused, for the customer.
  answer text check (length(answer) <= 1000)
);
create unique index erasure_requests_open on public.erasure_requests (customer_id) where state = 'open';
create index erasure_requests_customer on public.erasure_requests (customer_id, created_at desc);
create index erasure_requests_due on public.erasure_requests (due_at) where state = 'open';
alter table public.erasure_requests enable row level security;
select private.require_session('public.erasure_requests');
revoke all on public.erasure_requests from anon, authenticated;
grant all on public.erasure_requests to service_role;
grant select on public.erasure_requests to authenticated;
create policy "own, and admins all" on public.erasure_requests for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.is_admin()));
create trigger as_readable before insert or update on public.erasure_requests
  for each row execute function private.as_readable();

-- Asks for the erasure of the own data. Asked again, it is the same request; five new ones in a day at most.
create function public.request_erasure() returns public.erasure_requests
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_customer();
  request public.erasure_requests;
begin
  perform private.require_proof();
  perform pg_advisory_xact_lock(hashtextextended('private.request_erasure' || caller, 0));
  select * into request from public.erasure_requests r where r.customer_id = caller and r.state = 'open';
  if request.id is not null then
    return request;
  end if;
  if exists (select from private.self_made_ties t join public.profiles p on p.id = t.account_id and p.rut = t.rut
    where t.account_id = caller and p.rut_verified_at is not null) then
    raise exception 'Tu cuenta se vinculó con un teléfono, y eso no basta para borrar datos. Pide la supresión en el local con tu cédula.'
      using errcode = '23514';
  end if;
  if (select count(*) from public.erasure_requests r where r.customer_id = caller
    and r.created_at > now() - interval '1 day') >= 5 then
    raise exception 'Ya hiciste varias solicitudes hoy. Vuelve a intentarlo mañana o escríbenos.'
      using errcode = 'P0001';
  end if;
  insert into public.erasure_requests (customer_id) values (caller) returning * into request;
  return request;
end
$$;
revoke all on function public.request_erasure from public, anon, authenticated;
grant execute on function public.request_erasure to authenticated;

-- Takes the own open request back. False when there is none.
create function public.withdraw_erasure() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_customer();
begin
  update public.erasure_requests r set state = 'withdrawn', answered_at = now() where r.customer_id = caller
    and r.state = 'open';
  return found;
end
$$;
revoke all on function public.withdraw_erasure from public, anon, authenticated;
grant execute on function public.withdraw_erasure to authenticated;

-- Puts a request off once, or refuses it, with the reason that the customer reads. What is granted is done by
-- anonymize_customer.
create function public.answer_erasure(p_id uuid, p_answer text, p_extend boolean) returns public.erasure_requests
language plpgsql security definer set search_path = '' as $$
declare
  request public.erasure_requests;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if coalesce(length(trim(p_answer)), 0) not between 10 and 1000 then
    raise exception 'Escribe el motivo, que el cliente leerá: de 10 a 1.000 caracteres.' using errcode = '23514';
  end if;
  select * into request from public.erasure_requests r where r.id = p_id for update;
  if request.id is null then
    raise exception 'La solicitud no existe.' using errcode = 'P0002';
  end if;
  -- Sent twice, it happens once.
  if request.answer = trim(p_answer) and (case when p_extend then request.extended_at is not null
    else request.state = 'refused' end) then
    return request;
  end if;
  if request.state <> 'open' then
    raise exception 'La solicitud ya no está abierta.' using errcode = '23514';
  end if;
  if p_extend and request.extended_at is not null then
    raise exception 'El plazo ya se prorrogó una vez; la ley no permite otra.' using errcode = '23514';
  end if;
  update public.erasure_requests r set
    answer = trim(p_answer),
    extended_at = case when p_extend then now() else r.extended_at end,
    due_at = case when p_extend then r.due_at + make_interval(days => private.request_days()) else r.due_at end,
    state = case when p_extend then r.state else 'refused' end,
    answered_at = case when p_extend then r.answered_at else now() end
  where r.id = p_id
  returning * into request;
  return request;
end
$$;
revoke all on function public.answer_erasure from public, anon, authenticated;
grant execute on function public.answer_erasure to authenticated;

-- Open requests by their due date, then the newest answered ones. Admins only.
create function public.list_erasure_requests()
returns table (
  id uuid, customer_id uuid, full_name text, email text, state text, created_at timestamptz, due_at timestamptz,
  extended_at timestamptz, answered_at timestamptz, answer text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select r.id, r.customer_id, p.full_name, p.email, r.state, r.created_at, r.due_at, r.extended_at, r.answered_at,
      r.answer
    from public.erasure_requests r left join public.profiles p on p.id = r.customer_id
    order by (r.state = 'open') desc, case r.state when 'open' then r.due_at end, r.created_at desc
    limit 100;
end
$$;
revoke all on function public.list_erasure_requests from public, anon, authenticated;
grant execute on function public.list_erasure_requests to authenticated;

-- Deleting the account alone would leave the orders as they are and nobody to tell whose request it was.
create function private.refuse_deletion_of_asker() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.erasure_requests r where r.customer_id = old.id and r.state = 'open') then
    raise exception 'Esta persona pidió la supresión de sus datos: anonimízala en Privacidad, y la cuenta se elimina con ello.'
      using errcode = '23514';
  end if;
  return old;
end
$$;
create trigger check_erasure before delete on public.profiles
  for each row when (private.is_api_caller()) execute function private.refuse_deletion_of_asker();

-- What was written to the person goes with the account.
create function private.finish_erasure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.erasure_requests r
  set state = case r.state when 'open' then 'done' else r.state end, answered_at = coalesce(r.answered_at, now()),
    answer = null
  where r.customer_id = old.id;
  return old;
end
$$;
create trigger finish_erasure before delete on public.profiles
  for each row execute function private.finish_erasure();

-- When somebody took a copy: ten an hour, since a copy reads much.
create table private.own_exports (
  user_id uuid not null references auth.users (id) on delete cascade,
  made_at timestamptz not null default now()
);
create index own_exports_user on private.own_exports (user_id, made_at);
alter table private.own_exports enable row level security;

-- Everything that the shop has of the caller, and nothing of anybody else's: no notes of the shop for itself, no costs,
-- no names of the staff, no keys of links. The orders are those of the proven RUT, as in the portal.
create function public.export_own_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_customer();
  own_rut text := private.my_rut();
begin
  perform pg_advisory_xact_lock(hashtextextended('private.own_exports' || caller, 0));
  delete from private.own_exports e where e.made_at < now() - interval '1 hour';
  if (select count(*) from private.own_exports e where e.user_id = caller) >= 10 then
    raise exception 'Ya descargaste tus datos varias veces. Vuelve a intentarlo en una hora.' using errcode = 'P0001';
  end if;
  insert into private.own_exports (user_id) values (caller);
  return jsonb_build_object(
    'fecha', now(),
    'perfil', (
      select jsonb_build_object('nombre', p.full_name, 'correo', p.email, 'rut', p.rut, 'rut_confirmado_el',
        p.rut_verified_at, 'telefono', p.phone, 'direccion', p.address, 'cuenta_creada_el', p.created_at)
      from public.profiles p where p.id = caller),
    'ordenes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'numero', o.order_number, 'recibida_el', o.created_at, 'actualizada_el', o.updated_at, 'estado', o.status,
        'cliente', jsonb_build_object('nombre', o.customer_name, 'rut', o.customer_rut, 'telefono', o.customer_phone,
          'otro_telefono', o.second_phone,
        'direccion', o.customer_address), 'equipo',
          jsonb_build_object('tipo', o.equipment_type, 'marca', o.equipment_brand, 'modelo', o.equipment_model, 'imei',
          o.imei, 'condicion', o.equipment_condition, 'clave_guardada', o.device_code_stored),
        'problema', o.work_description, 'trabajo', o.technical_work, 'notas', o.notes,
        'total', o.total_amount, 'abono', o.advance_payment, 'pagado_al_retirar', o.final_payment,
        'cotizada_el', o.quoted_at, 'aprobada_el', o.approved_at, 'rechazada_el', o.rejected_at, 'terminada_el',
        o.completed_at, 'entregada_el', o.delivered_at, 'garantia_dias', o.warranty_days,
        'decisiones', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', d.created_at, 'decision', d.message, 'red', g.address,
            'navegador', g.browser, 'desde_tu_cuenta', g.account_id = caller) order by d.created_at), '[]')
          from public.decision_history d left join public.decision_origins g on g.decision_id = d.id
            where d.order_id = o.id),
        'mensajes_enviados', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', m.created_at, 'telefono', m.phone, 'plantilla',
            m.template, 'datos', array(select split_part(p.value, '-' || right(private.quote_link(o.id), 20), 1)
              from unnest(m.params) with ordinality as p (value, place) order by p.place),
            'estado', m.state, 'enviado_el', m.sent_at, 'entregado_el', m.delivered_at,
              'leido_el', m.read_at) order by m.created_at), '[]')
          from public.whatsapp_messages m where m.order_id = o.id),
        'mensajes_recibidos', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', r.received_at, 'telefono', r.phone, 'texto', r.body)
            order by r.received_at), '[]')
          from public.whatsapp_replies r where r.order_id = o.id)
      ) order by o.created_at), '[]')
      from public.service_orders o where o.customer_rut = own_rut),
    'citas', (
      select coalesce(jsonb_agg(jsonb_build_object('fecha', a.appointment_date, 'motivo', a.reason, 'estado', a.status,
        'creada_el', a.created_at, 'cancelada_el', a.cancelled_at) order by a.appointment_date), '[]')
      from public.appointments a where a.customer_id = caller),
    'sesiones', (
      select coalesce(jsonb_agg(jsonb_build_object('navegador', s.user_agent, 'red', s.address, 'desde', s.created_at,
        'ultimo_uso', s.last_used_at)), '[]')
      from public.own_sessions() s),
    'solicitudes_de_supresion', (
      select coalesce(jsonb_agg(jsonb_build_object('fecha', r.created_at, 'estado', r.state, 'plazo', r.due_at,
        'respuesta', r.answer)
        order by r.created_at), '[]')
      from public.erasure_requests r where r.customer_id = caller)
  );
end
$$;
revoke all on function public.export_own_data from public, anon, authenticated;
grant execute on function public.export_own_data to authenticated;

-- A customer's request for erasure reaches the admins in the bell: the law gives 30 days (PRIV-11). The other staff
-- neither read nor mark it.

-- Names nobody: who asked stands in the list that it leads to, and goes from there.
create function private.notify_erasure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notifications (type, message)
  values ('erasure_requested', 'Un cliente pidió suprimir sus datos. Hay plazo hasta el '
    || to_char(new.due_at at time zone 'America/Santiago', 'DD-MM-YYYY') || '.');
  return new;
end
$$;
revoke all on function private.notify_erasure from public, anon, authenticated;
create trigger notify_erasure after insert on public.erasure_requests
  for each row when (new.state = 'open') execute function private.notify_erasure();

-- 36_retention

-- How long personal data is kept (PRIV-07): days in shop_settings, which an admin changes, and one function that a
-- schedule calls.

-- The figure of a setting; a shop that deleted the row has the default.
create function private.kept_for(p_key text) returns integer
language sql stable security definer set search_path = '' as $$
  select private.shop_setting(p_key)::integer
$$;

-- The moment before which data of a kind is no longer kept.
create function private.kept_since(p_key text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select private.kept_since_by(p_key, private.kept_for(p_key))
$$;

-- The figures, for the page that tells everybody (PRIV-01).
create function public.privacy_terms() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(key, private.kept_for(key)) || jsonb_build_object('request_days', private.request_days())
  from unnest(array['message_days', 'activity_days', 'session_days', 'mail_days', 'origin_days', 'look_days',
    'order_years', 'device_code_days']) as key
$$;
revoke all on function public.privacy_terms from public, anon, authenticated;
grant execute on function public.privacy_terms to anon, authenticated, service_role;

-- What each run took away.
create table private.retention_runs (
  id bigint generated always as identity primary key,
  ran_at timestamptz not null default now(),
  -- { kind: rows }, of the kinds of which there were any.
  removed jsonb not null
);
create index retention_runs_newest on private.retention_runs (ran_at desc);
alter table private.retention_runs enable row level security;

-- Sessions that have ended, or that nobody has used for so long, with what is kept about them.
create function private.forget_sessions() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ended integer;
  left_over integer;
begin
  with gone as (
    delete from auth.sessions s
    where s.not_after < now() or greatest(
      s.created_at, s.updated_at, (select u.last_used_at from private.session_use u
        where u.session_id = s.id)) < private.kept_since('session_days')
    returning s.id
  ), tokens as (
    delete from auth.refresh_tokens t using gone g where t.session_id = g.id
  )
  select count(*) into ended from gone;
  delete from private.session_use u where not exists (select from auth.sessions s where s.id = u.session_id);
  get diagnostics left_over = row_count;
  return greatest(ended, left_over);
end
$$;

-- Orders that were closed so long ago; some hundreds at a time, so that the desk never waits for it.
create function private.anonymize_old_orders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  old_orders uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('private.anonymize', 0));
  select array_agg(o.id) into old_orders from (
    select o.id from public.service_orders o
    where o.anonymized_at is null and o.status = any (private.statuses_in('closed'))
      and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at)
        < private.kept_since('order_years')
    order by o.created_at limit 300 for update skip locked
  ) as o;
  if old_orders is null then
    return 0;
  end if;
  insert into private.anonymizations (actor_id, orders, accounts) values (null, cardinality(old_orders), 0);
  return private.anonymize_orders(old_orders);
end
$$;

-- Takes away what has been kept long enough, and keeps a line of it. p_mails: how many mails the server has just
-- deleted. Called by the schedule; on hosted Supabase by pg_cron.
create function public.run_retention(p_mails integer default 0) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  removed jsonb := jsonb_build_object('mails', p_mails);
  rows integer;
begin
  update public.whatsapp_messages m set params = '{}', phone = '', error_message = null
  where m.created_at < private.kept_since('message_days') and m.state not in ('queued', 'sending') and m.params <> '{}';
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('messages', rows);
  delete from public.whatsapp_replies r where r.received_at < private.kept_since('message_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('replies', rows);
  delete from public.notifications n where n.created_at < private.kept_since('message_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('notifications', rows);
  delete from public.appointments a where a.customer_id is null
    and a.appointment_date < private.kept_since('message_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('visits', rows);
  delete from private.activity_entries e where e.created_at < private.kept_since('activity_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('activity', rows);
  delete from private.site_changes c where c.asked_at < private.kept_since('activity_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('site_changes', rows);
  update public.order_events e set changes = private.impersonal_changes(e.changes)
  where e.created_at < private.kept_since('activity_days') and e.changes <> private.impersonal_changes(e.changes)
    and not exists (select from public.service_orders o where o.id = e.order_id);
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('deleted_orders', rows);
  delete from public.decision_origins g using public.decision_history d
  where d.id = g.decision_id and d.created_at < private.kept_since('origin_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('origins', rows);
  delete from private.looks l where l.looked_at < private.kept_since('look_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('looks', rows);
  perform private.forget_guesses();
  delete from private.own_exports e where e.made_at < now() - interval '1 hour';
  removed := removed || jsonb_build_object('sessions', private.forget_sessions(), 'orders',
    private.anonymize_old_orders(), 'unconfirmed', private.forget_unconfirmed_accounts());
  delete from private.retention_runs r where r.ran_at < now() - interval '90 days';
  select coalesce(jsonb_object_agg(key, value), '{}') into removed from jsonb_each(removed) where value <> '0';
  insert into private.retention_runs (removed) values (removed);
  return removed;
end
$$;
revoke all on function public.run_retention from public, anon, authenticated;
grant execute on function public.run_retention to service_role;

-- The last runs, newest first, and what was anonymised. Admins only.
create function public.retention_status()
returns table (ran_at timestamptz, removed jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query select r.ran_at, r.removed from private.retention_runs r order by r.id desc limit 30;
end
$$;
revoke all on function public.retention_status from public, anon, authenticated;
grant execute on function public.retention_status to authenticated;

-- Where the site is, how long data is kept, and when unused sessions of the staff end, as a section of the settings
-- that only admins read and change: with history, undo and conflicts like every other. It replaces the table
-- shop_settings.

-- The moment before which data is no longer kept, by a period that may not be saved yet.
create function private.kept_since_by(p_key text, p_figure integer) returns timestamptz
language sql stable set search_path = '' as $$
  select now() - case p_key when 'order_years' then make_interval(years => p_figure)
    else make_interval(days => p_figure) end
$$;

-- What the next cleaning takes away if section 'data' is saved with this value: { period: rows }, of the periods that
-- become shorter, without mails, which are files of the server. Admins only.
create function public.preview_retention(p_value jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  perform private.check_setting('data', p_value);
  return (
    select coalesce(jsonb_object_agg(t.key, case t.key
      when 'message_days' then (
        select count(*) from public.whatsapp_messages m
        where m.created_at < t.since and m.state not in ('queued', 'sending') and m.params <> '{}'
      ) + (select count(*) from public.whatsapp_replies r where r.received_at < t.since)
        + (select count(*) from public.notifications n where n.created_at < t.since)
        + (select count(*) from public.appointments a where a.customer_id is null and a.appointment_date < t.since)
      when 'activity_days' then (select count(*) from private.activity_entries e where e.created_at < t.since) + (
        select count(*) from public.order_events e
        where e.created_at < t.since and e.changes <> private.impersonal_changes(e.changes)
          and not exists (select from public.service_orders o where o.id = e.order_id)
      ) + (select count(*) from private.site_changes c where c.asked_at < t.since)
      when 'origin_days' then (
        select count(*) from public.decision_origins g join public.decision_history d on d.id = g.decision_id
        where d.created_at < t.since
      )
      when 'look_days' then (select count(*) from private.looks l where l.looked_at < t.since)
      when 'session_days' then (
        select count(*) from auth.sessions s
        where s.not_after < now() or greatest(s.created_at, s.updated_at, (
          select u.last_used_at from private.session_use u where u.session_id = s.id
        )) < t.since
      )
      when 'order_years' then (
        select count(*) from public.service_orders o
        where o.anonymized_at is null and o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
      when 'device_code_days' then (
        select count(*) from public.service_orders o
        where o.device_code_stored and o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
    end), '{}')
    from (
      select k.key, private.kept_since_by(k.key, k.figure::integer) as since
      from jsonb_each_text(p_value - 'site_url' - 'staff_idle_minutes' - 'mail_days') as k (key, figure)
      where k.figure::integer < private.kept_for(k.key)
    ) as t
  );
end
$$;
revoke all on function public.preview_retention from public, anon, authenticated;
grant execute on function public.preview_retention to authenticated;

-- Registrations that nobody has confirmed within seven days are somebody's data without a purpose.

-- Not those that the shop has dealt with: a proven RUT, an appointment, a link that is still good.
create function private.forget_unconfirmed_accounts() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
begin
  delete from auth.users u using public.profiles p
  where p.id = u.id and p.role = 'customer' and p.rut_verified_at is null and u.email_confirmed_at is null
    and u.last_sign_in_at is null and u.created_at < now() - interval '7 days'
    and not exists (select from public.appointments a where a.customer_id = u.id)
    and not exists (select from private.account_invitations i where i.user_id = u.id
      and i.made_at > now() - interval '7 days');
  get diagnostics gone = row_count;
  return gone;
end
$$;
revoke all on function private.forget_unconfirmed_accounts from public, anon, authenticated;

-- 37_operations

-- What is known of the running system: backups, and the page 'Estado'.

-- Backups and tests of restoring them, written by the server's own tasks. On hosted Supabase, which makes its own
-- backups, the table stays empty.
create table private.backup_run (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'restore_test')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  ok boolean not null,
  bytes bigint,
  -- File, why it failed, rows counted: for people to read.
  detail jsonb not null default '{}'
);
create index backup_run_kind on private.backup_run (kind, id desc);
alter table private.backup_run enable row level security;

-- Of each kind the last run and the last one that worked, which may be the same, newest first.
create function public.backup_status() returns table (
  kind text, started_at timestamptz, finished_at timestamptz, ok boolean, bytes bigint, detail jsonb
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select r.kind, r.started_at, r.finished_at, r.ok, r.bytes, r.detail
    from private.backup_run r
    where r.id in (select max(l.id) from private.backup_run l group by l.kind)
      or r.id in (select max(g.id) from private.backup_run g where g.ok group by g.kind)
    order by r.id desc;
end
$$;
revoke all on function public.backup_status from public, anon, authenticated;
grant execute on function public.backup_status to authenticated;

-- Backups are made by the server's own tasks, whose table may not be there; hosted Supabase makes its own.
create function private.backup_facts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  facts jsonb;
begin
  if to_regclass('private.backup_run') is null then
    return '{}';
  end if;
  execute $q$
    select jsonb_build_object(
      'backup_at', max(r.finished_at) filter (where r.kind = 'backup' and r.ok),
      'backup_failed', coalesce((array_agg(not r.ok order by r.id desc) filter (where r.kind = 'backup'))[1], false),
      'test_at', max(r.finished_at) filter (where r.kind = 'restore_test' and r.ok),
      'test_failed', coalesce((array_agg(not r.ok order by r.id desc) filter (where r.kind = 'restore_test'))[1],
      false))
    from private.backup_run r $q$ into facts;
  return facts;
end
$$;

-- The jobs that docs/deploy.md schedules: when each last ran, and whether it is late by its own schedule. To it, of
-- every job of pg_cron, what its tables tell. The embedded server runs its own jobs and tells of those.
create function private.cron_facts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  planned jsonb := '{}';
  own jsonb;
begin
  if to_regclass('cron.job') is not null and to_regclass('cron.job_run_details') is not null then
    execute $q$
      select coalesce(jsonb_object_agg(j.jobname, jsonb_build_object('at', d.last, 'failures', d.failures)), '{}')
      from cron.job j left join lateral (
        select max(r.start_time) as last, count(*) filter (where r.status = 'failed'
          and r.start_time > now() - interval '1 day') as failures
        from cron.job_run_details r where r.jobid = j.jobid
      ) d on true
      where j.jobname is not null $q$ into planned;
  end if;
  select jsonb_object_agg(j.name, coalesce(planned -> j.name, '{}')
    || jsonb_build_object('at', j.at, 'late', coalesce(j.at < now() - j.within, true)))
  into own
  from (
    select 'send-messages' as name, interval '15 minutes' as within,
      (select s.last_run from private.message_sender s) as at
    union all
    select 'retention', interval '3 hours', (select max(r.ran_at) from private.retention_runs r)
    union all
    select s.name, s.within, r.ran_at
    from (values ('seal-device-codes', interval '3 hours'), ('purge-device-codes', interval '26 hours'))
      as s (name, within)
    left join private.job_runs r on r.name = s.name
  ) j;
  return jsonb_build_object('jobs', planned || own);
end
$$;

-- What the page 'Estado' shows of the database's side, part by part, so that one that fails or is slow takes no other
-- with it. Figures and times only: no path, no secret, nobody's data. Admins only; the judging is the function
-- system-status's. A message that waits for its next attempt is not overdue: it counts by when that is due.
create function public.system_status(p_part text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  case p_part
    when 'access' then
      return '{}';
    when 'database' then
      return jsonb_build_object(
        'bytes', pg_catalog.pg_database_size(current_database()),
        'connections', (select count(*) from pg_catalog.pg_stat_activity a where a.datname = current_database()),
        'max_connections', current_setting('max_connections')::integer,
        'version', split_part(current_setting('server_version'), ' ', 1),
        'checksums', current_setting('data_checksums') = 'on',
        'checksum_failures', (select coalesce(sum(d.checksum_failures), 0) from pg_catalog.pg_stat_database d));
    when 'messages' then
      return private.message_facts();
    when 'mail' then
      return private.mail_facts();
    when 'jobs' then
      return private.cron_facts();
    when 'backups' then
      return private.backup_facts();
    when 'retention' then
      return (
        select jsonb_build_object('last_run_at', max(r.ran_at),
          'removed', (select coalesce(sum(v.value::integer), 0) from private.retention_runs q,
            jsonb_each_text(q.removed) v
            where q.ran_at > now() - interval '30 days'))
        from private.retention_runs r);
    else
      raise exception 'No existe esa parte del estado: %', p_part using errcode = '22023';
  end case;
end
$$;
revoke all on function public.system_status from public, anon, authenticated;
grant execute on function public.system_status to authenticated;

-- The newest migration of this database. A hosted project's functions and site are deployed apart from it: 'Estado' and
-- the conformance run compare it with the one that they were made for.
create function public.newest_migration() returns text
language sql stable security definer set search_path = '' as $$
  select max(m.version) from supabase_migrations.schema_migrations m
$$;
revoke all on function public.newest_migration from public, anon, authenticated;
grant execute on function public.newest_migration to service_role;
grant execute on function public.newest_migration to anon, authenticated;

-- How long the statements of a request may take. Anybody can register, and then reads and filters rows of their own: a
-- customer gets a stranger's time, so that a few of them cannot make the staff wait.

-- The limit of who asks, from the setting of their role; null where the role has none, which means that of
-- authenticator.
create function private.statement_timeout(p_role text, p_account uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  limited text := case
    when p_role = 'authenticated' and not exists (
      select from public.profiles p where p.id = p_account and p.role <> 'customer'
    ) then 'anon'
    else p_role end;
begin
  return (
    select split_part(s.setting, '=', 2) from pg_catalog.pg_roles r, unnest(r.rolconfig) as s (setting)
    where r.rolname = limited and s.setting like 'statement\_timeout=%');
end
$$;
revoke all on function private.statement_timeout from public, anon, authenticated;
grant execute on function private.statement_timeout to authenticator;

-- The embedded server asks before it takes the caller's role.
grant usage on schema private to authenticator;

-- The same for PostgREST, which calls it before each request with the request's role, once the project's setting
-- pgrst.db_pre_request names it (docs/deploy.md).
create function private.limit_request() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('statement_timeout', private.statement_timeout(current_setting('role'), auth.uid()), true);
end
$$;
revoke all on function private.limit_request from public, anon, authenticated;
grant execute on function private.limit_request to anon, authenticated, service_role;

-- Whether the schedule runs its jobs, from what they leave themselves: pg_cron's own tables tell of a call to a
-- function only that it was asked for, and may not be there.

create table private.job_runs (
  name text primary key,
  ran_at timestamptz not null
);
alter table private.job_runs enable row level security;

-- A job has run. Once a minute is enough.
create function private.note_job(p_name text) returns void
language sql security definer set search_path = '' as $$
  insert into private.job_runs (name, ran_at) values (p_name, now())
  on conflict (name) do update set ran_at = excluded.ran_at
  where private.job_runs.ran_at not between now() - interval '1 minute' and now()
$$;

-- What 'Estado' tells of mails. Of each outcome the last one is kept, without an address: when, and the kind of
-- failure.

create table private.mail_deliveries (
  outcome text primary key check (outcome in ('sent', 'failed')),
  ended_at timestamptz not null,
  failure text check (length(failure) <= 40)
);
alter table private.mail_deliveries enable row level security;

-- A mail of the embedded server has ended. p_failure: the kind of its failure, null if the mail server has taken it.
create function private.note_mail(p_failure text) returns void
language sql security definer set search_path = '' as $$
  insert into private.mail_deliveries (outcome, ended_at, failure)
  values (case when p_failure is null then 'sent' else 'failed' end, now(), p_failure)
  on conflict (outcome) do update set ended_at = excluded.ended_at, failure = excluded.failure
$$;

-- A hosted project sends its mails itself and keeps no outcome. That one arrived is known when somebody used its link:
-- an address that was confirmed after its mail, by no invitation.
create function private.mail_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'delivered_at', (select d.ended_at from private.mail_deliveries d where d.outcome = 'sent'),
    'failed_at', (select d.ended_at from private.mail_deliveries d where d.outcome = 'failed'),
    'failure', (select d.failure from private.mail_deliveries d where d.outcome = 'failed'),
    'asked_at', (select max(greatest(u.confirmation_sent_at, u.recovery_sent_at)) from auth.users u),
    'confirmed_at', (
      select max(u.email_confirmed_at) from auth.users u
      where u.email_confirmed_at > u.confirmation_sent_at and not exists (
        select from private.account_invitations i where i.user_id = u.id and i.used_at is not null)))
$$;
revoke all on function private.note_mail, private.mail_facts from public, anon, authenticated;

-- 38_site

-- What admins changed of the site's publications from the page 'Estado' (SHELL-87, SHELL-88). The site is files, which no
-- transaction holds: that it was asked for is written before anything is changed, and how it ended afterwards. One
-- without an end was asked for, and nobody knows whether it happened.

-- What failed in visitors' browsers, by part of the site and build (SHELL-42): without who it was, and without texts
-- that a person typed.

create table private.part_failures (
  id bigint generated always as identity primary key,
  -- `shell`, or a remote with its module where that is known: `mfe-orders/routes`.
  part text not null check (part ~ '^[a-z][a-z0-9-]{1,39}(/[a-z0-9-]{1,40})?$'),
  build text not null check (build ~ '^[0-9a-z]{0,40}$'),
  -- `caught`: an error boundary showed it in place of the part; `uncaught`: in an event, a timer or a promise.
  kind text not null check (kind in ('caught', 'uncaught')),
  error text not null,
  -- Positions in scripts, one a line: `/remotes/mfe-orders/3f9c2ab/routes.js:1:2034`.
  frames text not null,
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create unique index on private.part_failures (part, build, kind, md5(error || frames));
create index on private.part_failures (last_at);
alter table private.part_failures enable row level security;

-- The text of an error without what it may say of a person: numbers, e-mail addresses, and what stands in quotes.
create function private.impersonal(p_text text) returns text
language sql immutable set search_path = '' as $$
  select left(regexp_replace(regexp_replace(regexp_replace(left(p_text, 2000),
    '"[^"]*"|''[^'']*''|«[^»]*»|`[^`]*`', '«…»', 'g'), '\S+@\S+', '…', 'g'), '\d+', '#', 'g'), 300)
$$;
revoke all on function private.impersonal from public, anon, authenticated;

-- Whether one reported failure has the shape of one: at most ten addresses, without query and fragment.
create function private.is_part_failure(p_failure jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_failure) = 'object'
    and p_failure ->> 'part' ~ '^[a-z][a-z0-9-]{1,39}(/[a-z0-9-]{1,40})?$'
    and p_failure ->> 'build' ~ '^[0-9a-z]{0,40}$'
    and p_failure ->> 'kind' in ('caught', 'uncaught')
    and length(p_failure ->> 'error') between 1 and 2000
    and (p_failure ->> 'frames' = '' or (
      select count(*) <= 10 and bool_and(length(line) <= 300 and line ~ '^[^\s?#]+\.js:\d{1,7}:\d{1,7}$')
      from regexp_split_to_table(left(p_failure ->> 'frames', 4000), '\n') as line)), false)
$$;
revoke all on function private.is_part_failure from public, anon, authenticated;

-- Takes up to ten failures of a page: { part, build, kind, error, frames }. Anybody may report, and nobody learns
-- anything. At most 500 different ones are kept, for 30 days since they last happened; beyond that the one that has
-- not happened for the longest time makes room. Pages that report at once never wait for each other's rows.
create function public.report_part_failures(p_failures jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  failure record;
  most constant integer := 500;
begin
  if jsonb_typeof(p_failures) is distinct from 'array' or jsonb_array_length(p_failures) > 10 then
    raise exception 'Se espera una lista de hasta diez fallas.' using errcode = '22023';
  end if;
  if exists (select from jsonb_array_elements(p_failures) as given (value)
    where not private.is_part_failure(given.value)) then
    raise exception 'Una falla no tiene la forma esperada.' using errcode = '22023';
  end if;
  delete from private.part_failures f where f.last_at < now() - interval '30 days';
  -- Always in the order of the key by which they are counted.
  for failure in
    select value ->> 'part' as part, value ->> 'build' as build, value ->> 'kind' as kind,
      private.impersonal(value ->> 'error') as error, value ->> 'frames' as frames
    from jsonb_array_elements(p_failures)
    order by 1, 2, 3, md5(private.impersonal(value ->> 'error') || (value ->> 'frames'))
  loop
    insert into private.part_failures (part, build, kind, error, frames)
    values (failure.part, failure.build, failure.kind, failure.error, failure.frames)
    on conflict (part, build, kind, md5(error || frames)) do update
      set times = least(private.part_failures.times, 2000000000) + 1, last_at = now();
  end loop;
  -- What another call counts stays until the next one.
  delete from private.part_failures f using (
    select free.id from private.part_failures free
    where free.id in (
      select old.id from private.part_failures old order by old.last_at desc, old.id desc offset most)
    for update skip locked
  ) as beyond
  where f.id = beyond.id;
end
$$;
revoke all on function public.report_part_failures from public;
grant execute on function public.report_part_failures to anon, authenticated, service_role;

-- The failures of the last 30 days, the newest first. Admins only.
create function public.list_part_failures() returns table (
  id bigint, part text, build text, kind text, error text, frames text, times integer, first_at timestamptz,
  last_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select f.id, f.part, f.build, f.kind, f.error, f.frames, f.times, f.first_at, f.last_at
    from private.part_failures f
    where f.last_at > now() - interval '30 days'
    order by f.last_at desc, f.id desc limit 100;
end
$$;
revoke all on function public.list_part_failures from public, anon, authenticated;
grant execute on function public.list_part_failures to authenticated;

-- How each remote's builds do in visitors' browsers, counted by hour (SHELL-84): no visitor, no address, no page.

create table private.part_visits (
  remote text not null check (remote ~ '^mfe-[a-z0-9-]{1,39}$'),
  build text not null check (build ~ '^[0-9a-z]{1,40}$'),
  hour timestamptz not null,
  -- Pages that asked for a part of it.
  visits bigint not null,
  -- Those in which one of its parts failed to load or to render.
  failed bigint not null,
  -- Pages by the time from asking to showing its first part: up to 250, 500, 1000, 2000, 4000, 8000 ms, and longer.
  times bigint[] not null check (cardinality(times) = 7),
  primary key (hour, remote, build)
);
alter table private.part_visits enable row level security;

-- Whether one reported visit has the shape of one: { remote, build, visits, failed, ms }. `visits` is 0 for a failure
-- after the visit was reported; `ms` is null if nothing was shown.
create function private.is_part_visit(p_visit jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_visit) = 'object'
    and p_visit ->> 'remote' ~ '^mfe-[a-z0-9-]{1,39}$'
    and p_visit ->> 'build' ~ '^[0-9a-z]{1,40}$'
    and p_visit -> 'visits' in ('0', '1')
    and p_visit -> 'failed' in ('0', '1')
    and (jsonb_typeof(p_visit -> 'ms') = 'null' or p_visit ->> 'ms' ~ '^\d{1,6}$'), false)
$$;
revoke all on function private.is_part_visit from public, anon, authenticated;

-- A call counts each build once, as a page does: one call that named the same build ten times was ten visits, and two
-- of them ended a publication to a part of the browsers (SHELL-83). Calls at once that make room never wait for each
-- other.
create function public.report_part_visits(p_visits jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  visit jsonb;
  slot integer;
  this_hour constant timestamptz := date_trunc('hour', now());
  most constant integer := 2000;
begin
  if jsonb_typeof(p_visits) is distinct from 'array' or jsonb_array_length(p_visits) > 10 then
    raise exception 'Se espera una lista de hasta diez visitas.' using errcode = '22023';
  end if;
  if exists (select from jsonb_array_elements(p_visits) as given (value)
    where not private.is_part_visit(given.value)) then
    raise exception 'Una visita no tiene la forma esperada.' using errcode = '22023';
  end if;
  if exists (select from jsonb_array_elements(p_visits) as given (value)
    group by given.value ->> 'remote', given.value ->> 'build' having count(*) > 1) then
    raise exception 'Una página visita cada versión una vez.' using errcode = '22023';
  end if;
  delete from private.part_visits v where v.hour < now() - interval '30 days';
  -- Always in the same order: two pages that report the same remotes never wait for each other in a circle.
  for visit in select value from jsonb_array_elements(p_visits) order by value ->> 'remote', value ->> 'build' loop
    slot := case when jsonb_typeof(visit -> 'ms') = 'null' then 0
      else width_bucket((visit ->> 'ms')::numeric - 1, array[250, 500, 1000, 2000, 4000, 8000]::numeric[]) + 1 end;
    insert into private.part_visits as kept (remote, build, hour, visits, failed, times)
    values (visit ->> 'remote', visit ->> 'build', this_hour, (visit ->> 'visits')::bigint,
      (visit ->> 'failed')::bigint, array(select (n = slot)::integer::bigint from generate_series(1, 7) as n))
    on conflict (hour, remote, build) do update
      set visits = kept.visits + excluded.visits,
        failed = kept.failed + excluded.failed,
        times = array(select a + b from unnest(kept.times, excluded.times) as both_times (a, b));
  end loop;
  -- What another call counts stays until the next one: two that wait for each other's rows end in an error.
  delete from private.part_visits v using (
    select free.hour, free.remote, free.build from private.part_visits free
    where (free.hour, free.remote, free.build) in (
      select old.hour, old.remote, old.build from private.part_visits old
      order by old.hour desc, old.visits desc, old.remote, old.build offset most)
    for update skip locked
  ) as beyond
  where (v.hour, v.remote, v.build) = (beyond.hour, beyond.remote, beyond.build);
end
$$;
revoke all on function public.report_part_visits from public;
grant execute on function public.report_part_visits to anon, authenticated, service_role;

-- The visits since a time, for whoever decides about a publication to a part of the browsers: the server, or a command
-- with the project's secret key.
create function public.count_part_visits(p_since timestamptz) returns table (
  remote text, build text, hour timestamptz, visits bigint, failed bigint
)
language sql stable security definer set search_path = '' as $$
  select v.remote, v.build, v.hour, v.visits, v.failed from private.part_visits v where v.hour >= p_since order by v.hour
$$;
revoke all on function public.count_part_visits from public, anon, authenticated;
grant execute on function public.count_part_visits to service_role;

-- The hundred builds with the most visits: made-up builds with a visit each left no place for those that run.
create function public.list_build_visits() returns table (
  remote text, build text, visits bigint, failed bigint, times bigint[]
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select most.remote, most.build, most.visits, least(most.failed, most.visits), most.times
    from (
      select v.remote, v.build, sum(v.visits)::bigint as visits, sum(v.failed)::bigint as failed,
        array[sum(v.times[1]), sum(v.times[2]), sum(v.times[3]), sum(v.times[4]), sum(v.times[5]), sum(v.times[6]),
          sum(v.times[7])]::bigint[] as times,
        max(v.hour) as hour
      from private.part_visits v
      where v.hour >= now() - interval '7 days'
      group by v.remote, v.build
      order by sum(v.visits) desc, v.remote, v.build limit 100
    ) as most
    order by most.remote, most.hour desc, most.build;
end
$$;
revoke all on function public.list_build_visits from public, anon, authenticated;
grant execute on function public.list_build_visits to authenticated;

-- Rows survive the user: no foreign key.
create table private.site_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  -- Made by the dialog: the same request sent again is the same row.
  request_id uuid not null,
  asked_at timestamptz not null default now(),
  action text not null check (action in ('back', 'close-preview')),
  part text not null check (part ~ '^(shell|mfe-[a-z0-9-]{1,39})$'),
  -- The build to leave, or that of the preview.
  build text not null check (build ~ '^[0-9a-z]{1,40}$'),
  ended_at timestamptz,
  -- { "done": true, "build": … } or { "done": false, "why": … }.
  outcome jsonb,
  unique (user_id, request_id),
  check ((ended_at is null) = (outcome is null))
);
create index site_changes_newest on private.site_changes (asked_at desc);
alter table private.site_changes enable row level security;

-- Notes that an admin asks for a change. Returns { id, outcome }: without an outcome it is to be done now; with one
-- this request was answered before.
create function public.begin_site_change(p_request_id uuid, p_action text, p_part text, p_build text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  known private.site_changes;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  insert into private.site_changes (user_id, request_id, action, part, build)
  values ((select auth.uid()), p_request_id, p_action, p_part, p_build) on conflict do nothing;
  select * into known from private.site_changes c
  where c.user_id = (select auth.uid()) and c.request_id = p_request_id;
  if (known.action, known.part, known.build) is distinct from (p_action, p_part, p_build) then
    raise exception 'Esa solicitud ya llegó con otros datos.' using errcode = '22023';
  end if;
  return jsonb_build_object('id', known.id, 'outcome', known.outcome);
end
$$;
revoke all on function public.begin_site_change from public, anon, authenticated;
grant execute on function public.begin_site_change to authenticated;

-- Notes how a change ended, for whoever changed the site: its server. The first end stays.
create function public.end_site_change(p_id bigint, p_outcome jsonb) returns void
language sql security definer set search_path = '' as $$
  update private.site_changes set ended_at = now(), outcome = p_outcome where id = p_id and outcome is null
$$;
revoke all on function public.end_site_change from public, anon, authenticated;
grant execute on function public.end_site_change to service_role;

-- The newest twenty changes. Admins only.
create function public.list_site_changes() returns table (
  id bigint, asked_at timestamptz, user_name text, action text, part text, build text, outcome jsonb
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select c.id, c.asked_at, coalesce(nullif(p.full_name, ''), 'Desconocido'), c.action, c.part, c.build, c.outcome
    from private.site_changes c left join public.profiles p on p.id = c.user_id
    order by c.asked_at desc, c.id desc limit 20;
end
$$;
revoke all on function public.list_site_changes from public, anon, authenticated;
grant execute on function public.list_site_changes to authenticated;

-- 39_setting_shapes

-- The shape of each section of the settings, as JSON Schema of what shared/src/settings checks;
-- supabase/test/setting-shapes.test.ts compares the two. A migration changes the row besides (docs/database.md).

insert into private.setting_shapes (section, is_public, shape) values
('shop', true, $shape${
  "type": "object",
  "required": ["name", "fullName", "tagline", "rut", "address", "geo", "mapUrl", "phone", "whatsApp", "email", "website",
    "socialLinks", "paymentMethods", "stats"],
  "properties": {
    "geo": {"anyOf": [{"type": "object", "required": ["latitude", "longitude"],
      "properties": {"latitude": {"type": "number", "maximum": 90, "minimum": -90}, "longitude": {"type": "number",
      "maximum": 180, "minimum": -180}}, "additionalProperties": false}, {"type": "null"}]},
    "rut": {"type": "string", "pattern": "^([0-9]{7,8}-[0-9K])?$"},
    "name": {"type": "string", "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 60,
      "minLength": 1},
    "email": {"type": "string", "pattern": "^([^\\s@<>\"]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+)?$", "maxLength": 200},
    "phone": {"type": "string", "pattern": "^([0-9]{8,15})?$"},
    "stats": {"type": "object", "required": ["devices", "satisfaction", "years"], "properties": {"years": {"type": "string",
      "pattern": "^[^\\u0001-\\u001f\\u007f]*$", "maxLength": 12}, "devices": {"type": "string",
      "pattern": "^[^\\u0001-\\u001f\\u007f]*$", "maxLength": 12}, "satisfaction": {"type": "string",
      "pattern": "^[^\\u0001-\\u001f\\u007f]*$", "maxLength": 12}}, "additionalProperties": false},
    "mapUrl": {"type": "string", "pattern": "^(https:\\/\\/[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?([/?#][!-;=?-~]*)?)?$",
      "maxLength": 500},
    "address": {"type": "object", "required": ["street", "city", "region"], "properties": {"city": {"type": "string",
      "pattern": "^[^\\u0001-\\u001f\\u007f]*$", "maxLength": 80}, "region": {"type": "string",
      "pattern": "^[^\\u0001-\\u001f\\u007f]*$", "maxLength": 80}, "street": {"type": "string",
      "pattern": "^[^\\u0001-\\u001f\\u007f]*$", "maxLength": 160}}, "additionalProperties": false},
    "tagline": {"type": "string", "pattern": "^[^\\u0001-\\u001f\\u007f]*$", "maxLength": 160},
    "website": {"type": "string", "pattern": "^(https:\\/\\/[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?)?$", "maxLength": 200},
    "fullName": {"type": "string", "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}],
      "maxLength": 120, "minLength": 1},
    "whatsApp": {"type": "string", "pattern": "^(569[0-9]{8})?$"},
    "socialLinks": {"type": "array", "items": {"type": "object", "required": ["name", "href"],
      "properties": {"href": {"type": "string",
      "pattern": "^(https:\\/\\/[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?([/?#][!-;=?-~]*)?)?$", "maxLength": 500,
      "minLength": 1}, "name": {"type": "string", "allOf": [{"pattern": "[^ ]"},
      {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 40, "minLength": 1}}, "additionalProperties": false},
      "maxItems": 8, "minItems": 0},
    "paymentMethods": {"type": "array", "items": {"type": "string", "allOf": [{"pattern": "[^ ]"},
      {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 60, "minLength": 1}, "maxItems": 12, "minItems": 0}
  },
  "additionalProperties": false
}$shape$),
('look', true, $shape${
  "type": "object",
  "required": ["logo", "color"],
  "properties": {
    "logo": {"anyOf": [{"type": "object", "required": ["hash", "type", "width", "height"],
      "properties": {"hash": {"type": "string", "pattern": "^[0-9a-f]{64}$"}, "type": {"enum": ["image/svg+xml",
      "image/png"], "type": "string"}, "width": {"type": "integer", "maximum": 4096, "minimum": 1},
      "height": {"type": "integer", "maximum": 4096, "minimum": 1}}, "additionalProperties": false},
      {"type": "null"}]},
    "color": {"anyOf": [{"type": "string", "pattern": "^#[0-9a-f]{6}$"}, {"type": "null"}]}
  },
  "additionalProperties": false
}$shape$),
('landing', true, $shape${
  "type": "object",
  "required": ["lead", "stats", "services", "steps", "why", "call"],
  "properties": {
    "why": {"type": "object", "required": ["title", "items"], "properties": {"items": {"type": "array",
      "items": {"type": "object", "required": ["title", "text"], "properties": {"text": {"type": "string",
      "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 240, "minLength": 1},
      "title": {"type": "string", "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}],
      "maxLength": 60, "minLength": 1}}, "additionalProperties": false}, "maxItems": 6, "minItems": 0},
      "title": {"type": "string", "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}],
      "maxLength": 80, "minLength": 1}}, "additionalProperties": false},
    "call": {"type": "object", "required": ["title", "text", "whatsAppMessage"], "properties": {"text": {"type": "string",
      "pattern": "^[^\\u0001-\\u001f\\u007f]*$", "maxLength": 240}, "title": {"type": "string",
      "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 80, "minLength": 1},
      "whatsAppMessage": {"type": "string", "pattern": "^[^\\u0001-\\u001f\\u007f]*$", "maxLength": 200}},
      "additionalProperties": false},
    "lead": {"type": "string", "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}],
      "maxLength": 300, "minLength": 1},
    "stats": {"type": "object", "required": ["title", "devices", "satisfaction", "years"],
      "properties": {"title": {"type": "string", "pattern": "^[^\\u0001-\\u001f\\u007f]*$", "maxLength": 80},
      "years": {"type": "string", "pattern": "^[^\\u0001-\\u001f\\u007f]*$", "maxLength": 40},
      "devices": {"type": "string", "pattern": "^[^\\u0001-\\u001f\\u007f]*$", "maxLength": 40},
      "satisfaction": {"type": "string", "pattern": "^[^\\u0001-\\u001f\\u007f]*$", "maxLength": 40}},
      "additionalProperties": false},
    "steps": {"type": "object", "required": ["title", "items"], "properties": {"items": {"type": "array",
      "items": {"type": "object", "required": ["title", "text"], "properties": {"text": {"type": "string",
      "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 240, "minLength": 1},
      "title": {"type": "string", "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}],
      "maxLength": 60, "minLength": 1}}, "additionalProperties": false}, "maxItems": 6, "minItems": 0},
      "title": {"type": "string", "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}],
      "maxLength": 80, "minLength": 1}}, "additionalProperties": false},
    "services": {"type": "object", "required": ["title", "lead"], "properties": {"lead": {"type": "string",
      "pattern": "^[^\\u0001-\\u001f\\u007f]*$", "maxLength": 240}, "title": {"type": "string",
      "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 80, "minLength": 1}},
      "additionalProperties": false}
  },
  "additionalProperties": false
}$shape$),
('hours', true, $shape${
  "type": "object",
  "required": ["week", "closedOnHolidays", "specialDays"],
  "properties": {
    "week": {"type": "array", "items": {"type": "array", "items": {"type": "object", "required": ["open", "close"],
      "properties": {"open": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"},
      "close": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}}, "additionalProperties": false},
      "maxItems": 4, "minItems": 0}, "maxItems": 7, "minItems": 7},
    "specialDays": {"type": "array", "items": {"type": "object", "required": ["from", "to", "hours", "reason"],
      "properties": {"to": {"type": "string", "format": "date",
      "pattern": "^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))$"},
      "from": {"type": "string", "format": "date",
      "pattern": "^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))$"},
      "hours": {"type": "array", "items": {"type": "object", "required": ["open", "close"],
      "properties": {"open": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"},
      "close": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}}, "additionalProperties": false},
      "maxItems": 4, "minItems": 0}, "reason": {"type": "string", "allOf": [{"pattern": "[^ ]"},
      {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 80, "minLength": 1}}, "additionalProperties": false},
      "maxItems": 60, "minItems": 0},
    "closedOnHolidays": {"type": "boolean"}
  },
  "additionalProperties": false
}$shape$),
('services', true, $shape${
  "type": "object",
  "required": ["groups"],
  "properties": {
    "groups": {"type": "array", "items": {"type": "object", "required": ["title", "lead", "summary", "services"],
      "properties": {"lead": {"type": "string", "pattern": "^[^\\u0001-\\u001f\\u007f]*$", "maxLength": 240},
      "title": {"type": "string", "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}],
      "maxLength": 60, "minLength": 1}, "summary": {"type": "string", "pattern": "^[^\\u0001-\\u001f\\u007f]*$",
      "maxLength": 240}, "services": {"type": "array", "items": {"type": "object", "required": ["name", "text",
      "icon", "priceFrom", "priceTo"], "properties": {"icon": {"enum": ["smartphone", "battery", "wifi", "cpu",
      "refresh", "lifebuoy", "disk", "memory", "shield", "fan", "backup", "laptop"], "type": "string"},
      "name": {"type": "string", "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}],
      "maxLength": 60, "minLength": 1}, "text": {"type": "string", "pattern": "^[^\\u0001-\\u001f\\u007f]*$",
      "maxLength": 200}, "priceTo": {"anyOf": [{"type": "integer", "maximum": 100000000, "minimum": 0},
      {"type": "null"}]}, "priceFrom": {"anyOf": [{"type": "integer", "maximum": 100000000, "minimum": 0},
      {"type": "null"}]}}, "additionalProperties": false}, "maxItems": 30, "minItems": 0}},
      "additionalProperties": false}, "maxItems": 6, "minItems": 0}
  },
  "additionalProperties": false
}$shape$),
('terms', true, $shape${
  "type": "object",
  "required": ["items"],
  "properties": {
    "items": {"type": "array", "items": {"type": "string", "allOf": [{"pattern": "[^ ]"},
      {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 600, "minLength": 1}, "maxItems": 20, "minItems": 0}
  },
  "additionalProperties": false
}$shape$),
('data', false, $shape${
  "type": "object",
  "required": ["site_url", "staff_idle_minutes", "order_years", "message_days", "origin_days", "session_days", "mail_days",
    "activity_days", "look_days", "device_code_days"],
  "properties": {
    "site_url": {"type": "string", "pattern": "^https?:\\/\\/(\\[[0-9a-fA-F:]+\\]|[A-Za-z0-9][A-Za-z0-9._-]*)(:[0-9]{1,5})?$",
      "maxLength": 200},
    "look_days": {"type": "integer", "maximum": 3650, "minimum": 180},
    "mail_days": {"type": "integer", "maximum": 365, "minimum": 1},
    "order_years": {"type": "integer", "maximum": 30, "minimum": 6},
    "origin_days": {"type": "integer", "maximum": 3650, "minimum": 90},
    "message_days": {"type": "integer", "maximum": 3650, "minimum": 30},
    "session_days": {"type": "integer", "maximum": 730, "minimum": 7},
    "activity_days": {"type": "integer", "maximum": 3650, "minimum": 90},
    "device_code_days": {"type": "integer", "maximum": 999, "minimum": 0},
    "staff_idle_minutes": {"type": "integer", "maximum": 10080, "minimum": 5}
  },
  "additionalProperties": false
}$shape$),
('messages', false, $shape${
  "type": "object",
  "required": ["created", "in_progress", "quoted", "approved", "rejected", "completed", "delivered", "cancelled", "language",
    "quietHours", "expireHours", "undoSeconds"],
  "properties": {
    "quoted": {"type": "object", "required": ["enabled", "template", "text"], "properties": {"text": {"type": "string",
      "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
      {"pattern": "^([^{}]|\\{\\{(orden|trabajo|total|enlace|cliente|equipo)\\}\\})*$"},
      {"pattern": "\\{\\{orden\\}\\}"}, {"pattern": "\\{\\{enlace\\}\\}"}], "maxLength": 600, "minLength": 1},
      "enabled": {"type": "boolean"}, "template": {"type": "string", "pattern": "^[a-z0-9_]{1,100}$"}},
      "additionalProperties": false},
    "created": {"type": "object", "required": ["enabled", "template", "text"], "properties": {"text": {"type": "string",
      "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
      {"pattern": "^([^{}]|\\{\\{(orden|cliente|equipo)\\}\\})*$"}, {"pattern": "\\{\\{orden\\}\\}"}],
      "maxLength": 600, "minLength": 1}, "enabled": {"type": "boolean"}, "template": {"type": "string",
      "pattern": "^[a-z0-9_]{1,100}$"}}, "additionalProperties": false},
    "approved": {"type": "object", "required": ["template", "text"], "properties": {"text": {"type": "string",
      "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
      {"pattern": "^([^{}]|\\{\\{(orden|respuesta|total|cliente|equipo)\\}\\})*$"}, {"pattern": "\\{\\{orden\\}\\}"},
      {"pattern": "\\{\\{respuesta\\}\\}"}], "maxLength": 600, "minLength": 1}, "template": {"type": "string",
      "pattern": "^[a-z0-9_]{1,100}$"}}, "additionalProperties": false},
    "language": {"enum": ["es_CL", "es", "es_AR", "es_ES", "es_MX"], "type": "string"},
    "rejected": {"type": "object", "required": ["template", "text"], "properties": {"text": {"type": "string",
      "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
      {"pattern": "^([^{}]|\\{\\{(orden|respuesta|total|cliente|equipo)\\}\\})*$"}, {"pattern": "\\{\\{orden\\}\\}"},
      {"pattern": "\\{\\{respuesta\\}\\}"}], "maxLength": 600, "minLength": 1}, "template": {"type": "string",
      "pattern": "^[a-z0-9_]{1,100}$"}}, "additionalProperties": false},
    "cancelled": {"type": "object", "required": ["enabled", "template", "text"], "properties": {"text": {"type": "string",
      "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
      {"pattern": "^([^{}]|\\{\\{(orden|motivo|cliente|equipo)\\}\\})*$"}, {"pattern": "\\{\\{orden\\}\\}"}],
      "maxLength": 600, "minLength": 1}, "enabled": {"type": "boolean"}, "template": {"type": "string",
      "pattern": "^[a-z0-9_]{1,100}$"}}, "additionalProperties": false},
    "completed": {"type": "object", "required": ["enabled", "template", "text"], "properties": {"text": {"type": "string",
      "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
      {"pattern": "^([^{}]|\\{\\{(orden|cliente|equipo)\\}\\})*$"}, {"pattern": "\\{\\{orden\\}\\}"}],
      "maxLength": 600, "minLength": 1}, "enabled": {"type": "boolean"}, "template": {"type": "string",
      "pattern": "^[a-z0-9_]{1,100}$"}}, "additionalProperties": false},
    "delivered": {"type": "object", "required": ["enabled", "template", "text"], "properties": {"text": {"type": "string",
      "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
      {"pattern": "^([^{}]|\\{\\{(orden|garantia|cliente|equipo)\\}\\})*$"}, {"pattern": "\\{\\{orden\\}\\}"}],
      "maxLength": 600, "minLength": 1}, "enabled": {"type": "boolean"}, "template": {"type": "string",
      "pattern": "^[a-z0-9_]{1,100}$"}}, "additionalProperties": false},
    "quietHours": {"type": "object", "required": ["enabled", "from", "to"], "properties": {"to": {"type": "string",
      "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}, "from": {"type": "string",
      "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}, "enabled": {"type": "boolean"}}, "additionalProperties": false},
    "expireHours": {"type": "integer", "maximum": 720, "minimum": 1},
    "in_progress": {"type": "object", "required": ["enabled", "template", "text"], "properties": {"text": {"type": "string",
      "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
      {"pattern": "^([^{}]|\\{\\{(orden|estado|cliente|equipo)\\}\\})*$"}, {"pattern": "\\{\\{orden\\}\\}"}],
      "maxLength": 600, "minLength": 1}, "enabled": {"type": "boolean"}, "template": {"type": "string",
      "pattern": "^[a-z0-9_]{1,100}$"}}, "additionalProperties": false},
    "undoSeconds": {"type": "integer", "maximum": 60, "minimum": 0}
  },
  "additionalProperties": false
}$shape$),
('desk', false, $shape${
  "type": "object",
  "required": ["brands", "texts", "accessories", "warranty"],
  "properties": {
    "texts": {"type": "object", "required": ["description", "condition", "technicalWork", "notes"],
      "properties": {"notes": {"type": "array", "items": {"type": "object", "required": ["text", "type"],
      "properties": {"text": {"type": "string", "allOf": [{"pattern": "[^ \\n]"},
      {"pattern": "^[^\\u0001-\\u0009\\u000b-\\u001f\\u007f]*$"}], "maxLength": 600, "minLength": 1},
      "type": {"enum": ["all", "smartphone", "laptop", "desktop", "tablet", "others"], "type": "string"}},
      "additionalProperties": false}, "maxItems": 100, "minItems": 0}, "condition": {"type": "array",
      "items": {"type": "object", "required": ["text", "type"], "properties": {"text": {"type": "string",
      "allOf": [{"pattern": "[^ \\n]"}, {"pattern": "^[^\\u0001-\\u0009\\u000b-\\u001f\\u007f]*$"}], "maxLength": 600,
      "minLength": 1}, "type": {"enum": ["all", "smartphone", "laptop", "desktop", "tablet", "others"],
      "type": "string"}}, "additionalProperties": false}, "maxItems": 100, "minItems": 0},
      "description": {"type": "array", "items": {"type": "object", "required": ["text", "type", "chip"],
      "properties": {"chip": {"type": "boolean"}, "text": {"type": "string", "allOf": [{"pattern": "[^ \\n]"},
      {"pattern": "^[^\\u0001-\\u0009\\u000b-\\u001f\\u007f]*$"}], "maxLength": 600, "minLength": 1},
      "type": {"enum": ["all", "smartphone", "laptop", "desktop", "tablet", "others"], "type": "string"}},
      "additionalProperties": false}, "maxItems": 100, "minItems": 0}, "technicalWork": {"type": "array",
      "items": {"type": "object", "required": ["text", "type"], "properties": {"text": {"type": "string",
      "allOf": [{"pattern": "[^ \\n]"}, {"pattern": "^[^\\u0001-\\u0009\\u000b-\\u001f\\u007f]*$"}], "maxLength": 600,
      "minLength": 1}, "type": {"enum": ["all", "smartphone", "laptop", "desktop", "tablet", "others"],
      "type": "string"}}, "additionalProperties": false}, "maxItems": 100, "minItems": 0}},
      "additionalProperties": false},
    "brands": {"type": "object", "required": ["smartphone", "laptop", "desktop", "tablet", "others"],
      "properties": {"laptop": {"type": "array", "items": {"type": "object", "required": ["brand", "models"],
      "properties": {"brand": {"type": "string", "allOf": [{"pattern": "[^ ]"},
      {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 60, "minLength": 1}, "models": {"type": "array",
      "items": {"type": "string", "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}],
      "maxLength": 80, "minLength": 1}, "maxItems": 200, "minItems": 0}}, "additionalProperties": false},
      "maxItems": 40, "minItems": 0}, "others": {"type": "array", "items": {"type": "object", "required": ["brand",
      "models"], "properties": {"brand": {"type": "string", "allOf": [{"pattern": "[^ ]"},
      {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 60, "minLength": 1}, "models": {"type": "array",
      "items": {"type": "string", "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}],
      "maxLength": 80, "minLength": 1}, "maxItems": 200, "minItems": 0}}, "additionalProperties": false},
      "maxItems": 40, "minItems": 0}, "tablet": {"type": "array", "items": {"type": "object", "required": ["brand",
      "models"], "properties": {"brand": {"type": "string", "allOf": [{"pattern": "[^ ]"},
      {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 60, "minLength": 1}, "models": {"type": "array",
      "items": {"type": "string", "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}],
      "maxLength": 80, "minLength": 1}, "maxItems": 200, "minItems": 0}}, "additionalProperties": false},
      "maxItems": 40, "minItems": 0}, "desktop": {"type": "array", "items": {"type": "object", "required": ["brand",
      "models"], "properties": {"brand": {"type": "string", "allOf": [{"pattern": "[^ ]"},
      {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 60, "minLength": 1}, "models": {"type": "array",
      "items": {"type": "string", "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}],
      "maxLength": 80, "minLength": 1}, "maxItems": 200, "minItems": 0}}, "additionalProperties": false},
      "maxItems": 40, "minItems": 0}, "smartphone": {"type": "array", "items": {"type": "object",
      "required": ["brand", "models"], "properties": {"brand": {"type": "string", "allOf": [{"pattern": "[^ ]"},
      {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 60, "minLength": 1}, "models": {"type": "array",
      "items": {"type": "string", "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}],
      "maxLength": 80, "minLength": 1}, "maxItems": 200, "minItems": 0}}, "additionalProperties": false},
      "maxItems": 40, "minItems": 0}}, "additionalProperties": false},
    "warranty": {"type": "object", "required": ["smartphone", "laptop", "desktop", "tablet", "others"],
      "properties": {"laptop": {"anyOf": [{"type": "integer", "maximum": 3650, "minimum": 0}, {"type": "null"}]},
      "others": {"anyOf": [{"type": "integer", "maximum": 3650, "minimum": 0}, {"type": "null"}]},
      "tablet": {"anyOf": [{"type": "integer", "maximum": 3650, "minimum": 0}, {"type": "null"}]},
      "desktop": {"anyOf": [{"type": "integer", "maximum": 3650, "minimum": 0}, {"type": "null"}]},
      "smartphone": {"anyOf": [{"type": "integer", "maximum": 3650, "minimum": 0}, {"type": "null"}]}},
      "additionalProperties": false},
    "accessories": {"type": "object", "required": ["smartphone", "laptop", "desktop", "tablet", "others"],
      "properties": {"laptop": {"type": "array", "items": {"type": "string", "allOf": [{"pattern": "[^ ]"},
      {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 60, "minLength": 1}, "maxItems": 20, "minItems": 0},
      "others": {"type": "array", "items": {"type": "string", "allOf": [{"pattern": "[^ ]"},
      {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 60, "minLength": 1}, "maxItems": 20, "minItems": 0},
      "tablet": {"type": "array", "items": {"type": "string", "allOf": [{"pattern": "[^ ]"},
      {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 60, "minLength": 1}, "maxItems": 20, "minItems": 0},
      "desktop": {"type": "array", "items": {"type": "string", "allOf": [{"pattern": "[^ ]"},
      {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 60, "minLength": 1}, "maxItems": 20, "minItems": 0},
      "smartphone": {"type": "array", "items": {"type": "string", "allOf": [{"pattern": "[^ ]"},
      {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}], "maxLength": 60, "minLength": 1}, "maxItems": 20, "minItems": 0}},
      "additionalProperties": false}
  },
  "additionalProperties": false
}$shape$);

-- 40_first_rows

-- The rows that a new shop begins with: the counter of orders, the secret of links, and the settings' first values.

insert into private.order_numbers (last_number) values (0);
insert into private.link_secret default values;
insert into private.shop_setup default values;

insert into public.setting_sections (section, value) values
('shop', $value${
  "geo": null, "rut": "", "name": "Servicio Técnico", "email": "", "phone": "",
  "stats": {"years": "", "devices": "", "satisfaction": ""}, "mapUrl": "",
  "address": {"city": "", "region": "", "street": ""}, "tagline": "Reparamos celulares y computadores",
  "website": "", "fullName": "Servicio Técnico", "whatsApp": "", "socialLinks": [], "paymentMethods": []
}$value$),
('look', $value${"logo": null, "color": null}$value$),
('landing', $value${
  "why": {
    "items": [
      {
        "text": "Sigues tu orden desde el teléfono, a cualquier hora y sin tener que llamar.",
        "title": "Sabes en qué va"
      },
      {
        "text": "El valor que apruebas es el que pagas. Si aparece algo más, te preguntamos primero.",
        "title": "Precio antes de reparar"
      },
      {
        "text": "La clave de tu equipo queda protegida y solo la ve quien lo está reparando.",
        "title": "Tus datos son tuyos"
      },
      {
        "text": "Cada trabajo se entrega probado frente a ti y con su garantía en la orden.",
        "title": "Garantía por escrito"
      }
    ],
    "title": "¿Por qué elegirnos?"
  },
  "call": {
    "text": "Cuéntanos qué pasó y te decimos al tiro si tiene arreglo y cuánto podría demorar.",
    "title": "¿Urgente? Llámanos ahora", "whatsAppMessage": "Hola, tengo una consulta por una reparación."
  },
  "lead": "Diagnóstico claro, presupuesto antes de tocar nada y garantía por escrito.",
  "stats": {
    "title": "El taller en números", "years": "años de oficio", "devices": "equipos reparados",
    "satisfaction": "de clientes satisfechos"
  },
  "steps": {
    "items": [
      {"text": "Anotamos lo que pasa y en qué estado llega. Te vas con un número de orden.", "title": "Lo traes"},
      {"text": "Un técnico lo revisa y te manda el presupuesto por WhatsApp.", "title": "Te cotizamos"},
      {
        "text": "Apruebas o rechazas desde el mismo enlace. Sin tu respuesta no se repara nada.",
        "title": "Tú decides"
      },
      {"text": "Te avisamos cuando está listo. Sale probado y con garantía por escrito.", "title": "Lo retiras"}
    ],
    "title": "Así funciona"
  },
  "services": {"lead": "Si prende, si no prende o si se mojó: tráelo y lo vemos.", "title": "¿Qué le pasó a tu equipo?"}
}$value$),
('hours', $value${"week": [[], [], [], [], [], [], []], "specialDays": [], "closedOnHolidays": true}$value$),
('services', $value${
  "groups": [
    {
      "lead": "", "title": "Celulares", "summary": "",
      "services": [
        {
          "icon": "smartphone", "name": "Cambio de pantalla",
          "text": "Vidrio trizado, manchas o táctil que no responde.", "priceTo": null, "priceFrom": null
        },
        {
          "icon": "battery", "name": "Batería", "text": "Se apaga con carga, se hincha o no dura el día.",
          "priceTo": null, "priceFrom": null
        },
        {
          "icon": "wifi", "name": "Conectividad",
          "text": "Sin señal, Wi-Fi, Bluetooth, o un conector de carga que baila.", "priceTo": null,
          "priceFrom": null
        },
        {
          "icon": "cpu", "name": "Hardware", "text": "Placa, cámaras, parlantes, botones y equipos mojados.",
          "priceTo": null, "priceFrom": null
        },
        {
          "icon": "refresh", "name": "Software",
          "text": "Se reinicia, quedó pegado en el logo o está lleno de avisos.", "priceTo": null, "priceFrom": null
        },
        {
          "icon": "lifebuoy", "name": "Recuperación de datos",
          "text": "Fotos, contactos y chats de un equipo que ya no prende.", "priceTo": null, "priceFrom": null
        }
      ]
    },
    {
      "lead": "", "title": "Computadores", "summary": "",
      "services": [
        {
          "icon": "disk", "name": "Almacenamiento", "text": "Cambio de disco a SSD, con todo lo tuyo adentro.",
          "priceTo": null, "priceFrom": null
        },
        {
          "icon": "memory", "name": "Actualización", "text": "Más memoria, mejor disco y sistema al día.",
          "priceTo": null, "priceFrom": null
        },
        {
          "icon": "shield", "name": "Seguridad",
          "text": "Limpieza de virus y programas no deseados, y protección después.", "priceTo": null,
          "priceFrom": null
        },
        {
          "icon": "fan", "name": "Mantención",
          "text": "Limpieza interna y pasta térmica: menos calor y menos ruido.", "priceTo": null, "priceFrom": null
        },
        {
          "icon": "backup", "name": "Respaldo",
          "text": "Copia de tus archivos antes de que sea tarde, y cómo volver a ellos.", "priceTo": null,
          "priceFrom": null
        },
        {
          "icon": "laptop", "name": "Notebooks", "text": "Pantallas, bisagras, teclados, cargadores y conectores.",
          "priceTo": null, "priceFrom": null
        }
      ]
    }
  ]
}$value$),
('terms', $value${
  "items": [
    "Para retirar el equipo es necesario presentar esta orden.",
    "Se aplica la Ley N° 19.496 sobre Protección de los Derechos de los Consumidores."
  ]
}$value$),
('data', $value${
  "site_url": "http://127.0.0.1:3000", "look_days": 730, "mail_days": 30, "order_years": 6, "origin_days": 730,
  "message_days": 365, "session_days": 180, "activity_days": 730, "device_code_days": 30, "staff_idle_minutes": 720
}$value$),
('messages', $value${
  "quoted": {
    "text": "El presupuesto de tu orden {{orden}} está listo. Trabajo: {{trabajo}}. Total: {{total}}. Apruébalo o recházalo aquí: {{enlace}}",
    "enabled": true, "template": "order_quoted"
  },
  "created": {
    "text": "Recibimos tu equipo. Tu número de orden es {{orden}}. Te avisaremos por aquí de cada avance.",
    "enabled": true, "template": "new_order"
  },
  "approved": {
    "text": "Registramos tu respuesta al presupuesto de {{total}} de tu orden {{orden}}: {{respuesta}}. Si no fuiste tú, llámanos enseguida.",
    "template": "quote_decision"
  },
  "language": "es_CL",
  "rejected": {
    "text": "Registramos tu respuesta al presupuesto de {{total}} de tu orden {{orden}}: {{respuesta}}. Si no fuiste tú, llámanos enseguida.",
    "template": "quote_decision"
  },
  "cancelled": {"text": "Tu orden {{orden}} fue cancelada. Motivo: {{motivo}}.", "enabled": true, "template": "order_cancelled"},
  "completed": {
    "text": "¡Buenas noticias! La reparación de tu orden {{orden}} está terminada. Ya puedes retirar tu equipo.",
    "enabled": true, "template": "order_completed"
  },
  "delivered": {
    "text": "Entregamos el equipo de tu orden {{orden}}. {{garantia}}. ¡Gracias por confiar en nosotros!",
    "enabled": true, "template": "order_delivered_v2"
  },
  "quietHours": {"to": "09:00", "from": "21:00", "enabled": false}, "expireHours": 24,
  "in_progress": {"text": "Tu orden {{orden}} cambió de estado: {{estado}}.", "enabled": true, "template": "status_update"},
  "undoSeconds": 7
}$value$),
('desk', $value${
  "texts": {
    "notes": [{"text": "Se llamó al cliente y no contestó.", "type": "all"}],
    "condition": [{"text": "Con señales normales de uso, sin golpes.", "type": "all"}],
    "description": [
      {"chip": true, "text": "Pantalla trizada", "type": "smartphone"},
      {"chip": true, "text": "No carga", "type": "smartphone"},
      {"chip": true, "text": "Batería dura poco", "type": "smartphone"},
      {"chip": true, "text": "Pantalla trizada", "type": "tablet"},
      {"chip": true, "text": "No carga", "type": "tablet"}, {"chip": true, "text": "Lento", "type": "laptop"},
      {"chip": true, "text": "Se calienta", "type": "laptop"}, {"chip": true, "text": "Lento", "type": "desktop"},
      {"chip": true, "text": "Sin imagen", "type": "desktop"}, {"chip": true, "text": "No enciende", "type": "all"}
    ],
    "technicalWork": [{"text": "Diagnóstico completo antes de presupuestar.", "type": "all"}]
  },
  "brands": {"laptop": [], "others": [], "tablet": [], "desktop": [], "smartphone": []},
  "warranty": {"laptop": null, "others": null, "tablet": null, "desktop": null, "smartphone": null},
  "accessories": {
    "laptop": ["Cargador", "Bolso"], "others": ["Cargador"], "tablet": ["Funda", "Cargador"],
    "desktop": ["Cable de poder"], "smartphone": ["Funda", "Chip", "Cargador"]
  }
}$value$);

reset check_function_bodies;
