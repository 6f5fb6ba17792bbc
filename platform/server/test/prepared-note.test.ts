import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { catalogueState } from '../src/database/catalogue-state.ts';
import { startServer, type RunningServer } from '../src/start-server.ts';
import { prepareDataDir } from '../src/testing/prepared-folder.ts';
import { startTestServer } from '../src/testing/start-test-server.ts';

test('OPS-67 the state of a catalogue stays the same through work of every kind', async () => {
  await using server = await startTestServer({ demo: true });
  const work = async () => {
    await server.sql`update public.service_orders set notes = 'x' where order_number < 20`;
    await server.sql`delete from public.notifications`;
    await server.sql`insert into public.notifications (type, message) values ('quote_approved', 'x')`;
    await server.sql`vacuum (analyze, freeze)`;
    await server.sql
      .begin(async (sql) => {
        await sql`create table public.taken_back (id integer)`;
        await sql`savepoint before`;
        await sql`rollback to savepoint before`;
        throw new Error('undone');
      })
      .catch(() => undefined);
  };
  // Other tests share the roles of this PostgreSQL and change them at times.
  let before: string;
  let after = '';
  let tries = 0;
  do {
    before = await catalogueState(server.sql);
    await work();
    after = await catalogueState(server.sql);
    tries += 1;
  } while (after !== before && tries < 5);
  expect(after).toBe(before);
});

test('OPS-67 any change of tables, functions, rights, roles, triggers, policies or applied migrations changes it', async () => {
  await using server = await startTestServer();
  let before = await catalogueState(server.sql);
  const changes = [
    'create table public.added (id integer)',
    'alter table public.added add column name text',
    "comment on table public.added is 'x'",
    'create index on public.added (name)',
    'grant select (name) on public.added to anon',
    'revoke select (name) on public.added from anon',
    'alter table public.added enable row level security',
    'create policy mine on public.added using (true)',
    'drop policy mine on public.added',
    'alter publication supabase_realtime add table public.added',
    'create view public.seen as select 1 as one',
    "create or replace function auth.role() returns text language sql stable as $$ select 'anon' $$",
    'grant execute on function realtime.notify_change() to public',
    'alter table public.notifications disable trigger zz_realtime',
    'alter default privileges in schema public grant select on tables to anon',
    "alter role authenticator set idle_session_timeout = '1h'",
    'drop table public.added',
    "update supabase_migrations.schema_migrations set statements = '{}' where name = 'baseline'",
    'delete from supabase_migrations.schema_migrations where version = (select max(version) from supabase_migrations.schema_migrations)',
  ];
  for (const change of changes) {
    await server.sql.unsafe(change);
    const state = await catalogueState(server.sql);
    expect(state, change).not.toBe(before);
    before = state;
  }
});

/** Transaction that last created a function which every preparation recreates. */
const preparedIn = async (sql: postgres.Sql) => {
  const [row] = await sql`select xmin::text as at from pg_proc where oid = 'auth.uid()'::regprocedure`;
  return String(row?.at);
};

/** How the API answers when the server itself asks for a table. */
const statusOf = async ({ url, keys }: RunningServer, table: string): Promise<number> =>
  (await createClient(url, keys.secret).from(table).select()).status;

test('OPS-67 a start of the same program prepares nothing of a database in which nothing has changed, and puts right what has', async () => {
  const dataDir = await prepareDataDir(mkdtempSync(join(tmpdir(), 'taller-prepared-')), 'test');
  const file = join(dataDir, 'prepared.json');
  const run = async <Result>(
    build: string | undefined,
    work: (sql: postgres.Sql, server: RunningServer) => Promise<Result>,
  ): Promise<Result> => {
    await using stack = new AsyncDisposableStack();
    const server = await startServer({ port: 0, mode: 'test', quiet: true, dataDir, build });
    stack.defer(() => server.close());
    const sql = postgres(server.adminUrl, { max: 1, onnotice: () => {} });
    stack.defer(() => sql.end());
    return await work(sql, server);
  };
  try {
    // Sources may be edited between two starts.
    await run(undefined, async () => expect(existsSync(file)).toBe(false));
    const first = await run('a', preparedIn);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await run('a', async (sql, server) => {
      expect(await preparedIn(sql)).toBe(first);
      expect(await statusOf(server, 'notifications')).toBe(200);
      expect(await statusOf(server, 'added')).toBe(404);
      await sql`drop trigger zz_realtime on public.notifications`;
      await sql`create table public.added (id integer)`;
      await sql`grant select on public.added to service_role`;
    });
    const second = await run('a', async (sql, server) => {
      expect(await statusOf(server, 'added')).toBe(200);
      const [trigger] = await sql`
        select from pg_trigger where tgname = 'zz_realtime' and tgrelid = 'public.notifications'::regclass`;
      expect(trigger).toBeDefined();
      return preparedIn(sql);
    });
    expect(second).not.toBe(first);
    const third = await run('b', preparedIn);
    expect(third).not.toBe(second);
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 100));
    expect(await run('b', preparedIn)).not.toBe(third);
    // Roles get the passwords of the installation again.
    const installation = join(dataDir, 'installation.json');
    const { apiPassword, ...rest } = JSON.parse(readFileSync(installation, 'utf8')) as {
      apiPassword: string;
    };
    writeFileSync(installation, JSON.stringify({ ...rest, apiPassword: apiPassword.toUpperCase() }));
    await run('b', async (_, server) => expect(await statusOf(server, 'notifications')).toBe(200));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
