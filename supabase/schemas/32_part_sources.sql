-- Where a part came from (PART-42 to PART-44, decision 71): purchase, item, order, warranty return. Pieces of one item
-- have no number of their own, so that which of them went to which order is an estimate: the first to come are the
-- first to go. It is exact for an item whose pieces all came with one purchase.

-- For each movement that took pieces, the one that brought them. What an order gave back counts as never taken, of
-- what it had taken until then the last pieces first.
create function private.piece_sources(p_items uuid[])
returns table (item_id uuid, came bigint, went bigint, pieces integer)
language sql stable security definer rows 20000 set search_path = '' as $$
  with moves as (
    -- held: what the order has after it.
    select m.id, m.item_id, m.order_number, m.kind, m.delta,
      sum(-m.delta) filter (where m.kind in ('written_off', 'returned')) over (
        partition by m.item_id, m.order_number order by m.id) as held
    from public.inventory_movements m
    where m.item_id = any (p_items) and m.delta <> 0
  ), net as (
    -- Of what it took stays what it never had less than from then on.
    select m.id, m.item_id,
      (case when m.order_number is null then m.delta
        when m.kind = 'written_off' then -greatest(min(m.held) over (
          partition by m.item_id, m.order_number order by m.id desc) - (m.held + m.delta), 0)
        when m.kind = 'returned' then 0
        else m.delta end)::integer as delta
    from moves m
  ), ends as (
    select n.item_id, n.delta > 0 as is_in, n.id, sum(abs(n.delta)) over (partition by n.item_id, n.delta > 0
      order by n.id) as until
    from net n where n.delta <> 0
  ), spans as (
    select e.item_id, e.until - coalesce(lag(e.until) over upwards, 0) as pieces,
      min(e.id) filter (where e.is_in) over downwards as came,
      min(e.id) filter (where not e.is_in) over downwards as went
    from ends e
    window upwards as (partition by e.item_id order by e.until),
      downwards as (partition by e.item_id order by e.until desc)
  )
  select s.item_id, s.came, s.went, sum(s.pieces)::integer
  from spans s where s.pieces > 0 and s.came is not null and s.went is not null
  group by s.item_id, s.came, s.went
$$;
revoke all on function private.piece_sources from public, anon, authenticated;

-- The sources of the pieces that orders took, as piece_sources has them: kept, since matching 60,000 pieces takes a
-- second. Without foreign keys, whose locks writers of the stock would wait for.
create table private.kept_sources (
  went bigint not null,
  came bigint not null,
  item_id uuid not null,
  pieces integer not null,
  order_id uuid not null,
  supplier_name text,
  primary key (went, came)
);
create index kept_sources_item on private.kept_sources (item_id);
alter table private.kept_sources enable row level security;

-- Items that moved since their sources were kept, once for each statement that moved them: a writer waits for nobody,
-- and a movement that commits late brings its own row.
create table private.moved_items (
  id bigint generated always as identity primary key,
  item_id uuid not null
);
alter table private.moved_items enable row level security;

create function private.note_moved_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.moved_items (item_id) select distinct m.item_id from moved m;
  return null;
end
$$;
create trigger note_moved_items after insert on public.inventory_movements
  referencing new table as moved for each statement execute function private.note_moved_items();
create trigger note_moved_items_changed after update on public.inventory_movements
  referencing new table as moved for each statement execute function private.note_moved_items();
create trigger note_moved_items_deleted after delete on public.inventory_movements
  referencing old table as moved for each statement execute function private.note_moved_items();

-- Keeps the sources of all items that moved. One at a time: a second caller finds the work done.
create function private.keep_sources() returns void
language plpgsql security definer set search_path = '' as $$
declare
  moved uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('private.keep_sources', 0));
  with seen as (
    delete from private.moved_items m where m.id > 0 returning m.item_id
  )
  select array_agg(distinct s.item_id) into moved from seen s;
  -- A statement of its own each: it sees every movement whose row was deleted.
  delete from private.kept_sources k where k.item_id = any (moved);
  insert into private.kept_sources (went, came, item_id, pieces, order_id, supplier_name)
  select s.went, s.came, s.item_id, s.pieces, t.order_id, b.supplier_name
  from private.piece_sources(moved) s
  join public.inventory_movements t on t.id = s.went and t.kind = 'written_off' and t.order_id is not null
  join public.inventory_movements b on b.id = s.came
  where moved is not null;
end
$$;
revoke all on function private.note_moved_items, private.keep_sources from public, anon, authenticated;

