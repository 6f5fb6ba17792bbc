import type postgres from 'postgres';

/**
 * Gives the orders of insertReportOrders quotes by lines with costs, parts of the stock, payments and some balances.
 * Deterministic: the parts follow from the order's number.
 * @param sql a superuser connection: triggers are disabled meanwhile, but for those that fire always.
 */
export async function insertResults(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    // Three lines of five orders: work, a part of the stock or a free one, and a discount.
    await tx`
      update public.service_orders o set quote_lines = jsonb_build_array(
        private.plain_line(o.id::text || 1, 'labour', 'Mano de obra', o.total_amount / 3),
        private.plain_line(o.id::text || 2, 'part', 'Repuesto', o.total_amount - o.total_amount / 3 + 1000)
          || jsonb_build_object('condition', 'new', 'product_id', case when o.order_number % 5 < 3
            then md5('item' || o.order_number % 500)::uuid end),
        private.plain_line(o.id::text || 3, 'discount', 'Descuento', -1000))
      where o.total_amount > 0 and o.order_number % 5 < 4`;
    await tx`
      insert into private.line_costs (order_id, line_id, unit_cost)
      select o.id, (o.quote_lines #>> '{1,id}')::uuid, o.total_amount / 4 from public.service_orders o
      where jsonb_array_length(o.quote_lines) = 3 and o.order_number % 3 < 2`;
    // Ten purchases of each part, of eight suppliers.
    await tx`
      insert into public.inventory_movements (item_id, kind, delta, quantity_after, unit_cost, brand, model, purchase_id,
        supplier_name, created_at)
      select md5('item' || i.item)::uuid, 'received', 20, 20, 20000, 'Marca', 'Modelo', gen_random_uuid(),
        'Proveedor ' || i.item % 8, now() - make_interval(days => 180 * (10 - n.nth))
      from generate_series(0, 499) as i (item) cross join generate_series(1, 10) as n (nth)`;
    await tx`
      insert into public.inventory_movements (item_id, kind, delta, quantity_after, unit_cost, brand, model, order_id, order_number)
      select md5('item' || o.order_number % 500)::uuid, 'written_off', -1, 5, 20000, 'Marca', 'Modelo', o.id, o.order_number
      from public.service_orders o where o.status in ('completed', 'delivered') and o.order_number % 5 < 3`;
    await tx`
      update public.service_orders o set advance_payment = o.total_amount / 2,
        final_payment = case when o.order_number % 50 = 0 then 0 else o.total_amount - o.total_amount / 2 end
      where o.total_amount > 1 and o.status = 'delivered'`;
    await tx`
      insert into private.payments (id, created_at, created_by, method)
      select md5(o.id::text || p.part)::uuid, case p.part when 'advance' then o.created_at else o.delivered_at end, null,
        (array['cash', 'debit', 'credit', 'transfer'])[1 + o.order_number % 4]
      from public.service_orders o cross join (values ('advance'), ('final')) as p (part)
      where case p.part when 'advance' then o.advance_payment else o.final_payment end <> 0`;
    await tx`
      insert into private.payment_shares (payment_id, order_id, part, amount)
      select md5(o.id::text || p.part)::uuid, o.id, p.part, case p.part when 'advance' then o.advance_payment else o.final_payment end
      from public.service_orders o cross join (values ('advance'), ('final')) as p (part)
      where case p.part when 'advance' then o.advance_payment else o.final_payment end <> 0`;
    // Warranty returns: one of a hundred.
    await tx`
      update public.service_orders o set warranty_of = o.order_number - 40 where o.order_number % 100 = 50
        and exists (select from public.service_orders w where w.order_number = o.order_number - 40)`;
  });
  for (const table of [
    'public.service_orders',
    'public.inventory_movements',
    'private.line_costs',
    'private.payments',
    'private.payment_shares',
  ])
    await sql.unsafe(`vacuum (analyze) ${table}`);
  // Data that the disabled triggers maintain.
  await sql`insert into private.earned_orders
    select f.* from private.find_earned_orders(array(select id from public.service_orders)) as f`;
  await sql`vacuum (analyze) private.earned_orders`;
  await sql`insert into private.moved_items (item_id) select distinct item_id from public.inventory_movements`;
  await sql`select private.keep_sources()`;
  await sql`vacuum (analyze) private.kept_sources`;
}
