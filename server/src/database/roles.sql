-- Roles of the cluster as a hosted Supabase project has them. Run by the superuser on every start: it must change nothing
-- the second time. What hosted projects give and what they withhold decides which migrations work there, so nothing more
-- is given here.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then create role authenticator login noinherit; end if;
  -- On hosted projects `postgres` runs the migrations and is no superuser.
  if not exists (select from pg_roles where rolname = 'postgres') then
    create role postgres login nosuperuser createdb createrole replication bypassrls;
  end if;
end
$$;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role, authenticator to postgres with admin option;

alter role authenticator set search_path = public, extensions;
alter role authenticator set statement_timeout = '15s';
alter role authenticator set lock_timeout = '8s';
-- What requests send and what their errors say may be a customer's data: PostgreSQL's log keeps none of it, the
-- server's own log tells the failures.
alter role authenticator set log_min_messages = 'log';
alter role authenticator set log_min_error_statement = 'panic';
alter role authenticator set log_parameter_max_length = 0;
alter role authenticator set log_parameter_max_length_on_error = 0;
alter role authenticator set log_error_verbosity = 'terse';
alter role authenticator set idle_in_transaction_session_timeout = '60s';
alter role postgres set search_path = "$user", public, extensions;
