-- The shop's own settings, which its admins change in the browser: one JSON value for each section, with its history.

-- What a section's value must look like, as JSON Schema. Generated from the schemas that the interface checks with.
create table private.setting_shapes (
  section text primary key,
  -- Whether everybody may read it: it stands on the public pages.
  is_public boolean not null,
  shape jsonb not null
);
alter table private.setting_shapes enable row level security;

create table public.setting_sections (
  section text primary key references private.setting_shapes (section),
  value jsonb not null,
  -- Counted by the server: who saves names the version that was read.
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  -- Null for what a new shop begins with. The name is kept as it was.
  changed_by uuid,
  changed_by_name text
);
alter table public.setting_sections enable row level security;
select private.require_session('public.setting_sections');
revoke all on public.setting_sections from anon, authenticated;
grant all on public.setting_sections to service_role;
grant select on public.setting_sections to authenticated;
create policy "admins read" on public.setting_sections for select to authenticated using ((select private.is_admin()));

-- Every version of every section.
create table public.setting_changes (
  id bigint generated always as identity primary key,
  section text not null references private.setting_shapes (section),
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
create policy "admins read" on public.setting_changes for select to authenticated using ((select private.is_admin()));

-- Where a value is not of its shape: the path of the first such place, null when there is none. Of JSON Schema it knows
-- the words that the shapes use.
create function private.shape_fault(shape jsonb, value jsonb, path text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  kind text := jsonb_typeof(value);
  content text := value #>> '{}';
  part record;
  fault text;
begin
  if shape ? 'anyOf' then
    for part in select s.choice from jsonb_array_elements(shape -> 'anyOf') as s (choice) loop
      fault := private.shape_fault(part.choice, value, path);
      exit when fault is null;
    end loop;
    return fault;
  end if;
  if shape ? 'type' and not (kind = shape ->> 'type'
    or (kind = 'number' and shape ->> 'type' = 'integer' and content::numeric = trunc(content::numeric))) then
    return path;
  end if;
  if shape ? 'enum' and not shape -> 'enum' @> value then
    return path;
  end if;
  if kind = 'string' and (length(content) < coalesce((shape ->> 'minLength')::integer, 0)
    or length(content) > coalesce((shape ->> 'maxLength')::integer, length(content))
    or content !~ coalesce(shape ->> 'pattern', '')) then
    return path;
  end if;
  if kind = 'number' and (content::numeric < coalesce((shape ->> 'minimum')::numeric, content::numeric)
    or content::numeric > coalesce((shape ->> 'maximum')::numeric, content::numeric)) then
    return path;
  end if;
  for part in select s.rule from jsonb_array_elements(coalesce(shape -> 'allOf', '[]')) as s (rule) loop
    fault := private.shape_fault(part.rule, value, path);
    if fault is not null then
      return fault;
    end if;
  end loop;
  if kind = 'array' then
    if jsonb_array_length(value) < coalesce((shape ->> 'minItems')::integer, 0)
      or jsonb_array_length(value) > coalesce((shape ->> 'maxItems')::integer, jsonb_array_length(value)) then
      return path;
    end if;
    for part in select e.item, e.at from jsonb_array_elements(value) with ordinality as e (item, at) loop
      fault := private.shape_fault(shape -> 'items', part.item, path || '.' || part.at);
      if fault is not null then
        return fault;
      end if;
    end loop;
  elsif kind = 'object' then
    for part in select k.name from jsonb_object_keys(value) as k (name) loop
      if not shape -> 'properties' ? part.name then
        return path || '.' || left(part.name, 40);
      end if;
      fault := private.shape_fault(shape -> 'properties' -> part.name, value -> part.name, path || '.' || part.name);
      if fault is not null then
        return fault;
      end if;
    end loop;
    for part in select r.name from jsonb_array_elements_text(shape -> 'required') as r (name) loop
      if not value ? part.name then
        return path || '.' || part.name;
      end if;
    end loop;
  end if;
  return null;
end
$$;

-- True when each stretch ends after it begins and none begins before the one before it ends.
create function private.are_stretches_apart(stretches jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(opens < closes and (closed_before is null or closed_before <= opens)), true)
  from (
    select s.stretch ->> 'open' as opens, s.stretch ->> 'close' as closes,
      lag(s.stretch ->> 'close') over (order by s.at) as closed_before
    from jsonb_array_elements(stretches) with ordinality as s (stretch, at)
  ) as days
$$;

-- Refuses hours that overlap, of the week and of special days, and special days that meet.
create function private.check_hours(p_value jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  fault text;
begin
  select (array['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'])[d.at] into fault
  from jsonb_array_elements(p_value -> 'week') with ordinality as d (stretches, at)
  where not private.are_stretches_apart(d.stretches) limit 1;
  if fault is null then
    select s.days ->> 'from' into fault from jsonb_array_elements(p_value -> 'specialDays') as s (days)
    where not private.are_stretches_apart(s.days -> 'hours') limit 1;
  end if;
  if fault is not null then
    raise exception 'El horario de % se cruza, o cierra antes de abrir. Revisa sus tramos.', fault using errcode = '23514';
  end if;
  select s.days ->> 'from' into fault
  from jsonb_array_elements(p_value -> 'specialDays') with ordinality as s (days, at)
  where s.days ->> 'from' > s.days ->> 'to' or exists (
    select from jsonb_array_elements(p_value -> 'specialDays') with ordinality as o (days, at)
    where o.at < s.at and s.days ->> 'from' <= o.days ->> 'to' and o.days ->> 'from' <= s.days ->> 'to'
  ) limit 1;
  if fault is not null then
    raise exception 'Los días especiales desde el % terminan antes de comenzar, o se cruzan con otros. Revisa sus fechas.', fault
      using errcode = '23514';
  end if;
end
$$;

-- Refuses services that cannot be told apart and prices from above to.
create function private.check_services(p_value jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  fault text;
begin
  select g.grp ->> 'title' into fault from jsonb_array_elements(p_value -> 'groups') as g (grp)
  group by lower(g.grp ->> 'title'), g.grp ->> 'title' having count(*) > 1 limit 1;
  if fault is null then
    select s.service ->> 'name' into fault
    from jsonb_array_elements(p_value -> 'groups') with ordinality as g (grp, at),
      jsonb_array_elements(g.grp -> 'services') as s (service)
    group by g.at, lower(s.service ->> 'name'), s.service ->> 'name' having count(*) > 1 limit 1;
  end if;
  if fault is not null then
    raise exception '«%» está dos veces. Cambia o quita uno de los dos.', fault using errcode = '23514';
  end if;
  select s.service ->> 'name' into fault
  from jsonb_array_elements(p_value -> 'groups') as g (grp), jsonb_array_elements(g.grp -> 'services') as s (service)
  where (s.service ->> 'priceFrom')::numeric > (s.service ->> 'priceTo')::numeric limit 1;
  if fault is not null then
    raise exception 'El precio «hasta» de «%» es menor que su precio «desde».', fault using errcode = '23514';
  end if;
end
$$;

-- Refuses what is no value of its section, whoever writes it.
create function private.check_setting(p_section text, p_value jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  fault text;
begin
  if octet_length(p_value::text) > 131072 then
    raise exception 'Es demasiado para guardarlo. Acorta los textos o quita elementos.' using errcode = '23514';
  end if;
  select private.shape_fault(k.shape, p_value, k.section) into fault from private.setting_shapes k
  where k.section = p_section;
  if fault is not null then
    raise exception 'El valor de «%» no es válido. Corrígelo y guarda otra vez.', fault using errcode = '23514';
  end if;
  if p_section = 'hours' then
    perform private.check_hours(p_value);
  elsif p_section = 'services' then
    perform private.check_services(p_value);
  end if;
end
$$;

-- Checks a value, counts its version and says who wrote it.
create function private.guard_setting_section() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_setting(new.section, new.value);
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

-- Saves one section as a form has it, which read p_version. Sent twice it happens once. When somebody else saved
-- meanwhile nothing is changed: `saved` is false, and the row is the present one. Admins only.
create function public.save_setting_section(p_request_id uuid, p_section text, p_value jsonb, p_version integer)
returns table (saved boolean, value jsonb, version integer, changed_at timestamptz, changed_by_name text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  row public.setting_sections;
  summary text := 'los ajustes quedaron guardados';
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
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
grant execute on function public.save_setting_section to authenticated;

-- Takes one change back: each part of the section that it changed becomes again what it was before. Refused when such a
-- part has been changed since. Sent twice it happens once. Admins only.
create function public.undo_setting_change(p_request_id uuid, p_change_id bigint)
returns table (value jsonb, version integer, changed_at timestamptz, changed_by_name text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  change public.setting_changes;
  row public.setting_sections;
  parts jsonb;
  summary text := 'el cambio quedó deshecho';
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  select * into change from public.setting_changes c where c.id = p_change_id;
  if change.before is null then
    raise exception 'Ese cambio no existe, o es el valor inicial.' using errcode = 'P0002';
  end if;
  select * into row from public.setting_sections s where s.section = change.section for update;
  if private.claim_request(p_request_id, 'undo_setting_change', to_jsonb(p_change_id), summary) then
    -- A part that one side lacks stands for itself as null: no part of a section is null and absent at once.
    select jsonb_object_agg(k.name, change.before -> k.name) into parts
    from jsonb_object_keys(change.before || change.after) as k (name)
    where change.before -> k.name is distinct from change.after -> k.name;
    if exists (select from jsonb_object_keys(parts) as k (name)
      where row.value -> k.name is distinct from change.after -> k.name) then
      raise exception 'Lo que cambió entonces se ha vuelto a cambiar. Deshaz primero el cambio más nuevo.'
        using errcode = '23514';
    end if;
    update public.setting_sections s set value = row.value || parts where s.section = change.section returning * into row;
    update public.setting_changes c set undoes = p_change_id where c.section = row.section and c.version = row.version;
    perform private.finish_request(p_request_id, to_jsonb(row.version), summary);
  end if;
  return query
    select c.after, c.version, c.changed_at, c.changed_by_name from public.setting_changes c
    where c.section = change.section
      and c.version = coalesce((private.request_result(p_request_id) #>> '{}')::integer, row.version);
end
$$;
revoke all on function public.undo_setting_change from public, anon, authenticated;
grant execute on function public.undo_setting_change to authenticated;

-- The public sections, and a text that is another one whenever they are. For everybody: they stand on the public pages.
create function public.shop_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('revision', left(encode(sha256(convert_to(f.facts::text, 'UTF8')), 'hex'), 16), 'facts', f.facts)
  from (
    select jsonb_object_agg(s.section, case s.section
      when 'terms' then s.value || jsonb_build_object('version', s.version) else s.value end) as facts
    from public.setting_sections s join private.setting_shapes k on k.section = s.section where k.is_public
  ) as f
$$;
revoke all on function public.shop_facts from public, anon, authenticated;
grant execute on function public.shop_facts to anon, authenticated, service_role;

alter publication supabase_realtime add table public.setting_sections;
