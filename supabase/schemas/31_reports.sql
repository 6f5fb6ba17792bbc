-- Reports (REP-01 to REP-05, decision 14): computed here, for admins only. Dates are days of the shop's own calendar,
-- inclusive, and count only when both are given.

-- All that the figures read of an order, in a tenth of the table's pages.
create index service_orders_reports on public.service_orders (created_at) include (
  status, equipment_type, technician_id, updated_at, quoted_at, approved_at, rejected_at, completed_at, delivered_at,
  total_amount
);
-- Forgotten work first, without reading the rest.
create index service_orders_idle on public.service_orders (updated_at)
  where status in ('pending', 'in_progress', 'quoted', 'approved');

-- Each report function checks its range in its declarations, before its first statement: the check asks for the role
-- first, and names the accepted days (SEC-57). Otherwise everybody signed in would see the database's own errors first.
create function private.report_range(p_from date, p_to date) returns tstzrange
language plpgsql stable set search_path = '' as $$
begin
  perform private.require('reports');
  if least(p_from, p_to) < '0001-01-01' or greatest(p_from, p_to) > '9999-12-31' then
    raise exception 'Elige fechas entre los años 1 y 9999.' using errcode = '22023';
  end if;
  return case
    when p_from is null or p_to is null then tstzrange(null, null)
    when p_from > p_to then 'empty'
    else tstzrange(p_from::timestamp at time zone 'America/Santiago',
      (p_to + 1)::timestamp at time zone 'America/Santiago')
  end;
end
$$;

-- The month of the shop's calendar in which an order counts as earned: of its delivery, else its completion, else its
-- intake. Inlined, as find_warranty_returns is.
create function private.earned_month(o public.service_orders) returns timestamp
language sql stable as $$
  select date_trunc('month', coalesce(o.delivered_at, o.completed_at, o.created_at) at time zone 'America/Santiago')
$$;

-- Open work by days since anything happened to it, whatever the filters.
create function private.report_idle() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'total', count(*),
    'under_3', count(*) filter (where o.updated_at > now() - interval '3 days'),
    'under_7', count(*) filter (where o.updated_at <= now() - interval '3 days'
      and o.updated_at > now() - interval '7 days'),
    'under_30', count(*) filter (where o.updated_at <= now() - interval '7 days'
      and o.updated_at > now() - interval '30 days'),
    'over_30', count(*) filter (where o.updated_at <= now() - interval '30 days'),
    'oldest', (
      select coalesce(jsonb_agg(to_jsonb(line) order by line.updated_at), '[]') from (
        select i.id, i.order_number, i.customer_name, i.status, i.updated_at,
          date_part('epoch', now() - i.updated_at) / 86400 as idle_days
        from public.service_orders i
        where i.status = any (private.statuses_in('open'))
        order by i.updated_at, i.id limit 10
      ) as line
    )
  )
  from public.service_orders o
  where o.status = any (private.statuses_in('open'))
$$;

