-- Commissions of technicians (REP-32, REP-33, decision 72): by rules of the settings' section 'commission',
-- { rules: [{ from, base: 'total' | 'labour' | 'margin', percent, people: [{ id, percent }] }] }, each of which holds
-- from its day until that of the next.

create function private.commission_rules() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((select s.value -> 'rules' from public.setting_sections s where s.section = 'commission'), '[]')
$$;

-- The base of a commission, after all discounts: the price, the part of it that is work (discounts of the whole
-- quote are shared by price), or the margin: nothing of a loss, and null where it is not known. A price is at most
-- 1,000,000,000, so that bigint, which is much faster than numeric, holds the product of all but absurd quotes.
create function private.commission_base(
  p_base text, p_income bigint, p_tax bigint, p_labour bigint, p_goods bigint, p_cost bigint
) returns bigint
language sql immutable parallel safe as $$
  select case p_base
    when 'total' then p_income
    when 'labour' then case when p_labour + p_goods <= 0 then 0
      when p_labour <= 9000000000 then p_income * p_labour / (p_labour + p_goods)
      else div(p_income::numeric * p_labour, p_labour + p_goods)::bigint end
    when 'margin' then case when p_cost is not null then greatest(p_income - p_tax - p_cost, 0) end
  end
$$;

-- The commissions of some days by these rules, a row for each order that earned one: of what counts as earned on these
-- days, and taken back (is_return) where a device came back on one of them and its warranty covers it, by the rule by
-- which it was earned and from who earned it, once however often it comes back. base is null where the rule asks for a
-- margin that is not known.
create function private.commissions(p_rules jsonb, p_from date, p_to date, p_technician uuid default null)
returns table (
  order_id uuid, technician_id uuid, day date, base bigint, percent integer, amount bigint, is_return boolean
)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  rate constant integer := private.tax_rate();
  returned uuid[];
  returned_on date[];
begin
  select array_agg(b.id), array_agg(b.day) into returned, returned_on from (
    select o.id, min(private.shop_day(r.created_at)) as day
    from public.service_orders r join public.service_orders o on o.order_number = r.warranty_of
    where r.warranty_of is not null and r.warranty_outcome is distinct from 'not_covered' and r.status <> 'cancelled'
    group by o.id
  ) as b where p_from is null or p_to is null or b.day between p_from and p_to;
  return query
    with rules as materialized (
      select r.value ->> 'base' as base, (r.value ->> 'percent')::integer as percent, r.value -> 'people' as people,
        (r.value ->> 'from')::date as begins,
        coalesce(lead((r.value ->> 'from')::date) over (order by r.value ->> 'from'), 'infinity') as ends
      from jsonb_array_elements(p_rules) as r
    ), people as materialized (
      select r.begins, (p.value ->> 'id')::uuid as id, (p.value ->> 'percent')::integer as percent
      from rules r cross join jsonb_array_elements(r.people) as p
    ), results as (
      select r.*, null::date as returned_on from private.order_results(p_from, p_to, p_technician, null, rate) as r
      union all
      select r.*, b.day from unnest(returned, returned_on) as b (id, day)
      join private.order_results(null, null, p_technician, null, rate) as r on r.order_id = b.id
    ), credits as (
      select r.order_id, r.technician_id, r.returned_on, r.earned_on, coalesce(p.percent, l.percent) as percent,
        private.commission_base(l.base, r.income, r.tax, r.labour, r.goods, r.cost) as base
      from results r join rules l on r.earned_on >= l.begins and r.earned_on < l.ends
      left join people p on p.begins = l.begins and p.id = r.technician_id
      where r.technician_id is not null
    )
    select c.order_id, c.technician_id, coalesce(c.returned_on, c.earned_on), c.base, c.percent,
      case when c.returned_on is null then 1 else -1 end * coalesce(c.base * c.percent / 100, 0),
      c.returned_on is not null
    from credits c;
end
$$;

