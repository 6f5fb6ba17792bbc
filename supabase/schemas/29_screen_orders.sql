-- Parts that the shop buys for its shelf, first of all screens (INV-04), from any supplier (PART-40), and their receipt
-- into the inventory.

create table public.pedidos_pantallas (
  id uuid primary key default gen_random_uuid(),
  modelo text not null check (length(trim(modelo)) between 1 and 200),
  numero_orden text not null check (length(trim(numero_orden)) between 1 and 120),
  fecha_compra timestamptz not null,
  precio_costo bigint not null check (precio_costo between 1 and 1000000000),
  cantidad integer not null check (cantidad between 1 and 1000000),
  proveedor text not null check (length(trim(proveedor)) between 1 and 120),
  created_at timestamptz not null default now(),
  -- Beyond the specification: putting the pieces into the inventory, once.
  created_by uuid references public.profiles (id) on delete set null,
  received_at timestamptz,
  received_item_id uuid
);
create index pedidos_pantallas_newest on public.pedidos_pantallas (created_at desc, id desc);
create index pedidos_pantallas_created_by on public.pedidos_pantallas (created_by);
-- Screens on their way are few; those that arrived are all of the shop's history.
create index pedidos_pantallas_expected on public.pedidos_pantallas (id) where received_at is null;
alter table public.pedidos_pantallas enable row level security;
select private.require_session('public.pedidos_pantallas');
revoke all on public.pedidos_pantallas from anon, authenticated;
grant all on public.pedidos_pantallas to service_role;
grant select on public.pedidos_pantallas to authenticated;
grant insert (id, modelo, numero_orden, fecha_compra, precio_costo, cantidad, proveedor)
  on public.pedidos_pantallas to authenticated;
create policy "staff read" on public.pedidos_pantallas for select to authenticated
  using ((select private.may('stock')));
create policy "staff add" on public.pedidos_pantallas for insert to authenticated
  with check ((select private.may('stock')));
create trigger insert_once before insert on public.pedidos_pantallas for each row when (private.is_api_caller())
  execute function private.insert_once('el pedido quedó agregado', 'modelo', 'numero_orden', 'fecha_compra',
    'precio_costo', 'cantidad', 'proveedor');
create trigger as_readable before insert or update on public.pedidos_pantallas
  for each row execute function private.as_readable();

-- Stamps who ordered.
create function private.stamp_screen_order() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.created_by := coalesce((select auth.uid()), new.created_by);
  return new;
end
$$;
create trigger stamp_screen_order before insert on public.pedidos_pantallas
  for each row execute function private.stamp_screen_order();

-- Adds the pieces of a screen order to the inventory, once. Answers their item: the given one, else a new one with the
-- purchase's supplier, which is added if missing, and the purchase's model unless another is given.
create function public.receive_screen_order(
  p_screen_order_id uuid, p_item_id uuid default null, p_brand text default null, p_component_type_id uuid default null,
  p_cost_price bigint default null, p_model text default null, p_request_id uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  bought public.pedidos_pantallas;
  item public.inventory;
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'receive_screen_order',
    jsonb_build_array(p_screen_order_id, p_item_id, p_brand, p_component_type_id, p_cost_price, p_model)) then
    return (private.request_result(p_request_id) #>> '{}')::uuid;
  end if;
  select * into bought from public.pedidos_pantallas where id = p_screen_order_id for update;
  if bought.id is null then
    raise exception 'El pedido ya no existe.' using errcode = 'P0002';
  end if;
  if bought.received_at is not null then
    raise exception 'Este pedido ya se recibió.' using errcode = '23505';
  end if;
  if p_item_id is not null then
    update public.inventory set quantity = quantity + bought.cantidad where id = p_item_id returning * into item;
    if item.id is null then
      raise exception 'El producto ya no existe.' using errcode = 'P0002';
    end if;
  else
    insert into public.inventory (brand, model, quantity, cost_price, component_type_id, supplier_id)
    values (p_brand, coalesce(p_model, bought.modelo), bought.cantidad, coalesce(p_cost_price, bought.precio_costo),
      p_component_type_id,
      private.catalog_id('suppliers', bought.proveedor))
    returning * into item;
  end if;
  perform private.add_movement(item, 'received', bought.cantidad, item.quantity, p_purchase_id => bought.id,
    p_supplier_name => bought.proveedor, p_purchase_cost => bought.precio_costo);
  update public.pedidos_pantallas set received_at = now(), received_item_id = item.id where id = bought.id;
  perform private.finish_request(p_request_id, to_jsonb(item.id),
    format('las %s unidades quedaron en %s %s', bought.cantidad, item.brand, item.model));
  return item.id;
end
$$;
revoke all on function public.receive_screen_order from public, anon, authenticated;
grant execute on function public.receive_screen_order to authenticated;
create trigger check_times before insert on public.pedidos_pantallas
  for each row execute function private.check_times('fecha_compra');