-- The whole screen without a single sum of money, in one round trip and one pass over the orders: they are counted, and
-- their times collected, per status, type and technician, apart for the chosen ones and the rest; every figure is put
-- together from those groups.
--   summary, frequency, quotes, technicians: the orders that the filters choose.
--     resolution: all orders, in days. mean_days is the specification's figure (status completed; updated_at moves with
--     every later edit);
--     median_days and p90_days are the true times, of orders whose completion was recorded.
--   idle: all open orders. people: whom the technician filter offers.
create function public.report_overview(
  p_from date default null, p_to date default null, p_technician uuid default null, p_type text default null,
  p_parts text[] default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' set random_page_cost = 1.1
  set jit = off as $$
declare
  range tstzrange := private.report_range(p_from, p_to);
  parts text[] := coalesce(p_parts, array['orders', 'times', 'quotes', 'technicians', 'people']);
  with_times boolean := 'times' = any (parts);
  with_days boolean := with_times or 'technicians' = any (parts);
  with_hours boolean := 'quotes' = any (parts);
begin
  perform private.require('reports');
  return (
    with groups as materialized (
      select o.status, o.equipment_type as type, o.technician_id,
        o.created_at <@ range and (p_technician is null or o.technician_id = p_technician) is true
          and (p_type is null or o.equipment_type = p_type) as chosen,
        count(*) as orders,
        sum(date_part('epoch', coalesce(o.updated_at, o.created_at) - o.created_at)) filter (where with_times)
          as seconds_to_edit,
        array_agg(date_part('epoch', o.completed_at - o.created_at) / 86400)
          filter (where with_days and o.completed_at is not null) as days,
        count(o.approved_at) as approved,
        count(*) filter (where o.approved_at is null and o.rejected_at is not null) as rejected,
        array_agg(date_part('epoch', coalesce(o.approved_at, o.rejected_at) - o.quoted_at) / 3600)
          filter (where with_hours and o.quoted_at is not null
            and (o.approved_at is not null or o.rejected_at is not null)) as hours
      from public.service_orders o
      group by 1, 2, 3, 4
    ), summary as (
      select coalesce(sum(orders), 0) as total,
        coalesce(sum(orders) filter (where status in ('completed', 'delivered')), 0) as completed,
        coalesce(sum(orders) filter (where status = 'delivered'), 0) as delivered,
        coalesce(sum(orders) filter (where status in ('pending', 'in_progress')), 0) as pending
      from groups where chosen
    ), by_type as (
      select type, sum(orders) as orders from groups where chosen group by type
    ), resolution as (
      select type,
        coalesce(sum(orders) filter (where status = 'completed'), 0) as completed,
        sum(seconds_to_edit) filter (where status = 'completed')
          / sum(orders) filter (where status = 'completed') / 86400 as mean_days,
        coalesce(sum(cardinality(days)), 0) as measured
      from groups where status = 'completed' or days is not null
      group by type
    ), technicians as (
      select technician_id as id, sum(orders) as completed
      from groups where chosen and technician_id is not null and status in ('completed', 'delivered')
      group by technician_id
    ), come_backs as (
      select o.technician_id, count(*) as orders
      from private.warranty_returns w
      join public.service_orders o on o.id = w.order_id
      where o.status in ('completed', 'delivered') and o.technician_id is not null and o.created_at <@ range
        and (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
      group by o.technician_id
    )
    select case when 'orders' = any (parts) then jsonb_build_object(
        'summary', (select to_jsonb(s) from summary s),
        'unrepaired', private.report_unrepaired(range, p_technician, p_type),
        'frequency', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'type', t.type, 'count', t.orders, 'percentage', round(t.orders * 100.0 / s.total, 2)
          ) order by t.orders desc, t.type), '[]') from by_type t, summary s)) else '{}' end
      || case when with_times then jsonb_build_object(
        'resolution', (
          select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object(
            'median_days', times.marks[1], 'p90_days', times.marks[2]) order by r.type), '[]')
          from resolution r cross join lateral (
            select percentile_cont(array[0.5, 0.9]) within group (order by day) as marks
            from groups g cross join unnest(g.days) as day where g.type = r.type
          ) as times),
        'idle', private.report_idle()) else '{}' end
      || case when with_hours then jsonb_build_object('quotes', (
        select jsonb_build_object(
          'decided', coalesce(sum(approved + rejected), 0), 'approved', coalesce(sum(approved), 0),
          'rejected', coalesce(sum(rejected), 0),
          'waiting', coalesce(sum(orders) filter (where status = 'quoted'), 0),
          'median_hours', (
            select percentile_cont(0.5) within group (order by hour)
            from groups g cross join unnest(g.hours) as hour where g.chosen))
        from groups where chosen)) else '{}' end
      || case when 'technicians' = any (parts) then jsonb_build_object('technicians', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', t.id, 'name', coalesce(p.full_name, 'Desconocido'), 'completed', t.completed,
          'median_days', times.median, 'come_backs', coalesce(c.orders, 0)
        ) order by t.completed desc, p.full_name), '[]')
        from technicians t
        left join public.staff_names p on p.id = t.id
        left join come_backs c on c.technician_id = t.id
        cross join lateral (
          select percentile_cont(0.5) within group (order by day) as median
          from groups g cross join unnest(g.days) as day
          where g.technician_id = t.id and g.chosen and g.status in ('completed', 'delivered')
        ) as times)) else '{}' end
      || case when 'people' = any (parts) then jsonb_build_object('people', private.report_people()) else '{}' end
  );
