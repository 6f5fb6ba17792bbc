/** A shop from before kept sources: those of the pieces that its orders have are kept too. */
import { randomUUID } from 'node:crypto';
import { applyMigrations, readMigrations } from '@taller/server/database/migrations.ts';
import { expect, test } from 'vitest';
import { wrongSources } from './support/parts.ts';
import { openReleaseDatabase } from './support/release-database.ts';

test('PART-44 pieces of orders keep the purchase that they came with, from before too', async () => {
  await using stack = new AsyncDisposableStack();
  const files = readMigrations().map(({ file }) => file);
  const before = files.slice(
    0,
    files.findIndex((file) => file.endsWith('_kept_sources.sql')),
  );
  const { urls, sql } = await openReleaseDatabase(stack, before);
  const item = randomUUID();
  const order = randomUUID();
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into public.service_orders (id, order_number, status, customer_name, customer_phone, customer_rut,
        equipment_type, equipment_brand, equipment_model, work_description)
      values (${order}, 901, 'delivered', 'Ana Rojas', '912345678', '11111111-1', 'smartphone', 'Samsung', 'A52',
        'No enciende')`;
    for (const [kind, delta, supplier, taken] of [
      ['received', 2, 'Norte', false],
      ['received', 5, 'Sur', false],
      ['edited', -1, null, false],
      ['written_off', -3, null, true],
    ] as const)
      await tx`
        insert into public.inventory_movements (item_id, kind, delta, quantity_after, unit_cost, brand, model,
          supplier_name, order_id, order_number)
        values (${item}, ${kind}, ${delta}, 9, 1000, 'Samsung', 'A52', ${supplier}, ${taken ? order : null},
          ${taken ? 901 : null})`;
  });
  await applyMigrations(urls.adminUrl);

  // Kept by whoever reads the report first.
  expect(await wrongSources({ sql })).toEqual([]);
  expect(
    await sql`select order_id, supplier_name, pieces from private.kept_sources order by supplier_name`,
  ).toEqual([
    { order_id: order, supplier_name: 'Norte', pieces: 1 },
    { order_id: order, supplier_name: 'Sur', pieces: 2 },
  ]);
});
