-- Sorts of the desk's list read their index in one direction (ORD-75), so that many equal names, models or prices cost
-- no sorting of their own.
drop index public.service_orders_by_price;
create index service_orders_by_price on public.service_orders (coalesce(total_amount, 0), created_at, id);

-- The first orders of a sorted list, up to row_limit; ties newest first in a column's usual direction (from A, the
-- highest first), oldest first in the other: each index is read in one direction. filters is SQL on o, made by
-- search_orders.
-- Planned each time: the sort's index leads where many orders match, the filter's where few do.
create or replace function private.sorted_order_ids(
  p_sort text, p_descending boolean, p_search text, p_field text, filters text, row_limit integer
) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  searching boolean := coalesce(trim(p_search), '') <> '';
  by_text boolean := searching and p_field <> 'order_number';
  direction text := case when p_descending then 'desc' else 'asc' end;
  against text := case when p_descending then 'asc' else 'desc' end;
  newest constant text := 'o.created_at desc, o.id desc';
  source text := 'public.service_orders o';
  condition text := filters || case when by_text then private.search_condition(p_field, p_search) else '' end;
  sort_by text;
  ids uuid[] := '{}';
  more uuid[];
  next_status text;
begin
  if searching and not by_text then
    -- Gathered before it is sorted: numbers and dates grow together, so that the newest orders of a low number would be
    -- looked for among all others.
    source := format('(select o.* from public.service_orders o where true %s offset 0) as o',
      private.number_condition(p_search));
  end if;
  if by_text or p_sort in ('customer', 'device') then
    source := source || ' join private.order_search s on s.order_id = o.id';
  end if;
  if p_sort = 'status' and (by_text or not searching) then
    -- In the order of the work, one state after the other: each has an index of its newest orders.
    for next_status in
      select u.status from unnest(private.statuses_in()) with ordinality as u (status, place)
      order by case when p_descending then -u.place else u.place end
    loop
      execute format('select array_agg(f.id) from (select o.id from %s where o.status = %L %s order by %s limit %s) as f',
        source, next_status, condition, newest, row_limit - cardinality(ids)) into more;
      ids := ids || coalesce(more, '{}');
      exit when cardinality(ids) >= row_limit;
    end loop;
    return ids;
  end if;
  sort_by := case p_sort
    when 'created' then format('o.created_at %1$s, o.id %1$s', direction)
    when 'customer' then format('s.customer_name %1$s, s.created_at %2$s, s.order_id %2$s', direction, against)
    when 'device' then
      format('s.equipment_brand %1$s, s.equipment_model %1$s, s.created_at %2$s, s.order_id %2$s', direction, against)
    when 'status' then format('array_position(%L::text[], o.status) %s, %s', private.statuses_in(), direction, newest)
    when 'price' then format('coalesce(o.total_amount, 0) %1$s, o.created_at %1$s, o.id %1$s', direction)
    when 'changed' then format('o.updated_at %1$s, o.created_at %1$s, o.id %1$s', direction)
  end;
  execute format('select array_agg(f.id) from (select o.id from %s where true %s order by %s limit %s) as f',
    source, condition, sort_by, row_limit) into ids;
  return ids;
end
$$;
