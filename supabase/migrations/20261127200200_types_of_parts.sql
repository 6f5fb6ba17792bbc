-- What a part of an order is, screen or battery, stays in the ledger: 'Samsung Galaxy A15' alone says neither.
alter table public.inventory_movements add column component_type text;
grant select (component_type) on public.inventory_movements to authenticated;

update public.inventory_movements m set component_type = t.name
from public.component_types t
where m.component_type is null and t.id = coalesce(
  (select i.component_type_id from public.inventory i where i.id = m.item_id),
  -- Of a product that is gone the log knows it.
  (select e.component_type_id from private.activity_entries e
    where e.product_id = m.item_id and e.component_type_id is not null order by e.created_at desc limit 1));

create or replace function private.add_movement(
  item public.inventory, p_kind text, p_delta integer, p_after integer, p_order_id uuid default null,
  p_order_number integer default null, p_import_row text default null, p_import_file text default null,
  p_import_name text default null
) returns void
language sql security definer set search_path = '' as $$
  insert into public.inventory_movements (
    item_id, kind, delta, quantity_after, unit_cost, brand, model, component_type, order_id, order_number, import_row,
    import_file, import_name, actor_id, actor_name
  )
  select item.id, p_kind, p_delta, p_after, item.cost_price, item.brand, item.model,
    (select t.name from public.component_types t where t.id = item.component_type_id),
    p_order_id, p_order_number, p_import_row, p_import_file, p_import_name, (select auth.uid()), p.full_name
  from (select) as one left join public.profiles p on p.id = (select auth.uid())
$$;

drop function public.order_parts(uuid);
create function public.order_parts(p_order_id uuid)
returns table (
  id bigint, item_id uuid, brand text, model text, component_type text, quantity integer, actor_name text,
  created_at timestamptz, unit_cost bigint, total_cost bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  sees_costs boolean := private.is_admin();
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select m.id, m.item_id, m.brand, m.model, m.component_type, -m.delta, m.actor_name, m.created_at,
      case when sees_costs then m.unit_cost end, case when sees_costs then m.unit_cost * -m.delta end
    from public.inventory_movements m
    where m.order_id = p_order_id and m.kind = 'written_off'
    order by m.id;
end
$$;
revoke all on function public.order_parts from public, anon, authenticated;
grant execute on function public.order_parts to authenticated;
