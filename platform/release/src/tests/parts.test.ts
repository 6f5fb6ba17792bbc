import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';
import { hasBrowserTests, unitFilters } from './parts.ts';

function workspace(tests: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'taller-parts-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'supabase/test'), { recursive: true });
  for (const [name, text] of Object.entries(tests)) writeFileSync(join(root, 'supabase/test', name), text);
  return root;
}

test('TEST-04 a remote is tested with the database tests of its requirements', () => {
  const root = workspace({
    'orders.test.ts': "test('ORD-01 an order', () => {});",
    'stock.test.ts': "test('INV-01 a part', () => {});",
  });
  expect(unitFilters(['mfe-orders'], [], root)).toEqual(['mfe-orders', 'supabase/test/orders.test.ts']);
  expect(unitFilters(['shared/src/values'], [], root)).toEqual(['shared/src/values']);
});

test('TEST-04 where a migration is new, a part is tested with conventions and access', () => {
  const root = workspace({});
  const fresh = ['mfe-x/src/a.ts', 'supabase/migrations/20270101000000_lists.sql'];
  const filters = unitFilters(['mfe-x'], fresh, root);
  expect(filters).toEqual(
    expect.arrayContaining([
      'mfe-x',
      'supabase/test/conventions.test.ts',
      'supabase/test/functions-access.test.ts',
    ]),
  );
  for (const filter of filters.slice(1)) expect(existsSync(inRoot(filter))).toBe(true);
  expect(unitFilters(['mfe-x'], ['mfe-x/src/a.ts'], root)).toEqual(['mfe-x']);
  expect(unitFilters([], fresh, root)).toEqual([]);
});

test('TEST-04 a part without browser tests waits for no site', () => {
  const root = workspace({});
  mkdirSync(join(root, 'e2e/mfe-orders'), { recursive: true });
  writeFileSync(join(root, 'e2e/mfe-orders/desk.spec.ts'), '');
  expect([hasBrowserTests(['mfe-x'], root), hasBrowserTests(['mfe-x', 'mfe-orders'], root)]).toEqual([
    false,
    true,
  ]);
});