end
$$;
revoke all on function public.report_overview from public, anon, authenticated;
grant execute on function public.report_overview to authenticated;

-- The condition of a figure's orders, as SQL on the alias o: one of these texts or none, never anything from outside.
create function private.report_card(p_card text) returns text
language sql immutable set search_path = '' as $$
  select case p_card
    when 'total' then 'true'
    when 'completed' then done
    when 'completed_then' then done
    when 'earned' then done
    when 'earned_then' then done
    when 'unrepaired' then 'o.unrepaired_reason is not null'
    when 'delivered' then $sql$o.status = 'delivered'$sql$
    when 'delivered_then' then $sql$o.status = 'delivered'$sql$
    when 'pending' then $sql$o.status in ('pending', 'in_progress')$sql$
    when 'quoted' then $sql$o.status = 'quoted'$sql$
    when 'approved' then 'o.approved_at is not null'
    when 'rejected' then 'o.approved_at is null and o.rejected_at is not null'
    when 'resolved' then $sql$o.status = 'completed'$sql$
    when 'measured' then 'o.completed_at is not null'
    when 'timed' then done || ' and o.completed_at is not null'
    when 'decided' then '(o.approved_at is not null or o.rejected_at is not null)'
    when 'timed_decisions' then '(o.approved_at is not null or o.rejected_at is not null) and o.quoted_at is not null'
    when 'come_backs' then done || $sql$ and o.technician_id is not null
      and o.id in (select w.order_id from private.warranty_returns w)$sql$
    when 'open' then open
    when 'under_3' then open || $sql$ and o.updated_at > now() - interval '3 days'$sql$
    when 'under_7' then open || $sql$ and o.updated_at <= now() - interval '3 days'
      and o.updated_at > now() - interval '7 days'$sql$
    when 'under_30' then open || $sql$ and o.updated_at <= now() - interval '7 days'
      and o.updated_at > now() - interval '30 days'$sql$
    when 'over_30' then open || $sql$ and o.updated_at <= now() - interval '30 days'$sql$
  end
  from (select
    $sql$o.status in ('completed', 'delivered')$sql$ as done,
    $sql$o.status = any (private.statuses_in('open'))$sql$ as open
  ) as known
$$;

