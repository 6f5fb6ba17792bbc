-- What is known of one device (decision 77), by its IMEI or serial number, over all orders and owners.

-- Under which two IMEIs or serial numbers are one device: letters and digits alone. Null for what names no device, so
-- that strangers' devices are never one: 'sin imei', '0', repeated or counted digits, and what anonymised orders have.
create function private.device_key(p_imei text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when length(k) between 6 and 40 and k ~ '[0-9]' and k !~ '^(.)\1*$'
    and position(k in '012345678901234567890123456789') = 0
    and k !~ '^(SIN|NO|NN|NA|ND|SD|SN|EQUIPO|IMEI|SERIE|DESCONOC|ILEGIBLE|PENDIENTE)[A-Z]*[0-9]{0,3}$' then k end
  from (select upper(regexp_replace(coalesce(p_imei, ''), '[^A-Za-z0-9]', '', 'g'))) as written (k)
$$;
-- By whoever writes an order, for its index.
revoke all on function private.device_key from public, anon;
grant execute on function private.device_key to authenticated, service_role;
create index service_orders_device on public.service_orders (private.device_key(imei)) where imei is not null;

-- Whether a device was looked up as stolen, each answer as it was noted. Gone with the last order of the device.
create table private.device_lookups (
  id uuid primary key,
  device text not null,
  answer text not null check (answer in ('clear', 'listed', 'unknown')),
  note text not null default '' check (length(note) <= 300),
  made_by uuid references public.staff_names (id),
  made_at timestamptz not null default now()
);
create index device_lookups_device on private.device_lookups (device, made_at desc);
create index device_lookups_made_by on private.device_lookups (made_by);
alter table private.device_lookups enable row level security;

-- A number that no order has any more (corrected, erased, deleted) belongs to nobody, and nothing is known of it.
create function private.forget_device() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.device_lookups l where l.device = private.device_key(old.imei)
    and not exists (select from public.service_orders o
      where o.imei is not null and private.device_key(o.imei) = l.device);
  return null;
end
$$;
create trigger forget_corrected_device after update on public.service_orders
  for each row when (old.imei is not null and new.imei is distinct from old.imei)
  execute function private.forget_device();
create trigger forget_deleted_device after delete on public.service_orders
  for each row when (old.imei is not null) execute function private.forget_device();

-- Notes what a look-up of stolen devices answered, once for each id, which becomes the note's; a line in the timeline of
-- the device's newest order. Staff only.
create function public.note_device_lookup(p_id uuid, p_imei text, p_answer text, p_note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_device constant text := private.device_key(p_imei);
  v_note constant text := coalesce(private.written(private.without_controls(p_note, false)), '');
  newest public.service_orders;
begin
  perform private.require('orders.change');
  if p_answer is null or p_answer not in ('clear', 'listed', 'unknown') then
    raise exception 'Di qué respondió la consulta.' using errcode = '22023';
  end if;
  if length(v_note) > 300 then
    raise exception 'La nota puede tener hasta 300 letras.' using errcode = '23514';
  end if;
  if not private.claim_row(p_id, 'note_device_lookup', jsonb_build_array(v_device, p_answer, v_note),
    'la consulta quedó anotada') then
    return;
  end if;
  select * into newest from public.service_orders o where o.imei is not null and private.device_key(o.imei) = v_device
  order by o.created_at desc, o.id limit 1 for share;
  if not found then
    raise exception 'Ninguna orden tiene ya este IMEI o número de serie. Revisa si alguien lo corrigió.'
      using errcode = 'P0002';
  end if;
  if (select count(*) from private.device_lookups l where l.device = v_device) >= 50 then
    raise exception 'Este equipo ya tiene 50 consultas anotadas.' using errcode = '23514';
  end if;
  insert into private.device_lookups (id, device, answer, note, made_by)
  values (p_id, v_device, p_answer, v_note, (select auth.uid()))
  on conflict (id) do nothing;
  if not found then
    perform private.refuse_id();
  end if;
  perform private.add_order_event(newest, 'device_checked', jsonb_build_object('lookup',
    jsonb_build_array(null, case p_answer when 'clear' then 'No figura' when 'listed' then 'Figura como robado'
      else 'Sin respuesta' end)));
end
$$;

-- A device, by its IMEI or serial number: { orders, total, owners, parts, photos, lookups }, newest first, at most 50
-- each. total: of its orders. owners: by RUT, with the number of their orders of it. Staff only.
create function public.device_passport(p_imei text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_device constant text := private.device_key(p_imei);
begin
  perform private.require('people.see');
  return (
    with of_device as materialized (
      select o.* from public.service_orders o where o.imei is not null and private.device_key(o.imei) = v_device
    ), newest as (
      select * from of_device order by created_at desc, id desc limit 50
    )
    select jsonb_build_object(
      'orders', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'order_number', o.order_number,
          'created_at', o.created_at, 'status', o.status, 'customer_name', o.customer_name,
          'equipment_type', o.equipment_type, 'equipment_brand', o.equipment_brand,
          'equipment_model', o.equipment_model, 'imei', o.imei, 'work_description', left(o.work_description, 300),
          'technical_work', left(o.technical_work, 300), 'delivered_at', o.delivered_at,
          -- Why a fault that was seen is still there; null where nothing says so.
          'unrepaired', case when o.unrepaired_reason is not null then left(o.unrepaired_reason, 300)
            when o.status = 'rejected' then 'Presupuesto rechazado'
            when o.status = 'cancelled' then left(coalesce(o.cancellation_reason, 'Orden cancelada'), 300) end,
          'declined', (select coalesce(jsonb_agg(l.value ->> 'description' order by l.place), '[]')
            from jsonb_array_elements(o.quote_lines) with ordinality as l (value, place)
            where o.approved_at is not null and (l.value ->> 'optional')::boolean
              and not (l.value ->> 'chosen')::boolean),
          'warranty_end', case when o.status = 'delivered' and private.has_warranty(o)
            then (select e.warranty_end from private.warranty_ends(o.order_number) as e) end,
          'place', (select p.place from public.device_places p where p.order_id = o.id))
          order by o.created_at desc, o.id desc), '[]') from newest o),
      'total', (select count(*) from of_device),
      'owners', (select coalesce(jsonb_agg(to_jsonb(w) order by w.last_at desc), '[]') from (
          select (array_agg(o.id order by o.created_at desc))[1] as order_id,
            (array_agg(o.customer_name order by o.created_at desc))[1] as customer_name, o.customer_rut,
            count(*) as orders, min(o.created_at) as first_at, max(o.created_at) as last_at
          from of_device o
          -- Under a RUT of repeated digits each order is a person of its own.
          group by o.customer_rut, case when private.is_repeated_rut(o.customer_rut) then o.id end
          order by max(o.created_at) desc limit 50) as w),
      'parts', (select coalesce(jsonb_agg(to_jsonb(f) order by f.fitted_at desc, f.id), '[]') from (
          select p.id, p.order_id, o.order_number, p.description, p.quantity, s.made_at as fitted_at
          from of_device o join private.requested_parts p on p.order_id = o.id
          cross join lateral (select max(k.made_at) as made_at from private.part_steps k
            where k.part_id = p.id and k.became = 'fitted') as s
          where p.state = 'fitted' order by s.made_at desc limit 50) as f),
      'photos', (select coalesce(jsonb_agg(to_jsonb(f) order by f.created_at desc, f.id), '[]') from (
          select p.id, p.order_id, o.order_number, p.moment, p.created_at, p.checked_at, p.width, p.height
          from of_device o join public.order_photos p on p.order_id = o.id
          where p.checked_at is not null order by p.created_at desc limit 50) as f),
      'lookups', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'answer', l.answer, 'note', l.note,
          'made_at', l.made_at, 'made_by', n.full_name) order by l.made_at desc, l.id), '[]')
        from private.device_lookups l left join public.staff_names n on n.id = l.made_by where l.device = v_device))
  );
end
$$;
revoke all on function private.forget_device, public.note_device_lookup, public.device_passport
  from public, anon, authenticated;
grant execute on function public.note_device_lookup, public.device_passport to authenticated;
