-- As before. shared/src/orders/bulk-rules.ts says the same beforehand; supabase/test/change-orders.test.ts holds both
-- together (ORD-77).
create or replace function private.bulk_obstacle(o public.service_orders, p_change jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when o.status = any (private.statuses_in('closed')) then 'closed'
    when p_change ? 'status' and o.status = p_change ->> 'status' then 'same'
    when p_change ? 'technician_id' and o.technician_id is not distinct from (p_change ->> 'technician_id')::uuid
      then 'same'
    when p_change ? 'status' and o.status = 'quoted' then 'waiting'
  end
$$;