-- By technician: { rules, people: [{ id, name, orders, base, earned, returns, taken_back, amount, unknown }] };
-- unknown: orders whose margin, which the rule asks for, is not known.
create function private.report_commissions(p_from date, p_to date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('rules', private.commission_rules(), 'people', (
    select coalesce(jsonb_agg(to_jsonb(t) order by t.amount desc, t.name), '[]') from (
      select c.technician_id as id, coalesce(n.full_name, '') as name,
        count(*) filter (where not c.is_return) as orders,
        coalesce(sum(c.base) filter (where not c.is_return), 0) as base,
        coalesce(sum(c.amount) filter (where not c.is_return), 0) as earned,
        count(*) filter (where c.is_return) as returns,
        coalesce(-sum(c.amount) filter (where c.is_return), 0) as taken_back,
        sum(c.amount) as amount, count(*) filter (where c.base is null and not c.is_return) as unknown
      from private.commissions(private.commission_rules(), p_from, p_to) as c
      left join public.staff_names n on n.id = c.technician_id
      group by c.technician_id, n.full_name
    ) as t))
$$;

-- The orders of a technician's commission, a page at a time, the newest first.
create function private.report_commission_orders(
  p_from date, p_to date, p_technician uuid, p_skipped integer, p_limit integer
) returns jsonb
language sql stable set search_path = '' as $$
  with own as materialized (
    select * from private.commissions(private.commission_rules(), p_from, p_to, p_technician)
  ), page as (
    select * from own w order by w.day desc, w.order_id, w.is_return offset p_skipped limit p_limit
  )
  select jsonb_build_object('total_count', (select count(*) from own), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.order_id, 'order_number', o.order_number, 'customer_name',
      o.customer_name, 'day', p.day, 'base', p.base, 'percent', p.percent, 'amount', p.amount, 'is_return',
      p.is_return) order by p.day desc, p.order_id, p.is_return), '[]')
    from page p join public.service_orders o on o.id = p.order_id))
$$;
revoke all on function private.commission_rules, private.commission_base, private.commissions,
  private.report_commissions, private.report_commission_orders from public, anon, authenticated;

-- Whether these are rules as the settings have them (commission-schema.ts): those of a rehearsal are not saved.
create function private.are_commission_rules(p_rules jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_rules) is not distinct from 'array' and not exists (
    select from jsonb_array_elements(case jsonb_typeof(p_rules) when 'array' then p_rules end) as r
    where (r.value ->> 'from' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(r.value ->> 'from', 'date')
      and r.value ->> 'base' in ('total', 'labour', 'margin') and r.value ->> 'percent' ~ '^(100|[0-9]{1,2})$'
      and jsonb_typeof(r.value -> 'people') = 'array' and not exists (
        select from jsonb_array_elements(
          case jsonb_typeof(r.value -> 'people') when 'array' then r.value -> 'people' end) as p
        where (pg_input_is_valid(p.value ->> 'id', 'uuid') and p.value ->> 'percent' ~ '^(100|[0-9]{1,2})$') is not true
      )) is not true
  )
$$;

-- The rule of a setting that holds last, as if it had always held.
create function private.rehearsed_rule(p_rules jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(n.value || '{"from": "0001-01-01"}'), '[]') from (
    select r.value from jsonb_array_elements(p_rules) as r order by r.value ->> 'from' desc limit 1
  ) as n
$$;

-- Rehearses rules that may not be saved yet, as report_results answers: what the last of them would have paid each
-- technician in the last 90 days and 12 months, beside the last one that is saved: { periods: [{ from, to, people:
-- [{ id, name, orders, before, after }] }] }. It needs the PIN, since it tells what the shop earned.
create function public.rehearse_commissions(p_rules jsonb default '[]', p_ticket uuid default null) returns jsonb
language plpgsql security definer set search_path = '' set work_mem = '32MB' set random_page_cost = 1.1
  set jit = off as $$
declare
  today constant date := private.shop_day(now());
  outcome text;
begin
  perform private.require('reports');
  outcome := private.answer_pin(p_ticket);
  if outcome <> 'ok' then
    return jsonb_build_object('outcome', outcome) || public.report_pin_status();
  end if;
  if not private.are_commission_rules(p_rules) then
    raise exception 'Las reglas no son válidas: revisa sus fechas y porcentajes (de 0 a 100).' using errcode = '22023';
  end if;
  return jsonb_build_object('outcome', outcome, 'periods', (
    select jsonb_agg(jsonb_build_object('from', p.first_day, 'to', today, 'people', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.after desc, t.name), '[]') from (
        select coalesce(b.technician_id, a.technician_id) as id, coalesce(n.full_name, '') as name,
          greatest(b.orders, a.orders) as orders, coalesce(b.amount, 0) as before, coalesce(a.amount, 0) as after
        from (
          select c.technician_id, count(*) filter (where not c.is_return) as orders, sum(c.amount) as amount
          from private.commissions(private.rehearsed_rule(private.commission_rules()), p.first_day, today) as c
          group by 1
        ) as b full join (
          select c.technician_id, count(*) filter (where not c.is_return) as orders, sum(c.amount) as amount
          from private.commissions(private.rehearsed_rule(p_rules), p.first_day, today) as c group by 1
        ) as a on a.technician_id = b.technician_id
        left join public.staff_names n on n.id = coalesce(b.technician_id, a.technician_id)
      ) as t
    )) order by p.first_day desc)
    from (values (today - 89), ((today - interval '12 months')::date + 1)) as p (first_day)
  ));
end
$$;
revoke all on function private.are_commission_rules, private.rehearsed_rule, public.rehearse_commissions
  from public, anon, authenticated;
grant execute on function public.rehearse_commissions to authenticated;
