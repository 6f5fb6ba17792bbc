import { expect, test } from 'vitest';
import { formatDays } from './format-days.ts';

test.each([
  ['2026-11-01', '2026-11-23', '1 al 23 de nov 2026'],
  ['2026-10-28', '2026-11-03', '28 de oct al 3 de nov 2026'],
  ['2025-12-28', '2026-01-03', '28 de dic 2025 al 3 de ene 2026'],
  ['2026-11-05', '2026-11-05', '5 de nov 2026'],
])('REP-21 the days from %s to %s read %s', (from, to, text) => {
  expect(formatDays(from, to)).toBe(text);
});
