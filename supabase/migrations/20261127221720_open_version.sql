-- Building a site asks a project for its newest migration with the public key: it is a number that the sources tell.
grant execute on function public.newest_migration to anon, authenticated;
