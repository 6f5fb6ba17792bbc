-- Parts in stock, and a ledger of every change from which the quantity can be recomputed (INV-01 to INV-03, INV-05).

-- Under which texts are the same to people: case, accents and spaces apart.
create function private.name_key(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.fold(trim(regexp_replace(coalesce(value, ''), '[\s\u00A0]+', ' ', 'g')))
$$;
grant execute on function private.name_key(text) to anon, authenticated, service_role;

create table public.component_types (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(trim(name)) between 1 and 120),
  created_at timestamptz not null default now()
);
create unique index component_types_name on public.component_types (private.name_key(name));
create table public.suppliers (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(trim(name)) between 1 and 120),
  created_at timestamptz not null default now()
);
create unique index suppliers_name on public.suppliers (private.name_key(name));

-- The id of a name in component_types or suppliers, added if it is not there.
create function private.catalog_id(p_catalog text, p_name text) returns uuid
language plpgsql set search_path = '' as $$
declare
  key text := private.name_key(p_name);
  found_id uuid;
begin
  if p_catalog = 'suppliers' then
    select s.id into found_id from public.suppliers s where private.name_key(s.name) = key;
    if found_id is null then
      insert into public.suppliers (name) values (trim(p_name)) on conflict do nothing returning id into found_id;
    end if;
  else
    select t.id into found_id from public.component_types t where private.name_key(t.name) = key;
    if found_id is null then
      insert into public.component_types (name) values (trim(p_name)) on conflict do nothing returning id into found_id;
    end if;
  end if;
  return found_id;
end
$$;

create table public.inventory (
  id uuid primary key default gen_random_uuid(),
  brand text not null check (length(trim(brand)) between 1 and 120),
  model text not null check (length(trim(model)) between 1 and 200),
  quantity integer not null check (quantity between 0 and 1000000),
  -- Shown as 'Precio Cliente'. Whole pesos.
  cost_price bigint not null check (cost_price between 0 and 1000000000),
  created_at timestamptz not null default now(),
  component_type_id uuid not null references public.component_types (id),
  supplier_id uuid not null references public.suppliers (id),
  -- Beyond the specification.
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  item_number integer generated always as identity unique,
  min_stock integer not null default 0 check (min_stock between 0 and 1000000),
  -- Written by stamp_inventory: folding 20,000 texts for every search and sort takes longer than reading them. Not generated columns: those
  -- are null in a trigger that runs before, so that an update that changes nothing would look like an edit.
  brand_key text collate "C" not null default '',
  model_key text collate "C" not null default '',
  search_text text collate "C" not null default ''
);
-- How many items there are of each type from each supplier: counting them for every page takes longer than reading the page.
create table private.inventory_counts (
  component_type_id uuid not null references public.component_types (id) on delete cascade,
  supplier_id uuid not null references public.suppliers (id) on delete cascade,
  items integer not null,
  primary key (component_type_id, supplier_id)
);
create index inventory_counts_supplier on private.inventory_counts (supplier_id);
alter table private.inventory_counts enable row level security;
create function private.count_inventory() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    update private.inventory_counts set items = items - 1
    where component_type_id = old.component_type_id and supplier_id = old.supplier_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.inventory_counts as c (component_type_id, supplier_id, items)
    values (new.component_type_id, new.supplier_id, 1)
    on conflict (component_type_id, supplier_id) do update set items = c.items + 1;
  end if;
  return null;
end
$$;
create trigger count_inventory after insert or delete on public.inventory
  for each row execute function private.count_inventory();
create trigger recount_inventory after update of component_type_id, supplier_id on public.inventory
  for each row when (old.component_type_id <> new.component_type_id or old.supplier_id <> new.supplier_id)
  execute function private.count_inventory();

-- Counts and search texts must be right however rows come in, so these fire even where rules are off (demo shop, replication).
alter table public.inventory enable always trigger count_inventory;
alter table public.inventory enable always trigger recount_inventory;

create index inventory_newest on public.inventory (created_at desc, id desc);
create index inventory_type on public.inventory (component_type_id, id);
create index inventory_supplier on public.inventory (supplier_id, id);

-- Registro de Actividades. Rows survive the product and the user: no foreign keys.
create table public.activity_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  action_type text not null check (action_type in ('edit', 'delete')),
  product_id uuid not null,
  brand text,
  model text,
  quantity_affected integer,
  cost_price_affected bigint,
  service_order text,
  component_type_id uuid,
  created_at timestamptz not null default now(),
  -- An edit also copies the updated inventory row.
  quantity integer,
  cost_price bigint,
  supplier_id uuid
);
create index activity_logs_newest on public.activity_logs (created_at desc, id desc);
create index activity_logs_user on public.activity_logs (user_id, created_at desc, id desc) include (action_type);
create index activity_logs_action on public.activity_logs (action_type, created_at desc, id desc);

-- The stock ledger: delta after delta. Survives the item.
create table public.inventory_movements (
  id bigint generated always as identity primary key,
  item_id uuid not null,
  kind text not null check (kind in ('added', 'edited', 'written_off', 'received', 'imported', 'deleted')),
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
  -- Of an import: the keys of the row and of the file that it came in, and the file's name.
  import_row text,
  import_file text,
  import_name text check (length(import_name) <= 300)
);
create unique index inventory_movements_import on public.inventory_movements (import_row, import_file) where import_row is not null;
create index inventory_movements_item on public.inventory_movements (item_id, id);
create index inventory_movements_order on public.inventory_movements (order_id) where order_id is not null;

