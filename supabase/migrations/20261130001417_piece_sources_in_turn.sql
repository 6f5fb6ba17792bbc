SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.piece_sources (
  p_items uuid[]
)
  RETURNS TABLE (
    item_id uuid,
    came    bigint,
    went    bigint,
    pieces  integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
      case when m.order_number is null then m.delta
        when m.kind = 'written_off' then -greatest(min(m.held) over (
          partition by m.item_id, m.order_number order by m.id desc) - (m.held + m.delta), 0)
        when m.kind = 'returned' then 0
        else m.delta end as delta
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
$function$;
