SET local check_function_bodies = off;

DROP TRIGGER "follow_earned_orders_costs" ON "private"."line_costs";

DROP TRIGGER "follow_earned_orders_no_costs" ON "private"."line_costs";

DROP TRIGGER "follow_earned_orders_moves" ON "private"."requested_parts";

DROP TRIGGER "follow_earned_orders_parts" ON "private"."requested_parts";

DROP TRIGGER "follow_earned_orders_insert" ON "public"."service_orders";

DROP TRIGGER "follow_earned_orders_update" ON "public"."service_orders";

DROP INDEX "private"."payments_created_at";

DROP INDEX "public"."inventory_movements_costs";

ALTER TABLE "private"."earned_orders"
  DROP CONSTRAINT "earned_orders_order_id_fkey";

DROP FUNCTION "private"."commissions"(jsonb, date, date);

DROP FUNCTION "private"."follow_earned_orders"();

DROP FUNCTION "private"."order_results"(date, date, uuid, text, uuid[]);

DROP FUNCTION "private"."report_discounts"(date, date, uuid, text);

DROP FUNCTION "private"."report_margin"(date, date, uuid, text);

DROP FUNCTION "private"."report_margin_orders"(date, date, uuid, text, text, boolean, integer, integer);

DROP FUNCTION "private"."settle_earned_orders"(uuid[]);

ALTER TABLE "private"."earned_orders"
  DROP COLUMN "has_cost";

ALTER TABLE "private"."earned_orders"
  DROP COLUMN "lacks_cost";

ALTER TABLE "private"."earned_orders"
  DROP COLUMN "other_cost";

ALTER TABLE "private"."earned_orders"
  DROP COLUMN "product_costs";

ALTER TABLE "private"."earned_orders"
  DROP COLUMN "products";

ALTER TABLE "private"."earned_orders"
  ADD COLUMN "cost" bigint;

CREATE OR REPLACE FUNCTION private.add_earned_orders()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.earned_orders
  select f.* from private.find_earned_orders(array(
    select n.id from new_rows n where n.status in ('completed', 'delivered'))) as f;
  return null;
end
$function$;

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
  AS $function$
  select case p_base
    when 'total' then p_income
    when 'labour' then case when p_labour + p_goods > 0
      then div(p_income::numeric * p_labour, p_labour + p_goods)::bigint else 0 end
    when 'margin' then case when p_cost is not null then greatest(p_income - p_tax - p_cost, 0) end
  end
$function$;

CREATE OR REPLACE FUNCTION private.commissions (
  p_rules      jsonb,
  p_from       date,
  p_to         date,
  p_technician uuid  DEFAULT NULL::uuid
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
    ), case when not l.lacks_cost and (l.has_cost or u.cost is not null or coalesce(o.total_amount, 0) = 0)
      then l.cost + coalesce(u.cost, 0) end
  from public.service_orders o cross join lateral (
    select sum(w.cost)::bigint as cost, coalesce(array_agg(w.item_id), '{}') as items from (
      select m.item_id, sum(m.unit_cost * -m.delta) as cost from public.inventory_movements m
      where m.order_id = o.id and m.kind in ('written_off', 'returned')
      group by m.item_id having sum(m.delta) < 0
    ) as w
  ) as u cross join lateral (
    select coalesce(sum(private.line_amount(q.line)) filter (where q.kind = 'labour'), 0)::bigint as labour,
      coalesce(sum(private.line_amount(q.line)) filter (where q.kind = 'part'), 0)::bigint as goods,
      coalesce(sum(case q.kind when 'discount' then -private.line_amount(q.line)
        else (q.line ->> 'discount')::bigint end), 0)::bigint as discount,
      coalesce(sum(q.cost) filter (where q.product is null or q.product <> all (u.items)), 0)::bigint as cost,
      coalesce(bool_or(q.cost is null
        and case when q.product is null then q.kind = 'part' else q.product <> all (u.items) end), false) as lacks_cost,
      coalesce(bool_or(q.cost is not null), false) as has_cost
    from (
      select w.line, w.line ->> 'kind' as kind, coalesce(r.item_id, (w.line ->> 'product_id')::uuid) as product,
        c.unit_cost * (w.line ->> 'quantity')::bigint as cost
      from jsonb_array_elements(o.quote_lines) as w (line)
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

CREATE OR REPLACE FUNCTION private.order_results (
  p_from       date,
  p_to         date,
  p_technician uuid,
  p_type       text,
  p_rate       integer
)
  RETURNS TABLE (
    order_id       uuid,
    earned_on      date,
    technician_id  uuid,
    equipment_type text,
    income         bigint,
    tax            bigint,
    labour         bigint,
    goods          bigint,
    discount       bigint,
    quoted_by      uuid,
    cost           bigint
  )
  LANGUAGE sql
  STABLE
  AS $function$
  select e.order_id, e.earned_on, e.technician_id, e.equipment_type, e.income, private.tax_part(e.income, p_rate),
    e.labour, e.goods, e.discount, e.quoted_by, e.cost
  from private.earned_orders e
  where (p_from is null or p_to is null or e.earned_on between p_from and p_to)
    and (p_technician is null or e.technician_id = p_technician) and (p_type is null or e.equipment_type = p_type)
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
    select * from private.commissions(private.commission_rules(), p_from, p_to, p_technician)
  ), page as (
    select * from own w order by w.day desc, w.order_id, w.is_return offset p_skipped limit p_limit
  )
  select jsonb_build_object('total_count', (select count(*) from own), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.order_id, 'order_number', o.order_number, 'customer_name',
      o.customer_name, 'day', p.day, 'base', p.base, 'percent', p.percent, 'amount', p.amount, 'is_return',
      p.is_return) order by p.day desc, p.order_id, p.is_return), '[]')
    from page p join public.service_orders o on o.id = p.order_id))
