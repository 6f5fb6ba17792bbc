-- Where a device is (decision 77): a shelf, the bench, an outside laboratory, by the names of the shop's list (section
-- 'desk' of the settings). A row for each order whose device was put somewhere; its place stays as it was called.

create table public.device_places (
  order_id uuid primary key references public.service_orders (id) on delete cascade,
  -- Null: nowhere any more.
  place text check (length(place) between 1 and 40),
  -- Where it was until the delivery, which is what 'Deshacer' restores.
  left_place text check (left_place is null or place is null),
  moved_by uuid references public.profiles (id) on delete set null,
  moved_at timestamptz not null default now()
);
create index device_places_place on public.device_places (place, moved_at desc) where place is not null;
create index device_places_moved_by on public.device_places (moved_by);
alter table public.device_places enable row level security;
select private.require_session('public.device_places');
revoke all on public.device_places from anon, authenticated;
grant all on public.device_places to service_role;
grant select on public.device_places to authenticated;
create policy "staff read" on public.device_places for select to authenticated using ((select private.may('desk')));
create trigger as_readable before insert or update on public.device_places
  for each row execute function private.as_readable();
-- A device that a colleague moves is elsewhere on the other desks, too.
alter publication supabase_realtime add table public.device_places;

-- A delivered device is nowhere in the shop, whoever writes. Locked: a delivery at the same moment waits, or is seen.
create function private.guard_place() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  o public.service_orders;
begin
  select * into o from public.service_orders s where s.id = new.order_id for share;
  if o.status = 'delivered' and new.place is not null then
    raise exception 'La orden % ya se entregó: su equipo no está en la tienda. Quítala de la lista.',
      private.format_order_number(o.order_number) using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger guard_place before insert or update on public.device_places
  for each row execute function private.guard_place();

-- Each move is a line of the order's timeline; what follows a delivery is part of it.
create function private.record_place() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant text := case when tg_op = 'UPDATE' then old.place end;
begin
  if new.place is distinct from before
    and not (tg_op = 'UPDATE' and new.left_place is distinct from old.left_place) then
    perform private.add_order_event(o, 'moved', jsonb_build_object('place', jsonb_build_array(before, new.place)))
    from public.service_orders o where o.id = new.order_id;
  end if;
  return null;
end
$$;
create trigger record_place after insert or update on public.device_places
  for each row execute function private.record_place();

-- A delivery takes the device from its place, and 'Deshacer' puts it back.
create function private.follow_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'delivered' then
    update public.device_places p set left_place = p.place, place = null
    where p.order_id = new.id and p.place is not null;
  elsif current_setting('taller.undone_order', true) = new.id::text then
    update public.device_places p set place = p.left_place, left_place = null
    where p.order_id = new.id and p.left_place is not null;
  end if;
  return null;
end
$$;
create trigger place_follows_status after update on public.service_orders
  for each row when (new.status is distinct from old.status and 'delivered' in (old.status, new.status))
  execute function private.follow_place();

-- Puts the devices of up to 50 orders at one place of the shop's list, all or none, once for each request id. p_place:
-- null to say that they are at none. Who scans last is right: a device is where it was seen. Staff only.
create function public.move_devices(p_request_id uuid, p_orders uuid[], p_place text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ids constant uuid[] := array(select distinct i.id from unnest(p_orders) as i (id) where i.id is not null order by 1);
begin
  perform private.require('orders.change');
  if cardinality(ids) not between 1 and 50 then
    raise exception 'Elige entre 1 y 50 equipos.' using errcode = '22023';
  end if;
  if not private.claim_request(p_request_id, 'move_devices', jsonb_build_array(to_jsonb(ids), p_place),
    'los equipos se movieron') then
    return;
  end if;
  if p_place is not null and not exists (select from public.setting_sections s
    where s.section = 'desk' and s.value -> 'places' ? p_place) then
    raise exception 'Esa ubicación ya no está en Ajustes. Elige otra.' using errcode = '23514';
  end if;
  -- In one order for everybody.
  perform from public.service_orders o where o.id = any (ids) order by o.id for no key update;
  if (select count(*) from public.service_orders o where o.id = any (ids)) < cardinality(ids) then
    raise exception 'Una de las órdenes ya no existe: alguien la eliminó. Quítala de la lista.' using errcode = 'P0002';
  end if;
  insert into public.device_places as p (order_id, place, moved_by)
  select i.id, p_place, (select auth.uid()) from unnest(ids) as i (id)
  where p_place is not null or exists (select from public.device_places k where k.order_id = i.id)
  on conflict (order_id) do update
  set place = excluded.place, left_place = null, moved_by = excluded.moved_by, moved_at = now()
  where p.place is distinct from excluded.place;
end
$$;
revoke all on function private.guard_place, private.record_place, private.follow_place, public.move_devices
  from public, anon, authenticated;
grant execute on function public.move_devices to authenticated;

-- Only orders whose devices are at a place, for the desk's list, as SQL on an order o; null without one.
create function private.place_condition(p_place text) returns text
language sql immutable strict set search_path = '' as $$
  select format(' and o.id in (select d.order_id from public.device_places d where d.place = %L)', p_place)
$$;
revoke all on function private.place_condition from public, anon, authenticated;
