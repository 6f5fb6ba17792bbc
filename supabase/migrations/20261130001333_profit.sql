SET local check_function_bodies = off;

CREATE TABLE "private"."earned_orders" (
  "order_id"       uuid     NOT NULL,
  "earned_on"      date     NOT NULL,
  "technician_id"  uuid,
  "equipment_type" text     NOT NULL,
  "income"         bigint   NOT NULL,
  "labour"         bigint   NOT NULL,
  "goods"          bigint   NOT NULL,
  "discount"       bigint   NOT NULL,
  "quoted_by"      uuid,
  "other_cost"     bigint   NOT NULL,
  "lacks_cost"     boolean  NOT NULL,
  "has_cost"       boolean  NOT NULL,
  "products"       uuid[]   NOT NULL,
  "product_costs"  bigint[] NOT NULL,
  CONSTRAINT "earned_orders_pkey" PRIMARY KEY (order_id)
);

ALTER TABLE "private"."earned_orders"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.commission_base (
  p_base   text,
  p_income bigint,
  p_tax    bigint,
  p_labour bigint,
  p_goods  bigint,
  p_cost   bigint
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case p_base
    when 'total' then p_income
    when 'labour' then case when p_labour + p_goods > 0
      then div(p_income::numeric * p_labour, p_labour + p_goods)::bigint else 0 end
    when 'margin' then case when p_cost is not null then greatest(p_income - p_tax - p_cost, 0) end
  end
$function$;

CREATE OR REPLACE FUNCTION private.commission_rules()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((select s.value -> 'rules' from public.setting_sections s where s.section = 'commission'), '[]')
$function$;

CREATE OR REPLACE FUNCTION private.commissions (
  p_rules jsonb,
  p_from  date,
  p_to    date
)
  RETURNS TABLE (
    order_id      uuid,
    technician_id uuid,
    day           date,
    base          bigint,
    percent       integer,
    amount        bigint,
    is_return     boolean
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
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
        daterange((r.value ->> 'from')::date, lead((r.value ->> 'from')::date) over (order by r.value ->> 'from'))
          as days
      from jsonb_array_elements(p_rules) as r
    ), people as materialized (
      select r.days, (p.value ->> 'id')::uuid as id, (p.value ->> 'percent')::integer as percent
      from rules r cross join jsonb_array_elements(r.people) as p
    ), results as (
      select r.*, null::date as returned_on from private.order_results(p_from, p_to, null, null, null) as r
      union all
      select r.*, b.day from private.order_results(null, null, null, null, coalesce(returned, '{}')) as r
      join unnest(returned, returned_on) as b (id, day) on b.id = r.order_id
    ), credits as (
      select r.order_id, r.technician_id, r.returned_on, r.earned_on, coalesce(p.percent, l.percent) as percent,
        private.commission_base(l.base, r.income, private.tax_part(r.income, rate), r.labour, r.goods, r.cost) as base
      from results r join rules l on r.earned_on <@ l.days
      left join people p on p.days = l.days and p.id = r.technician_id
      where r.technician_id is not null
    )
    select c.order_id, c.technician_id, coalesce(c.returned_on, c.earned_on), c.base, c.percent,
      case when c.returned_on is null then 1 else -1 end * coalesce(c.base * c.percent / 100, 0),
      c.returned_on is not null
    from credits c;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_earned_orders (
  p_ids uuid[]
)
  RETURNS SETOF private.earned_orders
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.id, private.shop_day(coalesce(o.delivered_at, o.completed_at, o.created_at)), private.repaired_by(o),
    o.equipment_type, coalesce(o.total_amount, 0), l.labour, l.goods, l.discount, (
      select e.actor_id from public.order_events e
      where e.order_id = o.id and e.changes ? 'quote_lines' and e.kind <> 'decision' and e.actor_role <> 'customer'
      order by e.id desc limit 1
    ), l.other_cost, l.lacks_cost, l.has_cost, l.products, l.product_costs
  from public.service_orders o cross join lateral (
    select coalesce(sum(private.line_amount(q.line)) filter (where q.kind = 'labour'), 0)::bigint as labour,
      coalesce(sum(private.line_amount(q.line)) filter (where q.kind = 'part'), 0)::bigint as goods,
      coalesce(sum(case q.kind when 'discount' then -private.line_amount(q.line)
        else (q.line ->> 'discount')::bigint end), 0)::bigint as discount,
      coalesce(sum(q.cost) filter (where q.product is null), 0)::bigint as other_cost,
      coalesce(bool_or(q.kind = 'part' and q.product is null and q.cost is null), false) as lacks_cost,
      coalesce(bool_or(q.cost is not null), false) as has_cost,
      coalesce(array_agg(q.product order by q.place) filter (where q.product is not null), '{}') as products,
      coalesce(array_agg(q.cost order by q.place) filter (where q.product is not null), '{}') as product_costs
    from (
      select w.line, w.place, w.line ->> 'kind' as kind,
        coalesce(r.item_id, (w.line ->> 'product_id')::uuid) as product,
        c.unit_cost * (w.line ->> 'quantity')::bigint as cost
      from jsonb_array_elements(o.quote_lines) with ordinality as w (line, place)
      left join private.line_costs c on c.order_id = o.id and c.line_id = (w.line ->> 'id')::uuid
      left join lateral (
        select p.item_id from private.requested_parts p
        where p.order_id = o.id and p.line_id = (w.line ->> 'id')::uuid and p.item_id is not null
        order by p.state = 'fitted' desc, p.id limit 1
      ) as r on true
      where (w.line ->> 'chosen')::boolean
    ) as q
  ) as l
  where o.id = any (p_ids) and o.status in ('completed', 'delivered')
$function$;

CREATE OR REPLACE FUNCTION private.follow_earned_orders()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  done constant text[] := array['completed', 'delivered'];
  changed uuid[];
begin
  if tg_table_name in ('line_costs', 'requested_parts') then
    select array_agg(distinct c.order_id) into changed from new_rows c;
  elsif tg_op = 'INSERT' then
    select array_agg(n.id) into changed from new_rows n where n.status = any (done);
  else
    select array_agg(n.id) into changed from old_rows o join new_rows n on n.id = o.id
    where (n.status = any (done) or o.status = any (done))
      and (o.status, o.total_amount, o.quote_lines, o.technician_id, o.equipment_type, o.created_at, o.completed_at,
        o.delivered_at) is distinct from (n.status, n.total_amount, n.quote_lines, n.technician_id, n.equipment_type,
        n.created_at, n.completed_at, n.delivered_at);
  end if;
  if changed is not null then
    perform private.settle_earned_orders(changed);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.order_results (
  p_from       date,
  p_to         date,
  p_technician uuid,
  p_type       text,
  p_ids        uuid[]
)
  RETURNS TABLE (
    order_id       uuid,
    earned_on      date,
    technician_id  uuid,
    equipment_type text,
    income         bigint,
    labour         bigint,
    goods          bigint,
    discount       bigint,
    quoted_by      uuid,
    cost           bigint
  )
  LANGUAGE sql
  STABLE
  AS $function$
  with chosen as materialized (
    select * from private.earned_orders e
    where (p_from is null or p_to is null or e.earned_on between p_from and p_to)
      and (p_technician is null or e.technician_id = p_technician) and (p_type is null or e.equipment_type = p_type)
      and (p_ids is null or e.order_id = any (p_ids))
  ), used as (
    select u.order_id, sum(u.cost)::bigint as cost, array_agg(u.item_id) as items from (
      select m.order_id, m.item_id, sum(m.unit_cost * -m.delta)::bigint as cost
      from chosen c join public.inventory_movements m on m.order_id = c.order_id
      where m.kind in ('written_off', 'returned')
      group by m.order_id, m.item_id having sum(m.delta) < 0
    ) as u group by u.order_id
  )
  select c.order_id, c.earned_on, c.technician_id, c.equipment_type, c.income, c.labour, c.goods, c.discount,
    c.quoted_by, case
      when c.lacks_cost or coalesce(p.lacks_cost, false) or (c.income > 0 and not c.has_cost and u.cost is null)
        then null
      else c.other_cost + coalesce(u.cost, 0) + coalesce(p.cost, 0) end
  from chosen c left join used u on u.order_id = c.order_id
  left join lateral (
    select sum(l.cost)::bigint as cost, bool_or(l.cost is null) as lacks_cost
    from unnest(c.products, c.product_costs) as l (product, cost)
    where u.items is null or l.product <> all (u.items)
  ) as p on c.products <> '{}'
$function$;

CREATE OR REPLACE FUNCTION private.rehearsed_rule (
  p_rules jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(n.value || '{"from": "0001-01-01"}'), '[]') from (
    select r.value from jsonb_array_elements(p_rules) as r order by r.value ->> 'from' desc limit 1
  ) as n
$function$;

CREATE OR REPLACE FUNCTION private.repaired_by (
  o public.service_orders
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when e.changes is null then o.technician_id else (e.changes -> 'technician_id' ->> 0)::uuid end
  from (select) as one left join lateral (
    select c.changes from public.order_events c
    where c.order_id = o.id and c.changes ? 'technician_id' and c.created_at > o.completed_at
    order by c.id limit 1
  ) as e on true
$function$;

CREATE OR REPLACE FUNCTION private.report_balances (
  p_age     text,
  p_skipped integer,
  p_limit   integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with owed as materialized (
    select o.id, o.order_number, o.customer_name, private.shop_day(o.delivered_at) as day,
      private.shop_day(now()) - private.shop_day(o.delivered_at) as days,
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
$function$;

CREATE OR REPLACE FUNCTION private.report_commission_orders (
  p_from       date,
  p_to         date,
  p_technician uuid,
  p_skipped    integer,
  p_limit      integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with own as materialized (
    select c.* from private.commissions(private.commission_rules(), p_from, p_to) as c
    where p_technician is null or c.technician_id = p_technician
  )
  select jsonb_build_object('total_count', (select count(*) from own), 'rows', (
    select coalesce(jsonb_agg(to_jsonb(r) order by r.day desc, r.order_number desc, r.is_return), '[]') from (
      select w.order_id as id, o.order_number, o.customer_name, w.day, w.base, w.percent, w.amount, w.is_return
      from own w join public.service_orders o on o.id = w.order_id
      order by w.day desc, o.order_number desc, w.is_return offset p_skipped limit p_limit
    ) as r))
$function$;

CREATE OR REPLACE FUNCTION private.report_commissions (
  p_from date,
  p_to   date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.report_discounts (
  p_from       date,
  p_to         date,
  p_technician uuid,
  p_type       text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('rows',
    coalesce(jsonb_agg(to_jsonb(d) order by d.month desc, d.discount desc, d.name), '[]'))
  from (
    select coalesce(e.quoted_by::text, '') as id, coalesce(n.full_name, '') as name,
      to_char(e.earned_on, 'YYYY-MM') as month, count(*) as orders, sum(e.discount) as discount, sum(e.income) as income
    from private.earned_orders e left join public.staff_names n on n.id = e.quoted_by
    where e.discount > 0 and (p_from is null or p_to is null or e.earned_on between p_from and p_to)
      and (p_technician is null or e.technician_id = p_technician) and (p_type is null or e.equipment_type = p_type)
    group by 1, 2, 3
  ) as d
$function$;

CREATE OR REPLACE FUNCTION private.report_margin (
  p_from       date,
  p_to         date,
  p_technician uuid,
  p_type       text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with rate as (
    select private.tax_rate() as rate
  ), orders as materialized (
    select r.technician_id, r.equipment_type, to_char(r.earned_on, 'YYYY-MM') as month, r.income,
      private.tax_part(r.income, t.rate) as tax, r.cost
    from private.order_results(p_from, p_to, p_technician, p_type, null) as r cross join rate as t
  ), lines as (
    select grouping(o.technician_id, o.equipment_type, o.month) as level, o.technician_id, o.equipment_type, o.month,
      count(*) as orders, coalesce(sum(o.income), 0) as income, coalesce(sum(o.tax), 0) as tax,
      count(*) filter (where o.cost is null) as unknown_orders,
      coalesce(sum(o.income) filter (where o.cost is null), 0) as unknown_income,
      coalesce(sum(o.cost), 0) as cost,
      coalesce(sum(o.income - o.tax) filter (where o.cost is not null), 0) as net,
      coalesce(sum(o.income - o.tax - o.cost), 0) as margin
    from orders o
    group by grouping sets ((), (o.technician_id), (o.equipment_type), (o.month))
  ), named as (
    select l.*, case l.level when 7 then 'total' when 3 then 'technician' when 5 then 'type' else 'month' end as kind,
      case l.level when 3 then coalesce(l.technician_id::text, '') when 5 then l.equipment_type when 6 then l.month
        else '' end as key,
      coalesce(n.full_name, '') as name
    from lines l left join public.staff_names n on l.level = 3 and n.id = l.technician_id
  )
  select jsonb_build_object('rate', (select t.rate from rate t), 'rows', jsonb_agg(
    to_jsonb(n) - array['level', 'technician_id', 'equipment_type', 'month'] order by n.kind,
    case when n.kind = 'month' then n.key end desc, n.income desc, n.key))
  from named n
$function$;

CREATE OR REPLACE FUNCTION private.report_margin_orders (
  p_from       date,
  p_to         date,
  p_technician uuid,
  p_type       text,
  p_sort       text,
  p_descending boolean,
  p_skipped    integer,
  p_limit      integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with rate as (
    select private.tax_rate() as rate
  ), orders as materialized (
    select r.*, private.tax_part(r.income, t.rate) as tax,
      r.income - private.tax_part(r.income, t.rate) - r.cost as margin
    from private.order_results(p_from, p_to, p_technician, p_type, null) as r cross join rate as t
  ), sorted as (
    select r.*, case p_sort when 'income' then r.income when 'cost' then r.cost when 'margin' then r.margin
      when 'discount' then r.discount else r.earned_on - '0001-01-01'::date end as place
    from orders r
  ), page as (
    select row_number() over () as line, s.* from (
      select * from sorted
      order by case when p_descending then -place else place end nulls last, earned_on desc, order_id
      offset p_skipped limit p_limit
    ) as s
  )
  select jsonb_build_object('total_count', (select count(*) from orders), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.order_id, 'order_number', o.order_number, 'customer_name', o.customer_name, 'earned_on', p.earned_on,
      'technician', n.full_name, 'equipment_type', p.equipment_type, 'income', p.income, 'tax', p.tax,
      'discount', p.discount, 'cost', p.cost, 'margin', p.margin) order by p.line), '[]')
    from page p join public.service_orders o on o.id = p.order_id
    left join public.staff_names n on n.id = p.technician_id))
$function$;

CREATE OR REPLACE FUNCTION private.report_payment_file (
  p_from date,
  p_to   date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
      'total_amount', o.total_amount, 'by', n.full_name, 'corrects', p.corrects
    ) order by p.created_at, p.id, o.order_number, s.part), '[]'))
    from private.payments p join private.payment_shares s on s.payment_id = p.id
    left join public.service_orders o on o.id = s.order_id left join public.staff_names n on n.id = p.created_by
    where p.created_at <@ range
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.report_payments (
  p_from date,
  p_to   date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  range constant tstzrange := private.report_range(p_from, p_to);
  step constant text := case when p_to - p_from <= 92 then 'YYYY-MM-DD' else 'YYYY-MM' end;
begin
  return (
    with payments as (
      select to_char(p.created_at at time zone 'America/Santiago', step) as day, p.method,
        p.corrects is not null as is_correction, sum(s.amount) as amount
      from private.payments p join private.payment_shares s on s.payment_id = p.id
      where p.created_at <@ range
      group by p.id
    ), lines as (
      select grouping(p.day) = 1 as is_total, p.day, p.method, count(*) as payments,
        coalesce(sum(p.amount) filter (where p.amount > 0 and not p.is_correction), 0) as received,
        coalesce(sum(p.amount) filter (where p.amount < 0 and not p.is_correction), 0) as given_back,
        coalesce(sum(p.amount) filter (where p.is_correction), 0) as corrected, sum(p.amount) as net
      from payments p group by grouping sets ((p.method), (p.day, p.method))
    )
    select jsonb_build_object(
      'methods', coalesce(jsonb_agg(to_jsonb(l) - array['day', 'is_total'] order by l.net desc, l.method)
        filter (where l.is_total), '[]'),
      'days', coalesce(jsonb_agg(to_jsonb(l) - 'is_total' order by l.day desc, l.method)
        filter (where not l.is_total), '[]'))
    from lines l
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_earned_orders (
  p_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.earned_orders e where e.order_id = any (p_ids);
  insert into private.earned_orders select f.* from private.find_earned_orders(p_ids) as f;
end
$function$;

CREATE OR REPLACE FUNCTION private.tax_part (
  p_total bigint,
  p_rate  integer
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select p_total - (200 * p_total + 100 + p_rate) / (2 * (100 + p_rate))
$function$;

CREATE OR REPLACE FUNCTION public.rehearse_commissions (
  p_rules  jsonb DEFAULT '[]'::jsonb,
  p_ticket uuid  DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET work_mem TO '32MB'
  SET random_page_cost TO '1.1'
  SET jit TO 'off'
  AS $function$
declare
  today constant date := private.shop_day(now());
  outcome text;
begin
  perform private.require('reports');
  outcome := private.answer_pin(p_ticket);
  if outcome <> 'ok' then
    return jsonb_build_object('outcome', outcome) || public.report_pin_status();
  end if;
  if jsonb_typeof(p_rules) is distinct from 'array' then
    raise exception 'Las reglas no son válidas.' using errcode = '22023';
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
$function$;

REVOKE ALL ON FUNCTION "public"."rehearse_commissions"(jsonb, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.report_results (
  p_report     text    DEFAULT 'margin'::text,
  p_ticket     uuid    DEFAULT NULL::uuid,
  p_from       date    DEFAULT NULL::date,
  p_to         date    DEFAULT NULL::date,
  p_technician uuid    DEFAULT NULL::uuid,
  p_type       text    DEFAULT NULL::text,
  p_part       text    DEFAULT NULL::text,
  p_sort       text    DEFAULT NULL::text,
  p_descending boolean DEFAULT true,
  p_offset     integer DEFAULT 0,
  p_limit      integer DEFAULT 20
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET work_mem TO '32MB'
  SET random_page_cost TO '1.1'
  SET jit TO 'off'
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  range constant tstzrange := private.report_range(p_from, p_to);
  page_size constant integer := least(greatest(coalesce(p_limit, 20), 1), 1000);
  skipped constant integer := private.rows_skipped(p_offset, page_size);
  outcome text;
begin
  perform private.require('reports');
  outcome := private.answer_pin(p_ticket);
  if outcome <> 'ok' then
    return jsonb_build_object('outcome', outcome) || public.report_pin_status();
  end if;
  if isempty(range) then
    raise exception 'La fecha inicial es posterior a la final.' using errcode = '22023';
  end if;
  return jsonb_build_object('outcome', outcome, 'report', case p_report
    when 'margin' then private.report_margin(p_from, p_to, p_technician, p_type)
    when 'orders' then private.report_margin_orders(p_from, p_to, p_technician, p_type, p_sort, p_descending, skipped,
      page_size)
    when 'commissions' then private.report_commissions(p_from, p_to)
    when 'commission_orders' then private.report_commission_orders(p_from, p_to, p_technician, skipped, page_size)
    when 'payments' then private.report_payments(p_from, p_to)
    when 'balances' then private.report_balances(p_part, skipped, page_size)
    when 'discounts' then private.report_discounts(p_from, p_to, p_technician, p_type)
    when 'payment_file' then private.report_payment_file(p_from, p_to)
  end);
end
$function$;

REVOKE ALL ON FUNCTION "public"."report_results"(text, uuid, date, date, uuid, text, text, text, boolean, integer, integer) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."earned_orders"
  ADD CONSTRAINT "earned_orders_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.service_orders(id) ON DELETE CASCADE;

CREATE INDEX earned_orders_day ON private.earned_orders USING btree (earned_on);

CREATE INDEX payments_created_at ON private.payments USING btree (created_at);

CREATE INDEX inventory_movements_costs ON public.inventory_movements USING btree (order_id, item_id) INCLUDE (delta, unit_cost)
  WHERE ((order_id IS NOT NULL) AND (kind = ANY (ARRAY['written_off'::text, 'returned'::text])));

CREATE INDEX service_orders_overpaid ON public.service_orders USING btree (id)
  WHERE ((advance_payment + final_payment) >
CASE
    WHEN (status = ANY (ARRAY['rejected'::text, 'cancelled'::text])) THEN (0)::bigint
    ELSE COALESCE(total_amount, (0)::bigint)
END);

CREATE INDEX service_orders_owed ON public.service_orders USING btree (delivered_at)
  WHERE ((status = 'delivered'::text) AND (COALESCE(total_amount, (0)::bigint) > (advance_payment + final_payment)));

CREATE TRIGGER follow_earned_orders_costs
  AFTER INSERT ON private.line_costs REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.follow_earned_orders();

CREATE TRIGGER follow_earned_orders_no_costs
  AFTER DELETE ON private.line_costs REFERENCING OLD TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.follow_earned_orders();

CREATE TRIGGER follow_earned_orders_moves
  AFTER UPDATE ON private.requested_parts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.follow_earned_orders();

CREATE TRIGGER follow_earned_orders_parts
  AFTER INSERT ON private.requested_parts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.follow_earned_orders();

CREATE TRIGGER follow_earned_orders_insert
  AFTER INSERT ON public.service_orders REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.follow_earned_orders();

CREATE TRIGGER follow_earned_orders_update
  AFTER UPDATE ON public.service_orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.follow_earned_orders();

REVOKE ALL ON FUNCTION "private"."commission_base"(text, bigint, bigint, bigint, bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."commission_base"(text, bigint, bigint, bigint, bigint, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."commission_base"(text, bigint, bigint, bigint, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_rules"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."commission_rules"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."commission_rules"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."commissions"(jsonb, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."commissions"(jsonb, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."commissions"(jsonb, date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_earned_orders"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_earned_orders"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_earned_orders"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_earned_orders"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_earned_orders"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."follow_earned_orders"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."order_results"(date, date, uuid, text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_results"(date, date, uuid, text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_results"(date, date, uuid, text, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rehearsed_rule"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rehearsed_rule"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rehearsed_rule"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."repaired_by"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."repaired_by"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."repaired_by"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_balances"(text, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_balances"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."report_balances"(text, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_commission_orders"(date, date, uuid, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_commission_orders"(date, date, uuid, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."report_commission_orders"(date, date, uuid, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_commissions"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_commissions"(date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."report_commissions"(date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_discounts"(date, date, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_discounts"(date, date, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."report_discounts"(date, date, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_margin"(date, date, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_margin"(date, date, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."report_margin"(date, date, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_margin_orders"(date, date, uuid, text, text, boolean, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_margin_orders"(date, date, uuid, text, text, boolean, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."report_margin_orders"(date, date, uuid, text, text, boolean, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_payment_file"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_payment_file"(date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."report_payment_file"(date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_payments"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_payments"(date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."report_payments"(date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_earned_orders"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_earned_orders"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_earned_orders"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tax_part"(bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tax_part"(bigint, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tax_part"(bigint, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."rehearse_commissions"(jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."rehearse_commissions"(jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."rehearse_commissions"(jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_results"(text, uuid, date, date, uuid, text, text, text, boolean, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_results"(text, uuid, date, date, uuid, text, text, text, boolean, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_results"(text, uuid, date, date, uuid, text, text, text, boolean, integer, integer) TO "postgres";

-- What there was before it.
insert into public.setting_sections (section, value) values ('commission', '{"rules": []}');
select private.settle_earned_orders(array(select id from public.service_orders));
