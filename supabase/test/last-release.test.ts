import { createHash } from 'node:crypto';
import { essenceOf } from '@taller/server/database/earlier-chain.ts';
import { applyMigrations, readMigrations } from '@taller/server/database/migrations.ts';
import { installFeed } from '@taller/server/realtime/feed.ts';
import { createTestDatabase } from '@taller/server/testing/template-database.ts';
import { KEPT } from '@taller/shared/config/limits.ts';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { describeSchema } from './support/describe-schema.ts';
import { LAST_RELEASE } from './support/last-release.ts';
import { openReleaseDatabase } from './support/release-database.ts';

const inRelease = readMigrations().filter(({ file }) => Object.hasOwn(LAST_RELEASE, file));

test('OPS-03 no migration of the last release was changed or taken away', () => {
  const hash = (text: string) => createHash('sha256').update(essenceOf(text)).digest('hex');
  expect(Object.fromEntries(inRelease.map(({ file, sql }) => [file, hash(sql)]))).toEqual(LAST_RELEASE);
  const newest = inRelease.at(-1)?.file ?? '';
  const others = readMigrations().filter(({ file }) => !Object.hasOwn(LAST_RELEASE, file));
  expect(others.filter(({ file }) => file < newest)).toEqual([]);
});

test('OPS-03 no two migrations have the same version', () => {
  const versions = readMigrations().map(({ version }) => version);
  expect(versions.filter((version, n) => versions.indexOf(version) !== n)).toEqual([]);
});

test('OPS-03 a database of the last release, with orders in every status and costs in its log, comes to the same schema as a new one', async () => {
  await using stack = new AsyncDisposableStack();
  const { cluster, urls, sql: old } = await openReleaseDatabase(stack);
  await old.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into public.service_orders (order_number, status, customer_name, customer_phone, customer_rut, equipment_type,
        equipment_brand, equipment_model, work_description, quote, total_amount)
      select 900 + n, status, 'Ana Rojas', '912345678', '11111111-1', 'smartphone', 'Samsung', 'A52', 'No enciende', 20000, 20000
      from unnest(array['pending', 'quoted', 'approved', 'rejected', 'in_progress', 'completed', 'delivered', 'cancelled'])
        with ordinality as s(status, n)`;
    await sql`
      with entry as (
        insert into private.activity_entries (action_type, product_id, model)
        values ('edit', gen_random_uuid(), 'A52'), ('delete', gen_random_uuid(), 'A53') returning id, action_type
      )
      insert into private.activity_costs (entry_id, cost_price_affected, cost_price)
      select id, case action_type when 'edit' then 44990 else 39990 end, case action_type when 'edit' then 44991 end from entry`;
  });
  await old`update public.shop_settings set value = 'https://taller.cl/' where key = 'site_url'`;
  await old`update public.shop_settings set value = '91' where key = 'message_days'`;
  await old`delete from public.shop_settings where key = 'look_days'`;
  await applyMigrations(urls.adminUrl);
  const [data] = await old`select value from public.setting_sections where section = 'data'`;
  expect(data?.value).toEqual({
    ...Object.fromEntries(Object.entries(KEPT).map(([key, { initial }]) => [key, initial])),
    site_url: 'https://taller.cl',
    staff_idle_minutes: 720,
    message_days: 91,
  });
  const [orders] = await old`select count(*)::int as n from public.service_orders`;
  expect(orders).toEqual({ n: 8 });
  const lines =
    await old`select action_type, model, cost_price_affected, cost_price from public.activity_logs order by model`;
  expect(lines.map((line) => ({ ...line }))).toEqual([
    { action_type: 'edit', model: 'A52', cost_price_affected: '44990', cost_price: '44991' },
    { action_type: 'delete', model: 'A53', cost_price_affected: '39990', cost_price: null },
  ]);

  // As every start does; a test's database has it.
  await installFeed(old);
  const fresh = await createTestDatabase(cluster, 'migrations');
  stack.defer(() => fresh.stop());
  const wanted = postgres(fresh.adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => wanted.end());
  const schema = await describeSchema(wanted);
  expect(schema.length).toBeGreaterThan(500);
  expect(await describeSchema(old)).toEqual(schema);
});
