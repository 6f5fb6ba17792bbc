import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSchema } from '@taller/server/database/describe-schema.ts';
import { normalisedSql } from '@taller/server/database/earlier-chain.ts';
import { applyMigrations, readMigrations } from '@taller/server/database/migrations.ts';
import { installFeed } from '@taller/server/realtime/feed.ts';
import { createTestDatabase } from '@taller/server/testing/template-database.ts';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { LAST_RELEASE } from './support/last-release.ts';
import { openReleaseDatabase } from './support/release-database.ts';

const inRelease = readMigrations().filter(({ file }) => Object.hasOwn(LAST_RELEASE, file));

test('OPS-03 no migration of the last release was changed or taken away', () => {
  const hash = (text: string) => createHash('sha256').update(normalisedSql(text)).digest('hex');
  expect(Object.fromEntries(inRelease.map(({ file, sql }) => [file, hash(sql)]))).toEqual(LAST_RELEASE);
  const newest = inRelease.at(-1)?.file ?? '';
  const others = readMigrations().filter(({ file }) => !Object.hasOwn(LAST_RELEASE, file));
  expect(others.filter(({ file }) => file < newest)).toEqual([]);
});

test('OPS-03 two migrations of one version are refused by name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'taller-twice-'));
  for (const file of ['20991231000000_uno.sql', '20991231000000_dos.sql'])
    writeFileSync(join(folder, file), '');
  expect(() => readMigrations(folder)).toThrow(
    'Dos migraciones tienen la misma versión (20991231000000_dos.sql y 20991231000000_uno.sql): pon otra hora en el nombre de la más nueva.',
  );
  rmSync(folder, { recursive: true });
  expect(() => readMigrations()).not.toThrow();
});

test('OPS-03 a database of the last release, with orders in every status, comes to the same schema as a new one', async () => {
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
  });
  await applyMigrations(urls.adminUrl);
  const [orders] = await old`select count(*)::int as n from public.service_orders`;
  expect(orders).toEqual({ n: 8 });
  const searched = await old`
    select t.order_number from private.order_texts t join public.service_orders o using (order_number)
    cross join lateral private.order_search_row(o) as r where t = r`;
  expect(searched).toHaveLength(8);
  const kept = await old`
    select status, total_amount as sign, orders from private.order_counts where orders <> 0 order by status`;
  const statuses = await old`select status from public.service_orders order by status`;
  expect([...kept]).toEqual(statuses.map(({ status }) => ({ status: String(status), sign: 1, orders: 1 })));
  // Every start installs the feed; a test's database already has it.
  await installFeed(old);
  const fresh = await createTestDatabase(cluster, 'migrations');
  stack.defer(() => fresh.stop());
  const wanted = postgres(fresh.adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => wanted.end());
  const schema = await describeSchema(wanted);
  expect(schema.length).toBeGreaterThan(500);
  expect(await describeSchema(old)).toEqual(schema);
});
