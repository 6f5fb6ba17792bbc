import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestServer } from '@taller/server/testing/start-test-server.ts';
import { databaseCalls } from '#src/build/database-calls.ts';
import { migrationsOfNames, requireCalls } from './require-calls.ts';
import { fakeRemote } from './testing/fake-builds.ts';

let root: string;
let site: string;
const lines: string[] = [];
const log = (line: string) => lines.push(line);

beforeEach(() => {
  lines.length = 0;
  root = mkdtempSync(join(tmpdir(), 'taller-calls-'));
  site = join(root, 'site');
  mkdirSync(site);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const built = async (calls: string[]) =>
  (await fakeRemote(root, { name: 'mfe-inventory', build: 'v2', said: { calls } })).folder;
const says = (supabaseUrl: string, supabaseKey: string) =>
  writeFileSync(join(site, 'config.json'), JSON.stringify({ supabaseUrl, supabaseKey }));

test('SHELL-93 a build that calls what comes with a missing migration is refused, with its file', async () => {
  await using server = await startTestServer();
  says(server.url, server.keys.publishable);
  const file = (await migrationsOfNames()).made.get('rpc/save_shop_image') ?? '';
  const build = await built(['inventory', 'rpc/save_shop_image']);
  await expect(requireCalls(build, site, log)).resolves.toBeUndefined();
  await server.sql`delete from supabase_migrations.schema_migrations where version > '20261130000000'`;
  await expect(requireCalls(build, site, log)).rejects.toThrow(
    'mfe-inventory no se publicó: llama a lo que la base de datos del sitio (migración 20261130000000) todavía no tiene.\n' +
      `  rpc/save_shop_image: ${file}\n` +
      'Actualízala (supabase db push --remote, o npm start con este código) y publica de nuevo.',
  );
  await expect(requireCalls(await built(['inventory']), site, log)).resolves.toBeUndefined();
  expect(lines).toEqual([]);
});

test('SHELL-93 the database of a site that a server keeps is asked too', async () => {
  await using server = await startTestServer();
  writeFileSync(join(root, 'instance.json'), JSON.stringify({ url: server.url, pid: 1 }));
  await server.sql`delete from supabase_migrations.schema_migrations where version > '20261130000000'`;
  await expect(requireCalls(await built(['rpc/save_shop_image']), site, log)).rejects.toThrow(
    'llama a lo que la base de datos del sitio (migración 20261130000000) todavía no tiene',
  );
});

test('SHELL-93 a database that does not answer is named, and stops nothing', async () => {
  const words =
    '  no se comprobó lo que mfe-inventory llama: no se pudo preguntar a la base de datos del sitio';
  await requireCalls(await built(['inventory']), site, log);
  says('http://127.0.0.1:1', 'a');
  await requireCalls(await built(['inventory']), site, log);
  expect(lines).toEqual([words, words]);
});

test('SHELL-93 a build names the tables and functions that its scripts call, each once', async () => {
  const text =
    'a.rpc(`find_orders`,{p_search:e});b.from("inventory").select();Array.from(e);c.rpc("find_orders")';
  writeFileSync(join(site, 'a.js'), text);
  expect(await databaseCalls(site, ['a.js', 'a.css'])).toEqual(['inventory', 'rpc/find_orders']);
});

test('SHELL-93 a function counts from the migration that gave it its parameters', async () => {
  const migration = (file: string, sql: string) => writeFileSync(join(site, file), sql);
  migration('1_a.sql', 'create function public.find(p_text text) returns text\ncreate table public.parts (');
  migration('2_b.sql', 'CREATE OR REPLACE FUNCTION public.find (\n  p_text text\n)\n  RETURNS text');
  expect(Object.fromEntries((await migrationsOfNames(site)).made)).toEqual({
    parts: '1_a.sql',
    'rpc/find': '1_a.sql',
  });
  migration('3_c.sql', 'CREATE OR REPLACE FUNCTION public.find (p_text text, p_top int)\n RETURNS text');
  expect((await migrationsOfNames(site)).made.get('rpc/find')).toBe('3_c.sql');
});

test('SHELL-93 a build that calls what a migration of the site has dropped is refused, with its file', async () => {
  await using server = await startTestServer();
  says(server.url, server.keys.publishable);
  const build = await built(['inventory', 'rpc/is_staff_session']);
  await expect(requireCalls(build, site, log)).rejects.toThrow(
    /^mfe-inventory no se publicó: llama a lo que la base de datos del sitio \(migración \d+\) ya no tiene\.\n {2}rpc\/is_staff_session: 20261130000101_outbox_wakes_sender\.sql\nPublica una versión que no lo use\.$/,
  );
  await server.sql`delete from supabase_migrations.schema_migrations where version > '20261130000000'`;
  await expect(requireCalls(build, site, log)).resolves.toBeUndefined();
});

test('SHELL-93 what a migration drops and makes again, at once or later, is there', async () => {
  const migration = (file: string, sql: string) => writeFileSync(join(site, file), sql);
  migration('1_a.sql', 'create function public.find(p_text text) returns text\ncreate table public.parts (');
  migration('2_b.sql', 'DROP FUNCTION "public"."find"(text);\nDROP TABLE "public"."parts";');
  const { made, dropped } = await migrationsOfNames(site);
  expect([...made]).toEqual([]);
  expect(Object.fromEntries(dropped)).toEqual({ 'rpc/find': '2_b.sql', parts: '2_b.sql' });
  // The form in which `npm run db:diff` writes it.
  migration('3_c.sql', 'CREATE TABLE "public"."parts" (');
  migration(
    '4_d.sql',
    'create function public.find(p_text text) returns text\ndrop function public.find(int);',
  );
  const later = await migrationsOfNames(site);
  expect([...later.dropped]).toEqual([]);
  expect(Object.fromEntries(later.made)).toEqual({ 'rpc/find': '4_d.sql', parts: '3_c.sql' });
});

test('SHELL-93 what a migration renames is there under its new name, and no longer under the old one', async () => {
  const migration = (file: string, sql: string) => writeFileSync(join(site, file), sql);
  migration('1_a.sql', 'create function public.find(p_text text) returns text\ncreate table public.parts (');
  migration(
    '2_b.sql',
    'alter table public.parts rename to pieces;\nALTER TABLE public.pieces RENAME COLUMN a TO b;\n' +
      'ALTER FUNCTION "public"."find"(text) RENAME TO "search";',
  );
  migration('3_c.sql', 'create or replace function public.search(p_text text) returns text');
  const { made, dropped } = await migrationsOfNames(site);
  expect(Object.fromEntries(made)).toEqual({
    pieces: '2_b.sql',
    'pieces.b': '2_b.sql',
    'rpc/search': '2_b.sql',
  });
  expect(Object.fromEntries(dropped)).toEqual({
    parts: '2_b.sql',
    'pieces.a': '2_b.sql',
    'rpc/find': '2_b.sql',
  });
});

test('SHELL-93 columns come, go and change their names with migrations', async () => {
  const migration = (file: string, sql: string) => writeFileSync(join(site, file), sql);
  migration(
    '1_a.sql',
    'ALTER TABLE "public"."parts"\n  ADD COLUMN "shelf" text DEFAULT \'a\' NOT NULL,\n  ADD COLUMN "box" text;\n' +
      'alter table only public.parts add column if not exists row int, drop column old;\n' +
      'ALTER TABLE "private"."parts" ADD COLUMN "secret" text;\nalter table public.parts add constraint c check (true);',
  );
  migration('2_b.sql', 'alter table public.parts drop column if exists box;');
  migration('3_c.sql', 'ALTER TABLE "public"."parts" RENAME COLUMN "shelf" TO "place";');
  const { made, dropped } = await migrationsOfNames(site);
  expect(Object.fromEntries(made)).toEqual({ 'parts.row': '1_a.sql', 'parts.place': '3_c.sql' });
  expect(Object.fromEntries(dropped)).toEqual({
    'parts.old': '1_a.sql',
    'parts.box': '2_b.sql',
    'parts.shelf': '3_c.sql',
  });
  migration('4_d.sql', 'drop table public.parts;\ncreate table public.parts (shelf text);');
  const later = await migrationsOfNames(site);
  expect([Object.fromEntries(later.made), [...later.dropped]]).toEqual([{ parts: '4_d.sql' }, []]);
});

test('SHELL-93 a build that asks for a column which the site lacks, or no longer has, is refused', async () => {
  await using server = await startTestServer();
  says(server.url, server.keys.publishable);
  const migrations = join(root, 'migrations');
  mkdirSync(migrations);
  const add = 'ALTER TABLE "public"."inventory"\n  ADD COLUMN "shelf" text;';
  writeFileSync(join(migrations, '20991231000000_shelf.sql'), add);
  writeFileSync(join(migrations, '20260101000000_box.sql'), 'alter table public.inventory drop column box;');
  const asks = async (...calls: string[]) =>
    requireCalls(await built(calls), site, log, await migrationsOfNames(migrations));
  await expect(asks('inventory', 'inventory.brand', 'inventory.shelf')).rejects.toThrow(
    /todavía no tiene\.\n {2}inventory\.shelf: 20991231000000_shelf\.sql\nActualízala/,
  );
  await expect(asks('inventory', 'inventory.box')).rejects.toThrow(
    /ya no tiene\.\n {2}inventory\.box: 20260101000000_box\.sql\nPublica/,
  );
  await expect(asks('inventory', 'inventory.brand', 'orders.shelf')).resolves.toBeUndefined();
});
