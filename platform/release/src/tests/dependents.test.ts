import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { affectedUnits } from './affected-units.ts';
import { causesOf, dependents } from './dependents.ts';

let root: string;
const SCHEMA = 'supabase/schemas/10_orders.sql';
const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
const git = (...args: string[]) => execFileSync('git', args, { cwd: root });
const makes = (name: string, body: string) =>
  `create function ${name}() returns int language sql as $$ select ${body}; $$;\n`;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'taller-dependents-'));
  write('shared/src/orders/price.ts', 'export const price = 1;');
  write('shared/src/orders/price.test.ts', "import { price } from './price.ts';");
  write('mfe-orders/src/desk.tsx', "import { price } from '@taller/shared/orders/price.ts';");
  write(
    'mfe-orders/src/desk.test.tsx',
    "// @vitest-environment jsdom\nimport { Desk } from '#src/desk.tsx';",
  );
  write('mfe-orders/src/types.test.ts', "import type { Price } from '@taller/shared/orders/price.ts';");
  write('platform/release/src/run.ts', '');
  write('platform/server/test/run.test.ts', "import { run } from '@taller/release/run';");
  const taxed = makes('public.taxed_price', 'private.net_price() * 1.19');
  write(SCHEMA, makes('private.net_price', '1') + taxed + makes('public.other', '1'));
  write('shared/src/orders/taxed.ts', "supabase.rpc('taxed_price')");
  write('supabase/test/net.test.ts', 'select private.net_price()');
  write('supabase/test/taxed.test.ts', "rpc('taxed_price')");
  write('supabase/test/other.test.ts', "rpc('other')");
  write('supabase/test/conventions.test.ts', 'select from pg_proc');
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=x', '-c', 'user.email=x@taller.test', 'commit', '-qm', 'x');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const reached = (...changed: string[]) => Object.fromEntries(dependents(changed, 'HEAD', root));

test('TEST-47 a test depends on what it names and on what that names, but not for types', () => {
  expect(reached('shared/src/orders/price.ts')).toEqual({
    'shared/src/orders/price.ts': 0,
    'shared/src/orders/price.test.ts': 1,
    'mfe-orders/src/desk.tsx': 1,
    'mfe-orders/src/desk.test.tsx': 2,
  });
  expect(reached('platform/release/src/run.ts')).toEqual({
    'platform/release/src/run.ts': 0,
    'platform/server/test/run.test.ts': 1,
  });
});

test('TEST-47 a changed database function affects the files that name it and the functions that call it', () => {
  write(SCHEMA, makes('private.net_price', '2') + makes('public.taxed_price', 'private.net_price() * 1.19'));
  const steps = reached(SCHEMA);
  git('checkout', '-q', SCHEMA);
  expect(steps).toEqual({
    [SCHEMA]: 0,
    // It is gone.
    'supabase/test/other.test.ts': 1,
    'supabase/test/net.test.ts': 1,
    'supabase/test/conventions.test.ts': 2,
    'supabase/test/taxed.test.ts': 2,
    'shared/src/orders/taxed.ts': 2,
  });
});

test('TEST-47 files generated for a change of a schema do not count as changes themselves', () => {
  const generated = [
    'supabase/migrations/2_x.sql',
    'supabase/schemas/migrated.sha256',
    'shared/src/db/database.types.ts',
  ];
  expect(causesOf([SCHEMA, ...generated])).toEqual([SCHEMA]);
  expect(causesOf(generated)).toEqual(generated);
});

test('TEST-47 the nearest tests come first, as many as take a quarter of a minute, and the others are counted', () => {
  const steps = new Map([
    ['supabase/test/conventions.test.ts', 2],
    ['mfe-orders/src/desk.test.tsx', 1],
    ['mfe-orders/src/desk.tsx', 0],
    ['gone.test.ts', 0],
  ]);
  const near = ['mfe-orders/src/desk.test.tsx', 'supabase/test/conventions.test.ts'];
  expect(affectedUnits(steps, root)).toEqual({ files: near, leftOut: 0 });
  const servers = Array.from({ length: 30 }, (_, n) => `supabase/test/server-${n}.test.ts`);
  for (const file of servers) {
    write(file, 'openShop()');
    steps.set(file, 3);
  }
  const { files, leftOut } = affectedUnits(steps, root);
  for (const file of servers) rmSync(join(root, file));
  expect(files).toEqual(expect.arrayContaining(near));
  expect([files.length, leftOut]).toEqual([16, 16]);
});
