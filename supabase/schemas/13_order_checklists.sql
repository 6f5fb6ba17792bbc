-- What of a device works when it comes in and when it goes out, and what came with it (REC, decision 75): one checklist
-- for each of the two moments. The points to ask are the shop's list (section 'desk' of the settings, `checkpoints`); a
-- checklist keeps their words, so that an order of last year says what was asked then. Nobody changes one once the
-- device was handed over. Every change is in the timeline, as { <moment>_points, <moment>_accessories }.

-- Whether a list has at most so many objects, each with a label that no other has.
create function private.are_labelled(p_list jsonb, p_most integer) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(p_list) <> 'array' then false else (
    select count(*) <= p_most and count(distinct lower(e ->> 'label')) = count(*)
      and coalesce(bool_and(coalesce(length(e ->> 'label') between 1 and 60, false)), true)
    from jsonb_array_elements(p_list) as e) end
$$;

-- Whether each point has a result that there is.
create function private.have_results(p_points jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(bool_and(coalesce(e ->> 'result' in ('works', 'fails', 'untested'), false)), true)
  from jsonb_array_elements(p_points) as e
$$;
grant execute on function private.are_labelled, private.have_results to service_role;

create table public.order_checklists (
  order_id uuid not null references public.service_orders (id) on delete cascade,
  moment text not null check (moment in ('reception', 'delivery')),
  -- The kind of device whose points were asked: the order's may have been corrected since.
  equipment_type text not null check (equipment_type in ('smartphone', 'laptop', 'desktop', 'tablet', 'others')),
  -- [{ label, result: 'works' | 'fails' | 'untested' }]
  points jsonb not null default '[]' check (private.are_labelled(points, 40) and private.have_results(points)),
  -- [{ id, label }]: what came with the device, at delivery what went out with it. An accessory keeps its id.
  accessories jsonb not null default '[]' check (private.are_labelled(accessories, 20)),
  -- The version of section 'desk' that has these points; null for none.
  list_version integer,
  taken_at timestamptz not null default now(),
  taken_by uuid references public.profiles (id) on delete set null,
  changed_at timestamptz not null default now(),
  changed_by uuid references public.profiles (id) on delete set null,
  version integer not null default 1,
  primary key (order_id, moment)
);
create index order_checklists_taken_by on public.order_checklists (taken_by);
create index order_checklists_changed_by on public.order_checklists (changed_by);
alter table public.order_checklists enable row level security;
select private.require_session('public.order_checklists');
revoke all on public.order_checklists from anon, authenticated;
grant all on public.order_checklists to service_role;
-- Not who: the timeline tells the staff.
grant select (order_id, moment, equipment_type, points, accessories, list_version, taken_at, changed_at, version)
  on public.order_checklists to authenticated;
create policy "whoever may read the order" on public.order_checklists for select to authenticated
  using (exists (select from public.service_orders o where o.id = order_id));
create trigger as_readable before insert or update on public.order_checklists
  for each row execute function private.as_readable();
-- A list that a colleague fills in is filled in on the other desks, too.
alter publication supabase_realtime add table public.order_checklists;

-- A label as people read it; null if nothing is left.
create function private.checklist_label(p_entry jsonb) returns text
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_entry -> 'label') = 'string' then
    private.written(private.without_controls(p_entry ->> 'label', false)) end
$$;
revoke all on function private.checklist_label from public, anon, authenticated;

-- A list as somebody sent it, whose entries have labels, each another one. p_what: what they are, p_most: how many there
-- are at most.
create function private.checked_labels(p_list jsonb, p_what text, p_most integer) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  twice text;
begin
  if jsonb_typeof(p_list) is distinct from 'array' then
    raise exception 'La lista no se entiende. Vuelve a abrirla y guárdala otra vez.' using errcode = '22023';
  end if;
  if jsonb_array_length(p_list) > p_most then
    raise exception 'Hay demasiados: una lista lleva hasta % %.', p_most, p_what using errcode = '23514';
  end if;
  if exists (select from jsonb_array_elements(p_list) as e
    where length(private.checklist_label(e)) between 1 and 60 is not true) then
    raise exception 'Escribe qué son los %: cada uno en hasta 60 letras.', p_what using errcode = '23514';
  end if;
  select (array_agg(private.checklist_label(e.value) order by e.place))[2] into twice
  from jsonb_array_elements(p_list) with ordinality as e (value, place)
  group by private.name_key(private.checklist_label(e.value)) having count(*) > 1
  order by min(e.place) limit 1;
  if twice is not null then
    raise exception '«%» está dos veces. Quita o cambia uno.', twice using errcode = '23514';
  end if;
  return p_list;
end
$$;
revoke all on function private.checked_labels from public, anon, authenticated;

-- Points as somebody sent them, with every key and no other.
create function private.checked_points(p_points jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  checked jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('label', private.checklist_label(e.value), 'result',
    e.value ->> 'result') order by e.place), '[]') into checked
  from jsonb_array_elements(private.checked_labels(p_points, 'puntos', 40)) with ordinality as e (value, place);
  if not private.have_results(checked) then
    raise exception 'Marca cada punto: Funciona, Falla o No probado.' using errcode = '23514';
  end if;
  return checked;
end
$$;
revoke all on function private.checked_points from public, anon, authenticated;

