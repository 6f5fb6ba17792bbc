-- The shop's own settings, which its admins change in the browser: one JSON value for each section, with its history.

-- A setting of the installation, for every caller.
create function private.shop_setting(p_key text) returns text
language sql stable security definer set search_path = '' as $$
  select s.value ->> p_key from public.setting_sections s where s.section = 'data'
$$;

-- After how many minutes without use the staff's sessions end; a shop that deleted the row has the default.
create function private.staff_idle_minutes() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select (s.value ->> 'staff_idle_minutes')::integer from public.setting_sections s where s.section = 'data');
end
$$;

create table public.setting_sections (
  section text primary key,
  -- The function save-settings, through which alone people write, validates the value (decision 39).
  value jsonb not null check (jsonb_typeof(value) = 'object'),
  -- Counted by the server: who saves names the version that was read.
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  -- Null for the initial value of a new shop. The name is kept as it was.
  changed_by uuid,
  changed_by_name text
);
alter table public.setting_sections enable row level security;
select private.require_session('public.setting_sections');
revoke all on public.setting_sections from anon, authenticated;
grant all on public.setting_sections to service_role;
grant select on public.setting_sections to authenticated;
create policy "admins read" on public.setting_sections for select to authenticated
  using ((select private.may('settings')));
-- Other sections that are not public stay with the admins.
create policy "staff read" on public.setting_sections for select to authenticated
  using (section = 'desk' and (select private.may('desk')));
create trigger as_readable before insert or update on public.setting_sections
  for each row execute function private.as_readable();

-- Every version of every section.
create table public.setting_changes (
  id bigint generated always as identity primary key,
  section text not null,
  version integer not null,
  before jsonb,
  after jsonb not null,
  changed_at timestamptz not null default now(),
  changed_by uuid,
  changed_by_name text,
  -- The change that this one took back.
  undoes bigint references public.setting_changes (id),
  unique (section, version)
);
create index setting_changes_undoes on public.setting_changes (undoes);
alter table public.setting_changes enable row level security;
select private.require_session('public.setting_changes');
revoke all on public.setting_changes from anon, authenticated;
revoke all on sequence public.setting_changes_id_seq from anon, authenticated;
grant all on public.setting_changes to service_role;
grant select on public.setting_changes to authenticated;
create policy "admins read" on public.setting_changes for select to authenticated
  using ((select private.may('settings')));
create trigger as_readable before insert or update on public.setting_changes
  for each row execute function private.as_readable();

-- Increments a value's version and stamps its author. Refuses values too large to be read at every visit.
create function private.guard_setting_section() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if octet_length(new.value::text) > 131072 then
    raise exception 'Es demasiado para guardarlo. Acorta los textos o quita elementos.' using errcode = '23514';
  end if;
  new.version := case tg_op when 'INSERT' then 1 else old.version + 1 end;
  new.changed_at := now();
  new.changed_by := (select auth.uid());
  new.changed_by_name := (select p.full_name from public.profiles p where p.id = new.changed_by);
  return new;
end
$$;
create trigger guard before insert or update on public.setting_sections
  for each row execute function private.guard_setting_section();

-- Keeps every version, and tells the server's processes that the public facts may have changed.
create function private.record_setting_section() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.setting_changes (section, version, before, after, changed_at, changed_by, changed_by_name)
  values (new.section, new.version, case tg_op when 'UPDATE' then old.value end, new.value, new.changed_at, new.changed_by,
    new.changed_by_name);
  perform pg_notify('setting_sections', new.section);
  return null;
end
$$;
create trigger record after insert or update on public.setting_sections
  for each row execute function private.record_setting_section();

