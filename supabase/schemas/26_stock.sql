-- Parts in stock, with their types and suppliers (INV-01 to INV-03).

create table public.component_types (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(trim(name)) between 1 and 120),
  created_at timestamptz not null default now()
);
create unique index component_types_name on public.component_types (private.name_key(name));
alter table public.component_types enable row level security;
select private.require_session('public.component_types');
revoke all on public.component_types from anon, authenticated;
grant all on public.component_types to service_role;
grant select, insert (id, name) on public.component_types to authenticated;
create policy "staff read" on public.component_types for select to authenticated
  using ((select private.may('stock')));
create policy "staff add"
  on public.component_types for insert to authenticated with check ((select private.may('stock')));
create trigger insert_once before insert on public.component_types for each row when (private.is_api_caller())
  execute function private.insert_once('el tipo quedó agregado', 'name');
create trigger as_readable before insert or update on public.component_types
  for each row execute function private.as_readable();

create table public.suppliers (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(trim(name)) between 1 and 120),
  created_at timestamptz not null default now()
);
create unique index suppliers_name on public.suppliers (private.name_key(name));
alter table public.suppliers enable row level security;
select private.require_session('public.suppliers');
revoke all on public.suppliers from anon, authenticated;
grant all on public.suppliers to service_role;
grant select, insert (id, name) on public.suppliers to authenticated;
create policy "staff read" on public.suppliers for select to authenticated using ((select private.may('stock')));
create policy "staff add" on public.suppliers for insert to authenticated with check ((select private.may('stock')));
create trigger insert_once before insert on public.suppliers for each row when (private.is_api_caller())
  execute function private.insert_once('el proveedor quedó agregado', 'name');
create trigger as_readable before insert or update on public.suppliers
  for each row execute function private.as_readable();

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
      insert into public.suppliers (name) values (trim(p_name)) on conflict do nothing;
      -- Its own row, or that of whoever added it at the same time.
      select s.id into found_id from public.suppliers s where private.name_key(s.name) = key;
    end if;
  else
    select t.id into found_id from public.component_types t where private.name_key(t.name) = key;
    if found_id is null then
      insert into public.component_types (name) values (trim(p_name)) on conflict do nothing;
      select t.id into found_id from public.component_types t where private.name_key(t.name) = key;
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
  -- Written by stamp_inventory: folding 20,000 texts for every search and sort takes longer than reading them. Not
  -- generated columns: those are null in a trigger that runs before, so that an update that changes nothing would look
  -- like an edit.
  brand_key text collate "C" not null default '',
  model_key text collate "C" not null default '',
  search_text text collate "C" not null default '',
  -- How many are held for orders (28_requested_parts); the others are available.
  reserved integer not null default 0,
  -- Where it lies in the shop: a shelf, a drawer. As it is written.
  place text not null default '' check (length(place) <= 40),
  constraint inventory_reserved check (reserved between 0 and quantity)
);
create index inventory_newest on public.inventory (created_at desc, id desc);
create index inventory_type on public.inventory (component_type_id, id);
create index inventory_supplier on public.inventory (supplier_id, id);
-- Reading only the index, a deep page costs little more than the first.
create index inventory_brand on public.inventory (brand_key, id) include (search_text);
create index inventory_model on public.inventory (model_key, id);
create index inventory_quantity on public.inventory (quantity, id);
create index inventory_cost on public.inventory (cost_price, id);
-- Each change of a quantity enters all indexes: sorted in by the batch, a stocktake of the whole shop takes a fraction.
-- Searches read through what is not sorted in yet, so that is kept short (kB).
create index inventory_search on public.inventory
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = on, gin_pending_list_limit = 256);
create index inventory_low on public.inventory ((quantity - reserved)) where quantity - reserved < min_stock;
alter table public.inventory enable row level security;
select private.require_session('public.inventory');
revoke all on public.inventory from anon, authenticated;
revoke all on sequence public.inventory_item_number_seq from anon, authenticated;
grant all on public.inventory to service_role;
grant select, delete on public.inventory to authenticated;
grant insert (id, brand, model, quantity, cost_price, component_type_id, supplier_id, min_stock, place)
  on public.inventory to authenticated;
