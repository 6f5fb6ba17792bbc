import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Claims } from '../tokens/jwt.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { keyText, VisibleRows } from './visible-rows.ts';

const KEYS = ['uno', 'con "comillas"', String.raw`con \ barra`, '{a,b}', 'null', ''];
const TABLE = {
  schema: 'public',
  table: 'marks',
  columns: [],
  key: [
    { name: 'name', type: 'text' },
    { name: 'n', type: 'integer' },
  ],
};

let server: TestServer;
let reader: postgres.Sql;
beforeAll(async () => {
  server = await startTestServer({
    prepare: (sql) =>
      sql.unsafe(`
      create table public.marks (name text, n integer, owner text, primary key (name, n));
      alter table public.marks enable row level security;
      create policy own on public.marks using (
        case current_setting('request.jwt.claim.sub') when 'broken' then 1 / (n - n) = 1 else owner = current_setting('request.jwt.claim.sub') end);
      grant select on public.marks to authenticated;
      insert into public.marks select name, 1, 'ana' from unnest(array['uno', 'con "comillas"', 'con \\ barra', '{a,b}', 'null', '']) as name;
      insert into public.marks values ('uno', 2, 'beto');`),
  });
  const url = new URL(server.adminUrl);
  reader = postgres(url.href, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await reader.end();
  await server.close();
});

const claims = (sub: string): Claims => ({ role: 'authenticated', sub });
const wanted = new Map([[TABLE, [...KEYS.map((name) => ({ name, n: 1 })), { name: 'uno', n: 2 }]]]);

test('OPS-53 each subscriber receives its visible rows by keys of several columns and with any characters', async () => {
  const rows = new VisibleRows(reader, () => ['name', 'n']);
  const [ana, beto] = await Promise.all(['ana', 'beto'].map((sub) => rows.read(claims(sub), wanted, false)));
  const seen = (sight: typeof ana) => [...(sight?.rows.get(TABLE)?.keys() ?? [])].toSorted();
  expect(seen(ana)).toEqual(KEYS.map((name) => keyText({ name, n: 1 }, TABLE)).toSorted());
  expect(seen(beto)).toEqual([keyText({ name: 'uno', n: 2 }, TABLE)]);
});

test('OPS-53 a subscriber whose query fails does not affect the others', async () => {
  const rows = new VisibleRows(reader, () => ['name', 'n']);
  const all = await Promise.allSettled(
    ['ana', 'broken', 'beto'].map((sub) => rows.read(claims(sub), wanted, false)),
  );
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
