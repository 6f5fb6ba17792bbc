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

-- What the filters choose, as a range of instants: [first instant of p_from, first instant after p_to). Everything when
-- one is missing.
create function private.report_range(p_from date, p_to date) returns tstzrange
language sql stable set search_path = '' as $$
  select case
    when p_from is null or p_to is null then tstzrange(null, null)
    when p_from > p_to then 'empty'
    else tstzrange(p_from::timestamp at time zone 'America/Santiago',
      (p_to + 1)::timestamp at time zone 'America/Santiago')
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
    and o.updated_at > now() - interval '7 days'), 'under_30',
    count(*) filter (where o.updated_at <= now() - interval '7 days' and o.updated_at > now() - interval '30 days'),
    'over_30', count(*) filter (where o.updated_at <= now() - interval '30 days'), 'oldest', (
      select coalesce(jsonb_agg(to_jsonb(line) order by line.updated_at), '[]') from (
        select i.id, i.order_number, i.customer_name, i.status, i.updated_at,
          date_part('epoch', now() - i.updated_at) / 86400 as idle_days
        from public.service_orders i
        where i.status in ('pending', 'in_progress', 'quoted', 'approved')
        order by i.updated_at, i.id limit 10
      ) as line
    )
  )
  from public.service_orders o
  where o.status in ('pending', 'in_progress', 'quoted', 'approved')
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
  p_from date default null, p_to date default null, p_technician uuid default null, p_type text default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' set random_page_cost = 1.1
  set jit = off as $$
declare
  range tstzrange := private.report_range(p_from, p_to);
begin
  perform private.require_admin();
  return (
    with groups as materialized (
      select o.status, o.equipment_type as type, o.technician_id,
        o.created_at <@ range and (p_technician is null or o.technician_id = p_technician) is true
          and (p_type is null or o.equipment_type = p_type) as chosen,
        count(*) as orders,
        sum(date_part('epoch', coalesce(o.updated_at, o.created_at) - o.created_at)) as seconds_to_edit,
        array_agg(date_part('epoch',
        o.completed_at - o.created_at) / 86400) filter (where o.completed_at is not null) as days,
        count(o.approved_at) as approved,
        count(*) filter (where o.approved_at is null and o.rejected_at is not null) as rejected,
        array_agg(date_part('epoch', coalesce(o.approved_at, o.rejected_at) - o.quoted_at) / 3600)
          filter (where o.quoted_at is not null and (o.approved_at is not null or o.rejected_at is not null)) as hours
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
        sum(seconds_to_edit) filter (where status = 'completed') / sum(orders) filter (where status = 'completed') / 86400 as mean_days,
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
    select jsonb_build_object(
      'summary', (select to_jsonb(s) from summary s),
      'frequency', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'type', t.type, 'count', t.orders, 'percentage', round(t.orders * 100.0 / s.total, 2)
        ) order by t.orders desc, t.type), '[]') from by_type t, summary s),
      'resolution', (
        select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('median_days', times.marks[1], 'p90_days',
          times.marks[2]) order by r.type), '[]')
        from resolution r cross join lateral (
          select percentile_cont(array[0.5, 0.9]) within group (order by day) as marks
          from groups g cross join unnest(g.days) as day where g.type = r.type
        ) as times),
      'quotes', (
        select jsonb_build_object(
          'decided', coalesce(sum(approved + rejected), 0), 'approved', coalesce(sum(approved), 0), 'rejected',
          coalesce(sum(rejected), 0), 'waiting', coalesce(sum(orders) filter (where status = 'quoted'), 0),
          'median_hours', (
            select percentile_cont(0.5) within group (order by hour) from groups g cross join unnest(g.hours) as hour
              where g.chosen))
        from groups where chosen),
      'idle', private.report_idle(),
      'technicians', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', t.id, 'name', coalesce(p.full_name, 'Desconocido'), 'completed', t.completed, 'median_days',
          times.median, 'come_backs', coalesce(c.orders, 0)
        ) order by t.completed desc, p.full_name), '[]')
        from technicians t
        left join public.profiles p on p.id = t.id
        left join come_backs c on c.technician_id = t.id
        cross join lateral (
          select percentile_cont(0.5) within group (order by day) as median
          from groups g cross join unnest(g.days) as day
          where g.technician_id = t.id and g.chosen and g.status in ('completed', 'delivered')
        ) as times),
      'people', (
        select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.full_name) order by p.full_name), '[]')
        from public.profiles p
        where p.role = 'technician'
          or p.role <> 'customer' and exists (select from groups g where g.technician_id = p.id))
    )
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
    when 'completed' then $sql$o.status in ('completed', 'delivered')$sql$
    when 'earned' then $sql$o.status in ('completed', 'delivered')$sql$
    when 'delivered' then $sql$o.status = 'delivered'$sql$
    when 'pending' then $sql$o.status in ('pending', 'in_progress')$sql$
    when 'quoted' then $sql$o.status = 'quoted'$sql$
    when 'approved' then 'o.approved_at is not null'
    when 'rejected' then 'o.approved_at is null and o.rejected_at is not null'
    when 'resolved' then $sql$o.status = 'completed'$sql$
    when 'measured' then 'o.completed_at is not null'
    when 'timed' then $sql$o.status in ('completed', 'delivered') and o.completed_at is not null$sql$
    when 'decided' then '(o.approved_at is not null or o.rejected_at is not null)'
    when 'timed_decisions' then '(o.approved_at is not null or o.rejected_at is not null) and o.quoted_at is not null'
    when 'come_backs' then $sql$o.status in ('completed', 'delivered') and o.technician_id is not null
      and o.id in (select w.order_id from private.warranty_returns w)$sql$
    when 'open' then $sql$o.status in ('pending', 'in_progress', 'quoted', 'approved')$sql$
    when 'under_3' then $sql$o.status in ('pending', 'in_progress', 'quoted', 'approved')
      and o.updated_at > now() - interval '3 days'$sql$
    when 'under_7' then $sql$o.status in ('pending', 'in_progress', 'quoted', 'approved')
      and o.updated_at <= now() - interval '3 days' and o.updated_at > now() - interval '7 days'$sql$
    when 'under_30' then $sql$o.status in ('pending', 'in_progress', 'quoted', 'approved')
      and o.updated_at <= now() - interval '7 days' and o.updated_at > now() - interval '30 days'$sql$
    when 'over_30' then $sql$o.status in ('pending', 'in_progress', 'quoted', 'approved')
      and o.updated_at <= now() - interval '30 days'$sql$
  end
