import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

/** Forms in which a row's column gets another name. */
const REFUSED: readonly (readonly [what: string, source: string])[] = [
  ['a property', `export const map = (row) => ({ id: row.id, createdAt: row.created_at });`],
  ['another word', `export const map = (row) => ({ name: row.customer_name });`],
  ['a default', `export const map = (row) => ({ rut: row.customer_rut ?? '' });`],
  ['a cast', `export const map = (row: any) => ({ customerId: row.customer_id as string | null });`],
  ['a nested row', `export const map = (row) => ({ ...row, orderNumber: row.order.order_number });`],
  ['destructuring', `export const map = ({ order_number: orderNumber }) => ({ orderNumber });`],
];
const ALLOWED: readonly (readonly [what: string, source: string])[] = [
  [
    'the row as it is',
    `export const read = (rows) => rows.map((row) => ({ ...row, total_count: rows.length }));`,
  ],
  ['the same name', `export const read = (row) => ({ created_at: row.created_at });`],
  [
    'a value computed from it',
    `export const read = (row) => ({ ...row, sameDevice: row.device_id === 'x' });`,
  ],
  ['a short local name', `export const owed = ({ total_amount: total }) => total;`],
  ['an argument of a call', `export const call = (by) => ({ p_by: by.search_text, p_value: by.value });`],
];

let found: Set<string>;
beforeAll(() => {
  const root = mkdtempSync(join(tmpdir(), 'taller-columns-'));
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  };
  const { overrides } = JSON.parse(readFileSync(inRoot('.oxlintrc.json'), 'utf8')) as {
    overrides: { rules: Record<string, unknown> }[];
  };
  write(
    '.oxlintrc.json',
    JSON.stringify({
      jsPlugins: [inRoot('tooling/src/layers/lint-plugin.ts')],
      categories: { correctness: 'off' },
      overrides: overrides.filter(({ rules }) => 'taller/columns-keep-names' in rules),
    }),
  );
  for (const [what, source] of [...REFUSED, ...ALLOWED])
    write(`shared/src/orders/${what.replaceAll(' ', '-')}-query.ts`, source);
  const { stdout } = spawnSync('oxlint', ['--format=json'], { cwd: root, encoding: 'utf8' });
  rmSync(root, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; message: string }[] };
  found = new Set(
    diagnostics
      .filter(({ message }) => message.includes('rows keep the names of their columns'))
      .map(({ filename }) => filename),
  );
});
const isFound = (what: string) => found.has(`shared/src/orders/${what.replaceAll(' ', '-')}-query.ts`);

describe('TEST-40 lint', () => {
  test.each(REFUSED)('refuses a column renamed by %s', (what) => {
    expect(isFound(what)).toBe(true);
  });

  test.each(ALLOWED)('accepts %s', (what) => {
    expect(isFound(what)).toBe(false);
  });
});
