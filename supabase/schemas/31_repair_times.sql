-- How long repairs take, for the public pages: for each kind of device with at least 20 delivered orders of the last 180
-- days, the days within which half of them were finished, the most frequent kind first. Contains no personal data.
create function private.repair_times() returns jsonb
language sql stable set search_path = '' as $$
  select case when count(*) > 0
    then jsonb_build_object('repairTimes',
      jsonb_agg(jsonb_build_object('type', t.equipment_type, 'days', t.days) order by t.orders desc, t.equipment_type))
    else '{}' end
  from (
    select o.equipment_type, count(*) as orders, greatest(1, ceil(
      percentile_disc(0.5) within group (order by date_part('epoch', o.completed_at - o.created_at) / 86400))) as days
    from public.service_orders o
    where o.created_at > now() - interval '180 days' and o.status = 'delivered' and o.completed_at > o.created_at
      and o.equipment_type not in ('others', 'other')
    group by o.equipment_type having count(*) >= 20
  ) as t
$$;
