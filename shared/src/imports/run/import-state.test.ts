import { expect, test } from 'vitest';
import type { KeyedRow } from '../file/convert-rows.ts';
import type { Problem } from '../file/row-reader.ts';
import type { ImportChoices, Review } from './import-kind.ts';
import { importReducer, initialState, withColumn, type ImportState } from './import-state.ts';
import { EMPTY_TALLY } from './run-import.ts';

interface Things {
  field: 'name' | 'address' | 'imei' | 'notes';
  row: KeyedRow;
  options: object;
  problem: Problem;
  warning: string;
}

const review: Review<Things> = {
  conversion: { ready: [], refused: [], warnings: new Map() },
  check: { fresh: [], outcomes: new Map(), duplicates: 0, refused: [] },
  refused: [],
};
const NO_CHOICES: ImportChoices<Things> = { mapping: {}, options: {} };
const INITIAL_STATE = initialState<Things>();

test('ORD-16 a column serves one field only', () => {
  const one = withColumn(NO_CHOICES, 'name', 2);
  expect(one.mapping).toEqual({ name: 2 });
  expect(withColumn(one, 'address', 2).mapping).toEqual({ address: 2 });
  expect(withColumn(one, 'name', 3).mapping).toEqual({ name: 3 });
  expect(withColumn(one, 'name', undefined).mapping).toEqual({});
  expect(withColumn(withColumn(one, 'imei', undefined), 'notes', undefined).mapping).toEqual({
    name: 2,
  });
});

test('ORD-16 other columns after a dry run ask for a new one', () => {
  const reviewed: ImportState<Things> = { ...INITIAL_STATE, phase: { name: 'reviewed', review } };
  expect(importReducer(reviewed, { type: 'choices', choices: NO_CHOICES }).phase).toEqual({
    name: 'setup',
    error: null,
  });
});

test('INV-01 choosing what an import does with rows does not check them again', () => {
  const reviewed: ImportState<Things> = { ...INITIAL_STATE, phase: { name: 'reviewed', review } };
  const decided = importReducer(reviewed, { type: 'decided', choices: NO_CHOICES });
  expect(decided.phase).toBe(reviewed.phase);
  expect(decided.choices).toBe(NO_CHOICES);
});

test('ORD-16 stopping is only for an import that runs', () => {
  const running: ImportState<Things> = {
    ...INITIAL_STATE,
    phase: { name: 'importing', review, rows: [], tally: EMPTY_TALLY, stopping: false },
  };
  expect(importReducer(running, { type: 'stopping' }).phase).toMatchObject({ stopping: true });
  expect(importReducer(INITIAL_STATE, { type: 'stopping' })).toBe(INITIAL_STATE);
});

test('ORD-16 a file that cannot be read leaves nothing of the one before', () => {
  const before: ImportState<Things> = { ...INITIAL_STATE, choices: withColumn(NO_CHOICES, 'imei', 1) };
  expect(importReducer(before, { type: 'file-failed', problem: 'binary' })).toEqual({
    ...INITIAL_STATE,
    phase: { name: 'empty', problem: 'binary' },
  });
  expect(importReducer(before, { type: 'reset' })).toBe(INITIAL_STATE);
});
