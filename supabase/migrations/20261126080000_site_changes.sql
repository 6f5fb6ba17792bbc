-- What admins changed of the site's publications from the page 'Estado' (SHELL-87, SHELL-88). The site is files, which no
-- transaction holds: that it was asked for is written before anything is changed, and how it ended afterwards. One
-- without an end was asked for, and nobody knows whether it happened.

-- Rows survive the user: no foreign key.
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

-- Notes that an admin asks for a change. Returns { id, outcome }: without an outcome it is to be done now; with one this
-- request was answered before.
create function public.begin_site_change(p_request_id uuid, p_action text, p_part text, p_build text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known private.site_changes;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  delete from private.site_changes c where c.asked_at < private.kept_since('activity_days');
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
revoke all on function public.begin_site_change(uuid, text, text, text) from public, anon, authenticated;
grant execute on function public.begin_site_change(uuid, text, text, text) to authenticated;

-- Notes how a change ended, for whoever changed the site: its server. The first end stays.
create function public.end_site_change(p_id bigint, p_outcome jsonb) returns void
language sql security definer set search_path = '' as $$
  update private.site_changes set ended_at = now(), outcome = p_outcome where id = p_id and outcome is null
$$;
revoke all on function public.end_site_change(bigint, jsonb) from public, anon, authenticated;
grant execute on function public.end_site_change(bigint, jsonb) to service_role;

-- The newest twenty changes. Admins only.
create function public.list_site_changes() returns table (
  id bigint, asked_at timestamptz, user_name text, action text, part text, build text, outcome jsonb
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select c.id, c.asked_at, coalesce(nullif(p.full_name, ''), 'Desconocido'), c.action, c.part, c.build, c.outcome
    from private.site_changes c left join public.profiles p on p.id = c.user_id
    order by c.asked_at desc, c.id desc limit 20;
end
$$;
revoke all on function public.list_site_changes() from public, anon, authenticated;
grant execute on function public.list_site_changes() to authenticated;
