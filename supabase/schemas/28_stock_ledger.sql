-- Every change of a quantity, delta after delta, from which the quantity can be recomputed (INV-05), and writing parts
-- off for an order (INV-03).

create table public.inventory_movements (
  id bigint generated always as identity primary key,
  -- No foreign key: the ledger survives the item.
  item_id uuid not null,
  -- 'returned' by an order that had it written off, 'faulty' or 'sent_back' to its supplier (28_requested_parts).
  kind text not null check (kind in ('added', 'edited', 'written_off', 'received', 'imported', 'deleted', 'returned',
    'faulty', 'sent_back', 'counted')),
  delta integer not null,
  quantity_after integer not null check (quantity_after >= 0),
  unit_cost bigint not null,
  brand text not null,
  model text not null,
  order_id uuid references public.service_orders (id) on delete set null,
  order_number integer,
  actor_id uuid,
  actor_name text,
  created_at timestamptz not null default now(),
  -- For imports: the keys of the row and of its file, and the file's name.
  import_row text,
  import_file text,
  import_name text check (length(import_name) <= 300),
  component_type text,
  -- The purchase that the pieces came with. No foreign key: purchases are defined later, and nobody deletes them.
  purchase_id uuid unique,
  -- The pieces' supplier: the purchase's, else the item's.
  supplier_name text,
  -- The cost of each purchased piece; null if none was purchased, or the cost is unknown.
  purchase_cost bigint
);
create unique index inventory_movements_import on public.inventory_movements (import_row, import_file)
  where import_row is not null;
create index inventory_movements_item on public.inventory_movements (item_id, id);
create index inventory_movements_bought on public.inventory_movements (item_id, id) where purchase_cost is not null;
create index inventory_movements_newest on public.inventory_movements (created_at);
create index inventory_movements_order on public.inventory_movements (order_id) where order_id is not null;
alter table public.inventory_movements enable row level security;
select private.require_session('public.inventory_movements');
revoke all on public.inventory_movements from anon, authenticated;
revoke all on sequence public.inventory_movements_id_seq from anon, authenticated;
grant all on public.inventory_movements to service_role;
-- Staff read the ledger without its costs.
grant select (id, item_id, kind, delta, quantity_after, brand, model, order_id, order_number, actor_id, actor_name,
  created_at, import_name, component_type, purchase_id, supplier_name) on public.inventory_movements to authenticated;
create policy "staff read" on public.inventory_movements for select to authenticated
  using ((select private.may('stock')));
create trigger as_readable before insert or update on public.inventory_movements
  for each row execute function private.as_readable();

-- The cost of each product's piece at its last purchase, of products with a known one. A view, so that what asks for
-- thousands reads them at once.
create view private.purchase_costs with (security_invoker = true) as
  select distinct on (m.item_id) m.item_id, m.purchase_cost from public.inventory_movements m
  where m.purchase_cost is not null order by m.item_id, m.id desc;
revoke all on private.purchase_costs from public, anon, authenticated;