$function$;

CREATE OR REPLACE FUNCTION private.report_discounts (
  p_from       date,
  p_to         date,
  p_technician uuid,
  p_type       text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.report_margin (
  p_from       date,
  p_to         date,
  p_technician uuid,
  p_type       text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
    with counts as (
      select (p.created_at at time zone 'America/Santiago')::date as day, p.method, count(*) as payments
      from private.payments p where p.created_at <@ range group by 1, 2
    ), sums as (
      select (p.created_at at time zone 'America/Santiago')::date as day, p.method,
        sum(s.amount) filter (where s.amount > 0 and p.corrects is null) as received,
        sum(s.amount) filter (where s.amount < 0 and p.corrects is null) as given_back,
        sum(s.amount) filter (where p.corrects is not null) as corrected
      from private.payments p join private.payment_shares s on s.payment_id = p.id
      where p.created_at <@ range group by 1, 2
    ), days as (
      select to_char(c.day, step) as day, c.method, c.payments, coalesce(s.received, 0) as received,
        coalesce(s.given_back, 0) as given_back, coalesce(s.corrected, 0) as corrected
      from counts c left join sums s on s.day = c.day and s.method = c.method
    ), lines as (
      select grouping(d.day) = 1 as is_total, d.day, d.method, sum(d.payments) as payments, sum(d.received) as received,
        sum(d.given_back) as given_back, sum(d.corrected) as corrected,
        sum(d.received + d.given_back + d.corrected) as net
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
$function$;

CREATE OR REPLACE FUNCTION private.settle_earned_order()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed uuid;
begin
  if tg_table_name = 'service_orders' then
    changed := coalesce(new.id, old.id);
  else
    changed := coalesce(new.order_id, old.order_id);
  end if;
  if changed is not null then
    perform pg_advisory_xact_lock(hashtextextended('private.settle_earned_order' || changed, 0));
    delete from private.earned_orders e where e.order_id = changed;
    insert into private.earned_orders select f.* from private.find_earned_orders(array[changed]) as f;
  end if;
  return null;
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
  AS $function$
  select p_total - (200 * p_total + 100 + p_rate) / (2 * (100 + p_rate))
$function$;

CREATE CONSTRAINT TRIGGER settle_earned_order
  AFTER INSERT OR DELETE OR UPDATE ON private.line_costs DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_earned_order();

CREATE CONSTRAINT TRIGGER settle_earned_order
  AFTER INSERT OR DELETE OR UPDATE ON private.requested_parts DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_earned_order();

CREATE CONSTRAINT TRIGGER settle_earned_order
  AFTER INSERT OR DELETE OR UPDATE ON public.inventory_movements DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_earned_order();

CREATE TRIGGER add_earned_orders
  AFTER INSERT ON public.service_orders REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.add_earned_orders();

CREATE CONSTRAINT TRIGGER settle_earned_order_deleted
  AFTER DELETE ON public.service_orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((old.status = ANY (ARRAY['completed'::text, 'delivered'::text])))
  EXECUTE FUNCTION private.settle_earned_order();

CREATE CONSTRAINT TRIGGER settle_earned_order
  AFTER UPDATE ON public.service_orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN
    ((((old.status = ANY (ARRAY['completed'::text, 'delivered'::text])) OR (new.status = ANY (ARRAY['completed'::text, 'delivered'::text]))) AND ((old.status IS DISTINCT FROM
    new.status) OR (old.total_amount IS DISTINCT FROM new.total_amount) OR (old.quote_lines IS DISTINCT FROM new.quote_lines) OR
    (old.technician_id IS DISTINCT FROM new.technician_id) OR (old.equipment_type IS DISTINCT FROM new.equipment_type) OR (old.created_at IS DISTINCT FROM new.created_at) OR
    (old.completed_at IS DISTINCT FROM new.completed_at) OR (old.delivered_at IS DISTINCT FROM new.delivered_at))))
  EXECUTE FUNCTION private.settle_earned_order();

REVOKE ALL ON FUNCTION "private"."add_earned_orders"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_earned_orders"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_earned_orders"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."commissions"(jsonb, date, date, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."commissions"(jsonb, date, date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."commissions"(jsonb, date, date, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."order_results"(date, date, uuid, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_results"(date, date, uuid, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_results"(date, date, uuid, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_discounts"(date, date, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_discounts"(date, date, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."report_discounts"(date, date, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_margin"(date, date, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_margin"(date, date, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."report_margin"(date, date, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_margin_orders"(date, date, uuid, text, text, boolean, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_margin_orders"(date, date, uuid, text, text, boolean, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."report_margin_orders"(date, date, uuid, text, text, boolean, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_earned_order"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_earned_order"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_earned_order"() TO "postgres";

-- What there was before it, by the new definition.
delete from private.earned_orders where true;
insert into private.earned_orders
select f.* from private.find_earned_orders(array(select id from public.service_orders)) as f;
