/** A shop from before waits: its orders and settings after the migration (20261130001218). */
import { applyMigrations, readMigrations } from '@taller/server/database/migrations.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { expect, test } from 'vitest';
import { openReleaseDatabase } from './support/release-database.ts';

test('TIME-14 devices that went back before say why, and a shop that works begins with reasons and without the message', async () => {
  await using stack = new AsyncDisposableStack();
  const files = readMigrations().map(({ file }) => file);
  const { urls, sql } = await openReleaseDatabase(
    stack,
    files.slice(
      0,
      files.findIndex((file) => file.endsWith('_order_waits.sql')),
    ),
  );
  const lives = {
    901: ['rejected', 'delivered'],
    902: ['cancelled', 'delivered'],
    903: ['completed', 'delivered'],
    // Handed back, brought again and repaired.
    904: ['rejected', 'delivered', 'in_progress', 'delivered'],
    905: ['pending', 'rejected'],
  };
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into public.profiles (id, email, full_name, role)
      values (gen_random_uuid(), 'admin@taller.test', 'Ana Rojas', 'admin')`;
    for (const [number, life] of Object.entries(lives)) {
      const [order] = await tx`
        insert into public.service_orders (order_number, status, customer_name, customer_phone, customer_rut,
          equipment_type, equipment_brand, equipment_model, work_description)
        values (${number}, ${life.at(-1) ?? ''}, 'Ana Rojas', '912345678', '11111111-1', 'smartphone', 'Samsung', 'A52',
          'No enciende') returning id`;
      for (const [at, status] of life.slice(1).entries())
        await tx`insert into public.order_events (order_id, order_number, kind, changes)
          values (${String(order?.id)}, ${number}, 'status', ${tx.json({ status: [life[at] ?? '', status] })})`;
    }
  });
  const orders = () =>
    sql`select order_number, version, updated_at from public.service_orders order by order_number`;
  const before = await orders();
  await applyMigrations(urls.adminUrl);

  // Forms that are open meet no conflict.
  expect(await orders()).toEqual(before);
  const reasons = await sql`
    select order_number, unrepaired_reason as reason from public.service_orders order by order_number`;
  expect(reasons.map((row) => Object.values(row))).toEqual([
    [901, 'El cliente rechazó el presupuesto.'],
    [902, 'La orden fue cancelada.'],
    [903, null],
    [904, null],
    [905, null],
  ]);
  expect(await sql`select from public.order_events where kind like 'wait%'`).toHaveLength(0);
  const [settings] = await sql`
    select d.value -> 'waits' as waits, m.value -> 'on_hold' as message
    from public.setting_sections d, public.setting_sections m where d.section = 'desk' and m.section = 'messages'`;
  expect({ ...settings }).toEqual({
    waits: FIRST_VALUES.desk.waits,
    message: { ...FIRST_VALUES.messages.on_hold, enabled: false },
  });
  const disabled = await sql`
    select tgname from pg_trigger where tgrelid in ('public.service_orders'::regclass, 'public.setting_sections'::regclass)
      and tgenabled = 'D'`;
  expect(disabled).toHaveLength(0);
});
