/** supabase/schemas is the database as it is, and the migrations lead to it (decision 57). */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireTestCluster, type TestCluster } from '@taller/server/testing/test-cluster.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildBoth, differencesOf } from './build-both.ts';
import { dbDiff } from './db-diff.ts';
import { readSchemas, SCHEMAS_FOLDER, STAMP, stampOf, unmigrated } from './schema-files.ts';
import { statementsOf } from './statements.ts';

const stack = new AsyncDisposableStack();
let cluster: TestCluster;
beforeAll(async () => {
  const acquired = await acquireTestCluster();
  stack.defer(acquired.release);
  ({ cluster } = acquired);
});
afterAll(() => stack.disposeAsync());

const files = readSchemas();

/** Copies the schema files with one text replaced by another. */
function changed(file: RegExp, before: string | RegExp, after: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'taller-schemas-'));
  cpSync(SCHEMAS_FOLDER, folder, { recursive: true });
  const found = files.find((each) => file.test(each.file));
  expect(found?.sql).toMatch(before);
  writeFileSync(join(folder, found?.file ?? ''), found?.sql.replace(before, after) ?? '');
  return folder;
}

async function differences(schemas?: string): Promise<string[]> {
  const both = await buildBoth(cluster, { schemas });
  try {
    return await differencesOf(both);
  } finally {
    await both.drop();
  }
}

test('DATA-52 the migrations and the schema files make the same database, line by line', async () => {
  expect(await differences()).toEqual([]);
});

test('DATA-52 one changed line of a schema file is a difference', async () => {
  const folder = changed(/_profiles/, 'length(full_name) <= 200', 'length(full_name) <= 201');
  const name = 'constraint public.profiles profiles_full_name_check CHECK';
  expect(await differences(folder)).toEqual([
    `- ${name} ((length(full_name) <= 200)) valid t`,
    `+ ${name} ((length(full_name) <= 201)) valid t`,
  ]);
});

test('DATA-52 each object stands once, in files of at most 400 lines', () => {
  expect(files.filter(({ sql }) => sql.split('\n').length > 401).map(({ file }) => file)).toEqual([]);
  const made = files.flatMap(({ sql }) =>
    statementsOf(sql).flatMap(
      ({ text }) => /^create (?:function|table|view|type) [\w.]+/.exec(text)?.[0] ?? [],
    ),
  );
  expect(made.length).toBeGreaterThan(300);
  expect(made.filter((name, n) => made.indexOf(name) !== n)).toEqual([]);
  // A key to a table that comes later stands with that table.
  const again = files.filter(({ sql }) =>
    /\b(?:or replace|drop|alter table \S+\s+(?:add(?! constraint \w+\s+foreign key)|alter))\b/i.test(
      codeOf(sql),
    ),
  );
  expect(again.map(({ file }) => file)).toEqual([]);
});

/** Statements at the beginning of lines: bodies of functions are indented, comments left out. */
const codeOf = (sql: string): string =>
  statementsOf(sql)
    .map(({ text }) => (/^create function/i.test(text) ? '' : text.split(/\$\w*\$/)[0]))
    .join('\n');

test('DATA-53 the stamp says which schema files the migrations lead to', () => {
  const stamp = readFileSync(join(SCHEMAS_FOLDER, STAMP), 'utf8');
  expect(unmigrated(files, stamp), 'run npm run db:diff').toEqual([]);
  const [first = { file: '', sql: '' }, second = first, ...rest] = files;
  const others = [{ ...first, sql: `${first.sql}\n` }, ...rest, { file: '99_more.sql', sql: '' }];
  expect(unmigrated(others, stamp)).toEqual([first.file, second.file, '99_more.sql']);
  expect(unmigrated(files, '')).toHaveLength(files.length);
  expect(stampOf([{ file: 'a.sql', sql: '' }])).toMatch(/^[0-9a-f]{64} {2}a\.sql\n$/);
});

describe('npm run db:diff', () => {
  test.each([
    ['a table', /_profiles/, 'references auth.users (id)', 'references auth.users (nada)', /column "nada"/],
    [
      'a body',
      /_foundation/,
      'when length(digits) >= 8',
      'when length(nada) >= 8',
      /column "nada" does not exist/,
    ],
  ])(
    'DATA-53 names file and line of a schema file that does not load: %s',
    async (_, file, before, after, message) => {
      const folder = changed(file, before, after);
      const failure: unknown = await dbDiff(cluster, { schemas: folder }).catch((error: unknown) => error);
      expect(String(failure)).toMatch(message);
      const { sql = '', file: name } = files.find((each) => file.test(each.file)) ?? {};
      const line = sql.slice(0, sql.indexOf(before)).split('\n').length;
      const found = Number(new RegExp(`supabase/schemas/${name}:(\\d+): `).exec(String(failure))?.[1]);
      // PostgreSQL names a place in the statement for some faults only; else it is the statement's first line.
      expect(found).toBeLessThanOrEqual(line);
      expect(line - found).toBeLessThan(10);
    },
  );

  test('DATA-53 writes nothing that would drop a column or a table with its data, unless each is named', async () => {
    const folder = changed(/_anonymization/, /,\n {2}accounts integer not null/, '');
    const migrations = mkdtempSync(join(tmpdir(), 'taller-migrations-'));
    cpSync(join(SCHEMAS_FOLDER, '../migrations'), migrations, { recursive: true });
    await expect(dbDiff(cluster, { name: 'sin_cuentas', schemas: folder, migrations })).rejects.toThrow(
      /^Este cambio borraría, con sus datos: private\.anonymizations\.accounts\. No se escribió nada\..* --drop private\.anonymizations\.accounts\.$/,
    );
  });
});
