-- The money reports (REP-26 to REP-31, decision 72): margin, discounts, payments, balances and the month's file for the
-- accountant, all behind the PIN. Commissions are in 32_staff_commissions.

-- Margin of the chosen orders: in all, by technician, kind of device and month. Orders whose costs are not known are
-- counted apart: neither their price nor their tax is part of the margin. In plpgsql, as all of these: its plans are
-- for the arguments.
create function private.report_margin(p_from date, p_to date, p_technician uuid, p_type text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  rate constant integer := private.tax_rate();
begin
  return (
    with lines as (
      select grouping(g.technician_id, g.equipment_type, g.month) as level, g.technician_id, g.equipment_type,
        to_char(g.month, 'YYYY-MM') as month, coalesce(sum(g.orders), 0) as orders,
        coalesce(sum(g.income), 0) as income, coalesce(sum(g.tax), 0) as tax,
        coalesce(sum(g.unknown_orders), 0) as unknown_orders,
        coalesce(sum(g.unknown_income), 0) as unknown_income, coalesce(sum(g.cost), 0) as cost,
        coalesce(sum(g.net), 0) as net, coalesce(sum(g.net) - sum(g.cost), 0) as margin
      from (
        select r.technician_id, r.equipment_type, date_trunc('month', r.earned_on::timestamp) as month,
          count(*) as orders, sum(r.income) as income, sum(r.tax) as tax,
          count(*) filter (where r.cost is null) as unknown_orders,
          sum(r.income) filter (where r.cost is null) as unknown_income, sum(r.cost) as cost,
          sum(r.income - r.tax) filter (where r.cost is not null) as net
        from private.order_results(p_from, p_to, p_technician, p_type, rate) as r
        group by 1, 2, 3
      ) as g
      group by grouping sets ((), (g.technician_id), (g.equipment_type), (g.month))
    ), named as (
      select l.*, case l.level when 7 then 'total' when 3 then 'technician' when 5 then 'type' else 'month' end as kind,
        case l.level when 3 then coalesce(l.technician_id::text, '') when 5 then l.equipment_type when 6 then l.month
          else '' end as key,
        coalesce(n.full_name, '') as name
      from lines l left join public.staff_names n on l.level = 3 and n.id = l.technician_id
    )
    select jsonb_build_object('rate', rate, 'rows', jsonb_agg(
      to_jsonb(n) - array['level', 'technician_id', 'equipment_type', 'month'] order by n.kind,
      case when n.kind = 'month' then n.key end desc, n.income desc, n.key))
    from named n
  );
end
$$;

-- The orders of the margin, a page at a time. p_sort: 'income', 'cost', 'margin', 'discount'; else by day. Those
-- without known costs come last.
create function private.report_margin_orders(
  p_from date, p_to date, p_technician uuid, p_type text, p_sort text, p_descending boolean, p_skipped integer,
  p_limit integer
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  rate constant integer := private.tax_rate();
  sign constant integer := case when p_descending then -1 else 1 end;
begin
  return (
    with page as (
      select row_number() over () as line, s.* from (
        select * from private.order_results(p_from, p_to, p_technician, p_type, rate) as r
        order by sign * case p_sort when 'income' then r.income when 'cost' then r.cost
            when 'margin' then r.income - r.tax - r.cost when 'discount' then r.discount
            else r.earned_on - '0001-01-01'::date end nulls last,
          r.earned_on desc, r.order_id
        offset p_skipped limit p_limit
      ) as s
    )
    select jsonb_build_object(
      'total_count', (select count(*) from private.order_results(p_from, p_to, p_technician, p_type, rate)),
      'rows', coalesce(jsonb_agg(jsonb_build_object(
        'id', p.order_id, 'order_number', o.order_number, 'customer_name', o.customer_name, 'earned_on', p.earned_on,
        'technician', n.full_name, 'equipment_type', p.equipment_type, 'income', p.income, 'tax', p.tax,
        'discount', p.discount, 'cost', p.cost, 'margin', p.income - p.tax - p.cost) order by p.line), '[]'))
    from page p join public.service_orders o on o.id = p.order_id
    left join public.staff_names n on n.id = p.technician_id
  );
end
$$;

-- Discounts by who wrote the lines and month of the income, of lines and of whole quotes.
create function private.report_discounts(p_from date, p_to date, p_technician uuid, p_type text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('rows',
      coalesce(jsonb_agg(to_jsonb(d) order by d.month desc, d.discount desc, d.name), '[]'))
    from (
      select coalesce(r.quoted_by::text, '') as id, coalesce(n.full_name, '') as name,
        to_char(r.earned_on, 'YYYY-MM') as month, count(*) as orders, sum(r.discount) as discount,
        sum(r.income) as income
      from private.order_results(p_from, p_to, p_technician, p_type, 0) as r
      left join public.staff_names n on n.id = r.quoted_by
      where r.discount > 0
      group by 1, 2, 3
    ) as d
  );
end
$$;

-- Payments by method and day, or month where there are more than 92 days: received, given back, and what corrections
-- changed. net is what the method's balance should have changed by. Beside cash stand what was put into the drawers of
-- that day and taken out of them without a payment (moved), and by how much their counts differed (difference); null
-- where there was no drawer.
create function private.report_payments(p_from date, p_to date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  range constant tstzrange := private.report_range(p_from, p_to);
  step constant text := case when p_to - p_from <= 92 then 'YYYY-MM-DD' else 'YYYY-MM' end;
begin
  return (
    with sums as (
      select (p.created_at at time zone 'America/Santiago')::date as day, p.method, count(*) as payments,
        sum(p.amount) filter (where p.amount > 0 and p.corrects is null) as received,
        sum(p.amount) filter (where p.amount < 0 and p.corrects is null) as given_back,
        sum(p.amount) filter (where p.corrects is not null) as corrected
      from private.payments p where p.created_at <@ range group by 1, 2
    ), drawers as (
      select m.day, 'cash' as method, sum(m.moved) as moved, sum(m.difference) as difference from (
        select private.shop_day(e.created_at) as day, 0 as difference,
          case e.kind when 'deposit' then e.amount else -e.amount end as moved
        from private.drawer_events e where e.kind in ('deposit', 'withdrawal') and e.created_at <@ range
        union all
        select private.shop_day(d.closed_at), d.counted_amount - d.expected_amount, 0
        from private.drawers d where d.closed_at <@ range
      ) as m group by m.day
    ), days as (
      select to_char(day, step) as day, method, coalesce(s.payments, 0) as payments,
        coalesce(s.received, 0) as received, coalesce(s.given_back, 0) as given_back,
        coalesce(s.corrected, 0) as corrected, d.moved, d.difference
      from sums s full join drawers d using (day, method)
    ), lines as (
      select grouping(d.day) = 1 as is_total, d.day, d.method, sum(d.payments) as payments, sum(d.received) as received,
        sum(d.given_back) as given_back, sum(d.corrected) as corrected,
        sum(d.received + d.given_back + d.corrected) as net, sum(d.moved) as moved, sum(d.difference) as difference
      from days d group by grouping sets ((d.method), (d.day, d.method))
    )
    select jsonb_build_object(
      'methods', coalesce(jsonb_agg(to_jsonb(l) - array['day', 'is_total'] order by l.net desc, l.method)
        filter (where l.is_total), '[]'),
      'days', coalesce(jsonb_agg(to_jsonb(l) - 'is_total' order by l.day desc, l.method)
        filter (where not l.is_total), '[]'))
    from lines l
  );
end
$$;

-- Orders that were delivered with a balance, and orders of which money goes back: few of many.
create index service_orders_owed on public.service_orders (delivered_at)
  where status = 'delivered' and coalesce(total_amount, 0) > advance_payment + final_payment;
create index service_orders_overpaid on public.service_orders (id)
  where advance_payment + final_payment
    > case when status in ('rejected', 'cancelled') then 0 else coalesce(total_amount, 0) end;

-- Outstanding balances of delivered orders, by the days since the delivery, and the money that goes back to them, which
-- is never taken off the former: { ages: [{ age, orders, amount }], refund: { orders, amount }, total_count, rows }. An
-- open order without a price takes any advance. p_age: 'week', 'month', 'quarter', 'older', 'refund', or all that is
-- owed.
create function private.report_balances(p_age text, p_skipped integer, p_limit integer) returns jsonb
language sql stable set search_path = '' as $$
  with owed as materialized (
    select o.id, o.order_number, o.customer_name, private.shop_day(coalesce(o.delivered_at, o.updated_at)) as day,
      private.shop_day(now()) - private.shop_day(coalesce(o.delivered_at, o.updated_at)) as days,
      coalesce(o.total_amount, 0) - o.advance_payment - o.final_payment as amount
    from public.service_orders o
    where o.status = 'delivered' and coalesce(o.total_amount, 0) > o.advance_payment + o.final_payment
  ), back as materialized (
    select o.id, o.order_number, o.customer_name, private.shop_day(coalesce(o.delivered_at, o.updated_at)) as day,
      o.advance_payment + o.final_payment
        - case when o.status in ('rejected', 'cancelled') then 0 else coalesce(o.total_amount, 0) end as amount
    from public.service_orders o
    where o.advance_payment + o.final_payment
        > case when o.status in ('rejected', 'cancelled') then 0 else coalesce(o.total_amount, 0) end
      and not (coalesce(o.total_amount, 0) = 0 and not o.warranty_repair
        and o.status = any (private.statuses_in('open')))
  ), aged as (
    select o.*, case when o.days <= 7 then 'week' when o.days <= 30 then 'month' when o.days <= 90 then 'quarter'
      else 'older' end as age
    from owed o
  ), listed as (
    select a.id, a.order_number, a.customer_name, a.day, a.amount from aged a
    where p_age is distinct from 'refund' and (p_age is null or a.age = p_age)
    union all
    select b.id, b.order_number, b.customer_name, b.day, b.amount from back b where p_age = 'refund'
  )
  select jsonb_build_object(
    'ages', (select coalesce(jsonb_agg(jsonb_build_object('age', g.age, 'orders', g.orders, 'amount', g.amount)
      order by g.place), '[]')
      from (select b.age, b.place, count(a.id) as orders, coalesce(sum(a.amount), 0) as amount
        from unnest(array['week', 'month', 'quarter', 'older']) with ordinality as b (age, place)
        left join aged a on a.age = b.age group by b.age, b.place) as g),
    'refund', (select jsonb_build_object('orders', count(*), 'amount', coalesce(sum(b.amount), 0)) from back b),
    'total_count', (select count(*) from listed),
    'rows', (select coalesce(jsonb_agg(to_jsonb(r) order by r.day, r.order_number), '[]') from (
      select * from listed l order by l.day, l.order_number offset p_skipped limit p_limit) as r))
$$;

-- Every share of every payment on some days, the oldest first, for the accountant, with the tax documents that stand
-- for the payment (decision 68). order_number is null once the order is deleted: the money outlives it.
create function private.report_payment_file(p_from date, p_to date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  range constant tstzrange := private.report_range(p_from, p_to);
begin
  if p_from is null or p_to is null or p_to - p_from > 31 then
    raise exception 'Elige un mes.' using errcode = '22023';
  end if;
  return (
    select jsonb_build_object('rows', coalesce(jsonb_agg(jsonb_build_object(
      'payment', p.id, 'at', p.created_at, 'kind', case when p.corrects is not null then 'correction'
        when s.amount < 0 then 'refund' else 'payment' end,
      'method', p.method, 'reference', p.reference, 'note', p.note, 'amount', s.amount, 'part', s.part,
      'order_number', o.order_number, 'customer_name', o.customer_name, 'customer_rut', o.customer_rut,
      'total_amount', o.total_amount, 'by', n.full_name, 'corrects', p.corrects, 'documents', d.kinds, 'folios', d.folios
    ) order by p.created_at, p.id, o.order_number, s.part), '[]'))
    from private.payments p join private.payment_shares s on s.payment_id = p.id
    left join public.service_orders o on o.id = s.order_id left join public.staff_names n on n.id = p.created_by
    cross join lateral (
      select string_agg(private.document_name(t.kind, null), ' + ' order by t.created_at, t.id) as kinds,
        string_agg(coalesce(t.folio::text, 'en camino'), ' + ' order by t.created_at, t.id) as folios
      from private.tax_documents t where t.payment_id = p.id and t.state in ('recorded', 'queued', 'accepted')
    ) as d
    where p.created_at <@ range
  );
end
$$;
revoke all on function private.report_margin, private.report_margin_orders, private.report_discounts,
  private.report_payments, private.report_balances, private.report_payment_file from public, anon, authenticated;

-- A money report: { outcome: 'ok', report } or { outcome: 'wrong' | 'locked' | 'unset' | 'expired', locked_seconds }.
-- p_ticket: of try_report_pin. The dates choose by the day on which an order counts as earned, or a payment was made;
-- p_technician is who repaired. p_part: the orders of which part of a report are listed.
create function public.report_results(
  p_report text default 'margin', p_ticket uuid default null, p_from date default null, p_to date default null,
  p_technician uuid default null, p_type text default null, p_part text default null, p_sort text default null,
  p_descending boolean default true, p_offset integer default 0, p_limit integer default 20
) returns jsonb
language plpgsql security definer set search_path = '' set work_mem = '32MB' set random_page_cost = 1.1 set jit = off
  set plan_cache_mode = 'force_custom_plan' as $$
declare
  range constant tstzrange := private.report_range(p_from, p_to);
  page_size constant integer := least(greatest(coalesce(p_limit, 20), 1), 1000);
  skipped constant integer := private.rows_skipped(p_offset, page_size);
  outcome text;
  report jsonb;
begin
  perform private.require('reports');
  outcome := private.answer_pin(p_ticket);
  if outcome <> 'ok' then
    return jsonb_build_object('outcome', outcome) || public.report_pin_status();
  end if;
  if num_nulls(p_from, p_to) = 1 then
    raise exception 'Elige las dos fechas, o ninguna.' using errcode = '22023';
  end if;
  if isempty(range) then
    raise exception 'La fecha inicial es posterior a la final.' using errcode = '22023';
  end if;
  report := case p_report
    when 'margin' then private.report_margin(p_from, p_to, p_technician, p_type)
    when 'orders' then private.report_margin_orders(p_from, p_to, p_technician, p_type, p_sort, p_descending, skipped,
      page_size)
    when 'commissions' then private.report_commissions(p_from, p_to)
    when 'commission_orders' then private.report_commission_orders(p_from, p_to, p_technician, skipped, page_size)
    when 'payments' then private.report_payments(p_from, p_to)
    when 'balances' then private.report_balances(p_part, skipped, page_size)
    when 'discounts' then private.report_discounts(p_from, p_to, p_technician, p_type)
    when 'suppliers' then (select jsonb_build_object('rows', coalesce(jsonb_agg(to_jsonb(s)), '[]'))
      from private.report_suppliers(range) as s)
    when 'payment_file' then private.report_payment_file(p_from, p_to)
  end;
  if report is null then
    raise exception 'Ese informe no existe.' using errcode = '22023';
  end if;
  return jsonb_build_object('outcome', outcome, 'report', report);
end
$$;
revoke all on function public.report_results from public, anon, authenticated;
grant execute on function public.report_results to authenticated;
