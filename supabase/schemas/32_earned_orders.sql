-- The money reports' row of an order (REP-25, decision 72): kept as orders change, since reading the lines, the
-- timeline and the stock of 100,000 orders takes seconds. A row says all of an order in numbers, so that a report of
-- any length adds up narrow rows.

-- A row for each order that is completed or delivered, as report_earnings counts them. Without a foreign key: its lock
-- of the order would be a second one beside that of settle_earned_order.
create table private.earned_orders (
  order_id uuid primary key,
  -- The time of the delivery, else the completion, else the intake.
  earned_on date not null,
  -- The technician at the completion, whoever has the order now.
  technician_id uuid,
  equipment_type text not null,
  income bigint not null,
  -- Sums of the chosen lines: work and parts before discounts of the whole quote; all discounts.
  labour bigint not null,
  goods bigint not null,
  discount bigint not null,
  -- The last author of the lines.
  quoted_by uuid,
  -- Null where it is not known: a part without a cost, or a price for which no cost was ever written.
  cost bigint
);
create index earned_orders_day on private.earned_orders (earned_on);
alter table private.earned_orders enable row level security;

-- The technician of an order at its completion: what the first change of the technician after it replaced, else the
-- present one.
create function private.repaired_by(o public.service_orders) returns uuid
language sql stable security definer set search_path = '' as $$
  select case when e.changes is null then o.technician_id else (e.changes -> 'technician_id' ->> 0)::uuid end
  from (select) as one left join lateral (
    select c.changes from public.order_events c
    where c.order_id = o.id and c.changes ? 'technician_id' and c.created_at > o.completed_at
    order by c.id limit 1
  ) as e on true
$$;

-- The definition of the table, for some orders. A product that was written off costs what the ledger says, whatever its
-- line says; what came back to the stock costs nothing.
create function private.find_earned_orders(p_ids uuid[]) returns setof private.earned_orders
language sql stable security definer set search_path = '' as $$
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
$$;

-- Writes the rows of new orders, which nobody else sees yet: those of an import at once.
create function private.add_earned_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.earned_orders
  select f.* from private.find_earned_orders(array(
    select n.id from new_rows n where n.status in ('completed', 'delivered'))) as f;
  return null;
end
$$;

-- Recomputes the row of an order once everything in its transaction is done. Some of these hold the order, others a
-- product of the stock: here they wait for one another without holding what another one still wants, and who comes
-- second sees what the first one wrote.
create function private.settle_earned_order() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;
create trigger add_earned_orders after insert on public.service_orders
  referencing new table as new_rows for each statement execute function private.add_earned_orders();
create constraint trigger settle_earned_order after update on public.service_orders
  deferrable initially deferred for each row when (
    (old.status in ('completed', 'delivered') or new.status in ('completed', 'delivered'))
    and (old.status is distinct from new.status
      or old.total_amount is distinct from new.total_amount
      or old.quote_lines is distinct from new.quote_lines
      or old.technician_id is distinct from new.technician_id
      or old.equipment_type is distinct from new.equipment_type
      or old.created_at is distinct from new.created_at
      or old.completed_at is distinct from new.completed_at
      or old.delivered_at is distinct from new.delivered_at))
  execute function private.settle_earned_order();
create constraint trigger settle_earned_order_deleted after delete on public.service_orders
  deferrable initially deferred for each row when (old.status in ('completed', 'delivered'))
  execute function private.settle_earned_order();
create constraint trigger settle_earned_order after insert or update or delete on private.line_costs
  deferrable initially deferred for each row execute function private.settle_earned_order();
create constraint trigger settle_earned_order after insert or update or delete on private.requested_parts
  deferrable initially deferred for each row execute function private.settle_earned_order();
create constraint trigger settle_earned_order after insert or update or delete on public.inventory_movements
  deferrable initially deferred for each row execute function private.settle_earned_order();

-- Which part of a price is tax, in whole pesos: prices include it (QUO-09). Inlined, as order_results is.
create function private.tax_part(p_total bigint, p_rate integer) returns bigint
language sql immutable parallel safe as $$
  select p_total - (200 * p_total + 100 + p_rate) / (2 * (100 + p_rate))
$$;

-- The chosen orders with their tax at a rate: those of some days, all days without them.
create function private.order_results(p_from date, p_to date, p_technician uuid, p_type text, p_rate integer)
returns table (
  order_id uuid, earned_on date, technician_id uuid, equipment_type text, income bigint, tax bigint, labour bigint,
  goods bigint, discount bigint, quoted_by uuid, cost bigint
)
language sql stable as $$
  select e.order_id, e.earned_on, e.technician_id, e.equipment_type, e.income, private.tax_part(e.income, p_rate),
    e.labour, e.goods, e.discount, e.quoted_by, e.cost
  from private.earned_orders e
  where (p_from is null or p_to is null or e.earned_on between p_from and p_to)
    and (p_technician is null or e.technician_id = p_technician) and (p_type is null or e.equipment_type = p_type)
$$;
revoke all on function private.repaired_by, private.find_earned_orders, private.add_earned_orders,
  private.settle_earned_order, private.tax_part, private.order_results from public, anon, authenticated;
