import { beforeAll, describe, expect, test } from 'vitest';
import { lintExamples } from '#src/testing/lint-examples.ts';

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

const nameOf = (what: string) => `shared/src/orders/${what.replaceAll(' ', '-')}-query.ts`;
let found: Map<string, string[]>;
beforeAll(() => {
  const files = [...REFUSED, ...ALLOWED].map(([what, source]) => [nameOf(what), source]);
  found = lintExamples(['taller/columns-keep-names'], Object.fromEntries(files));
});

describe('TEST-40 lint', () => {
  test.each(REFUSED)('refuses a column renamed by %s', (what) => {
    expect(found.get(nameOf(what))).toEqual([
      expect.stringContaining('rows keep the names of their columns'),
    ]);
  });

  test.each(ALLOWED)('accepts, where no column is renamed, %s', (what) => {
    expect(found.get(nameOf(what))).toBeUndefined();
  });
});
