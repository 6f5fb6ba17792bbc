-- The parts of an order from the request to the device, and back (PART, decision 70). A part moves by the table of its
-- steps alone; each step is kept, and what it does to the stock is a line of the ledger (28_stock_ledger). What is held
-- for orders counts in inventory.reserved, which no other order takes.

create table private.requested_parts (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.service_orders (id) on delete cascade,
  -- The line of the quote that asked for it; null for none.
  line_id uuid,
  -- The product; null for a part that is none. No foreign key: where a part came from outlives the product.
  item_id uuid,
  description text not null check (length(description) between 1 and 200),
  quantity integer not null check (quantity between 1 and 99),
  state text not null default 'requested' check (state in ('requested', 'ordered', 'arrived', 'reserved', 'fitted',
    'returned', 'faulty', 'sent_back', 'credited', 'cancelled')),
  supplier_id uuid references public.suppliers (id),
  expected_on date,
  unit_cost bigint check (unit_cost between 0 and 1000000000),
  created_at timestamptz not null default clock_timestamp(),
  version integer not null default 1,
  check (state not in ('reserved', 'returned') or item_id is not null),
  check (state <> 'ordered' or supplier_id is not null)
);
create index requested_parts_order on private.requested_parts (order_id, created_at);
create index requested_parts_item on private.requested_parts (item_id) where item_id is not null;
create index requested_parts_supplier on private.requested_parts (supplier_id) where supplier_id is not null;
-- The parts that still need an action.
create index requested_parts_open on private.requested_parts (state, expected_on)
  where state not in ('fitted', 'returned', 'credited', 'cancelled');
-- A line of a quote has one part that is on its way or in the device.
create unique index requested_parts_line on private.requested_parts (order_id, line_id)
  where line_id is not null and state in ('requested', 'ordered', 'arrived', 'reserved', 'fitted');
alter table private.requested_parts enable row level security;

-- Every step of a part, the first one from nothing. Rows are added and never changed.
create table private.part_steps (
  id bigint generated always as identity primary key,
  part_id uuid not null references private.requested_parts (id) on delete cascade,
  was text,
  became text not null,
  note text not null default '' check (length(note) <= 300),
  -- Null for a customer, whose approval asked for it.
  made_by uuid references public.staff_names (id),
  made_at timestamptz not null default clock_timestamp()
);
create index part_steps_part on private.part_steps (part_id, id);
create index part_steps_made_by on private.part_steps (made_by);
-- The failures of parts, of which there are few (32_part_sources).
create index part_steps_failures on private.part_steps (part_id)
  where became in ('faulty', 'sent_back') and was <> 'faulty';
alter table private.part_steps enable row level security;

-- The steps of a part, and how often its quantity each of them adds to the stock. From 'ordered' to itself: another
-- supplier, day or cost.
create function private.part_moves() returns table (was text, becomes text, stock integer)
language sql immutable parallel safe set search_path = '' as $$
  values ('requested', 'reserved', 0), ('requested', 'ordered', 0), ('requested', 'arrived', 1),
    ('requested', 'cancelled', 0), ('ordered', 'ordered', 0), ('ordered', 'arrived', 1), ('ordered', 'cancelled', 0),
    ('arrived', 'fitted', -1), ('arrived', 'returned', 0), ('arrived', 'faulty', -1), ('arrived', 'sent_back', -1),
    ('reserved', 'fitted', -1), ('reserved', 'returned', 0), ('reserved', 'faulty', -1), ('reserved', 'requested', 0),
    ('fitted', 'returned', 1), ('fitted', 'arrived', 1), ('fitted', 'faulty', 0), ('faulty', 'sent_back', 0),
    ('sent_back', 'credited', 0), ('sent_back', 'arrived', 1), ('sent_back', 'returned', 1)
$$;

