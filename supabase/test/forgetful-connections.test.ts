/**
 * Behind a transaction pooler each transaction may have another connection. All functions are called over connections
 * that forget what earlier transactions have set (functions-access.test.ts).
 */
import { forgetfulPool } from '@taller/server/testing/forgetful-pool.ts';
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('DATA-50 the connections of these tests forget between transactions, and not within one', async () => {
  await using pool = await forgetfulPool(server.adminUrl);
  await using stack = new AsyncDisposableStack();
  const sql = postgres(pool.url, { max: 1, onnotice: () => {} });
  stack.defer(() => sql.end({ timeout: 5 }));
  const seen = async (on: postgres.ISql) => {
    const [row] = await on`select coalesce(current_setting('taller.said', true), '') as said,
      to_regclass('pg_temp.aside') is not null as aside,
      (select count(*)::integer from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
      pg_backend_pid() as pid`;
    return row;
  };
  const leave = async (on: postgres.ISql) => {
    await on`select set_config('taller.said', 'algo', false), pg_advisory_lock(1)`;
    await on`create temp table aside (id integer)`;
  };
  const within = await sql.begin(async (transaction) => {
    await leave(transaction);
    return seen(transaction);
  });
  expect(within).toMatchObject({ said: 'algo', aside: true, locks: 1 });
  expect(await seen(sql)).toMatchObject({ said: '', aside: false, locks: 0, pid: Number(within?.pid) });
  // Sent at once, without waiting for each other.
  const many = await Promise.all(Array.from({ length: 20 }, (_, n) => sql`select ${n}::integer as n`));
  expect(many.map(([row]) => Number(row?.n))).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test('DATA-50 no function keeps anything in its connection', async () => {
  const keeping = await server.sql<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and p.prosrc ~* '\\mpg_(try_)?advisory_lock|\\mset_config\\([^;()]*,\\s*false\\s*\\)|\\mcreate\\s+temp|^\\s*(listen|set\\s+session)\\M'
    order by 1`;
  expect(keeping.map(({ name }) => name)).toEqual([]);
});
