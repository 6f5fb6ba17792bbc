-- A stocktake's differences (PART-32 to PART-35, decision 71). A count holds for the moment of the item's last scan:
-- what moved since then is added to it, so that sales and purchases go on while people count.

-- Every item of a stocktake as it is now.
-- expected: what the books say of the moment of the count; of an item that nobody scanned, how many pieces were on the
--   books all the time since the stocktake began: those that came or went meanwhile may not have been seen.
-- difference: by how much the stock changes when the stocktake is closed: that it becomes what was counted and what
--   moved since. Corrections by other stocktakes move no pieces.
-- is_uncertain: pieces moved between the first and the last scan, so that nobody knows whether they were counted.
create function private.stocktake_items(p_stocktake_id uuid)
returns table (
  item public.inventory, counted integer, expected integer, difference integer, is_counted boolean,
  is_uncertain boolean, reason text, note text, explained integer
)
language sql stable security definer set search_path = '' as $$
  with stocktake as (
    select * from private.stocktakes s where s.id = p_stocktake_id
  ), moves as materialized (
    select m.item_id, m.delta, m.quantity_after, m.created_at
    from stocktake s join public.inventory_movements m on m.created_at >= s.started_at
    where m.kind <> 'counted' and m.delta <> 0
  ), items as (
    select i, i.id, i.quantity, t.counted, t.first_at, t.last_at, l.reason, l.note, l.explained,
      greatest(s.started_at, l.counted_from) as since
    from stocktake s
    cross join public.inventory i
    left join private.stocktake_tally(p_stocktake_id) t on t.item_id = i.id
    left join private.stocktake_lines l on l.stocktake_id = s.id and l.item_id = i.id
    where t.item_id is not null or (s.component_type_id is null or i.component_type_id = s.component_type_id)
      and (s.supplier_id is null or i.supplier_id = s.supplier_id)
  ), moved as (
    select i.id, coalesce(sum(m.delta) filter (where m.created_at > i.last_at), 0)::integer as moved,
      bool_or(m.created_at > i.first_at and m.created_at <= i.last_at) as is_uncertain,
      min(least(m.quantity_after, m.quantity_after - m.delta)) filter (where m.created_at >= i.since) as lowest
    from items i join moves m on m.item_id = i.id
    group by i.id
  )
  select i.i, coalesce(i.counted, 0)::integer, e.expected,
    case when i.last_at is null then -e.expected
      else greatest(least(i.counted + coalesce(m.moved, 0), 1000000), 0)::integer - i.quantity end,
    i.last_at is not null, i.last_at is not null and coalesce(m.is_uncertain, false), i.reason, coalesce(i.note, ''),
    i.explained
  from items i
  left join moved m on m.id = i.id
  cross join lateral (select case when i.last_at is null then least(i.quantity, coalesce(m.lowest, i.quantity))
    else i.quantity - coalesce(m.moved, 0) end as expected) as e
$$;
revoke all on function private.stocktake_items from public, anon, authenticated;

