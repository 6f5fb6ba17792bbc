import { expect, test } from 'vitest';
import { formatCountdown } from './format-countdown.ts';
import { monthName, yearBefore } from './month-name.ts';

test.each([
  [900, '15:00'],
  [245, '4:05'],
  [59, '0:59'],
  [0, '0:00'],
])('REP-05 %i seconds left read %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text);
});

test.each([
  ['2026-11', 'nov 2026', '2025-11'],
  ['2026-01', 'ene 2026', '2025-01'],
  ['2000-12', 'dic 2000', '1999-12'],
])('REP-02 the month %s reads %s, and a year before was %s', (month, name, before) => {
  expect(monthName(month)).toBe(name);
  expect(yearBefore(month)).toBe(before);
});
