/** Databases of the migration chain replaced by the baseline (decision 57). */
import { describeSchema } from '@taller/server/database/describe-schema.ts';
import {
  BASELINE,
  digestOf,
  EARLIER_CHAIN,
  isEarlier,
  restated,
} from '@taller/server/database/earlier-chain.ts';
import { applyMigrations, MIGRATIONS_FOLDER, readMigrations } from '@taller/server/database/migrations.ts';
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';
import { beforeEach, describe, expect, test } from 'vitest';

/** Rows as left by the chain before the baseline. */
const HISTORY = [
  { version: '0001', name: 'one', statements: ['create table one ();'] },
  {
    version: '20261122101100',
    name: 'two',
    statements: ['create table two ()', 'alter table two add a int'],
  },
];
const CHAIN = { newest: '20261122101100', count: HISTORY.length, digest: digestOf(HISTORY) };

let server: TestServer;

/** Makes the database's history one of the earlier chain, and inserts an order. */
async function rewindHistory(history: typeof HISTORY): Promise<void> {
  const { sql } = server;
  await sql`delete from supabase_migrations.schema_migrations where version = ${BASELINE}`;
  await sql`insert into supabase_migrations.schema_migrations ${sql(history)}`;
  await sql`
    insert into public.service_orders (customer_name, customer_phone, customer_rut, equipment_type, equipment_brand, equipment_model)
    values ('Ana Rojas', '912345678', '11111111-1', 'smartphone', 'Samsung', 'A52')`;
}

const versions = async (): Promise<string[]> => {
  const rows = await server.sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  return rows.map(({ version }) => version);
};

test('DATA-47 the baseline comes first, and nothing of the chain before it is left', () => {
  const [first, ...later] = readMigrations();
  expect(first?.file).toBe(`${BASELINE}_baseline.sql`);
  expect(later.filter(({ version }) => isEarlier(version))).toEqual([]);
  expect(isEarlier(EARLIER_CHAIN.newest)).toBe(true);
});

describe('a database of the chain before the baseline', () => {
  beforeEach(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  test('DATA-47 a database with the whole earlier chain is taken over once: its rows stay, and only newer migrations are applied', async () => {
    const schema = await describeSchema(server.sql);
    const before = await versions();
    await rewindHistory(HISTORY);
    expect(await applyMigrations(server.adminUrl, MIGRATIONS_FOLDER, CHAIN)).toEqual([]);
    expect(await versions()).toEqual(before);
    expect(await applyMigrations(server.adminUrl, MIGRATIONS_FOLDER, CHAIN)).toEqual([]);
    expect(await describeSchema(server.sql)).toEqual(schema);
    const [orders] = await server.sql`select count(*)::int as n from public.service_orders`;
    expect(orders).toEqual({ n: 1 });
  });

  test.each([
    ['lacks its last migrations', HISTORY.slice(0, 1)],
    ['has another text', HISTORY.map((row) => ({ ...row, statements: ['create table two (a text)'] }))],
    ['has one more', [...HISTORY, { version: '20261110000000', name: 'more', statements: ['select 1'] }]],
  ])(
    'DATA-47 a database that %s is refused in one Spanish sentence and stays as it is',
    async (_, history) => {
      await rewindHistory(history);
      const before = await versions();
      await expect(applyMigrations(server.adminUrl, MIGRATIONS_FOLDER, CHAIN)).rejects.toMatchObject({
        code: 'database-older',
        message: expect.stringMatching(/versión de desarrollo anterior.*Ábrela una vez.*20261122101100/),
      });
      expect(await versions()).toEqual(before);
    },
  );

  test('DATA-47 a database of the earlier chain is told from one of a newer version', async () => {
    await rewindHistory(HISTORY);
    await expect(applyMigrations(server.adminUrl)).rejects.toMatchObject({ code: 'database-older' });
    await server.sql`delete from supabase_migrations.schema_migrations`;
    await server.sql`insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`;
    await expect(applyMigrations(server.adminUrl)).rejects.toMatchObject({ code: 'database-newer' });
  });
});

test('DATA-47 the backup of a whole earlier chain is read into the baseline; any other keeps its versions', () => {
  const chain = Array.from({ length: EARLIER_CHAIN.count - 1 }, (_, n) => String(n + 1).padStart(4, '0'));
  const later = '20991231000000';
  expect(restated([...chain, EARLIER_CHAIN.newest, later])).toEqual([BASELINE, later]);
  expect(restated(chain)).toEqual(chain);
  expect(restated([BASELINE, later])).toEqual([BASELINE, later]);
});
