-- Failures in visitors' browsers, and changes of the site's publications by admins.

-- Failures in visitors' browsers, by part of the site and build (SHELL-42), without identities and typed texts.

create table private.part_failures (
  id bigint generated always as identity primary key,
  -- `shell`, or a remote with its module where that is known: `mfe-orders/routes`.
  part text not null check (part ~ '^[a-z][a-z0-9-]{1,39}(/[a-z0-9-]{1,40})?$'),
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

-- The text of an error without possible personal data: numbers, e-mail addresses and quoted texts.
create function private.impersonal(p_text text) returns text
language sql immutable set search_path = '' as $$
  select left(regexp_replace(regexp_replace(regexp_replace(left(p_text, 2000),
    '"[^"]*"|''[^'']*''|«[^»]*»|`[^`]*`', '«…»', 'g'), '\S+@\S+', '…', 'g'), '\d+', '#', 'g'), 300)
$$;
revoke all on function private.impersonal from public, anon, authenticated;

-- Whether one reported failure has the shape of one: at most ten addresses, without query and fragment.
create function private.is_part_failure(p_failure jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_failure) = 'object'
    and p_failure ->> 'part' ~ '^[a-z][a-z0-9-]{1,39}(/[a-z0-9-]{1,40})?$'
    and p_failure ->> 'build' ~ '^[0-9a-z]{0,40}$'
    and p_failure ->> 'kind' in ('caught', 'uncaught')
    and length(p_failure ->> 'error') between 1 and 2000
    and (p_failure ->> 'frames' = '' or (
      select count(*) <= 10 and bool_and(length(line) <= 300 and line ~ '^[^\s?#]+\.js:\d{1,7}:\d{1,7}$')
      from regexp_split_to_table(left(p_failure ->> 'frames', 4000), '\n') as line)), false)
$$;
revoke all on function private.is_part_failure from public, anon, authenticated;

-- Stores up to ten failures of a page: { part, build, kind, error, frames }. Everybody may report, and the answer
-- reveals nothing. At most 500 different ones are kept, for 30 days after their last occurrence; the one with the
-- oldest occurrence is replaced first. Pages that report at once never wait for each other's rows.
create function public.report_part_failures(p_failures jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  failure record;
  most constant integer := 500;
begin
  if jsonb_typeof(p_failures) is distinct from 'array' or jsonb_array_length(p_failures) > 10 then
    raise exception 'Se espera una lista de hasta diez fallas.' using errcode = '22023';
  end if;
  if exists (select from jsonb_array_elements(p_failures) as given (value)
    where not private.is_part_failure(given.value)) then
    raise exception 'Una falla no tiene la forma esperada.' using errcode = '22023';
  end if;
  delete from private.part_failures f where f.last_at < now() - interval '30 days';
  -- Always in the order of the key by which they are counted.
  for failure in
    select value ->> 'part' as part, value ->> 'build' as build, value ->> 'kind' as kind,
      private.impersonal(value ->> 'error') as error, value ->> 'frames' as frames
    from jsonb_array_elements(p_failures)
    order by 1, 2, 3, md5(private.impersonal(value ->> 'error') || (value ->> 'frames'))
  loop
    insert into private.part_failures (part, build, kind, error, frames)
    values (failure.part, failure.build, failure.kind, failure.error, failure.frames)
    on conflict (part, build, kind, md5(error || frames)) do update
      set times = least(private.part_failures.times, 2000000000) + 1, last_at = now();
  end loop;
  -- Rows that another call counts stay until the next one.
  delete from private.part_failures f using (
    select free.id from private.part_failures free
    where free.id in (
      select old.id from private.part_failures old order by old.last_at desc, old.id desc offset most)
    for update skip locked
  ) as beyond
  where f.id = beyond.id;
end
$$;
revoke all on function public.report_part_failures from public;
grant execute on function public.report_part_failures to anon, authenticated, service_role;

-- The failures of the last 30 days, the newest first. Admins only.
create function public.list_part_failures() returns table (
  id bigint, part text, build text, kind text, error text, frames text, times integer, first_at timestamptz,
  last_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('system-status');
  return query
    select f.id, f.part, f.build, f.kind, f.error, f.frames, f.times, f.first_at, f.last_at
    from private.part_failures f
    where f.last_at > now() - interval '30 days'
    order by f.last_at desc, f.id desc limit 100;
end
$$;
revoke all on function public.list_part_failures from public, anon, authenticated;
grant execute on function public.list_part_failures to authenticated;

-- Changes of the site's publications that admins made from the page 'Estado' (SHELL-87, SHELL-88). The site consists of
-- files, which no transaction covers: the request is written before the change, and its outcome afterwards. The result
-- of a change without an outcome is unknown. Rows survive the user: no foreign key.
create table private.site_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  -- Made by the dialog: the same request sent again is the same row.
  request_id uuid not null,
  asked_at timestamptz not null default now(),
  action text not null check (action in ('back', 'close-preview')),
  part text not null check (part ~ '^(shell|mfe-[a-z0-9-]{1,39})$'),
  -- The build to leave, or that of the preview.
  build text not null check (build ~ '^[0-9a-z]{1,40}$'),
  ended_at timestamptz,
  -- { "done": true, "build": … } or { "done": false, "why": … }.
  outcome jsonb,
  unique (user_id, request_id),
  check ((ended_at is null) = (outcome is null))
);
create index site_changes_newest on private.site_changes (asked_at desc);
alter table private.site_changes enable row level security;

-- Notes that an admin asks for a change. Returns { id, outcome }: without an outcome it is to be done now; with one
-- this request was answered before.
create function public.begin_site_change(p_request_id uuid, p_action text, p_part text, p_build text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  known private.site_changes;
begin
  perform private.require('system-status');
  perform private.require_id(p_request_id);
  if p_action is null or p_part is null or p_build is null then
    raise exception 'Di qué parte del sitio cambia, y a qué versión.' using errcode = '22023';
  end if;
  insert into private.site_changes (user_id, request_id, action, part, build)
  values ((select auth.uid()), p_request_id, p_action, p_part, p_build) on conflict do nothing;
  select * into known from private.site_changes c
  where c.user_id = (select auth.uid()) and c.request_id = p_request_id;
  if (known.action, known.part, known.build) is distinct from (p_action, p_part, p_build) then
    raise exception 'Esa solicitud ya llegó con otros datos.' using errcode = '22023';
  end if;
  return jsonb_build_object('id', known.id, 'outcome', known.outcome);
end
$$;
revoke all on function public.begin_site_change from public, anon, authenticated;
grant execute on function public.begin_site_change to authenticated;

-- Records the outcome of a change, on behalf of the site's server. The first outcome stays.
create function public.end_site_change(p_id bigint, p_outcome jsonb) returns void
language sql security definer set search_path = '' as $$
  update private.site_changes set ended_at = now(), outcome = p_outcome where id = p_id and outcome is null
$$;
revoke all on function public.end_site_change from public, anon, authenticated;
grant execute on function public.end_site_change to service_role;

-- The newest twenty changes. Admins only.
create function public.list_site_changes() returns table (
  id bigint, asked_at timestamptz, user_name text, action text, part text, build text, outcome jsonb
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('system-status');
  return query
    select c.id, c.asked_at, coalesce(nullif(p.full_name, ''), 'Desconocido'), c.action, c.part, c.build, c.outcome
    from private.site_changes c left join public.profiles p on p.id = c.user_id
    order by c.asked_at desc, c.id desc limit 20;
end
$$;
revoke all on function public.list_site_changes from public, anon, authenticated;
grant execute on function public.list_site_changes to authenticated;
