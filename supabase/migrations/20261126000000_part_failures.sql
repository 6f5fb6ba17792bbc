-- What failed in visitors' browsers, by part of the site and build (SHELL-42): without who it was, and without texts
-- that a person typed.

create table private.part_failures (
  id bigint generated always as identity primary key,
  -- `shell`, or a remote with its module where that is known: `mfe-orders/routes`.
  part text not null check (part ~ '^[a-z][a-z-]{1,39}(/[a-z-]{1,40})?$'),
  build text not null check (build ~ '^[0-9a-z]{0,40}$'),
  -- `caught`: an error boundary showed it in place of the part; `uncaught`: in an event, a timer or a promise.
  kind text not null check (kind in ('caught', 'uncaught')),
  error text not null,
  -- Positions in scripts, one a line: `/remotes/mfe-orders/3f9c2ab/routes.js:1:2034`.
  frames text not null,
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create unique index on private.part_failures (part, build, kind, md5(error || frames));
create index on private.part_failures (last_at);
alter table private.part_failures enable row level security;

-- The text of an error without what it may say of a person: numbers, e-mail addresses, and what stands in quotes.
create function private.impersonal(p_text text) returns text
language sql immutable set search_path = '' as $$
  select left(regexp_replace(regexp_replace(regexp_replace(left(p_text, 2000),
    '"[^"]*"|''[^'']*''|«[^»]*»|`[^`]*`', '«…»', 'g'), '\S+@\S+', '…', 'g'), '\d+', '#', 'g'), 300)
$$;
revoke all on function private.impersonal(text) from public, anon, authenticated;

-- Whether one reported failure has the shape of one: at most ten addresses, without query and fragment.
create function private.is_part_failure(p_failure jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_failure) = 'object'
    and p_failure ->> 'part' ~ '^[a-z][a-z-]{1,39}(/[a-z-]{1,40})?$'
    and p_failure ->> 'build' ~ '^[0-9a-z]{0,40}$'
    and p_failure ->> 'kind' in ('caught', 'uncaught')
    and length(p_failure ->> 'error') between 1 and 2000
    and (p_failure ->> 'frames' = '' or (
      select count(*) <= 10 and bool_and(length(line) <= 300 and line ~ '^[^\s?#]+\.js:\d{1,7}:\d{1,7}$')
      from regexp_split_to_table(left(p_failure ->> 'frames', 4000), '\n') as line)), false)
$$;
revoke all on function private.is_part_failure(jsonb) from public, anon, authenticated;

-- Takes up to ten failures of a page: { part, build, kind, error, frames }. Anybody may report, and nobody learns
-- anything. At most 500 different ones are kept, for 30 days since they last happened; beyond that the one that has
-- not happened for the longest time makes room.
create function public.report_part_failures(p_failures jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  failure jsonb;
  most constant integer := 500;
begin
  if jsonb_typeof(p_failures) is distinct from 'array' or jsonb_array_length(p_failures) > 10 then
    raise exception 'Se espera una lista de hasta diez fallas.' using errcode = '22023';
  end if;
  delete from private.part_failures f where f.last_at < now() - interval '30 days';
  for failure in select value from jsonb_array_elements(p_failures) loop
    if not private.is_part_failure(failure) then
      raise exception 'Una falla no tiene la forma esperada.' using errcode = '22023';
    end if;
    insert into private.part_failures (part, build, kind, error, frames)
    values (failure ->> 'part', failure ->> 'build', failure ->> 'kind', private.impersonal(failure ->> 'error'),
      failure ->> 'frames')
    on conflict (part, build, kind, md5(error || frames)) do update
      set times = least(private.part_failures.times, 2000000000) + 1, last_at = now();
  end loop;
  delete from private.part_failures f where f.id in (
    select old.id from private.part_failures old order by old.last_at desc, old.id desc offset most);
end
$$;
revoke all on function public.report_part_failures(jsonb) from public;
grant execute on function public.report_part_failures(jsonb) to anon, authenticated, service_role;

-- The failures of the last 30 days, the newest first. Admins only.
create function public.list_part_failures() returns table (
  id bigint, part text, build text, kind text, error text, frames text, times integer, first_at timestamptz,
  last_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select f.id, f.part, f.build, f.kind, f.error, f.frames, f.times, f.first_at, f.last_at
    from private.part_failures f
    where f.last_at > now() - interval '30 days'
    order by f.last_at desc, f.id desc limit 100;
end
$$;
revoke all on function public.list_part_failures() from public, anon, authenticated;
grant execute on function public.list_part_failures() to authenticated;
