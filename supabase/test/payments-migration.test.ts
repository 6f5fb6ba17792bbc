/** A shop from before the ledger: what its orders have received is in it after the migration (20261130001253). */
import { applyMigrations, readMigrations } from '@taller/server/database/migrations.ts';
import { expect, test } from 'vitest';
import { brokenLedgers } from './support/payments.ts';
import { openReleaseDatabase } from './support/release-database.ts';

test('PAY-07 advance and final payment of each order are its first payments, to the peso, and forms meet no conflict', async () => {
  await using stack = new AsyncDisposableStack();
  const files = readMigrations().map(({ file }) => file);
  const before = files.slice(
    0,
    files.findIndex((file) => file.endsWith('_payments.sql')),
  );
  const { urls, sql } = await openReleaseDatabase(stack, before);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const [number, advance, final, delivered] of [
      [901, 0, 0, null],
      [902, 10_000, 0, null],
      [903, 0, 25_000, '2026-05-03T15:00:00Z'],
      [904, 1_000_000_000, 1, null],
    ] as const)
      await tx`
        insert into public.service_orders (order_number, status, customer_name, customer_phone, customer_rut,
          equipment_type, equipment_brand, equipment_model, work_description, created_at, updated_at, delivered_at,
          advance_payment, final_payment)
        values (${number}, 'delivered', 'Ana Rojas', '912345678', '11111111-1', 'smartphone', 'Samsung', 'A52',
          'No enciende', '2026-05-01T15:00:00Z', '2026-05-04T15:00:00Z', ${delivered}, ${advance}, ${final})`;
  });
  const orders = () =>
    sql`select order_number, version, updated_at, advance_payment, final_payment from public.service_orders order by 1`;
  const known = await orders();
  await applyMigrations(urls.adminUrl);

  expect(await orders()).toEqual(known);
  expect(await brokenLedgers({ sql })).toEqual([]);
  const ledger = await sql`
    select o.order_number, s.part, p.amount::int, p.method, to_char(p.created_at at time zone 'UTC', 'DD') as day
    from private.payment_shares s join private.payments p on p.id = s.payment_id
    join public.service_orders o on o.id = s.order_id order by 1, 2`;
  expect(ledger.map((row) => Object.values(row))).toEqual([
    [902, 'advance', 10_000, '', '01'],
    [903, 'final', 25_000, '', '03'],
    [904, 'advance', 1_000_000_000, '', '01'],
    [904, 'final', 1, '', '04'],
  ]);
});
