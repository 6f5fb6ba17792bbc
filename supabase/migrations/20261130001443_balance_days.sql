SET local check_function_bodies = off;

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
$function$;
