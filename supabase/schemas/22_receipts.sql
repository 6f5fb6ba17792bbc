-- Receipts by link (PAY-13): whoever has the link of a payment reads its receipt, without a session. It names nobody.

-- The last part of the link of a payment of an order, which order_payments gives out: another key than those of quotes
-- and reminders.
create function private.receipt_link(p_order_id uuid, p_payment_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select p_order_id || '-' || left(encode(extensions.hmac(
    convert_to('comprobante ' || p_order_id || p_payment_id, 'UTF8'), s.secret, 'sha256'), 'hex'), 20)
  from private.link_secret s
$$;

-- The documents of a payment: for staff (p_all), and for the customer of one of its orders, who is not told the total if
-- others are somebody else's.
create function private.shown_documents(p_payment uuid, p_all boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'folio', d.folio, 'issued_on', d.issued_on)
    || case when p_all or s.all_own then jsonb_build_object('total', d.total) else '{}' end
    order by d.issued_on, d.created_at, d.id), '[]')
  from private.tax_documents d, lateral (
    select coalesce(bool_and(coalesce(o.customer_rut = private.my_rut(), false)), false) as all_own
    from private.payment_shares e left join public.service_orders o on o.id = e.order_id
    where e.payment_id = p_payment) as s
  where d.payment_id = p_payment and d.state in ('recorded', 'accepted')
$$;
revoke all on function private.receipt_link, private.shown_documents from public, anon, authenticated;

-- The receipt of a link; no row if it is of nothing that is kept. documents: [{ kind, folio, issued_on, net, tax,
-- total }], without amounts if the payment is of other orders too.
create function public.get_receipt(p_link text)
returns table (
  order_number integer, equipment_type text, equipment_brand text, equipment_model text, status text,
  total_amount bigint, advance_payment bigint, final_payment bigint, created_at timestamptz, method text,
  amount bigint, is_correction boolean, corrected boolean, documents jsonb
)
language sql stable security definer set search_path = '' as $$
  select o.order_number, o.equipment_type, o.equipment_brand, o.equipment_model, o.status, o.total_amount,
    o.advance_payment, o.final_payment, p.created_at, p.method, s.amount, p.corrects is not null,
    exists (select from private.payments c where c.corrects = p.id), (
      select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'folio', d.folio, 'issued_on', d.issued_on)
        || case when s.orders = 1 then jsonb_build_object('net', d.net, 'tax', d.tax, 'total', d.total) else '{}' end
        order by d.issued_on, d.created_at, d.id), '[]')
      from private.tax_documents d where d.payment_id = p.id and d.state in ('recorded', 'accepted'))
  from public.service_orders o
  cross join lateral (
    select a.payment_id, sum(a.amount)::bigint as amount,
      (select count(distinct e.order_id) from private.payment_shares e where e.payment_id = a.payment_id) as orders
    from private.payment_shares a where a.order_id = o.id group by a.payment_id) as s
  join private.payments p on p.id = s.payment_id
  where o.id = private.linked_order(p_link) and o.anonymized_at is null
    and lower(p_link) = private.receipt_link(o.id, s.payment_id)
$$;
revoke all on function public.get_receipt from public, anon, authenticated;
grant execute on function public.get_receipt to anon, authenticated, service_role;