-- The cost of a product's piece at its last purchase; null without a known purchase.
create function private.purchase_cost(p_item_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select c.purchase_cost from private.purchase_costs c where c.item_id = p_item_id
$$;

-- The shop's cost of a piece of a product: its purchase cost; the product's price ('Precio Cliente') stands in
-- where no purchase is known.
create function private.cost_of(item public.inventory) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(private.purchase_cost(item.id), item.cost_price)
$$;

-- A line of the ledger, by the caller.
create function private.add_movement(
  item public.inventory, p_kind text, p_delta integer, p_after integer, p_order_id uuid default null,
  p_order_number integer default null, p_import_row text default null, p_import_file text default null,
  p_import_name text default null, p_purchase_id uuid default null, p_supplier_name text default null,
  p_purchase_cost bigint default null, p_unit_cost bigint default null
) returns void
language sql security definer set search_path = '' as $$
  insert into public.inventory_movements (
    item_id, kind, delta, quantity_after, unit_cost, brand, model, component_type, order_id, order_number, import_row,
    import_file, import_name, actor_id, actor_name, purchase_id, supplier_name, purchase_cost
  )
  select item.id, p_kind, p_delta, p_after,
    coalesce(p_unit_cost, p_purchase_cost, private.cost_of(item)), item.brand, item.model,
    (select t.name from public.component_types t where t.id = item.component_type_id),
    p_order_id, p_order_number, p_import_row, p_import_file, p_import_name, (select auth.uid()), p.full_name,
    p_purchase_id, coalesce(p_supplier_name, (select s.name from public.suppliers s where s.id = item.supplier_id)),
    p_purchase_cost
  from (select) as one left join public.profiles p on p.id = (select auth.uid())
$$;

-- Plain writes through the API. Our own functions (write-off, receiving, import) record what they mean themselves.
create function private.record_inventory() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.add_movement(new, 'added', new.quantity, new.quantity);
  elsif tg_op = 'UPDATE' then
    perform private.add_movement(new, 'edited', new.quantity - old.quantity, new.quantity);
    insert into public.activity_logs (
      user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, component_type_id,
      quantity, cost_price, supplier_id
    ) values (
      (select auth.uid()), 'edit', new.id, new.brand, new.model, new.quantity - old.quantity, new.cost_price,
      new.component_type_id, new.quantity, new.cost_price, new.supplier_id
    );
  else
    perform private.add_movement(old, 'deleted', -old.quantity, 0);
    insert into public.activity_logs (
      user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, component_type_id
    ) values (
      (select auth.uid()), 'delete', old.id, old.brand, old.model, old.quantity, old.cost_price, old.component_type_id
    );
  end if;
  return null;
end
$$;

-- WHEN is evaluated as the role that runs the statement, so inside our definer functions these do not fire.
create trigger record_inventory_insert after insert on public.inventory
  for each row when (private.is_api_caller()) execute function private.record_inventory();
create trigger record_inventory_update after update on public.inventory
  for each row when (private.is_api_caller() and (old.*) is distinct from (new.*))
    execute function private.record_inventory();
create trigger record_inventory_delete after delete on public.inventory
  for each row when (private.is_api_caller()) execute function private.record_inventory();

-- Writes parts off for an order: one transaction with its log and ledger lines, under a row lock, never below zero. A
-- product with a minimum stays when its last part is written off: with its code, price and minimum it is on the list of
-- what to buy; so does one that an order asks for. Any other is deleted (INV-03). What is reserved for orders is not
-- taken (PART-05). Answers how many are left. Staff only.
create function public.write_off_inventory(p_item_id uuid, p_quantity integer, p_order_number integer,
  p_request_id uuid default null)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  item public.inventory;
  target_id uuid;
  remaining integer;
begin
  perform private.require('stock');
  if p_quantity is null or p_quantity <= 0 or p_order_number is null then
    raise exception 'La cantidad y el número de orden son obligatorios.' using errcode = '23514';
  end if;
  if not private.claim_request(p_request_id, 'write_off_inventory',
    jsonb_build_array(p_item_id, p_quantity, p_order_number)) then
    return private.request_result(p_request_id)::integer;
  end if;
  -- Held before the product, as by whoever moves the order's parts.
  select o.id into target_id from public.service_orders o where o.order_number = p_order_number for key share;
  if target_id is null then
    raise exception 'No existe una orden con ese número.' using errcode = '23503';
  end if;
  select * into item from public.inventory i where i.id = p_item_id for update;
  if item.id is null then
    raise exception 'El producto ya no existe.' using errcode = 'P0002';
  end if;
  if p_quantity > item.quantity - item.reserved then
    raise exception '%', format('La cantidad supera el stock disponible (%s).', item.quantity - item.reserved)
      || case when item.reserved > 0 then
        format(' Hay %s con reserva para la orden %s: se colocan o se liberan en la orden.', item.reserved,
          private.orders_of_item(item.id, true)) else '' end using errcode = '23514';
  end if;
  remaining := item.quantity - p_quantity;
  insert into public.activity_logs (
    user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, service_order,
    component_type_id
  ) values (
    (select auth.uid()), 'delete', item.id, item.brand, item.model, p_quantity, item.cost_price,
    private.format_order_number(p_order_number), item.component_type_id
  );
  perform private.add_movement(item, 'written_off', -p_quantity, remaining, target_id, p_order_number);
  if remaining = 0 and item.min_stock = 0 and private.orders_of_item(item.id, false) is null then
    delete from public.inventory i where i.id = item.id;
  else
    update public.inventory i set quantity = remaining where i.id = item.id;
  end if;
  perform private.finish_request(p_request_id, to_jsonb(remaining),
    format('se dieron de baja %s para la orden %s', p_quantity, private.format_order_number(p_order_number)));
  return remaining;
end
$$;
revoke all on function private.purchase_cost, private.cost_of from public, anon, authenticated;
revoke all on function public.write_off_inventory from public, anon, authenticated;
grant execute on function public.write_off_inventory to authenticated;

-- Parts that were written off for an order, oldest first, and with a negative quantity those that it gave back. An item
-- that was written off more than once has a line for each time. Costs are null to everybody but the admin. Staff only.
create function public.order_parts(p_order_id uuid)
returns table (
  id bigint, item_id uuid, brand text, model text, component_type text, quantity integer, actor_name text,
  created_at timestamptz, unit_cost bigint, total_cost bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  sees_costs boolean := private.may('costs.see');
begin
  perform private.require('stock');
  return query
    select m.id, m.item_id, m.brand, m.model, m.component_type, -m.delta,
      coalesce(nullif(p.full_name, ''), m.actor_name), m.created_at,
      case when sees_costs then m.unit_cost end, case when sees_costs then m.unit_cost * -m.delta end
    from public.inventory_movements m
    left join public.profiles p on p.id = m.actor_id
    where m.order_id = p_order_id and m.kind in ('written_off', 'returned')
    order by m.id;
end
$$;
revoke all on function public.order_parts from public, anon, authenticated;
grant execute on function public.order_parts to authenticated;
