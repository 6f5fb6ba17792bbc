-- How many orders there are in each state, with and without a price, waiting or not, under warranty or not: counting
-- them for every page takes longer than reading the page. Each row is a change and their sum is the count: if all
-- writers updated one row, they would wait for each other, and all of them for an import.
create table private.order_counts (
  id bigint generated always as identity primary key,
  status text not null,
  -- The sign of the order's amount, under its name, so that the conditions of the views hold for both tables.
  total_amount integer not null,
  orders integer not null,
  on_hold boolean not null default false,
  warranty_repair boolean not null default false
);
alter table private.order_counts enable row level security;

-- Replaces the changes by their sums, so that there are few rows to read. Skips changes that another transaction is
-- summing, and does not see those that are not committed, so that no transaction waits for another.
create function private.sum_order_counts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  with summed as (
    delete from private.order_counts c
    where c.id = any (array(select k.id from private.order_counts k for update skip locked))
    returning c.status, c.total_amount, c.on_hold, c.warranty_repair, c.orders
  )
  insert into private.order_counts (status, total_amount, on_hold, warranty_repair, orders)
  select d.status, d.total_amount, d.on_hold, d.warranty_repair, sum(d.orders) from summed d
  group by 1, 2, 3, 4 having sum(d.orders) <> 0;
end
$$;
revoke all on function private.sum_order_counts from public, anon, authenticated;

create function private.count_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.order_counts c where c.id is not null;
  elsif tg_op = 'INSERT' then
    insert into private.order_counts (status, total_amount, on_hold, warranty_repair, orders)
    select n.status, sign(coalesce(n.total_amount, 0)), n.on_hold, n.warranty_repair, count(*) from new_orders n
    group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into private.order_counts (status, total_amount, on_hold, warranty_repair, orders)
    select d.status, sign(coalesce(d.total_amount, 0)), d.on_hold, d.warranty_repair, -count(*) from old_orders d
    group by 1, 2, 3, 4;
  else
    insert into private.order_counts (status, total_amount, on_hold, warranty_repair, orders)
    values (old.status, sign(coalesce(old.total_amount, 0)), old.on_hold, old.warranty_repair, -1),
      (new.status, sign(coalesce(new.total_amount, 0)), new.on_hold, new.warranty_repair, 1);
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
$$;
create trigger count_added_orders after insert on public.service_orders
  referencing new table as new_orders for each statement execute function private.count_orders();
create trigger count_deleted_orders after delete on public.service_orders
  referencing old table as old_orders for each statement execute function private.count_orders();
create trigger count_truncated_orders after truncate on public.service_orders
  for each statement execute function private.count_orders();
create trigger recount_orders after update on public.service_orders
  for each row when (old.status <> new.status or old.on_hold <> new.on_hold or old.warranty_repair <> new.warranty_repair
    or sign(coalesce(old.total_amount, 0)) <> sign(coalesce(new.total_amount, 0)))
  execute function private.count_orders();
-- Counts must be right however rows come in, as those of the inventory (26_stock).
alter table public.service_orders enable always trigger count_added_orders;
alter table public.service_orders enable always trigger count_deleted_orders;
alter table public.service_orders enable always trigger count_truncated_orders;
alter table public.service_orders enable always trigger recount_orders;

-- Corrects the counts after rows came or went without these triggers, or with the counts of another database, whenever
-- retention runs (36_retention). In one snapshot orders and changes agree, so their difference is right whoever writes
-- meanwhile.
create function private.correct_order_counts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.order_counts', 0));
  insert into private.order_counts (status, total_amount, on_hold, warranty_repair, orders)
  select n.status, n.sign, n.on_hold, n.warranty_repair, sum(n.orders) from (
    select o.status, sign(coalesce(o.total_amount, 0))::integer as sign, o.on_hold, o.warranty_repair,
      count(*) as orders
    from public.service_orders o group by 1, 2, 3, 4
    union all
    select c.status, c.total_amount, c.on_hold, c.warranty_repair, -c.orders from private.order_counts c
  ) as n group by 1, 2, 3, 4 having sum(n.orders) <> 0;
end
$$;
revoke all on function private.correct_order_counts from public, anon, authenticated;
