-- Work to do next (TIME-30 to TIME-37, decision 62): a technician's queue, and the board. The
-- order of the queue is a rule of private.ranked_work alone; each order says why it stands where it does, as data.

-- The work of a technician, whose orders are found among all others.
create index service_orders_work on public.service_orders (technician_id, created_at, id)
  where status in ('pending', 'in_progress', 'approved') and not on_hold;

-- Orders as cards: what queue, board and list show of each.
create function private.work_cards(p_ids uuid[]) returns table (
  id uuid, order_number integer, created_at timestamptz, updated_at timestamptz, status text, customer_name text,
  customer_phone text, equipment_brand text, equipment_model text, work_description text, technical_work text,
  total_amount bigint, technician_id uuid, technician_name text, version integer, wait jsonb, warranty_repair boolean,
  promised_at timestamptz, at_risk_from timestamptz
)
language sql stable security definer set search_path = '' as $$
  select o.id, o.order_number, o.created_at, o.updated_at, o.status, o.customer_name, o.customer_phone,
    o.equipment_brand, o.equipment_model, left(o.work_description, 300), left(o.technical_work, 300), o.total_amount,
    o.technician_id, t.full_name, o.version,
    case when o.on_hold then (
      select jsonb_build_object('id', w.id, 'reason', w.reason, 'label', w.label, 'expected_on', w.expected_on)
      from public.order_waits w where w.order_id = o.id and w.ended_at is null
    ) end, o.warranty_repair, o.promised_at,
    o.at_risk_from
  from public.service_orders o left join public.staff_names t on t.id = o.technician_id
  where o.id = any (p_ids)
$$;
revoke all on function private.work_cards from public, anon, authenticated;

-- The orders that can be worked on, with the reason for their place: first what came back under warranty, then the
-- promises that are late, and those at risk as everywhere (31_promises; the earliest first), then what the customer or a
-- part held up and does no longer (the longest first), then what was taken in more than a week ago (the oldest first),
-- so that nothing waits for ever behind what is worth more, then this week's by value, then the rest.
-- reason: 'return', 'overdue', 'at_risk', 'approved', 'wait_ended', 'age', 'value', 'new'; since: the instant that it
-- speaks of. Of a technician and of nobody; null for all.
create function private.ranked_work(p_technician uuid) returns table (
  id uuid, technician_id uuid, reason text, since timestamptz, place integer, weight numeric
)
language sql stable security definer set search_path = '' as $$
  select o.id, o.technician_id, r.reason,
    case
      when r.reason in ('overdue', 'at_risk') then o.promised_at
      when r.reason = 'approved' then o.approved_at
      when r.reason = 'wait_ended' then w.ended_at
      else o.created_at
    end,
    p.place,
    case r.reason
      when 'value' then -o.total_amount
      when 'overdue' then extract(epoch from o.promised_at)
      when 'at_risk' then extract(epoch from o.promised_at)
      when 'approved' then extract(epoch from o.approved_at)
      when 'wait_ended' then extract(epoch from w.ended_at)
      else extract(epoch from o.created_at)
    end
  from public.service_orders o
  -- A wait that gave way to another one has not ended for the order.
  left join lateral (
    select max(e.ended_at) as ended_at from public.order_waits e where e.order_id = o.id and e.outcome <> 'replaced'
  ) as w on true
  cross join lateral (
    select case
      when o.warranty_repair then 'return'
      when o.promised_at <= now() then 'overdue'
      when o.at_risk_from <= now() then 'at_risk'
      when o.status = 'approved' and o.approved_at >= coalesce(w.ended_at, o.approved_at) then 'approved'
      when w.ended_at is not null then 'wait_ended'
      when o.created_at < now() - interval '7 days' then 'age'
      when o.total_amount > 0 then 'value'
      else 'new'
    end as reason
  ) as r
  cross join lateral (
    select case r.reason when 'return' then 1 when 'overdue' then 2 when 'at_risk' then 3 when 'approved' then 4
      when 'wait_ended' then 4 when 'age' then 5 when 'value' then 6 else 7 end as place
  ) as p
  where o.status in ('pending', 'in_progress', 'approved') and not o.on_hold
    and (p_technician is null or o.technician_id = p_technician or o.technician_id is null)
