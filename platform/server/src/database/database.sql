-- One database as a hosted Supabase project has it. Run by the superuser on every start, after the schemas auth and
-- storage are there.
create schema if not exists extensions;
grant usage on schema extensions to public;
grant all on schema extensions to postgres;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

-- The owner of the database owns schema public (pg_database_owner) and may create trusted extensions.
do $$
begin
  execute format('alter database %I owner to postgres', current_database());
  execute format('revoke connect, temporary on database %I from public', current_database());
  execute format('grant connect on database %I to authenticator, postgres', current_database());
end
$$;
grant usage on schema public to anon, authenticated, service_role;

-- Hosted definitions: the claims as PostgREST sets them, one by one or as one JSON object.
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
  )::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
  )::text
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email')
  )::text
$$;
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

-- The second factor, which @supabase/lite does not have: hosted definitions, and what counts attempts and used codes
-- here.
do $$
begin
  if to_regtype('auth.factor_type') is null then create type auth.factor_type as enum ('totp', 'webauthn', 'phone'); end if;
  if to_regtype('auth.factor_status') is null then create type auth.factor_status as enum ('unverified', 'verified'); end if;
end
$$;
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Sealed with the installation's key (server/src/api/mfa): a copy of the database opens nothing.
  secret text,
  last_challenged_at timestamptz,
  -- Time step of the last code that was accepted: it and older ones are used up.
  last_step bigint,
  attempts integer not null default 0,
  attempts_since timestamptz
);
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index if not exists mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet
);
create table if not exists auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);
-- Wrong codes by session; GoTrue counts by address.
create table if not exists auth.mfa_session_attempts (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  attempts integer not null,
  since timestamptz not null
);

grant usage on schema auth to anon, authenticated, service_role, postgres, authenticator;
grant execute on all functions in schema auth to public;
grant all on all tables in schema auth to postgres;
-- The API process speaks GoTrue itself, with this role.
grant select, insert, update, delete on all tables in schema auth to authenticator;

-- Hosted grants: row level security decides.
alter schema storage owner to supabase_storage_admin;
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role, postgres;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role, postgres;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
alter publication supabase_realtime owner to postgres;

create schema if not exists supabase_migrations;
grant all on schema supabase_migrations to postgres;
create table if not exists supabase_migrations.schema_migrations (
  version text not null primary key,
  statements text[],
  name text
);
alter table supabase_migrations.schema_migrations owner to postgres;