-- The value that a figure measures for one order, as SQL on the alias o: days, for decisions hours; null for a count.
create function private.report_measure(p_card text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_card = 'resolved' then $sql$date_part('epoch',
      coalesce(o.updated_at, o.created_at) - o.created_at) / 86400$sql$
    when p_card in ('measured', 'timed', 'completed_then')
      then $sql$date_part('epoch', o.completed_at - o.created_at) / 86400$sql$
    when p_card = 'timed_decisions' then $sql$date_part('epoch',
      coalesce(o.approved_at, o.rejected_at) - o.quoted_at) / 3600$sql$
    when p_card in ('open', 'under_3', 'under_7', 'under_30', 'over_30')
      then $sql$date_part('epoch', now() - o.updated_at) / 86400$sql$
    else 'null::double precision'
  end
$$;

-- The orders behind a figure, a page at a time; the dates choose by the figure's own day (report_day).
create function public.report_orders(
  p_card text, p_from date default null, p_to date default null, p_technician uuid default null,
  p_type text default null, p_month date default null, p_sort text default 'order_number',
  p_descending boolean default true, p_offset integer default 0, p_limit integer default 20
) returns table (
  id uuid, order_number integer, customer_name text, status text, total_amount bigint, equipment_type text,
  created_at timestamptz, measure double precision, total_count bigint
)
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' set random_page_cost = 1.1
  set jit = off as $$
declare
  range tstzrange := private.report_range(p_from, p_to);
  page_size integer := least(greatest(coalesce(p_limit, 20), 1), 1000);
  condition text := private.report_card(p_card) || case when isfinite(lower(range)) or isempty(range)
      then format(' and %1$s >= coalesce(lower($1), ''infinity'') and %1$s < coalesce(upper($1), ''-infinity'')',
        private.report_day(p_card)) else '' end
    || case when p_technician is not null then ' and o.technician_id = $2' else '' end
    || case when p_type is not null then ' and o.equipment_type = $3' else '' end
    || case when p_month is not null then ' and private.earned_month(o) = date_trunc(''month'', $6::timestamp)'
      else '' end;
  measure text := private.report_measure(p_card);
  sort text := case p_sort
    when 'customer_name' then 'private.fold(o.customer_name)' when 'status' then 'o.status'
    when 'total_amount' then 'coalesce(o.total_amount, 0)' when 'created_at' then 'o.created_at' when 'measure'
      then measure
    else 'o.order_number' end;
  direction text := case when p_descending then 'desc' else 'asc' end;
begin
  perform private.require('reports');
  perform private.report_range(p_month, p_month);
  if condition is null then
    return;
  end if;
  return query execute format(
    'select o.id, o.order_number, o.customer_name, o.status, o.total_amount, o.equipment_type, o.created_at, %4$s,
      (select count(*) from public.service_orders o where %1$s)
    from public.service_orders o where %1$s order by %2$s %3$s, o.order_number %3$s offset $4 limit $5', condition,
      sort, direction, measure)
  using range, p_technician, p_type, private.rows_skipped(p_offset, page_size), page_size, p_month;
end
$$;
revoke all on function public.report_orders from public, anon, authenticated;
grant execute on function public.report_orders to authenticated;

-- The reports in parts (REP-20 to REP-24): the figures of a period beside those of the period before, and each section
-- when it is opened.

-- People in the technician filter: technicians, and others with orders of their own, also former staff.
create function private.report_people() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'name', n.full_name) order by n.full_name), '[]')
  from public.staff_names n
  where private.person_may(n.id, 'orders.repair')
    or exists (select from public.service_orders o where o.technician_id = n.id)
$$;
revoke all on function private.report_people from public, anon, authenticated;

