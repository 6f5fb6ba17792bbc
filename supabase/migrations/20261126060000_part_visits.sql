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
revoke all on function private.is_part_visit(jsonb) from public, anon, authenticated;

-- Takes up to ten remotes of a page. Anybody may report, and nobody learns anything. Kept for 30 days, and at most
-- 2,000 hours of builds: whoever reports builds that there are not takes room from the oldest hours.
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
  if exists (select from jsonb_array_elements(p_visits) as given (value) where not private.is_part_visit(given.value)) then
    raise exception 'Una visita no tiene la forma esperada.' using errcode = '22023';
  end if;
  delete from private.part_visits v where v.hour < now() - interval '30 days';
  -- Always in the same order: two pages that report the same remotes never wait for each other in a circle.
  for visit in select value from jsonb_array_elements(p_visits) order by value ->> 'remote', value ->> 'build' loop
    slot := case when jsonb_typeof(visit -> 'ms') = 'null' then 0
      else width_bucket((visit ->> 'ms')::numeric - 1, array[250, 500, 1000, 2000, 4000, 8000]::numeric[]) + 1 end;
    insert into private.part_visits as kept (remote, build, hour, visits, failed, times)
    values (visit ->> 'remote', visit ->> 'build', this_hour, (visit ->> 'visits')::bigint, (visit ->> 'failed')::bigint,
      array(select (n = slot)::integer::bigint from generate_series(1, 7) as n))
    on conflict (hour, remote, build) do update
      set visits = kept.visits + excluded.visits,
        failed = kept.failed + excluded.failed,
        times = array(select a + b from unnest(kept.times, excluded.times) as both_times (a, b));
  end loop;
  delete from private.part_visits v where (v.hour, v.remote, v.build) in (
    select old.hour, old.remote, old.build from private.part_visits old
    order by old.hour desc, old.visits desc, old.remote, old.build offset most);
end
$$;
revoke all on function public.report_part_visits(jsonb) from public;
grant execute on function public.report_part_visits(jsonb) to anon, authenticated, service_role;

-- The visits since a time, for whoever decides about a publication to a part of the browsers: the server, or a command
-- with the project's secret key.
create function public.count_part_visits(p_since timestamptz) returns table (
  remote text, build text, hour timestamptz, visits bigint, failed bigint
)
language sql stable security definer set search_path = '' as $$
  select v.remote, v.build, v.hour, v.visits, v.failed from private.part_visits v where v.hour >= p_since order by v.hour
$$;
revoke all on function public.count_part_visits(timestamptz) from public, anon, authenticated;
grant execute on function public.count_part_visits(timestamptz) to service_role;
