import type postgres from 'postgres';

/**
 * Writes the payments of the orders (PAY-02): an advance at the intake, the balance at the delivery, by changing
 * methods, each with its boleta but those of the last day. Cash is from before there were drawers, or in the closed
 * one, from which it went to the bank.
 */
export async function writePayments(tx: postgres.TransactionSql, today: Date): Promise<void> {
  await tx`
    with received as materialized (
      select md5(o.id::text || w.part)::uuid as id, o.id as order_id, o.receptionist_id, p.part, p.amount, p.created_at,
        (array['cash', 'debit', 'transfer', 'cash', 'debit', 'credit', 'cash', 'debit', 'transfer', 'debit'])[
          1 + (o.order_number / 2 + p.amount / 1000) % 10] as method
      from public.service_orders o cross join (values ('advance'), ('final')) as w (part)
      cross join lateral (select w.part, case w.part when 'advance' then o.advance_payment else o.final_payment end as amount,
        case w.part when 'advance' then o.created_at else o.delivered_at end as created_at) as p
      where p.amount > 0
    ), payments as (
      insert into private.payments (id, created_at, created_by, method, drawer_id)
      select r.id, r.created_at, r.receptionist_id, case when r.method <> 'cash' or d.id is not null
        or not exists (select from private.drawers e where e.opened_at <= r.created_at) then r.method else 'debit' end, d.id
      from received r left join private.drawers d on r.created_at >= d.opened_at and r.created_at < d.closed_at
        and (r.method = 'cash' or d.opened_by = r.receptionist_id)
    ), boletas as (
      insert into private.tax_documents (id, created_at, created_by, payment_id, kind, folio, issued_on, net, tax, total)
      select gen_random_uuid(), r.created_at, r.receptionist_id, r.id, 'boleta',
        40000 + row_number() over (order by r.created_at, r.order_id), private.shop_day(r.created_at), n.net,
        r.amount - n.net, r.amount
      from received r cross join lateral (select private.net_of(r.amount, private.tax_rate()) as net) as n
      where r.created_at < ${today}::timestamptz - interval '1 day'
    )
    insert into private.payment_shares (payment_id, order_id, part, amount)
    select r.id, r.order_id, r.part, r.amount from received r`;
  await tx`
    insert into private.drawer_events (drawer_id, kind, created_at, created_by, amount, reason)
    select d.id, 'withdrawal', d.closed_at, d.opened_by, c.cash, 'Al banco'
    from private.drawers d cross join lateral (select private.drawer_cash(d.id) - d.opening_amount as cash) as c
    where d.closed_at is not null and c.cash > 0`;
}
