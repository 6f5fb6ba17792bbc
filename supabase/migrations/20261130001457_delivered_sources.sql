SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.report_suppliers (
  p_range tstzrange
)
  RETURNS TABLE (
    supplier_name text,
    fitted        bigint,
    orders        bigint,
    came_back     bigint,
    faulty        bigint,
    bought        bigint,
    credited      bigint
  )
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.keep_sources();
  return query
    with failures as materialized (
      -- By its steps: one that the supplier replaced is fitted by now, and failed all the same.
      select e.part_id, count(*)::integer as times from private.part_steps e
      where e.became in ('faulty', 'sent_back') and e.was <> 'faulty' group by e.part_id
    ), pieces as materialized (
      select k.supplier_name, k.order_id, k.pieces as fitted, 0 as faulty, 0 as credited, 0 as bought
      from public.service_orders o join private.kept_sources k on k.order_id = o.id
      where o.status = 'delivered' and o.created_at <@ p_range
      union all
      -- Parts of orders that are no product, and all that were faulty (28_requested_parts).
      select s.name, case when is_fitted then p.order_id end, case when is_fitted then p.quantity else 0 end,
        p.quantity * coalesce(e.times, 0), case when p.state = 'credited' then p.quantity else 0 end, 0
      from private.requested_parts p
      join public.service_orders o on o.id = p.order_id
      join public.suppliers s on s.id = p.supplier_id
      left join failures e on e.part_id = p.id
      cross join lateral (
        select p.item_id is null and p.state = 'fitted' and o.status = 'delivered' as is_fitted) as f
      where o.created_at <@ p_range and (is_fitted or e.times > 0)
      union all
      select m.supplier_name, null, 0, 0, 0, m.delta from public.inventory_movements m
      where m.purchase_id is not null and m.created_at <@ p_range
      union all
      select s.name, null, 0, 0, 0, p.quantity
      from private.part_steps e
      join private.requested_parts p on p.id = e.part_id
      join public.suppliers s on s.id = p.supplier_id
      where e.became = 'arrived' and e.was in ('requested', 'ordered') and e.made_at <@ p_range
    ), names as materialized (
      -- Each name once: of 60,000 pieces the keys take longer than all the rest.
      select n.name, private.name_key(n.name) as key from (select distinct p.supplier_name as name from pieces p) as n
    )
    select min(p.supplier_name), sum(p.fitted)::bigint, count(distinct p.order_id) filter (where p.fitted > 0),
      count(distinct w.order_id), sum(p.faulty)::bigint, sum(p.bought)::bigint, sum(p.credited)::bigint
    from pieces p join names n on n.name = p.supplier_name
    left join private.warranty_returns w on w.order_id = p.order_id
    group by n.key
    having sum(p.fitted) + sum(p.faulty) + sum(p.bought) > 0
    order by 2 desc, 1;
end
$function$;