-- Lets the function save-settings act for an admin: from here on the transaction runs as that person, with the claims
-- of the token that the API has checked ({ sub, session_id, aal }). Role, session and second factor are checked again,
-- where the change is made. The history and the idempotency keys name the person.
create function private.act_as_admin(p_actor jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('request.jwt.claims', coalesce(p_actor, '{}')::text, true);
  perform private.require('settings');
end
$$;

-- Saves one section as a form has it, which read p_version. Sent twice it happens once. When somebody else saved
-- meanwhile nothing is changed: `saved` is false, and the row is the present one. For the function save-settings, which
-- has checked the value.
create function public.save_setting_section(p_actor jsonb, p_request_id uuid, p_section text, p_value jsonb,
  p_version integer)
returns table (saved boolean, value jsonb, version integer, changed_at timestamptz, changed_by_name text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  row public.setting_sections;
  summary text := 'los ajustes quedaron guardados';
begin
  perform private.act_as_admin(p_actor);
  select * into row from public.setting_sections s where s.section = p_section for update;
  if row.section is null or p_value is null then
    raise exception 'Esa sección de los ajustes no existe.' using errcode = '22023';
  end if;
  -- Not claimed when it is refused: the form sends another version under the same id after its conflict is solved.
  if private.request_result(p_request_id) is null and row.version is distinct from p_version and row.value <> p_value then
    return query select false, row.value, row.version, row.changed_at, row.changed_by_name;
    return;
  end if;
  if private.claim_request(p_request_id, 'save_setting_section',
    jsonb_build_array(p_section, p_value, p_version), summary) then
    if row.value <> p_value then
      update public.setting_sections s set value = p_value where s.section = p_section returning * into row;
    end if;
    perform private.finish_request(p_request_id, to_jsonb(row.version), summary);
  end if;
  return query
    select true, c.after, c.version, c.changed_at, c.changed_by_name from public.setting_changes c
    where c.section = p_section
      and c.version = coalesce((private.request_result(p_request_id) #>> '{}')::integer, row.version);
end
$$;
revoke all on function public.save_setting_section from public, anon, authenticated;
grant execute on function public.save_setting_section to service_role;

-- Takes one change back: each part of the section that it changed becomes again what it was before. Refused when such a
-- part has been changed since. Sent twice it happens once. Without p_checked, or when the section has changed since it
-- was checked, nothing is written: `saved` is false, and `value` is what is to be checked. p_value: the checked value
-- with the defaults of fields that the section has gained. For the function save-settings.
create function public.undo_setting_change(p_actor jsonb, p_request_id uuid, p_change_id bigint,
  p_checked jsonb default null, p_value jsonb default null)
returns table (saved boolean, section text, value jsonb, version integer, changed_at timestamptz, changed_by_name text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  change public.setting_changes;
  row public.setting_sections;
  -- The parts that it changed.
  parts text[];
  restored jsonb;
  summary text := 'el cambio quedó deshecho';
begin
  perform private.act_as_admin(p_actor);
  select * into change from public.setting_changes c where c.id = p_change_id;
  if change.before is null then
    raise exception 'Ese cambio no existe, o es el valor inicial.' using errcode = 'P0002';
  end if;
  select * into row from public.setting_sections s where s.section = change.section for update;
  if private.request_result(p_request_id) is null then
    select coalesce(array_agg(k.name), '{}') into parts from jsonb_object_keys(change.before || change.after) as k (name)
    where change.before -> k.name is distinct from change.after -> k.name;
    if exists (select from unnest(parts) as k (name)
      where row.value -> k.name is distinct from change.after -> k.name) then
      raise exception 'Lo que cambió entonces se ha vuelto a cambiar. Deshaz primero el cambio más nuevo.'
        using errcode = '23514';
    end if;
    -- A part that was not there yet goes: the section has gained a field.
    select row.value - parts || coalesce(jsonb_object_agg(k.name, change.before -> k.name), '{}') into restored
    from unnest(parts) as k (name) where change.before ? k.name;
    if restored is distinct from p_checked then
      return query select false, row.section, restored, row.version, row.changed_at, row.changed_by_name;
      return;
    end if;
  end if;
  if private.claim_request(p_request_id, 'undo_setting_change', to_jsonb(p_change_id), summary) then
    update public.setting_sections s set value = coalesce(p_value, restored) where s.section = change.section
    returning * into row;
    update public.setting_changes c set undoes = p_change_id where c.section = row.section and c.version = row.version;
    perform private.finish_request(p_request_id, to_jsonb(row.version), summary);
  end if;
  return query
    select true, c.section, c.after, c.version, c.changed_at, c.changed_by_name from public.setting_changes c
    where c.section = change.section
      and c.version = coalesce((private.request_result(p_request_id) #>> '{}')::integer, row.version);
end
$$;
revoke all on function public.undo_setting_change from public, anon, authenticated;
grant execute on function public.undo_setting_change to service_role;

-- The public sections, how long repairs take where enough are known, and a revision that changes with them. For
-- everybody: they stand on the public pages.
create function public.shop_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('revision', left(encode(sha256(convert_to(f.facts::text, 'UTF8')), 'hex'), 16), 'facts', f.facts)
  from (
    select jsonb_object_agg(s.section, case s.section
      when 'terms' then s.value || jsonb_build_object('version', s.version) else s.value end)
      || private.repair_times() as facts
    from public.setting_sections s where s.section in ('shop', 'look', 'landing', 'hours', 'services', 'terms')
  ) as f
$$;
revoke all on function public.shop_facts from public, anon, authenticated;
grant execute on function public.shop_facts to anon, authenticated, service_role;
alter publication supabase_realtime add table public.setting_sections;
