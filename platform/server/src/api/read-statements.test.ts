import { beforeEach, expect, test } from 'vitest';
import { ReadStatements } from './read-statements.ts';

const REQUEST = {
  method: 'GET',
  path: '/things',
  query: 'select=id',
  body: '',
  single: false,
  isStaff: true,
  claims: { role: 'authenticated' as const },
  headers: {},
  signal: new AbortController().signal,
};
const CATALOGUE = {
  tables: [
    { name: 'things', schema: 'public' },
    { name: 'parts', schema: 'public' },
  ],
  columns: [
    { table: 'things', schema: 'public', name: 'id', pg_type: 'int4' },
    { table: 'things', schema: 'public', name: 'at', pg_type: 'timestamptz' },
    { table: 'parts', schema: 'public', name: 'id', pg_type: 'int4' },
    { table: 'parts', schema: 'public', name: 'thing_id', pg_type: 'int4' },
  ],
  foreign_keys: [
    {
      table: 'parts',
      schema: 'public',
      column: 'thing_id',
      ref_table: 'things',
      ref_column: 'id',
      foreign_key_name: 'parts_thing',
    },
  ],
  indexes: [],
  unique_constraints: [],
  primary_keys: [],
} as unknown as Parameters<ReadStatements['plan']>[0];

let statements: ReadStatements;
beforeEach(() => {
  statements = new ReadStatements();
});

test('OPS-52 forms that customers make up do not stay prepared', () => {
  const prepared = (isStaff: boolean) =>
    statements.plan(CATALOGUE, { ...REQUEST, isStaff })?.statement.prepare;
  expect([prepared(false), prepared(true), prepared(false)]).toEqual([false, true, true]);
});

test.each([
  ['id=eq.1', true],
  ['id=constructor.1', false],
  ['at=gte.2024-02-29T23:59:59.123456Z', true],
  // PostgreSQL would not refuse an invalid date in a statement that finds no rows anyway.
  ['at=gte.2026-02-29T00:00:00Z', false],
  ['at=gte.2026-01-01T25:00:00Z', false],
  ['at=gte.0000-01-01T00:00:00Z', false],
])('OPS-52 a read by %s is a statement of its own: %s', (condition, isPlanned) => {
  const plan = statements.plan(CATALOGUE, { ...REQUEST, query: `select=id&${condition}` });
  expect(plan !== undefined).toBe(isPlanned);
});

test('OPS-52 rows whose key refers to a row are its list, unless the key is unique there', () => {
  const key = { table: 'parts', schema: 'public', columns: ['thing_id'] };
  const isPlanned = (more: object) =>
    statements.plan(
      { ...CATALOGUE, ...more },
      { ...REQUEST, query: 'select=id,parts:parts!parts_thing(id)' },
    ) !== undefined;
  expect(isPlanned({})).toBe(true);
  expect(isPlanned({ indexes: [{ ...key, unique: false }] })).toBe(true);
  expect(isPlanned({ unique_constraints: [{ ...key, columns: ['thing_id', 'id'] }] })).toBe(true);
  expect(isPlanned({ indexes: [{ ...key, unique: true }] })).toBe(false);
  expect(isPlanned({ unique_constraints: [key] })).toBe(false);
  expect(isPlanned({ primary_keys: [key] })).toBe(false);
});
