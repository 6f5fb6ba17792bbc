/** The searched texts written anew (20261130001217) while a shop works. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations, MIGRATIONS_FOLDER, readMigrations } from '@taller/server/database/migrations.ts';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { openReleaseDatabase } from './support/release-database.ts';

test.each([
  {
    who: 'a save that has read orders',
    first: 'select from public.service_orders',
    next: `update public.service_orders set customer_name = 'Luz Soto' where order_number = 901`,
  },
  {
    who: 'a search that has read the texts',
    first: 'select from private.order_search',
    next: 'select from public.service_orders',
  },
])(
  'OPS-03 $who does not deadlock with the migration, and others are answered meanwhile',
  async ({ first, next }) => {
    await using stack = new AsyncDisposableStack();
    const files = readMigrations().map(({ file }) => file);
    const at = files.findIndex((file) => file.endsWith('_order_texts.sql'));
    const { urls, sql } = await openReleaseDatabase(stack, files.slice(0, at));
    const folder = mkdtempSync(join(tmpdir(), 'taller-texts-'));
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    for (const file of files.slice(0, at + 1))
      copyFileSync(join(MIGRATIONS_FOLDER, file), join(folder, file));
    await sql`
    insert into public.service_orders (order_number, status, customer_name, customer_phone, customer_rut, equipment_type,
      equipment_brand, equipment_model, work_description)
    values (901, 'pending', 'Ana Rojas', '912345678', '11111111-1', 'smartphone', 'Samsung', 'A52', 'No enciende')`;

    const other = postgres(urls.adminUrl, { max: 1, onnotice: () => {} });
    stack.defer(() => other.end());
    await other.unsafe(`begin; ${first}`);
    const migrated = applyMigrations(urls.adminUrl, folder);
    // It waits for a lock, or before it asks again.
    await expect
      .poll(
        () => sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event in ('relation', 'PgSleep')`,
        { timeout: 60_000 },
      )
      .toHaveLength(1);
    // However long the other one takes, requests are answered meanwhile.
    expect(await sql`select from public.service_orders`).toHaveLength(1);
    const ended = await Promise.allSettled([other.unsafe(`${next}; commit`), migrated]);
    expect(ended.map((end) => (end.status === 'rejected' ? String(end.reason) : 'ended'))).toEqual([
      'ended',
      'ended',
    ]);
    const texts = await sql`
    select t.order_number from private.order_texts t join public.service_orders o using (order_number)
    cross join lateral private.order_search_row(o) as r where t = r`;
    expect([...texts]).toEqual([{ order_number: 901 }]);
  },
);
