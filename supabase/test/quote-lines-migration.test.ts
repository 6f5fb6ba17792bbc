/** A shop from before lines: its quotes after the migration (20261130001256). */
import { readMigrations } from '@taller/server/database/migrations.ts';
import { expect, test } from 'vitest';
import { openReleaseDatabase } from './support/release-database.ts';

test('QUO-08 every order with a price has one line of it, to the peso, and nobody’s form meets a conflict', async () => {
  await using stack = new AsyncDisposableStack();
  const files = readMigrations().map(({ file }) => file);
  const at = files.findIndex((file) => file.endsWith('_quote_lines.sql'));
  const { sql, migrate } = await openReleaseDatabase(stack, files.slice(0, at));
  const totals = { 901: 45_990, 902: 0, 903: null, 904: 1, 905: 1_000_000_000 };
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const [number, total] of Object.entries(totals))
      await tx`
        insert into public.service_orders (order_number, status, customer_name, customer_phone, customer_rut,
          equipment_type, equipment_brand, equipment_model, work_description, quote, total_amount)
        values (${number}, 'approved', 'Ana Rojas', '912345678', '11111111-1', 'smartphone', 'Samsung', 'A52',
          'No enciende', ${total ?? 0}, ${total})`;
    await tx`insert into private.approved_prices (order_id, amount)
      select id, total_amount from public.service_orders where order_number = 901`;
  });
  const orders = () =>
    sql`select order_number, version, updated_at, quote, total_amount from public.service_orders order by order_number`;
  const triggers = () =>
    sql`select tgname, tgenabled from pg_trigger
      where tgrelid in ('public.service_orders'::regclass, 'public.setting_sections'::regclass)
        and not tgisinternal and tgname not like 'settle_quote_lines%' order by tgrelid::text, tgname`;
  const before = [await orders(), await sql`select count(*) from public.order_events`, await triggers()];
  await migrate(files[at] ?? '');

  expect([await orders(), await sql`select count(*) from public.order_events`, await triggers()]).toEqual(
    before,
  );
  const lines = await sql`
    select order_number, jsonb_path_query_array(quote_lines, '$[*].unit_price') as prices
    from public.service_orders order by order_number`;
  expect(lines.map((row) => [row.order_number, row.prices])).toEqual([
    [901, [45_990]],
    [902, []],
    [903, []],
    [904, [1]],
    [905, [1_000_000_000]],
  ]);
  const [promise] = await sql`
    select a.lines = o.quote_lines as same from private.approved_prices a
    join public.service_orders o on o.id = a.order_id`;
  expect(promise?.same).toBe(true);
});
