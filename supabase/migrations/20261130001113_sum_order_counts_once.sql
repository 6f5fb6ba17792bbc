SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.count_orders()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.order_counts c where c.id is not null;
  elsif tg_op = 'INSERT' then
    insert into private.order_counts (status, total_amount, orders)
    select n.status, sign(coalesce(n.total_amount, 0)), count(*) from new_orders n group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into private.order_counts (status, total_amount, orders)
    select d.status, sign(coalesce(d.total_amount, 0)), -count(*) from old_orders d group by 1, 2;
  else
    insert into private.order_counts (status, total_amount, orders)
    values (old.status, sign(coalesce(old.total_amount, 0)), -1), (new.status, sign(coalesce(new.total_amount, 0)), 1);
  end if;
  -- Once in a transaction: one that changes thousands of orders would read all of its changes again for each.
  if coalesce(current_setting('taller.orders_summed', true), '') = '' then
    perform set_config('taller.orders_summed', 'yes', true);
    -- A transaction that keeps to one snapshot would fail where another one has summed meanwhile.
    if (select count(*) > 64 from private.order_counts) and current_setting('transaction_isolation') = 'read committed' then
      perform private.sum_order_counts();
    end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.repair_times()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;
