-- Tax documents by month, for the accountant (TAX-06): sums, the documents, and which payments have none.

-- The payments of some days that still need a document, or (missing is negative) a nota de crédito.
create function private.undocumented(p_from date, p_to date)
returns table (id uuid, created_at timestamptz, method text, amount bigint, missing bigint)
language sql stable security definer set search_path = '' as $$
  select m.id, m.created_at, m.method, m.amount, m.missing
  from (
    select p.id, p.created_at, p.method, p.amount, private.missing_document(p) as missing
    from private.payments p
    where p.created_at >= p_from::timestamp at time zone 'America/Santiago'
      and p.created_at < p_to::timestamp at time zone 'America/Santiago'
  ) as m
  where m.missing <> 0
$$;

-- The numbers of the orders of a payment that still exist, as people read them.
create function private.payment_orders(p_payment uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(o.order_number order by o.order_number), '[]') from public.service_orders o
  where o.id in (select s.order_id from private.payment_shares s where s.payment_id = p_payment)
$$;
revoke all on function private.undocumented, private.payment_orders from public, anon, authenticated;

-- The sums of a month: { kinds: [{ kind, count, first, last, net, tax, total }], count, net, tax, total, undocumented:
-- { count, amount }, uncredited: { count, amount } }. In the sums of all, notas de crédito are subtracted.
create function public.tax_month(p_month date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  from_day date;
  to_day date;
begin
  perform private.require('reports');
  from_day := private.asked_month(p_month);
  to_day := (from_day + interval '1 month')::date;
  return (
    with documents as (
      select d.kind, d.folio, d.net, d.tax, d.total, case d.kind when 'nota_credito' then -1 else 1 end as sign
      from private.tax_documents d
      where d.issued_on >= from_day and d.issued_on < to_day and d.state in ('recorded', 'accepted')
    ), kinds as (
      select d.kind, count(*) as count, min(d.folio) as first, max(d.folio) as last, sum(d.net) as net,
        sum(d.tax) as tax, sum(d.total) as total
      from documents d group by d.kind
    )
    select jsonb_build_object(
      'kinds', (select coalesce(jsonb_agg(to_jsonb(k) order by k.kind), '[]') from kinds k),
      'count', count(*), 'net', coalesce(sum(d.sign * d.net), 0), 'tax', coalesce(sum(d.sign * d.tax), 0),
      'total', coalesce(sum(d.sign * d.total), 0))
    from documents d
  ) || (
    select jsonb_build_object(
      'undocumented', jsonb_build_object('count', count(*) filter (where u.missing > 0),
        'amount', coalesce(sum(u.missing) filter (where u.missing > 0), 0)),
      'uncredited', jsonb_build_object('count', count(*) filter (where u.missing < 0),
        'amount', coalesce(-sum(u.missing) filter (where u.missing < 0), 0)))
    from private.undocumented(from_day, to_day) as u
  );
end
$$;

-- The documents of a month by day and folio, 100 a page, those that do not count among them.
create function public.list_tax_documents(p_month date, p_page integer default 1)
returns table (
  id uuid, kind text, folio bigint, issued_on date, net bigint, tax bigint, total bigint, rut text, business_name text,
  activity text, state text, answer text, cancels text, method text, orders jsonb
)
language plpgsql stable security definer set search_path = '' as $$
declare
  from_day date;
begin
  perform private.require('reports');
  from_day := private.asked_month(p_month);
  return query
    select d.id, d.kind, d.folio, d.issued_on, d.net, d.tax, d.total, d.rut, d.business_name, d.activity, d.state,
      coalesce(r.answer, a.reason), private.document_name(c.kind, c.folio), p.method,
      private.payment_orders(d.payment_id)
    from private.tax_documents d
    join private.payments p on p.id = d.payment_id
    left join private.tax_requests r on r.document_id = d.id
    left join private.tax_annulments a on a.document_id = d.id
    left join private.tax_documents c on c.id = d.cancels
    where d.issued_on >= from_day and d.issued_on < (from_day + interval '1 month')::date
    order by d.issued_on, d.kind, d.folio, d.id
    offset private.rows_before(p_page, 100) limit 100;
end
$$;

-- The payments of a month that still need a document, the oldest first, 100 a page.
create function public.list_undocumented_payments(p_month date, p_page integer default 1)
returns table (id uuid, created_at timestamptz, method text, amount bigint, missing bigint, orders jsonb, order_id uuid)
language plpgsql stable security definer set search_path = '' as $$
declare
  from_day date;
begin
  perform private.require('reports');
  from_day := private.asked_month(p_month);
  return query
    select u.id, u.created_at, u.method, u.amount, u.missing, private.payment_orders(u.id), (
      select o.id from public.service_orders o
      where o.id in (select s.order_id from private.payment_shares s where s.payment_id = u.id)
      order by o.order_number limit 1)
    from private.undocumented(from_day, (from_day + interval '1 month')::date) as u
    order by u.created_at, u.id
    offset private.rows_before(p_page, 100) limit 100;
end
$$;
revoke all on function public.tax_month, public.list_tax_documents, public.list_undocumented_payments
  from public, anon, authenticated;
grant execute on function public.tax_month, public.list_tax_documents, public.list_undocumented_payments
  to authenticated;