grant update (brand, model, quantity, cost_price, component_type_id, supplier_id, min_stock, place)
  on public.inventory to authenticated;
create policy "staff read" on public.inventory for select to authenticated using ((select private.may('stock')));
create policy "staff add" on public.inventory for insert to authenticated with check ((select private.may('stock')));
create policy "staff change" on public.inventory for update to authenticated
  using ((select private.may('stock'))) with check ((select private.may('stock')));
create policy "staff delete" on public.inventory for delete to authenticated using ((select private.may('stock')));

-- Before the triggers that stamp, by their names.
create trigger insert_once before insert on public.inventory for each row when (private.is_api_caller())
  execute function private.insert_once('el producto quedó agregado', 'brand', 'model', 'quantity', 'cost_price',
    'component_type_id', 'supplier_id', 'min_stock', 'place');
create trigger as_readable before insert or update of brand, model, place on public.inventory
  for each row execute function private.as_readable();

-- Code on an item's label, which a scanner types: INV-000123.
create function private.item_code(item_number integer) returns text
language sql immutable parallel safe set search_path = '' as $$
  select 'INV-' || private.format_order_number(item_number)
$$;
grant execute on function private.item_code to anon, authenticated, service_role;

-- Trims, and folds the texts that searches and sorting compare.
create function private.stamp_inventory() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.brand := trim(new.brand);
  new.model := trim(new.model);
  new.place := trim(new.place);
  -- Not for each change of a quantity: folding takes longer than the change.
  if tg_op = 'INSERT' or (new.brand, new.model, new.item_number, new.brand_key, new.model_key, new.search_text)
    is distinct from (old.brand, old.model, old.item_number, old.brand_key, old.model_key, old.search_text) then
    new.brand_key := private.name_key(new.brand);
    new.model_key := private.name_key(new.model);
    new.search_text := ' ' || new.brand_key || ' ' || new.model_key || ' '
      || lower(private.item_code(new.item_number));
  end if;
  -- An update that changes nothing stays one: stamped, it would pass for an edit in the log. What is reserved changes
  -- nothing that a form has read.
  if tg_op = 'UPDATE' then
    old.reserved := new.reserved;
  end if;
  if tg_op = 'UPDATE' and new is distinct from old then
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  return new;
end
$$;
create trigger stamp_inventory before insert or update on public.inventory
  for each row execute function private.stamp_inventory();

-- How many items there are of each type from each supplier: counting them for every page takes longer than reading the
-- page.
create table private.inventory_counts (
  component_type_id uuid not null references public.component_types (id) on delete cascade,
  supplier_id uuid not null references public.suppliers (id) on delete cascade,
  items integer not null,
  primary key (component_type_id, supplier_id)
);
create index inventory_counts_supplier on private.inventory_counts (supplier_id);
alter table private.inventory_counts enable row level security;

-- Keeps the counts as items come, go and change type or supplier.
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

-- Counts and search texts must be right however rows come in, so these fire even where rules are off (demo shop,
-- replication).
alter table public.inventory enable always trigger stamp_inventory;
alter table public.inventory enable always trigger count_inventory;
alter table public.inventory enable always trigger recount_inventory;

-- Codes of imported products: the counter moves with the commit, for rows that our own functions insert; plain inserts
-- take their code from the sequence. What a sequence was set to survives a rollback, so it is set when nothing can fail
-- any more.
create function private.raise_item_counter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.item_number >= (select s.last_value from public.inventory_item_number_seq s) then
    perform setval('public.inventory_item_number_seq', new.item_number);
  end if;
  return null;
end
$$;
create constraint trigger raise_item_counter after insert on public.inventory
  deferrable initially deferred for each row when (not private.is_api_caller())
  execute function private.raise_item_counter();
