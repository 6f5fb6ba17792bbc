-- The staff's functions for the parts of orders (28_requested_parts).

-- Asks for a part of an order, once for each id, which becomes the part's: a product, or a free description. A product
-- of which enough is free is reserved at once; else the answer says which orders have it. Staff only.
create function public.request_part(
  p_id uuid, p_order_id uuid, p_quantity integer, p_item_id uuid default null, p_description text default null
) returns table (state text, told text)
language plpgsql security definer set search_path = '' as $$
declare
  description text := private.written(private.without_controls(p_description, false));
  o public.service_orders;
  item public.inventory;
begin
  perform private.require('stock');
  if not private.claim_row(p_id, 'request_part',
    jsonb_build_array(p_order_id, p_quantity, p_item_id, description), 'el repuesto quedó anotado') then
    return query select r.state, r.told
    from jsonb_to_record(private.request_result(p_id)) as r (state text, told text);
    return;
  end if;
  o := private.lock_order_of_parts(p_order_id);
  if o.status <> all (private.statuses_in('open')) then
    raise exception 'Esta orden ya no pide repuestos: el trabajo terminó o la orden se cerró.' using errcode = '23514';
  end if;
  if (p_quantity between 1 and 99) is not true then
    raise exception 'La cantidad es un número entero entre 1 y 99.' using errcode = '23514';
  end if;
  if (select count(*) from private.requested_parts p where p.order_id = o.id) >= 100 then
    raise exception 'Una orden lleva hasta 100 repuestos.' using errcode = '23514';
  end if;
  if p_item_id is not null then
    select * into item from public.inventory i where i.id = p_item_id for update;
    if not found then
      raise exception 'El producto ya no existe.' using errcode = 'P0002';
    end if;
    description := left(item.brand || ' ' || item.model, 200);
  elsif description is null or length(description) > 200 then
    raise exception 'Escribe qué repuesto es, en hasta 200 letras.' using errcode = '23514';
  end if;
  state := private.add_part(p_id, o, item, description, p_quantity);
  told := case when state = 'requested' and item.id is not null then private.too_few(item) end;
  perform private.finish_request(p_id, jsonb_build_object('state', state, 'told', told), 'el repuesto quedó anotado');
  return next;
end
$$;