$$;

-- What the figure measures of one order, as SQL on the alias o: days, for decisions hours; null where it only counts.
create function private.report_measure(p_card text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_card = 'resolved' then $sql$date_part('epoch',
      coalesce(o.updated_at, o.created_at) - o.created_at) / 86400$sql$
    when p_card in ('measured', 'timed') then $sql$date_part('epoch', o.completed_at - o.created_at) / 86400$sql$
    when p_card = 'timed_decisions' then $sql$date_part('epoch',
      coalesce(o.approved_at, o.rejected_at) - o.quoted_at) / 3600$sql$
    when p_card in ('open', 'under_3', 'under_7', 'under_30', 'over_30')
      then $sql$date_part('epoch', now() - o.updated_at) / 86400$sql$
    else 'null::double precision'
  end
$$;

-- The orders behind a figure, a page at a time. p_card: see private.report_card; an unknown one has none. p_month: any
-- day of the month in which the order counts as earned (see report_earnings); every month when null. p_sort:
-- 'order_number' | 'customer_name' | 'status' | 'total_amount' (missing as 0) | 'created_at' | 'measure'.
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
  condition text := private.report_card(p_card) || case when isfinite(lower(range)) or isempty(range)
      then ' and o.created_at >= coalesce(lower($1), ''infinity'') and o.created_at < coalesce(upper($1),
        ''-infinity'')' else '' end
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
  perform private.require_admin();
  if condition is null then
    return;
  end if;
  return query execute format(
    'select o.id, o.order_number, o.customer_name, o.status, o.total_amount, o.equipment_type, o.created_at, %4$s,
      (select count(*) from public.service_orders o where %1$s)
    from public.service_orders o where %1$s order by %2$s %3$s, o.order_number %3$s offset $4 limit $5', condition,
      sort, direction, measure)
  using range, p_technician, p_type, greatest(p_offset, 0), least(greatest(p_limit, 1), 1000), p_month;
end
$$;
revoke all on function public.report_orders from public, anon, authenticated;
grant execute on function public.report_orders to authenticated;