$$;
revoke all on function private.ranked_work from public, anon, authenticated;

-- The queue (TIME-30): part 'mine' has the orders of a technician, 'free' those of nobody, which can be taken; the
-- first of each, and how many there are. For a technician the own ones; for the rest of the staff those of all
-- technicians, or of one. Staff only.
create function public.technician_queue(
  p_technician uuid default null, p_mine integer default 20, p_free integer default 20
) returns table (
  part text, reason text, since timestamptz, total integer, id uuid, order_number integer, created_at timestamptz,
  updated_at timestamptz, status text, customer_name text, customer_phone text, equipment_brand text,
  equipment_model text, work_description text, technical_work text, total_amount bigint, technician_id uuid,
  technician_name text, version integer, wait jsonb, warranty_repair boolean, promised_at timestamptz,
  at_risk_from timestamptz
)
language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0 as $$
declare
  technician constant uuid := coalesce(p_technician,
    case when private.may('orders.repair') then (select auth.uid()) end);
begin
  perform private.require('desk');
  return query
    with ranked as (
      select r.*, case when r.technician_id is null then 'free' else 'mine' end as part
      from private.ranked_work(technician) r
    ), placed as (
      select r.*, row_number() over best as nth, count(*) over (partition by r.part)::integer as total from ranked r
      window best as (partition by r.part order by r.place, r.weight, r.id)
    ), shown as materialized (
      select p.* from placed p
      where p.nth <= least(500, greatest(1, case p.part when 'mine' then p_mine else p_free end))
    )
    select s.part, s.reason, s.since, s.total, c.*
    from private.work_cards(array(select s.id from shown s)) c join shown s on s.id = c.id
    order by s.part desc, s.nth;
end
$$;
revoke all on function public.technician_queue from public, anon, authenticated;
grant execute on function public.technician_queue to authenticated;

-- The columns of the board (TIME-33): the statuses with work left, 'En espera', and what is ready. An order that waits
-- is in that column only.
create function private.board_columns() returns text[]
language sql immutable set search_path = '' as $$
  select private.statuses_in('open') || array['on_hold', 'completed']
$$;
revoke all on function private.board_columns from public, anon, authenticated;

-- The first orders of each column, the oldest first, and how many it has, from the kept counts. p_limits: how many of
-- which columns, {"pending": 40}; 20 of the others. Staff only.
create function public.order_board(p_limits jsonb default '{}') returns table (
  place text, total integer, id uuid, order_number integer, created_at timestamptz, updated_at timestamptz,
  status text, customer_name text, customer_phone text, equipment_brand text, equipment_model text,
  work_description text, technical_work text, total_amount bigint, technician_id uuid, technician_name text,
  version integer, wait jsonb, warranty_repair boolean, promised_at timestamptz, at_risk_from timestamptz
)
language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0
set random_page_cost = 1.1 as $$
begin
  perform private.require('desk');
  perform private.require_shape(p_limits, jsonb_object_agg(c.place, 'integer'))
  from unnest(private.board_columns()) as c (place);
  return query
    with columns as materialized (
      select c.place, c.nth, least(500, greatest(1, coalesce((p_limits ->> c.place)::integer, 20))) as most
      from unnest(private.board_columns()) with ordinality as c (place, nth)
    ), totals as (
      select case when o.on_hold then 'on_hold' else o.status end as place, sum(o.orders)::integer as total
      from private.order_counts o group by 1
    ), shown as materialized (
      select c.place, n.id from columns c cross join lateral (
        select o.id from public.service_orders o where o.status = c.place and not o.on_hold
        order by o.created_at, o.id limit c.most
      ) as n
      union all
      select c.place, n.id from columns c cross join lateral (
        select o.id from public.service_orders o where o.on_hold order by o.created_at, o.id limit c.most
      ) as n
      where c.place = 'on_hold'
    )
    select c.place, coalesce(t.total, 0), w.*
    from private.work_cards(array(select s.id from shown s)) w join shown s on s.id = w.id
      join columns c on c.place = s.place left join totals t on t.place = c.place
    order by c.nth, w.created_at, w.id;
end
$$;
revoke all on function public.order_board from public, anon, authenticated;
grant execute on function public.order_board to authenticated;
