-- A call counts each build once, as a page does: one call that named the same build ten times was ten visits, and two
-- of them ended a publication to a part of the browsers (SHELL-83). Calls at once that make room never wait for each
-- other.
create or replace function public.report_part_visits(p_visits jsonb) returns void
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

-- The hundred builds with the most visits: made-up builds with a visit each left no place for those that run.
create or replace function public.list_build_visits() returns table (
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
