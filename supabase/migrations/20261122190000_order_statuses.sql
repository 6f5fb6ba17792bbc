-- The states of an order in one place (ORD-53): rules about open and closed orders ask here. The table's own check names
-- the states once more.
-- shared/src/orders/status/order-status.ts says the same; supabase/test/status-agreement.test.ts holds both together.

-- The states of a phase: 'open' (there is work to do), 'pickup' (the work is over, the device waits to be collected),
-- 'closed' (nothing more happens). Without a phase all of them.
create function private.statuses_in(p_phase text default null) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array_agg(s.status order by s.place)
  from (values
    (1, 'pending', 'open'),
    (2, 'in_progress', 'open'),
    (3, 'quoted', 'open'),
    (4, 'approved', 'open'),
    (5, 'rejected', 'pickup'),
    (6, 'completed', 'pickup'),
    (7, 'cancelled', 'closed'),
    (8, 'delivered', 'closed')
  ) as s (place, status, phase)
  where p_phase is null or s.phase = p_phase
$$;
-- A trigger's condition calls it as whoever writes.
grant execute on function private.statuses_in(text) to anon, authenticated, service_role;

drop trigger check_order_status on public.service_orders;
create trigger check_order_status before insert or update of status on public.service_orders
  for each row when (new.status is null or new.status <> all (private.statuses_in()))
  execute function private.refuse_unknown_status();

-- Open work by days since anything happened to it, whatever the filters.
create or replace function private.report_idle() returns jsonb
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

-- The condition of a figure's orders, as SQL on the alias o: one of these texts or none, never anything from outside.
create or replace function private.report_card(p_card text) returns text
language sql immutable set search_path = '' as $$
  select case p_card
    when 'total' then 'true'
    when 'completed' then done
    when 'earned' then done
    when 'delivered' then $sql$o.status = 'delivered'$sql$
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

-- Run by the schedule: erases the codes of devices that were delivered, or whose order was cancelled, device_code_days
-- ago.
create or replace function public.purge_device_codes() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  purged integer;
begin
  update public.service_orders o set device_code_stored = false
  where o.device_code_stored and o.status = any (private.statuses_in('closed'))
    and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at)
      < now() - make_interval(days => coalesce(private.shop_setting('device_code_days'), '30')::integer);
  get diagnostics purged = row_count;
  return purged;
end
$$;

-- Orders that were closed so long ago; some hundreds at a time, so that the desk never waits for it.
create or replace function private.anonymize_old_orders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  old_orders uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('private.anonymize', 0));
  select array_agg(o.id) into old_orders from (
    select o.id from public.service_orders o
    where o.anonymized_at is null and o.status = any (private.statuses_in('closed'))
      and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at)
        < private.kept_since('order_years')
    order by o.created_at limit 300 for update skip locked
  ) as o;
  if old_orders is null then
    return 0;
  end if;
  insert into private.anonymizations (actor_id, orders, accounts) values (null, cardinality(old_orders), 0);
  return private.anonymize_orders(old_orders);
end
$$;
