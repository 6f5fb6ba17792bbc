-- How each build did in visitors' browsers within the last seven days (SHELL-85). Admins only.
create function public.list_build_visits() returns table (
  remote text, build text, visits bigint, failed bigint, times bigint[]
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select v.remote, v.build, sum(v.visits)::bigint, sum(v.failed)::bigint,
      array[sum(v.times[1]), sum(v.times[2]), sum(v.times[3]), sum(v.times[4]), sum(v.times[5]), sum(v.times[6]),
        sum(v.times[7])]::bigint[]
    from private.part_visits v
    where v.hour >= now() - interval '7 days'
    group by v.remote, v.build
    order by v.remote, max(v.hour) desc, v.build limit 100;
end
$$;
revoke all on function public.list_build_visits() from public, anon, authenticated;
grant execute on function public.list_build_visits() to authenticated;
