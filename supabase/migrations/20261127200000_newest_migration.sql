-- The newest migration of this database. A hosted project's functions and site are deployed apart from it: 'Estado' and
-- the conformance run compare it with the one that they were made for.
create function public.newest_migration() returns text
language sql stable security definer set search_path = '' as $$
  select max(m.version) from supabase_migrations.schema_migrations m
$$;
revoke all on function public.newest_migration from public, anon, authenticated;
grant execute on function public.newest_migration to service_role;
