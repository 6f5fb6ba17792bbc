-- Parts of an order, with what they cost for the admin alone (issue 6), and an item's history.

-- Which parts were written off for an order, oldest first. An item that was written off more than once has a line for each time. Costs are
-- null to everybody but the admin. Staff only.
create function public.order_parts(p_order_id uuid)
returns table (
  id bigint, item_id uuid, brand text, model text, quantity integer, actor_name text, created_at timestamptz, unit_cost bigint, total_cost bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  sees_costs boolean := private.is_admin();
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select m.id, m.item_id, m.brand, m.model, -m.delta, m.actor_name, m.created_at,
      case when sees_costs then m.unit_cost end, case when sees_costs then m.unit_cost * -m.delta end
    from public.inventory_movements m
    where m.order_id = p_order_id and m.kind = 'written_off'
    order by m.id;
end
$$;
revoke all on function public.order_parts(uuid) from public, anon, authenticated;
grant execute on function public.order_parts(uuid) to authenticated;

-- Staff read the ledger without its costs.
revoke select on public.inventory_movements from authenticated;
grant select (id, item_id, kind, delta, quantity_after, brand, model, order_id, order_number, actor_id, actor_name, created_at, import_name)
  on public.inventory_movements to authenticated;
