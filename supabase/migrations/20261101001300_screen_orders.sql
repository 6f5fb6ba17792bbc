-- Purchases of screens from suppliers (INV-04). Names are the specification's.

create table public.pedidos_pantallas (
  id uuid primary key default gen_random_uuid(),
  modelo text not null check (length(trim(modelo)) between 1 and 200),
  numero_orden text not null check (length(trim(numero_orden)) between 1 and 120),
  fecha_compra timestamptz not null,
  precio_costo bigint not null check (precio_costo between 1 and 1000000000),
  cantidad integer not null check (cantidad between 1 and 1000000),
  proveedor text not null check (proveedor in ('FullMobile', 'Stark Comunicaciones')),
  created_at timestamptz not null default now(),
  -- Beyond the specification: putting the pieces into the inventory, once.
  created_by uuid references public.profiles (id) on delete set null,
  received_at timestamptz,
  received_item_id uuid
);
create index pedidos_pantallas_newest on public.pedidos_pantallas (created_at desc, id desc);
create index pedidos_pantallas_created_by on public.pedidos_pantallas (created_by);
alter table public.pedidos_pantallas enable row level security;
revoke all on public.pedidos_pantallas from anon, authenticated;
grant all on public.pedidos_pantallas to service_role;
grant select on public.pedidos_pantallas to authenticated;
grant insert (id, modelo, numero_orden, fecha_compra, precio_costo, cantidad, proveedor) on public.pedidos_pantallas to authenticated;
create policy "staff read" on public.pedidos_pantallas for select to authenticated using ((select private.is_staff()));
create policy "staff add" on public.pedidos_pantallas for insert to authenticated with check ((select private.is_staff()));

create function private.stamp_screen_order() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.created_by := coalesce((select auth.uid()), new.created_by);
  return new;
end
$$;
create trigger stamp_screen_order before insert on public.pedidos_pantallas
  for each row execute function private.stamp_screen_order();
