-- One database as a hosted Supabase project has it. Run by the superuser on every start, after the auth schema is there.
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

grant usage on schema auth to anon, authenticated, service_role, postgres, authenticator;
grant execute on all functions in schema auth to public;
grant all on all tables in schema auth to postgres;
-- The API process speaks GoTrue itself, with this role.
grant select, insert, update, delete on all tables in schema auth to authenticator;

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
