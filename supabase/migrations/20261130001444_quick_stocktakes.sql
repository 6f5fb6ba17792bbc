SET local check_function_bodies = off;

DROP TRIGGER "as_readable" ON "public"."inventory";

DROP INDEX "public"."inventory_search";

CREATE OR REPLACE FUNCTION private.purchase_cost (
  p_item_id uuid
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select c.purchase_cost from private.purchase_costs c where c.item_id = p_item_id
$function$;

CREATE OR REPLACE FUNCTION private.stamp_inventory()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.close_stocktake (
  p_request_id   uuid,
  p_stocktake_id uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET jit TO 'off'
  AS $function$
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
  select count(*) filter (where d.difference <> 0 and (d.reason is null or d.explained <> d.difference)),
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
$function$;

CREATE OR REPLACE FUNCTION public.stocktake_differences (
  p_stocktake_id uuid
)
  RETURNS TABLE (
    item_id             uuid,
    item_number         integer,
    brand               text,
    model               text,
    component_type_name text,
    expected            integer,
    counted             integer,
    difference          integer,
    is_counted          boolean,
    is_uncertain        boolean,
    reason              text,
    note                text,
    is_explained        boolean,
    unit_cost           bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
      d.reason is not null and d.explained = d.difference,
      case when sees_costs then coalesce(c.purchase_cost, (d.item).cost_price) end
    from private.stocktake_items(p_stocktake_id) d
    join public.component_types t on t.id = (d.item).component_type_id
    left join private.purchase_costs c on c.item_id = (d.item).id
    where d.difference <> 0 or d.is_uncertain
    order by (d.item).brand_key, (d.item).model_key, (d.item).item_number;
end
$function$;

CREATE VIEW "private"."purchase_costs" WITH (security_invoker=true) AS  SELECT DISTINCT ON (item_id) item_id,
    purchase_cost
   FROM public.inventory_movements m
  WHERE (purchase_cost IS NOT NULL)
  ORDER BY item_id, id DESC;

CREATE INDEX inventory_search ON public.inventory USING gin (search_text extensions.gin_trgm_ops)
  WITH (fastupdate='on', gin_pending_list_limit='256');

CREATE TRIGGER as_readable
  BEFORE INSERT OR UPDATE OF brand, model, place ON public.inventory
  FOR EACH ROW
  EXECUTE FUNCTION private.as_readable();