-- A state as the screens say it.
create function private.part_state_name(p_state text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case p_state when 'requested' then 'Por pedir' when 'ordered' then 'Pedido' when 'arrived' then 'Llegó'
    when 'reserved' then 'Reservado' when 'fitted' then 'Colocado' when 'returned' then 'Devuelto al stock'
    when 'faulty' then 'Con falla' when 'sent_back' then 'Devuelto al proveedor' when 'credited' then 'Abonado'
    when 'cancelled' then 'Anulado' end
$$;

-- Whether a part lies in the stock for its order.
create function private.is_held(part private.requested_parts) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select part.item_id is not null and part.state in ('arrived', 'reserved')
$$;

-- The numbers of the orders that a product is held for; without p_held also of those that only ask for it. Null for
-- none.
create function private.orders_of_item(p_item_id uuid, p_held boolean) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(asking.number, ', ' order by asking.number) from (
    select distinct private.format_order_number(o.order_number) as number
    from private.requested_parts p join public.service_orders o on o.id = p.order_id
    where p.item_id = p_item_id and p.state in ('requested', 'ordered', 'arrived', 'reserved')
      and (not p_held or private.is_held(p))
    order by 1 limit 5
  ) as asking
$$;

-- inventory.reserved follows the parts.
create function private.hold_parts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and private.is_held(old) then
    update public.inventory i set reserved = i.reserved - old.quantity where i.id = old.item_id;
  end if;
  if tg_op <> 'DELETE' and private.is_held(new) then
    update public.inventory i set reserved = i.reserved + new.quantity where i.id = new.item_id;
  end if;
  return null;
end
$$;
create trigger hold_parts after insert or update or delete on private.requested_parts
  for each row execute function private.hold_parts();

-- Reserved parts stay in the stock, and requested ones in the list, for every writer.
create function private.keep_held() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  asking constant text := private.orders_of_item(old.id, tg_op = 'UPDATE');
begin
  if tg_op = 'UPDATE' then
    raise exception 'Hay % con reserva para la orden %: el stock no baja de ahí. Libera antes la reserva en la orden.',
      old.reserved, asking using errcode = '23514';
  elsif asking is not null then
    raise exception 'La orden % espera este producto: no se elimina. Anula o devuelve antes ese repuesto en la orden.',
      asking using errcode = '23514';
  end if;
  return old;
end
$$;
create trigger keep_held before update of quantity on public.inventory for each row
  when (new.quantity < new.reserved and new.quantity < old.quantity) execute function private.keep_held();
create trigger keep_asked before delete on public.inventory for each row execute function private.keep_held();

-- Adds to the stock, or takes from it, for an order: with its line of the ledger and, for what leaves it, of the log.
create function private.move_stock(p_item public.inventory, p_delta integer, p_kind text, o public.service_orders,
  p_supplier_id uuid default null, p_purchase_cost bigint default null, p_unit_cost bigint default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.inventory i set quantity = i.quantity + p_delta where i.id = p_item.id;
  perform private.add_movement(p_item, p_kind, p_delta, p_item.quantity + p_delta, o.id, o.order_number,
    p_supplier_name => (select s.name from public.suppliers s where s.id = p_supplier_id),
    p_purchase_cost => p_purchase_cost, p_unit_cost => p_unit_cost);
  if p_delta < 0 then
    insert into public.activity_logs (
      user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, service_order,
      component_type_id
    ) values (
      (select auth.uid()), 'delete', p_item.id, p_item.brand, p_item.model, -p_delta, p_item.cost_price,
      private.format_order_number(o.order_number), p_item.component_type_id
    );
  end if;
end
$$;

-- An order, held until the transaction ends, so that its parts, its wait and its status agree.
create function private.lock_order_of_parts(p_order_id uuid) returns public.service_orders
language plpgsql security definer set search_path = '' as $$
declare
  o public.service_orders;
begin
  select * into o from public.service_orders s where s.id = p_order_id for no key update;
  if not found then
    raise exception 'La orden ya no existe: alguien la eliminó.' using errcode = 'P0002';
  end if;
  return o;
end
$$;

-- Tells that a part is here. With the last one that was awaited a wait for parts ends: somebody has seen what came.
create function private.tell_arrival(part private.requested_parts, o public.service_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  complete constant boolean := not exists (select from private.requested_parts p
    where p.order_id = o.id and p.state in ('requested', 'ordered'));
begin
  if complete then
    perform private.close_wait(w.id, 'arrived') from public.order_waits w
    where w.order_id = o.id and w.ended_at is null and w.reason = 'part';
  end if;
  insert into public.notifications (type, message, order_id)
  select 'part_arrived', concat('Orden ', private.format_order_number(o.order_number), ': llegó ', part.description,
    '.', case when complete then ' Ya tiene todos sus repuestos.' end, ' Técnico: ' || t.full_name || '.'), o.id
  from (select) as one left join public.staff_names t on t.id = o.technician_id;
end
$$;

-- The cost of the last piece of a product that an order was charged and has not returned.
create function private.charged_cost(item public.inventory, p_order_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select m.unit_cost from public.inventory_movements m
    where m.order_id = p_order_id and m.item_id = item.id and m.kind in ('written_off', 'returned')
    group by m.unit_cost having sum(m.delta) < 0 order by max(m.id) desc limit 1),
    private.cost_of(item))
$$;

-- Takes a part, as the caller changed it, one step on. The caller holds its order.
create function private.put_part(part private.requested_parts, p_to text, o public.service_orders,
  p_note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  was constant text := part.state;
  stored private.requested_parts;
  item public.inventory;
  change integer;
begin
  select m.stock * part.quantity into change from private.part_moves() m where m.was = part.state and m.becomes = p_to;
  if not found then
    raise exception 'Este repuesto está como «%»: de ahí no pasa a «%».', private.part_state_name(was),
      coalesce(private.part_state_name(p_to), p_to, '') using errcode = '23514';
  end if;
  if p_to in ('ordered', 'reserved') and o.status <> all (private.statuses_in('open')) then
    raise exception 'Esta orden ya no pide repuestos: el trabajo terminó o la orden se cerró.' using errcode = '23514';
  end if;
  if p_to = 'fitted' and o.status in ('rejected', 'cancelled') then
    raise exception 'Esta orden se rechazó o se canceló: devuelve el repuesto en vez de colocarlo.'
      using errcode = '23514';
  end if;
  if p_to in ('reserved', 'returned') and part.item_id is null then
    raise exception 'Elige qué producto del inventario es este repuesto.' using errcode = '23514';
  end if;
  if p_to = 'ordered' and part.supplier_id is null then
    raise exception 'Escribe a qué proveedor se pidió.' using errcode = '23514';
  end if;
  select * into stored from private.requested_parts p where p.id = part.id;
  if part.item_id is not null
    and (change <> 0 or p_to in ('reserved', 'returned') or stored.item_id is distinct from part.item_id) then
    select * into item from public.inventory i where i.id = part.item_id for update;
    if not found then
      raise exception 'El producto de este repuesto ya no está en el inventario. Anula el repuesto y pide otro.'
        using errcode = 'P0002';
    end if;
    -- What was no product until now was not in the stock either.
    if p_to = 'returned' and stored.item_id is null and was = 'arrived' then
      change := part.quantity;
    end if;
    if p_to = 'reserved' then
      if item.quantity - item.reserved < part.quantity then
        raise exception '%', private.too_few(item) using errcode = '23514';
      end if;
      part.supplier_id := coalesce(part.supplier_id, item.supplier_id);
    end if;
    if item.quantity + change > 1000000 then
      raise exception 'Quedarían más de 1.000.000 de piezas.' using errcode = '23514';
    end if;
    -- Nothing is held that is not there: what comes is counted before, what goes after.
    if change > 0 then
      if was = 'fitted' and stored.item_id is not null then
        -- The order gives back what it was charged, whatever the product costs by now.
        perform private.move_stock(item, change, 'returned', o, p_unit_cost => private.charged_cost(item, o.id));
      else
        perform private.move_stock(item, change, 'received', o, part.supplier_id, part.unit_cost);
      end if;
    end if;
  end if;
  update private.requested_parts p
  set state = p_to, item_id = part.item_id, supplier_id = part.supplier_id, expected_on = part.expected_on,
    unit_cost = part.unit_cost, version = p.version + 1
  where p.id = part.id;
  if item.id is not null and change < 0 then
    perform private.move_stock(item, change, case p_to when 'fitted' then 'written_off' else p_to end, o);
  end if;
  insert into private.part_steps (part_id, was, became, note, made_by)
  select part.id, was, p_to, p_note, (select s.id from public.staff_names s where s.id = (select auth.uid()));
  if p_to = 'arrived' and was <> 'fitted' then
    perform private.tell_arrival(part, o);
  end if;
end
$$;

-- Why too few of a product are free: which orders have them.
create function private.too_few(item public.inventory) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when item.reserved = 0 and item.quantity = 0 then format('No queda stock de %s %s.', item.brand, item.model)
    when item.reserved = 0 then format('Solo hay %s de %s %s.', item.quantity, item.brand, item.model)
    else format('De %s %s quedan %s disponibles: %s con reserva para la orden %s.', item.brand, item.model,
      item.quantity - item.reserved, item.reserved, private.orders_of_item(item.id, true)) end
$$;

-- Asks for a part, and reserves it if it is a product of which enough is free. Answers its state.
create function private.add_part(p_id uuid, o public.service_orders, p_item public.inventory, p_description text,
  p_quantity integer, p_line_id uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  part private.requested_parts;
begin
  insert into private.requested_parts (id, order_id, line_id, item_id, description, quantity)
  values (p_id, o.id, p_line_id, p_item.id, p_description, p_quantity)
  on conflict (id) do nothing returning * into part;
  if not found then
    perform private.refuse_id();
  end if;
  insert into private.part_steps (part_id, became, made_by)
  select part.id, 'requested', (select s.id from public.staff_names s where s.id = (select auth.uid()));
  if p_item.id is null or p_item.quantity - p_item.reserved < p_quantity then
    return 'requested';
  end if;
  perform private.put_part(part, 'reserved', o);
  return 'reserved';
end
$$;
revoke all on function private.part_moves, private.part_state_name, private.is_held, private.orders_of_item,
  private.hold_parts, private.keep_held, private.move_stock, private.lock_order_of_parts, private.tell_arrival,
  private.put_part, private.too_few, private.add_part, private.charged_cost from public, anon, authenticated;