-- The differences of a stocktake that is finished: as they are now, or as it was closed; with items whose count is
-- uncertain. Costs are null to everybody but the admin. Staff only.
create function public.stocktake_differences(p_stocktake_id uuid)
returns table (
  item_id uuid, item_number integer, brand text, model text, component_type_name text, expected integer,
  counted integer, difference integer, is_counted boolean, is_uncertain boolean, reason text, note text,
  is_explained boolean, unit_cost bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  sees_costs boolean := private.may('costs.see');
  stocktake private.stocktakes;
begin
  perform private.require('stock');
  select * into stocktake from private.stocktakes s where s.id = p_stocktake_id;
  if stocktake.id is null then
    raise exception 'Ese conteo no existe.' using errcode = 'P0002';
  end if;
  if stocktake.finished_at is null then
    raise exception 'Las diferencias se ven cuando el conteo termina.' using errcode = '23514';
  end if;
  if stocktake.closed_at is not null or stocktake.cancelled_at is not null then
    return query
      select l.item_id, l.item_number, l.brand, l.model, l.component_type, l.expected, l.counted, l.difference,
        true, false, l.reason, l.note, true, case when sees_costs then l.unit_cost end
      from private.stocktake_lines l
      where l.stocktake_id = p_stocktake_id and l.difference <> 0
      order by l.brand, l.model, l.item_number;
    return;
  end if;
  return query
    select (d.item).id, (d.item).item_number, (d.item).brand, (d.item).model, t.name, d.expected, d.counted,
      d.difference, d.is_counted, d.is_uncertain, d.reason, d.note,
      d.reason is not null and d.explained is not distinct from d.difference,
      case when sees_costs then coalesce(c.purchase_cost, (d.item).cost_price) end
    from private.stocktake_items(p_stocktake_id) d
    join public.component_types t on t.id = (d.item).component_type_id
    left join private.purchase_costs c on c.item_id = (d.item).id
    where d.difference <> 0 or d.is_uncertain
    order by (d.item).brand_key, (d.item).model_key, (d.item).item_number;
end
$$;
revoke all on function public.stocktake_differences from public, anon, authenticated;
grant execute on function public.stocktake_differences to authenticated;

-- Says why items differ. A reason holds for the difference that the caller saw: p_differences: { item id: difference }.
-- Staff only.
create function public.explain_differences(
  p_request_id uuid, p_stocktake_id uuid, p_differences jsonb, p_reason text, p_note text default ''
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  written constant text := coalesce(private.written(private.without_controls(p_note, false)), '');
begin
  perform private.require('stock');
  perform private.require_shape(p_differences, '{}');
  perform private.require_shape(to_jsonb(d.key), '"uuid"'), private.require_shape(d.value, '"integer"')
  from jsonb_each(p_differences) as d;
  if not private.claim_request(p_request_id, 'explain_differences',
    jsonb_build_array(p_stocktake_id, p_differences, p_reason, p_note), 'el motivo quedó guardado') then
    return;
  end if;
  if p_reason is null or p_reason <> all (array['lost', 'broken', 'found', 'miscount', 'other']) then
    raise exception 'Elige el motivo de la diferencia.' using errcode = '23514';
  end if;
  if p_reason = 'other' and written = '' then
    raise exception 'Escribe cuál es el otro motivo.' using errcode = '23514';
  end if;
  if length(written) > 500 then
    raise exception 'La nota puede tener hasta 500 letras.' using errcode = '23514';
  end if;
  if (private.open_stocktake(p_stocktake_id)).finished_at is null then
    raise exception 'Los motivos se dan cuando el conteo termina.' using errcode = '23514';
  end if;
  insert into private.stocktake_lines as l (stocktake_id, item_id, reason, note, explained)
  select p_stocktake_id, i.id, p_reason, written, d.value::integer
  from jsonb_each_text(p_differences) as d join public.inventory i on i.id = d.key::uuid
  where d.value is not null
  order by i.id
  on conflict (stocktake_id, item_id) do update
    set reason = excluded.reason, note = excluded.note, explained = excluded.explained;
end
$$;
revoke all on function public.explain_differences from public, anon, authenticated;
grant execute on function public.explain_differences to authenticated;

-- Puts the differences into the stock, all or none, as movements of kind 'counted', and answers how many. Each needs a
-- reason for the difference that it is now; an uncertain item is counted again first. No product is deleted. Staff
-- only.
create function public.close_stocktake(p_request_id uuid, p_stocktake_id uuid) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
declare
  open_ones integer;
  uncertain text;
  held public.inventory;
  changed integer := 0;
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'close_stocktake', jsonb_build_array(p_stocktake_id)) then
    return private.request_result(p_request_id)::integer;
  end if;
  perform from private.stocktakes s where s.id = p_stocktake_id for update;
  if (private.open_stocktake(p_stocktake_id)).finished_at is null then
    raise exception 'Termina el conteo antes de cerrarlo.' using errcode = '23514';
  end if;
  -- As an import does: nothing moves between the look and the change.
  lock table public.inventory in exclusive mode;
  -- For all items at once: row by row, the whole of a large shop takes longer than a statement may.
  with items as materialized (
    select * from private.stocktake_items(p_stocktake_id)
  ), kept as (
    update private.stocktake_lines l set expected = d.expected, counted = d.counted, difference = d.difference,
      unit_cost = coalesce(c.purchase_cost, (d.item).cost_price), item_number = (d.item).item_number,
      brand = (d.item).brand, model = (d.item).model, component_type = t.name
    from items d join public.component_types t on t.id = (d.item).component_type_id
    left join private.purchase_costs c on c.item_id = (d.item).id
    where l.stocktake_id = p_stocktake_id and l.item_id = (d.item).id and (d.is_counted or d.difference <> 0)
  )
  select count(*) filter (where d.difference <> 0 and (d.reason is null or d.explained is distinct from d.difference)),
    min(private.item_code((d.item).item_number)) filter (where d.is_uncertain)
    into open_ones, uncertain from items d;
  if uncertain is not null then
    raise exception 'El producto % se movió mientras lo contaban: cuéntalo de nuevo.', uncertain
      using errcode = '23514';
  end if;
  if open_ones > 0 then
    raise exception 'Falta el motivo de %. Si una diferencia cambió después de darlo, dalo de nuevo.',
      case open_ones when 1 then 'una diferencia' else open_ones || ' diferencias' end using errcode = '23514';
  end if;
  select i.* into held from private.stocktake_lines l join public.inventory i on i.id = l.item_id
  where l.stocktake_id = p_stocktake_id and l.difference < 0 and i.quantity + l.difference < i.reserved
  order by i.id limit 1;
  if held.id is not null then
    raise exception 'Del producto % hay % con reserva para la orden %, y se contaron menos: libera antes la reserva.',
      private.item_code(held.item_number), held.reserved, private.orders_of_item(held.id, true) using errcode = '23514';
  end if;
  update public.inventory i set quantity = i.quantity + l.difference
  from private.stocktake_lines l
  where l.stocktake_id = p_stocktake_id and l.item_id = i.id and l.difference <> 0;
  get diagnostics changed = row_count;
  -- Ledger and log at once, neither by private.add_movement nor through the log's view, which run for each row.
  insert into public.inventory_movements (
    item_id, kind, delta, quantity_after, unit_cost, brand, model, component_type, actor_id, actor_name, supplier_name
  )
  select i.id, 'counted', l.difference, i.quantity, l.unit_cost, i.brand, i.model, l.component_type,
    (select auth.uid()), (select p.full_name from public.profiles p where p.id = (select auth.uid())), s.name
  from private.stocktake_lines l
  join public.inventory i on i.id = l.item_id
  join public.suppliers s on s.id = i.supplier_id
  where l.stocktake_id = p_stocktake_id and l.difference <> 0
  order by i.id;
  with changes as (
    insert into private.activity_entries (
      user_id, action_type, product_id, brand, model, quantity_affected, component_type_id, quantity, supplier_id
    )
    select (select auth.uid()), 'edit', i.id, i.brand, i.model, l.difference, i.component_type_id, i.quantity,
      i.supplier_id
    from private.stocktake_lines l join public.inventory i on i.id = l.item_id
    where l.stocktake_id = p_stocktake_id and l.difference <> 0
    returning id, product_id
  )
  insert into private.activity_costs (entry_id, cost_price_affected, cost_price)
  select c.id, i.cost_price, i.cost_price from changes c join public.inventory i on i.id = c.product_id;
  update private.stocktakes s set closed_at = now(), closed_by = (select auth.uid()) where s.id = p_stocktake_id;
  perform private.finish_request(p_request_id, to_jsonb(changed), format('el conteo quedó cerrado con %s diferencias',
    changed));
  return changed;
end
$$;
revoke all on function public.close_stocktake from public, anon, authenticated;
grant execute on function public.close_stocktake to authenticated;

-- Stocktakes, open ones first, then the newest, at most fifty; what closed ones came to at cost is null to everybody
-- but the admin. Staff only.
create function public.list_stocktakes()
returns table (
  id uuid, scope text, started_at timestamptz, started_by text, finished_at timestamptz, closed_at timestamptz,
  cancelled_at timestamptz, ended_by text, items bigint, pieces bigint, differences bigint, value bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  sees_costs boolean := private.may('costs.see');
begin
  perform private.require('stock');
  return query
    select s.id, private.stocktake_scope(s.component_type_id, s.supplier_id), s.started_at, n.full_name,
      s.finished_at, s.closed_at, s.cancelled_at, e.full_name,
      case when s.closed_at is null then t.items else l.items end,
      case when s.closed_at is null then t.pieces else l.pieces end,
      l.differences, case when sees_costs then l.value end
    from private.stocktakes s
    join public.staff_names n on n.id = s.started_by
    left join public.staff_names e on e.id = coalesce(s.closed_by, s.cancelled_by)
    cross join lateral (select count(*) as items, coalesce(sum(c.counted), 0)::bigint as pieces
      from private.stocktake_tally(s.id) c where s.closed_at is null) as t
    cross join lateral (
      select count(*) filter (where k.counted > 0) as items, coalesce(sum(k.counted), 0)::bigint as pieces,
        count(*) filter (where k.difference <> 0) as differences,
        coalesce(sum(k.difference * k.unit_cost), 0)::bigint as value
      from private.stocktake_lines k where k.stocktake_id = s.id and s.closed_at is not null) as l
    order by s.closed_at is null and s.cancelled_at is null desc, s.started_at desc, s.id limit 50;
end
$$;
revoke all on function public.list_stocktakes from public, anon, authenticated;
grant execute on function public.list_stocktakes to authenticated;
