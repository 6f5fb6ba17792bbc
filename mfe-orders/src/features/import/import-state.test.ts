import { expect, test } from 'vitest';
import { importReducer, INITIAL_STATE, NO_CHOICES, withColumn } from './import-state.ts';
import type { ImportState, Review } from './import-state.ts';
import { EMPTY_TALLY } from './run-import.ts';

const review: Review = {
  conversion: { ready: [], refused: [], warnings: new Map() },
  check: { fresh: [], duplicates: 0, taken: [] },
  refused: [],
};

test('ORD-16 a column serves one field only', () => {
  const one = withColumn(NO_CHOICES, 'customer_name', 2);
  expect(one.mapping).toEqual({ customer_name: 2 });
  expect(withColumn(one, 'customer_address', 2).mapping).toEqual({ customer_address: 2 });
  expect(withColumn(one, 'customer_name', 3).mapping).toEqual({ customer_name: 3 });
  expect(withColumn(one, 'customer_name', undefined).mapping).toEqual({});
  expect(withColumn(withColumn(one, 'imei', undefined), 'notes', undefined).mapping).toEqual({
    customer_name: 2,
  });
});

test('ORD-16 other columns after a dry run ask for a new one', () => {
  const reviewed: ImportState = { ...INITIAL_STATE, phase: { name: 'reviewed', review } };
  expect(importReducer(reviewed, { type: 'choices', choices: NO_CHOICES }).phase).toEqual({
    name: 'setup',
    error: null,
  });
});

test('ORD-16 stopping is only for an import that runs', () => {
  const running: ImportState = {
    ...INITIAL_STATE,
    phase: { name: 'importing', review, tally: EMPTY_TALLY, stopping: false },
  };
  expect(importReducer(running, { type: 'stopping' }).phase).toMatchObject({ stopping: true });
  expect(importReducer(INITIAL_STATE, { type: 'stopping' })).toBe(INITIAL_STATE);
});

test('ORD-16 a file that cannot be read leaves nothing of the one before', () => {
  const before: ImportState = { ...INITIAL_STATE, choices: withColumn(NO_CHOICES, 'imei', 1) };
  expect(importReducer(before, { type: 'file-failed', problem: 'binary' })).toEqual({
    ...INITIAL_STATE,
    phase: { name: 'empty', problem: 'binary' },
  });
  expect(importReducer(before, { type: 'reset' })).toBe(INITIAL_STATE);
});
