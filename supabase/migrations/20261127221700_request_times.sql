-- How long the statements of a request may take. Anybody can register, and then reads and filters rows of their own: a
-- customer gets a stranger's time, so that a few of them cannot make the staff wait.

-- The limit of who asks, from the setting of their role; null where the role has none, which means that of authenticator.
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
-- The embedded server asks before it takes the caller's role.
grant usage on schema private to authenticator;
grant execute on function private.statement_timeout to authenticator;

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
