-- The monthly statement of a company (CARD-08, decision 69): computed from prices and ledger, never stored.

-- The statement of a customer for a month of the shop (CARD-08): what was owed before, the orders that were delivered,
-- what was received and given back, what is owed after. Its amounts are the delivered orders' prices and the ledger's
-- shares of all orders of the RUT: an advance counts from its day on, also before its order is delivered. lines: [{ kind:
-- 'order' | 'payment', at, amount, order_id, order_number, device, reference, contact, method, orders }]. Admins and
-- receptionists only.
create function public.customer_statement(p_id uuid, p_month date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  who private.customer;
  first_day date;
  starts timestamptz;
  ends timestamptz;
  statement jsonb;
begin
  perform private.require('orders.receive-payment');
  who := private.customer_of(p_id);
  if who.rut is null then
    raise exception 'El estado de cuenta es de un RUT: esta persona no tiene uno propio.' using errcode = 'P0002';
  end if;
  first_day := private.asked_month(p_month);
  if first_day > private.shop_day(now()) then
    raise exception 'Elige un mes hasta el actual.' using errcode = '23514';
  end if;
  starts := first_day::timestamp at time zone 'America/Santiago';
  ends := (first_day + interval '1 month')::timestamp at time zone 'America/Santiago';
  with own as materialized (
    select o.id, o.order_number, o.status, o.total_amount, coalesce(o.delivered_at, o.updated_at) as delivered_at,
      o.equipment_type, o.equipment_brand, o.equipment_model, o.customer_reference, o.contact_id
    from public.service_orders o where o.customer_rut = who.rut
  ), charges as (
    select o.* from own o where o.status = 'delivered' and coalesce(o.total_amount, 0) > 0 and o.delivered_at < ends
  ), received as (
    select p.id, p.created_at, p.method, p.reference, sum(s.amount)::bigint as amount,
      array_agg(distinct o.order_number order by o.order_number) as orders
    from own o join private.payment_shares s on s.order_id = o.id join private.payments p on p.id = s.payment_id
    where p.created_at < ends group by p.id
  ), sums as (
    select
      coalesce((select sum(c.total_amount) from charges c where c.delivered_at < starts), 0)
        - coalesce((select sum(r.amount) from received r where r.created_at < starts), 0) as opening,
      coalesce((select sum(c.total_amount) from charges c where c.delivered_at >= starts), 0) as delivered,
      coalesce((select sum(r.amount) from received r where r.created_at >= starts), 0) as paid
  ), lines as (
    select c.delivered_at as at, 0 as place, jsonb_build_object('kind', 'order', 'at', c.delivered_at,
      'amount', c.total_amount, 'order_id', c.id, 'order_number', c.order_number, 'equipment_type', c.equipment_type,
      'equipment_brand', c.equipment_brand, 'equipment_model', c.equipment_model,
      'reference', coalesce(c.customer_reference, ''),
      'contact', (select t.name from public.customer_contacts t where t.id = c.contact_id)) as line
    from charges c where c.delivered_at >= starts
    union all
    select r.created_at, 1, jsonb_build_object('kind', 'payment', 'at', r.created_at, 'amount', r.amount,
      'method', r.method, 'reference', r.reference, 'orders', r.orders)
    from received r where r.created_at >= starts and r.amount <> 0
  )
  select jsonb_build_object('month', first_day, 'opening', s.opening, 'delivered', s.delivered, 'paid', s.paid,
    'closing', s.opening + s.delivered - s.paid,
    'lines', (select coalesce(jsonb_agg(l.line order by l.at, l.place, l.line ->> 'order_number'), '[]') from lines l))
  into statement from sums s;
  return statement || (
    select jsonb_build_object('rut', who.rut,
      'name', coalesce(nullif((select c.business_name from private.customer_cards c where c.rut = who.rut), ''),
        (select o.customer_name from public.service_orders o where o.customer_rut = who.rut
          order by o.created_at desc, o.id desc limit 1),
        (select p.full_name from public.profiles p where p.id = who.account_id), ''),
      'business_activity', coalesce((select c.business_activity from private.customer_cards c where c.rut = who.rut), '')));
end
$$;
revoke all on function public.customer_statement from public, anon, authenticated;
grant execute on function public.customer_statement to authenticated;