-- Takes a part as it is stored one step on, with what was said with the step. The caller holds its order.
create function private.step_part(
  p_part_id uuid, p_version integer, p_to text, p_item_id uuid, p_supplier text, p_expected_on date, p_unit_cost bigint,
  p_note text, o public.service_orders
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  part private.requested_parts;
begin
  select * into part from private.requested_parts p where p.id = p_part_id for update;
  if part.version is distinct from p_version then
    raise exception 'Otra persona ya movió este repuesto: está como «%». Revisa en qué quedó.',
      private.part_state_name(part.state) using errcode = '23514';
  end if;
  if length(p_note) > 300 or length(p_supplier) > 120 then
    raise exception 'El motivo puede tener hasta 300 letras, y el proveedor hasta 120.' using errcode = '23514';
  end if;
  if p_to in ('ordered', 'arrived') and part.state in ('requested', 'ordered') then
    if p_expected_on not between least(today, part.expected_on) and today + 730 then
      raise exception 'Elige una fecha desde hoy, de los próximos dos años.' using errcode = '23514';
    end if;
    if p_unit_cost not between 0 and 1000000000 then
      raise exception 'Escribe el costo en pesos, sin decimales.' using errcode = '23514';
    end if;
    if p_supplier is not null then
      part.supplier_id := private.catalog_id('suppliers', p_supplier);
    end if;
    part.expected_on := coalesce(p_expected_on, part.expected_on);
    part.unit_cost := coalesce(p_unit_cost, part.unit_cost);
  end if;
  -- What came as no product is not in the stock that it would leave.
  if part.item_id is null and not (part.state = 'arrived' and p_to in ('fitted', 'faulty', 'sent_back')) then
    part.item_id := p_item_id;
  end if;
  perform private.put_part(part, p_to, o, p_note);
end
$$;
revoke all on function private.step_part from public, anon, authenticated;

-- Takes a part one step on, once for each request. p_version: of the part that the caller has seen. p_item_id: the
-- product that a free part is. Supplier, day and cost change with the steps before the part is there; null leaves them
-- as they are. Staff only.
create function public.move_part(
  p_request_id uuid, p_part_id uuid, p_version integer, p_to text, p_item_id uuid default null,
  p_supplier text default null, p_expected_on date default null, p_unit_cost bigint default null,
  p_note text default ''
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  supplier constant text := private.written(private.without_controls(p_supplier, false));
  note constant text := coalesce(private.written(private.without_controls(p_note, false)), '');
  asking uuid;
begin
  perform private.require('stock');
  -- Without the version that was seen: a form that did not hear its answer has read its own step when it sends again.
  if not private.claim_request(p_request_id, 'move_part', jsonb_build_array(p_part_id, p_to, p_item_id, supplier,
    p_expected_on, p_unit_cost, note), format('el repuesto quedó como «%s»', private.part_state_name(p_to))) then
    return;
  end if;
  select p.order_id into asking from private.requested_parts p where p.id = p_part_id;
  if not found then
    raise exception 'Este repuesto ya no existe: alguien eliminó la orden.' using errcode = 'P0002';
  end if;
  perform private.step_part(p_part_id, p_version, p_to, p_item_id, supplier, p_expected_on, p_unit_cost, note,
    private.lock_order_of_parts(asking));
end
$$;

-- Takes up to 100 parts of any orders the same step on, all or none, once for each request: ordered from one supplier,
-- arrived, sent back (PART-45). p_parts: [{ id, version, unit_cost? }]. What one of them is refused names it and its
-- order. Staff only.
create function public.move_parts(
  p_request_id uuid, p_parts jsonb, p_to text, p_supplier text default null, p_expected_on date default null,
  p_note text default ''
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  supplier constant text := private.written(private.without_controls(p_supplier, false));
  note constant text := coalesce(private.written(private.without_controls(p_note, false)), '');
  asked record;
  moved integer := 0;
begin
  perform private.require('stock');
  if jsonb_typeof(p_parts) is distinct from 'array' or jsonb_array_length(p_parts) not between 1 and 100 then
    raise exception 'Elige entre 1 y 100 repuestos.' using errcode = '22023';
  end if;
  perform private.require_shape(p_parts, '[{"id": "uuid", "version": "integer", "unit_cost": "bigint"}]');
  -- Without the versions, as move_part.
  if not private.claim_request(p_request_id, 'move_parts', jsonb_build_array(p_to, supplier, p_expected_on, note, (
    select jsonb_agg(jsonb_build_array(e -> 'id', e -> 'unit_cost') order by e ->> 'id')
    from jsonb_array_elements(p_parts) as e)), 'los repuestos quedaron como se pidió') then
    return private.request_result(p_request_id)::integer;
  end if;
  if exists (select from jsonb_array_elements(p_parts) as e
    left join private.requested_parts p on p.id = (e ->> 'id')::uuid where p.id is null) then
    raise exception 'Uno de los repuestos ya no existe: alguien eliminó la orden.' using errcode = 'P0002';
  end if;
  -- Orders before parts before products, each in one order for everybody (decision 70).
  perform from public.service_orders o where o.id in (
    select p.order_id from jsonb_array_elements(p_parts) as e
    join private.requested_parts p on p.id = (e ->> 'id')::uuid) order by o.id for no key update;
  for asked in
    select p.id, p.description, p.order_id, (e ->> 'version')::integer as version,
      (e ->> 'unit_cost')::bigint as unit_cost
    from jsonb_array_elements(p_parts) as e join private.requested_parts p on p.id = (e ->> 'id')::uuid
    order by p.item_id, p.id
  loop
    begin
      perform private.step_part(asked.id, asked.version, p_to, null, supplier, p_expected_on, asked.unit_cost, note,
        private.lock_order_of_parts(asked.order_id));
    exception when check_violation then
      raise exception '«%» de la orden %: %', asked.description, (
        select private.format_order_number(o.order_number) from public.service_orders o where o.id = asked.order_id),
        sqlerrm using errcode = '23514';
    end;
    moved := moved + 1;
  end loop;
  perform private.finish_request(p_request_id, to_jsonb(moved), format('%s repuestos quedaron como «%s»', moved,
    private.part_state_name(p_to)));
  return moved;
end
$$;

-- Gives back what a closed order holds, once for each request: reserved products to the stock, and what is not ordered
-- yet is not needed any more. Answers how many parts went back. Staff only.
create function public.return_parts(p_request_id uuid, p_order_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  o public.service_orders;
  part private.requested_parts;
  returned integer := 0;
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'return_parts', jsonb_build_array(p_order_id)) then
    return private.request_result(p_request_id)::integer;
  end if;
  o := private.lock_order_of_parts(p_order_id);
  if o.status = any (private.statuses_in('open')) then
    raise exception 'Esta orden sigue abierta: devuelve sus repuestos uno por uno.' using errcode = '23514';
  end if;
  -- In one order for everybody: two that lock the same products wait for each other instead of locking up.
  for part in
    select * from private.requested_parts p where p.order_id = o.id and (p.state = 'requested' or private.is_held(p))
    order by p.item_id, p.id for update
  loop
    perform private.put_part(part, case part.state when 'requested' then 'cancelled' else 'returned' end, o);
    returned := returned + (part.state <> 'requested')::integer;
  end loop;
  perform private.finish_request(p_request_id, to_jsonb(returned), 'los repuestos quedaron devueltos');
  return returned;
end
$$;

-- A part as the staff read it; its cost for those who see costs. steps: [{ became, note, made_by, made_at }]. place and
-- usual_supplier: of its product.
create function private.read_parts(p_ids uuid[]) returns table (
  id uuid, order_id uuid, order_number integer, order_status text, item_id uuid, description text, quantity integer,
  state text, supplier_name text, expected_on date, unit_cost bigint, version integer, from_quote boolean,
  technician_name text, available integer, steps jsonb, place text, usual_supplier text
)
language sql stable security definer set search_path = '' as $$
  select p.id, p.order_id, o.order_number, o.status, p.item_id, p.description, p.quantity, p.state, s.name,
    p.expected_on, case when private.may('costs.see') then p.unit_cost end, p.version, p.line_id is not null,
    t.full_name, i.quantity - i.reserved, (
      select jsonb_agg(jsonb_build_object('became', e.became, 'note', e.note, 'made_by', m.full_name,
        'made_at', e.made_at) order by e.id)
      from private.part_steps e left join public.staff_names m on m.id = e.made_by where e.part_id = p.id),
    i.place, u.name
  from unnest(p_ids) with ordinality as asked (id, place)
  join private.requested_parts p on p.id = asked.id
  join public.service_orders o on o.id = p.order_id
  left join public.suppliers s on s.id = p.supplier_id
  left join public.staff_names t on t.id = o.technician_id
  left join public.inventory i on i.id = p.item_id
  left join public.suppliers u on u.id = i.supplier_id
  order by asked.place
$$;
revoke all on function private.read_parts from public, anon, authenticated;

-- The parts of an order, oldest first. Staff only.
create function public.requested_parts(p_order_id uuid) returns table (
  id uuid, order_id uuid, order_number integer, order_status text, item_id uuid, description text, quantity integer,
  state text, supplier_name text, expected_on date, unit_cost bigint, version integer, from_quote boolean,
  technician_name text, available integer, steps jsonb, place text, usual_supplier text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('stock');
  return query select * from private.read_parts(array(
    select p.id from private.requested_parts p where p.order_id = p_order_id order by p.created_at, p.id));
end
$$;

-- A page of 25 of the parts of all orders that ask for something. p_work: 'to_order'; 'ordered', the earliest first;
-- 'overdue' of these; 'held'; 'to_return', held for orders that were closed; 'faulty', not yet credited; else all of
-- these. p_supplier: a supplier's id, of the part or, before it has one, of its product. total counts all pages. Staff
-- only.
create function public.list_requested_parts(
  p_work text default null, p_supplier uuid default null, p_page integer default 1
) returns table (
  id uuid, order_id uuid, order_number integer, order_status text, item_id uuid, description text, quantity integer,
  state text, supplier_name text, expected_on date, unit_cost bigint, version integer, from_quote boolean,
  technician_name text, available integer, steps jsonb, place text, usual_supplier text, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  skipped integer;
  ids uuid[];
begin
  perform private.require('stock');
  skipped := private.rows_before(p_page, 25);
  ids := array(
    select p.id from private.requested_parts p join public.service_orders o on o.id = p.order_id
    left join public.inventory i on i.id = p.item_id
    where p.state not in ('fitted', 'returned', 'credited', 'cancelled')
      and (p_supplier is null or coalesce(p.supplier_id, i.supplier_id) = p_supplier)
      and case p_work
        when 'to_order' then p.state = 'requested' and o.status = any (private.statuses_in('open'))
        when 'ordered' then p.state = 'ordered'
        when 'overdue' then p.state = 'ordered' and p.expected_on < private.shop_day(now())
        when 'held' then p.state in ('arrived', 'reserved')
        when 'to_return' then p.state in ('requested', 'ordered', 'arrived', 'reserved')
          and o.status <> all (private.statuses_in('open'))
        when 'faulty' then p.state in ('faulty', 'sent_back')
        else true end
    order by p.expected_on nulls last, p.created_at, p.id);
  return query select r.*, cardinality(ids)::bigint
  from private.read_parts(ids[skipped + 1 : skipped + 25]) as r;
end
$$;
revoke all on function public.request_part, public.move_part, public.move_parts, public.return_parts, public.requested_parts,
  public.list_requested_parts from public, anon, authenticated;
grant execute on function public.request_part, public.move_part, public.move_parts, public.return_parts, public.requested_parts,
  public.list_requested_parts to authenticated;
