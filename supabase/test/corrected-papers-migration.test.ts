/** A shop from before corrections were sealed: what its slips say by now is sealed, and keeps its terms (REC-88). */
import { randomUUID } from 'node:crypto';
import { applyMigrations, readMigrations } from '@taller/server/database/migrations.ts';
import { expect, test } from 'vitest';
import { openReleaseDatabase } from './support/release-database.ts';

test('REC-88 what was corrected before is a record that names the one before, and nothing else is', async () => {
  await using stack = new AsyncDisposableStack();
  const files = readMigrations().map(({ file }) => file);
  const before = files.slice(
    0,
    files.findIndex((file) => file.endsWith('_corrected_papers.sql')),
  );
  const { urls, sql } = await openReleaseDatabase(stack, before);
  const [corrected, same, open] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [corrected, same, open])
    await sql`
      insert into public.service_orders (id, status, customer_name, customer_phone, customer_rut, equipment_type,
        equipment_brand, equipment_model, work_description)
      values (${id}, 'completed', 'Ana Rojas', '912345678', '11111111-1', 'smartphone', 'Samsung', 'A52', 'No enciende')`;
  await sql`update public.service_orders set status = 'delivered', warranty_days = 90 where id in (${corrected}, ${same})`;
  await sql`update public.service_orders set equipment_model = 'A53' where id in (${corrected}, ${open})`;
  await sql`update public.setting_sections set value = jsonb_set(value, '{items}', '["Otra."]') where section = 'terms'`;
  await applyMigrations(urls.adminUrl);

  const records = await sql`select id, order_id, kind, corrects, facts -> 'changed' as changed
    from private.records_to_seal order by kind, order_id = ${same}`;
  const [correction, delivery] = records;
  expect(records).toMatchObject([
    { order_id: corrected, kind: 'corrected_delivery', corrects: delivery?.id as string, changed: ['model'] },
    { order_id: corrected, kind: 'delivery' },
    { order_id: same, kind: 'delivery' },
  ]);
  const [personal] =
    await sql`select content -> 'paper' ->> 'model' as model, content -> 'paper' -> 'terms' as terms
    from private.sealed_personal where event_id = ${String(correction?.id)}`;
  expect(personal).toEqual({ model: 'A53', terms: 1 });
});