alter table public.component_types enable row level security;
alter table public.suppliers enable row level security;
alter table public.inventory enable row level security;
alter table public.activity_logs enable row level security;
alter table public.inventory_movements enable row level security;
revoke all on public.component_types, public.suppliers, public.inventory, public.activity_logs, public.inventory_movements
  from anon, authenticated;
revoke all on sequence public.inventory_item_number_seq, public.inventory_movements_id_seq from anon, authenticated;
grant all on public.component_types, public.suppliers, public.inventory, public.activity_logs, public.inventory_movements to service_role;

grant select, insert (id, name) on public.component_types, public.suppliers to authenticated;
create policy "staff read" on public.component_types for select to authenticated using ((select private.is_staff()));
create policy "staff add" on public.component_types for insert to authenticated with check ((select private.is_staff()));
create policy "staff read" on public.suppliers for select to authenticated using ((select private.is_staff()));
create policy "staff add" on public.suppliers for insert to authenticated with check ((select private.is_staff()));

grant select, delete on public.inventory to authenticated;
grant insert (id, brand, model, quantity, cost_price, component_type_id, supplier_id, min_stock) on public.inventory to authenticated;
grant update (brand, model, quantity, cost_price, component_type_id, supplier_id, min_stock) on public.inventory to authenticated;
create policy "staff read" on public.inventory for select to authenticated using ((select private.is_staff()));
create policy "staff add" on public.inventory for insert to authenticated with check ((select private.is_staff()));
create policy "staff change" on public.inventory for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete" on public.inventory for delete to authenticated using ((select private.is_staff()));

grant select on public.activity_logs, public.inventory_movements to authenticated;
create policy "staff read" on public.activity_logs for select to authenticated using ((select private.is_staff()));
create policy "staff read" on public.inventory_movements for select to authenticated using ((select private.is_staff()));

-- What the label of an item says, and what a scanner types: INV-000123.
create function private.item_code(item_number integer) returns text
language sql immutable parallel safe set search_path = '' as $$
  select 'INV-' || private.format_order_number(item_number)
$$;
grant execute on function private.item_code(integer) to anon, authenticated, service_role;

create function private.stamp_inventory() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.brand := trim(new.brand);
  new.model := trim(new.model);
  new.brand_key := private.name_key(new.brand);
  new.model_key := private.name_key(new.model);
  new.search_text := ' ' || new.brand_key || ' ' || new.model_key || ' ' || lower(private.item_code(new.item_number));
  -- An update that changes nothing stays one: stamped, it would pass for an edit in the log.
  if tg_op = 'UPDATE' and new is distinct from old then
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  return new;
end
$$;
create trigger stamp_inventory before insert or update on public.inventory
  for each row execute function private.stamp_inventory();
alter table public.inventory enable always trigger stamp_inventory;

create function private.add_movement(
  item public.inventory, p_kind text, p_delta integer, p_after integer, p_order_id uuid default null, p_order_number integer default null,
  p_import_row text default null, p_import_file text default null, p_import_name text default null
) returns void
language sql security definer set search_path = '' as $$
  insert into public.inventory_movements (
    item_id, kind, delta, quantity_after, unit_cost, brand, model, order_id, order_number, import_row, import_file, import_name,
    actor_id, actor_name
  )
  select item.id, p_kind, p_delta, p_after, item.cost_price, item.brand, item.model, p_order_id, p_order_number,
    p_import_row, p_import_file, p_import_name, (select auth.uid()), p.full_name
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
      (select auth.uid()), 'edit', new.id, new.brand, new.model, new.quantity - old.quantity, new.cost_price, new.component_type_id,
      new.quantity, new.cost_price, new.supplier_id
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
  for each row when (private.is_api_caller() and (old.*) is distinct from (new.*)) execute function private.record_inventory();
create trigger record_inventory_delete after delete on public.inventory
  for each row when (private.is_api_caller()) execute function private.record_inventory();

-- Writes parts off for an order: one transaction with its log and ledger lines, under a row lock, never below zero (INV-03).
-- At 0 the item is deleted, as the specification says. Answers the quantity that is left.
create function public.write_off_inventory(p_item_id uuid, p_quantity integer, p_order_number integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  item public.inventory;
  target_id uuid;
  remaining integer;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_quantity is null or p_quantity <= 0 or p_order_number is null then
    raise exception 'La cantidad y el número de orden son obligatorios.' using errcode = '23514';
  end if;
  select o.id into target_id from public.service_orders o where o.order_number = p_order_number;
  if target_id is null then
    raise exception 'No existe una orden con ese número.' using errcode = '23503';
  end if;
  select * into item from public.inventory i where i.id = p_item_id for update;
  if item.id is null then
    raise exception 'El producto ya no existe.' using errcode = 'P0002';
  end if;
  if p_quantity > item.quantity then
    raise exception 'La cantidad supera el stock disponible (%).', item.quantity using errcode = '23514';
  end if;
  remaining := item.quantity - p_quantity;
  insert into public.activity_logs (
    user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, service_order, component_type_id
  ) values (
    (select auth.uid()), 'delete', item.id, item.brand, item.model, p_quantity, item.cost_price,
    private.format_order_number(p_order_number), item.component_type_id
  );
  perform private.add_movement(item, 'written_off', -p_quantity, remaining, target_id, p_order_number);
  if remaining = 0 then
    delete from public.inventory i where i.id = item.id;
  else
    update public.inventory i set quantity = remaining where i.id = item.id;
  end if;
  return remaining;
end
$$;
revoke all on function public.write_off_inventory(uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.write_off_inventory(uuid, integer, integer) to authenticated;
