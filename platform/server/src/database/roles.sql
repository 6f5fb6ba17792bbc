-- Roles of the cluster as a hosted Supabase project has them: what they may, inherit and load, and how long they may take.
-- The source is github.com/supabase/postgres, migrations/db; the file is named at each line. Run by the superuser on
-- every start, of a shop and of a test: it must change nothing the second time. What hosted projects give and what they
-- withhold decides which migrations work there, so nothing more is given here.
--
-- Not here: `session_preload_libraries = 'supautils, safeupdate'` of authenticator
-- (20260413000000_fix-authenticator-session-preload-libraries). The library is in no package of the embedded PostgreSQL.
-- An UPDATE or DELETE without WHERE is refused by the API instead (server/src/api/request-rules.ts) and found in the
-- functions' sources by a test (supabase/test/where-clauses.test.ts).
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then create role authenticator login noinherit; end if;
  -- Owns schema storage (init-scripts/00000000000002-storage-schema). Nobody logs in as it: the server's own connections
  -- take its role.
  if not exists (select from pg_roles where rolname = 'supabase_storage_admin') then
    create role supabase_storage_admin nologin noinherit createrole;
  end if;
  -- On hosted projects `postgres` runs the migrations and is no superuser.
  if not exists (select from pg_roles where rolname = 'postgres') then
    create role postgres login nosuperuser createdb createrole replication bypassrls;
  end if;
end
$$;

-- 20230529180330_alter_api_roles_for_inherit; clusters of earlier versions have it otherwise.
alter role anon inherit;
alter role authenticated inherit;
alter role service_role inherit;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to supabase_storage_admin;
-- Hosted projects let migrations make policies on storage.objects, by supautils.policy_grants; here owning it does.
grant supabase_storage_admin to postgres;
grant anon, authenticated, service_role, authenticator to postgres with admin option;

alter role authenticator set search_path = public, extensions;
-- init-scripts/00000000000000-initial-schema, 20221028101028_set_authenticator_timeout,
-- 20231130133139_set_lock_timeout_to_authenticator_role. The API takes the time of the role that it acts as
-- (private.statement_timeout), and that of authenticator for a role without its own.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
-- Requests and their errors may contain a customer's data: PostgreSQL's log keeps none of it, and the server's own log
-- has the failures.
alter role authenticator set log_min_messages = 'log';
alter role authenticator set log_min_error_statement = 'panic';
alter role authenticator set log_parameter_max_length = 0;
alter role authenticator set log_parameter_max_length_on_error = 0;
alter role authenticator set log_error_verbosity = 'terse';
alter role authenticator set idle_in_transaction_session_timeout = '60s';
alter role postgres set search_path = "$user", public, extensions;
