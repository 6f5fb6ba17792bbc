-- Devices that were handed over without a repair, for the reports (TIME-14).

create index service_orders_unrepaired on public.service_orders (created_at) where unrepaired_reason is not null;

-- Their orders by reason: { orders, reasons: [{ reason, orders }] }, the ten most frequent reasons.
create function private.report_unrepaired(p_range tstzrange, p_technician uuid, p_type text) returns jsonb
language sql stable set search_path = '' as $$
  with chosen as (
    select o.unrepaired_reason as reason, count(*) as orders from public.service_orders o
    where o.unrepaired_reason is not null and o.created_at <@ p_range
      and (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
    group by 1
  )
  select jsonb_build_object('orders', coalesce(sum(c.orders), 0), 'reasons', (
    select coalesce(jsonb_agg(to_jsonb(r) order by r.orders desc, r.reason), '[]')
    from (select * from chosen order by orders desc, reason limit 10) as r))
  from chosen c
$$;
revoke all on function private.report_unrepaired from public, anon, authenticated;