-- Accessories as somebody sent them, with every key and no other.
create function private.checked_accessories(p_accessories jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  checked jsonb;
begin
  if exists (select from jsonb_array_elements(private.checked_labels(p_accessories, 'accesorios', 20)) as e
    where (e ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') is not true) then
    raise exception 'La lista no se entiende. Vuelve a abrirla y guárdala otra vez.' using errcode = '22023';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', e.value ->> 'id', 'label', private.checklist_label(e.value))
    order by e.place), '[]') into checked
  from jsonb_array_elements(p_accessories) with ordinality as e (value, place);
  if (select count(distinct e ->> 'id') from jsonb_array_elements(checked) as e) <> jsonb_array_length(checked) then
    raise exception 'La lista no se entiende. Vuelve a abrirla y guárdala otra vez.' using errcode = '22023';
  end if;
  return checked;
end
$$;
revoke all on function private.checked_accessories from public, anon, authenticated;

-- The newest version of section 'desk' that asks exactly these points of a kind of device; null for none.
create function private.list_version(p_type text, p_points jsonb) returns integer
language sql stable security definer set search_path = '' as $$
  with labels as (
    select jsonb_agg(e.value -> 'label' order by e.place) as list
    from jsonb_array_elements(p_points) with ordinality as e (value, place)
  )
  select coalesce((
    select s.version from public.setting_sections s, labels l
    where s.section = 'desk' and s.value #> array['checkpoints', p_type] = l.list
  ), (
    select c.version from public.setting_changes c, labels l
    where c.section = 'desk' and c.after #> array['checkpoints', p_type] = l.list
    order by c.version desc limit 1
  ))
$$;
revoke all on function private.list_version from public, anon, authenticated;

-- The entries of a list that another one does not have.
create function private.list_difference(p_list jsonb, p_other jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e.value order by e.place), '[]')
  from jsonb_array_elements(p_list) with ordinality as e (value, place)
  where not coalesce(p_other, '[]') @> jsonb_build_array(e.value)
$$;
revoke all on function private.list_difference from public, anon, authenticated;

-- What of two lists differs, for the timeline: [before, after], null before the first one; null for nothing.
create function private.list_change(p_before jsonb, p_after jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select nullif(nullif(jsonb_build_array(case when p_before is not null then private.list_difference(p_before, p_after) end,
    private.list_difference(p_after, p_before)), '[[], []]'), '[null, []]')
$$;
revoke all on function private.list_change from public, anon, authenticated;

-- Saves what of a device works at a moment, and its accessories; once for each request id. p_known: the version that
-- the form has read, null for none. When somebody else saved meanwhile nothing is changed: `saved` is false, and the
-- rest is what they wrote. Staff only.
create function public.save_checklist(
  p_request_id uuid, p_order_id uuid, p_moment text, p_equipment_type text, p_points jsonb, p_accessories jsonb,
  p_known integer default null
) returns table (
  saved boolean, author text, moment text, equipment_type text, points jsonb, accessories jsonb, taken_at timestamptz,
  changed_at timestamptz, version integer
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  summary constant text := 'la lista quedó guardada';
  v_points jsonb;
  v_accessories jsonb;
  device public.service_orders;
  known public.order_checklists;
  changes jsonb;
  is_saved boolean := true;
begin
  perform private.require('orders.change');
  if p_moment is null or p_moment not in ('reception', 'delivery') or p_equipment_type is null
    or p_equipment_type not in ('smartphone', 'laptop', 'desktop', 'tablet', 'others') then
    raise exception 'La lista no se entiende. Vuelve a abrirla y guárdala otra vez.' using errcode = '22023';
  end if;
  v_points := private.checked_points(p_points);
  v_accessories := private.checked_accessories(p_accessories);
  select * into device from public.service_orders o where o.id = p_order_id for no key update;
  if device.id is null then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  select * into known from public.order_checklists c where c.order_id = p_order_id and c.moment = p_moment;
  -- Not claimed when it is refused: the form sends another version under the same id after its conflict is solved.
  if private.request_result(p_request_id) is null and known.version is distinct from p_known
    and (known.points, known.accessories, known.equipment_type)
      is distinct from (v_points, v_accessories, p_equipment_type) and known.version is not null then
    is_saved := false;
  elsif private.claim_request(p_request_id, 'save_checklist', jsonb_build_array(p_order_id, p_moment,
    p_equipment_type, v_points, v_accessories), summary) then
    if device.status = 'delivered' then
      raise exception 'El equipo ya se entregó: la lista queda como está.' using errcode = '23514';
    end if;
    if device.anonymized_at is not null then
      raise exception 'Los datos de esta orden se borraron: ya no se le anota nada.' using errcode = '23514';
    end if;
    changes := jsonb_strip_nulls(jsonb_build_object(
      p_moment || '_points', private.list_change(known.points, v_points),
      p_moment || '_accessories', private.list_change(known.accessories, v_accessories)));
    if known.order_id is null or (known.points, known.accessories, known.equipment_type)
      is distinct from (v_points, v_accessories, p_equipment_type) then
      insert into public.order_checklists (order_id, moment, equipment_type, points, accessories, list_version,
        taken_by, changed_by)
      values (p_order_id, p_moment, p_equipment_type, v_points, v_accessories,
        private.list_version(p_equipment_type, v_points), (select auth.uid()), (select auth.uid()))
      on conflict on constraint order_checklists_pkey do update
      set equipment_type = excluded.equipment_type, points = excluded.points, accessories = excluded.accessories,
        list_version = excluded.list_version, changed_at = now(), changed_by = excluded.changed_by,
        version = known.version + 1;
      perform private.add_order_event(device, 'edited', changes);
    end if;
    perform private.finish_request(p_request_id, 'true', summary);
  end if;
  return query
    select is_saved, p.full_name, c.moment, c.equipment_type, c.points, c.accessories, c.taken_at, c.changed_at,
      c.version
    from public.order_checklists c left join public.profiles p on p.id = c.changed_by
    where c.order_id = p_order_id and c.moment = p_moment;
end
$$;
revoke all on function public.save_checklist from public, anon, authenticated;
grant execute on function public.save_checklist to authenticated;
