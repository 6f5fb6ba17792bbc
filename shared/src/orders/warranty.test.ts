import { expect, test } from 'vitest';
import {
  isRunning,
  lastEnd,
  warrantyDaysWords,
  warrantyEnd,
  warrantyEnds,
  warrantyEndWords,
} from './warranty.ts';

test('ORD-12 the warranty ends so many of the shop’s days after the delivery', () => {
  expect(warrantyEnd('2026-11-21T17:00:00Z', 5)).toBe('2026-11-26');
  // 23:30 in the shop on the 20th.
  expect(warrantyEnd('2026-11-21T02:30:00Z', 90)).toBe('2027-02-18');
  expect(warrantyEnd('2026-11-21T17:00:00Z', 0)).toBeNull();
  expect(warrantyEnd('2026-11-21T17:00:00Z', null)).toBeNull();
  expect(warrantyEnd(null, 90)).toBeNull();
});

test('ORD-12 covered until the end of the last day', () => {
  expect(isRunning('2026-11-26', new Date('2026-11-27T02:59:59Z'))).toBe(true);
  expect(isRunning('2026-11-26', new Date('2026-11-27T03:00:00Z'))).toBe(false);
  expect(isRunning(null)).toBe(false);
});

const words = (days: number | null, partsDays: number | null) =>
  warrantyDaysWords({ warranty_days: days, parts_warranty_days: partsDays });

test('WARR-11 work and parts are told apart where their days differ', () => {
  expect(words(90, null)).toBe('90 días');
  expect(words(90, 90)).toBe('90 días');
  expect(words(1, 184)).toBe('1 día por el trabajo y 184 días por los repuestos');
  expect(words(90, 0)).toBe('90 días por el trabajo');
  expect(words(0, 184)).toBe('184 días por los repuestos');
  expect([words(0, 0), words(0, null), words(null, null)]).toEqual(['', '', '']);
});

test('WARR-11 the later of both dates is the last; parts without days of their own end with the work', () => {
  const ends = warrantyEnds('2026-11-21T17:00:00Z', { warranty_days: 30, parts_warranty_days: 180 });
  expect(warrantyEndWords(ends)).toBe('21-12-2026 por el trabajo y 20-05-2027 por los repuestos');
  expect(lastEnd(ends)).toBe('2027-05-20');
  const same = warrantyEnds('2026-11-21T17:00:00Z', { warranty_days: 30, parts_warranty_days: null });
  expect([warrantyEndWords(same), lastEnd(same)]).toEqual(['21-12-2026', '2026-12-21']);
  expect(lastEnd({ work_end: '2026-12-21', parts_end: null })).toBe('2026-12-21');
});
