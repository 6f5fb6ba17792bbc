import { expect, test } from 'vitest';
import { isRunning, warrantyEnd } from './warranty.ts';

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