-- Key figures from one day of the shop's calendar to another, both inclusive, beside the days of an earlier period:
-- { received, delivered, median_days: { now, before, line }, people }.
--   received: by the day of the intake. delivered: by the day of the delivery. median_days: from intake to completion,
--     by the day of the completion; null without one.
--   line: the period's values in at most 31 steps of p_step days, the first day first; the last step may be shorter.
create function public.report_figures(
  p_from date, p_to date, p_before_from date, p_before_to date, p_step integer default 1,
  p_technician uuid default null, p_type text default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' set random_page_cost = 1.1
  set jit = off as $$
declare
  period tstzrange := private.report_range(p_from, p_to);
  earlier tstzrange := private.report_range(p_before_from, p_before_to);
  step integer := greatest(p_step, 1, (p_to - p_from + 31) / 31);
begin
  perform private.require('reports');
  return (
    with orders as materialized (
      select o.created_at as received_at,
        case when o.status = 'delivered' then o.delivered_at end as delivered_at,
        case when o.status in ('completed', 'delivered') then o.completed_at end as completed_at
      from public.service_orders o
      where (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
        and (o.created_at <@ period or o.created_at <@ earlier or o.delivered_at <@ period
          or o.delivered_at <@ earlier or o.completed_at <@ period or o.completed_at <@ earlier)
    ), received as (
      select ((received_at at time zone 'America/Santiago')::date - p_from) / step as place, count(*) as orders
      from orders where received_at <@ period group by 1
    ), delivered as (
      select ((delivered_at at time zone 'America/Santiago')::date - p_from) / step as place, count(*) as orders
      from orders where delivered_at <@ period group by 1
    ), completed as (
      select ((completed_at at time zone 'America/Santiago')::date - p_from) / step as place,
        percentile_cont(0.5) within group (order by date_part('epoch', completed_at - received_at) / 86400) as days
      from orders where completed_at <@ period group by 1
    ), totals as (
      select count(*) filter (where received_at <@ earlier) as received_before,
        count(*) filter (where delivered_at <@ earlier) as delivered_before,
        count(*) filter (where received_at <@ period) as received,
        count(*) filter (where delivered_at <@ period) as delivered,
        percentile_cont(0.5) within group (order by date_part('epoch', completed_at - received_at) / 86400)
          filter (where completed_at <@ period) as days,
        percentile_cont(0.5) within group (order by date_part('epoch', completed_at - received_at) / 86400)
          filter (where completed_at <@ earlier) as days_before
      from orders
    ), places as (
      select generate_series(0, (p_to - p_from) / step) as place
    )
    select jsonb_build_object(
      'received', jsonb_build_object('now', t.received, 'before', t.received_before, 'line', (
        select coalesce(jsonb_agg(coalesce(r.orders, 0) order by place), '[]')
        from places left join received r using (place))),
      'delivered', jsonb_build_object('now', t.delivered, 'before', t.delivered_before, 'line', (
        select coalesce(jsonb_agg(coalesce(d.orders, 0) order by place), '[]')
        from places left join delivered d using (place))),
      'median_days', jsonb_build_object('now', t.days, 'before', t.days_before, 'line', (
        select coalesce(jsonb_agg(c.days order by place), '[]')
        from places left join completed c using (place))),
      'people', private.report_people()
    )
    from totals t
  );
end
$$;
revoke all on function public.report_figures from public, anon, authenticated;
grant execute on function public.report_figures to authenticated;

-- The day by which the dates choose a figure's orders, as SQL on the alias o.
create function private.report_day(p_card text) returns text
language sql immutable set search_path = '' as $$
  select case p_card
    when 'delivered_then' then $sql$case when o.status = 'delivered' then o.delivered_at end$sql$
    when 'completed_then' then 'o.completed_at'
    when 'earned_then' then 'coalesce(o.delivered_at, o.completed_at, o.created_at)'
    else 'o.created_at'
  end
$$;
revoke all on function private.report_day from public, anon, authenticated;

-- The earnings of a period for report_earnings, which has checked the PIN.
create function private.earned_in_period(
  p_from date, p_to date, p_before_from date, p_before_to date, p_step integer, p_technician uuid, p_type text
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  period tstzrange := private.report_range(p_from, p_to);
  earlier tstzrange := private.report_range(p_before_from, p_before_to);
  step integer := greatest(p_step, 1, (p_to - p_from + 31) / 31);
begin
  return (
    with orders as materialized (
      select coalesce(o.delivered_at, o.completed_at, o.created_at) as earned_at, coalesce(o.total_amount, 0) as amount
      from public.service_orders o
      where o.status in ('completed', 'delivered')
        and (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
        and (coalesce(o.delivered_at, o.completed_at, o.created_at) <@ period
          or coalesce(o.delivered_at, o.completed_at, o.created_at) <@ earlier)
    ), steps as (
      select ((earned_at at time zone 'America/Santiago')::date - p_from) / step as place, sum(amount) as amount
      from orders where earned_at <@ period group by 1
    )
    select jsonb_build_object(
      'now', coalesce(sum(amount) filter (where earned_at <@ period), 0),
      'before', coalesce(sum(amount) filter (where earned_at <@ earlier), 0),
      'orders', count(*) filter (where earned_at <@ period),
      'orders_before', count(*) filter (where earned_at <@ earlier),
      'line', (
        select coalesce(jsonb_agg(coalesce(s.amount, 0) order by place), '[]')
        from generate_series(0, (p_to - p_from) / step) as place left join steps s using (place)))
    from orders
  );
end
$$;
revoke all on function private.earned_in_period from public, anon, authenticated;