-- The orders that may have pieces of a purchase, the likely ones first: those that took pieces of its item after they
-- came, until none was left, and none was to come back from an order. likely: how many of the purchase, if the first to come are the first to go; 0 where other
-- pieces went first, as far as anybody knows. Names and phones for those who may see people. Staff only.
create function public.purchase_orders(p_purchase_id uuid)
returns table (
  order_id uuid, order_number integer, pieces integer, likely integer, taken_at timestamptz, status text,
  customer_name text, customer_phone text, came_back boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  sees_people boolean := private.may('people.see');
  receipt public.inventory_movements;
begin
  perform private.require('stock');
  select * into receipt from public.inventory_movements m where m.purchase_id = p_purchase_id;
  return query
    with sources as materialized (
      select * from private.piece_sources(array[receipt.item_id])
    ), net as (
      select m.order_number, (array_agg(m.order_id))[1] as order_id, max(m.created_at) as taken_at,
        sum(s.pieces) as pieces, sum(s.pieces) filter (where s.came = receipt.id) as likely
      from sources s join public.inventory_movements m on m.id = s.went
      where m.kind = 'written_off' and m.order_number is not null and m.id > receipt.id and m.id <= coalesce(
        (select min(e.id) from public.inventory_movements e
          where e.item_id = receipt.item_id and e.id > receipt.id and e.quantity_after = 0 and not exists (
            select from public.inventory_movements r join public.inventory_movements t
              on t.item_id = r.item_id and t.order_number = r.order_number and t.kind = 'written_off'
            where r.item_id = e.item_id and r.kind = 'returned' and r.id > e.id and t.id <= e.id
              and t.id > receipt.id)), m.id)
      group by m.order_number
    )
    select n.order_id, n.order_number, n.pieces::integer, coalesce(n.likely, 0)::integer, n.taken_at, o.status,
      case when sees_people then o.customer_name end, case when sees_people then o.customer_phone end,
      exists (select from private.warranty_returns w where w.order_id = n.order_id)
    from net n left join public.service_orders o on o.id = n.order_id
    order by n.likely is null, n.order_number desc limit 1000;
end
$$;
revoke all on function public.purchase_orders from public, anon, authenticated;
grant execute on function public.purchase_orders to authenticated;

-- By supplier: parts that went into orders that were delivered, how many orders those are, how many of these came
-- back under their warranty, and how many parts for any of the orders were faulty and how many of these the supplier
-- credited. An order with parts of two suppliers counts for both; a name is one supplier in any spelling. Orders are
-- those that came in on these days. bought: what came in on them, for the shelf and for orders; what replaces a faulty
-- part was not bought. Behind the PIN (32_profit).
create function private.report_suppliers(p_range tstzrange) returns table (
  supplier_name text, fitted bigint, orders bigint, came_back bigint, faulty bigint, bought bigint, credited bigint
)
language plpgsql set search_path = '' as $$
begin
  perform private.keep_sources();
  return query
    with failures as materialized (
      -- By its steps: one that the supplier replaced is fitted by now, and failed all the same.
      select e.part_id, count(*)::integer as times from private.part_steps e
      where e.became in ('faulty', 'sent_back') and e.was <> 'faulty' group by e.part_id
    ), pieces as materialized (
      select k.supplier_name, k.order_id, k.pieces as fitted, 0 as faulty, 0 as credited, 0 as bought
      from public.service_orders o join private.kept_sources k on k.order_id = o.id
      where o.status = 'delivered' and o.created_at <@ p_range
      union all
      -- Parts of orders that are no product, and all that were faulty (28_requested_parts).
      select s.name, case when is_fitted then p.order_id end, case when is_fitted then p.quantity else 0 end,
        p.quantity * coalesce(e.times, 0), case when p.state = 'credited' then p.quantity else 0 end, 0
      from private.requested_parts p
      join public.service_orders o on o.id = p.order_id
      join public.suppliers s on s.id = p.supplier_id
      left join failures e on e.part_id = p.id
      cross join lateral (
        select p.item_id is null and p.state = 'fitted' and o.status = 'delivered' as is_fitted) as f
      where o.created_at <@ p_range and (is_fitted or e.times > 0)
      union all
      select m.supplier_name, null, 0, 0, 0, m.delta from public.inventory_movements m
      where m.purchase_id is not null and m.created_at <@ p_range
      union all
      select s.name, null, 0, 0, 0, p.quantity
      from private.part_steps e
      join private.requested_parts p on p.id = e.part_id
      join public.suppliers s on s.id = p.supplier_id
      where e.became = 'arrived' and e.was in ('requested', 'ordered') and e.made_at <@ p_range
    ), names as materialized (
      -- Each name once: of 60,000 pieces the keys take longer than all the rest.
      select n.name, private.name_key(n.name) as key from (select distinct p.supplier_name as name from pieces p) as n
    )
    select min(p.supplier_name), sum(p.fitted)::bigint, count(distinct p.order_id) filter (where p.fitted > 0),
      count(distinct w.order_id), sum(p.faulty)::bigint, sum(p.bought)::bigint, sum(p.credited)::bigint
    from pieces p join names n on n.name = p.supplier_name
    left join private.warranty_returns w on w.order_id = p.order_id
    group by n.key
    having sum(p.fitted) + sum(p.faulty) + sum(p.bought) > 0
    order by 2 desc, 1;
end
$$;
revoke all on function private.report_suppliers from public, anon, authenticated;
