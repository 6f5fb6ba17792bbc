import { expect, test } from 'vitest';
import { formatInteger, parseInteger } from './parse-integer.ts';

test.each([
  ['45000', 45_000],
  ['45.000', 45_000],
  ['$ 1.234.567', 1_234_567],
  [' 0 ', 0],
  ['-5', -5],
  ['', null],
  ['  ', null],
])('reads %j as %j', (text, value) => {
  expect(parseInteger(text)).toBe(value);
});

test.each(['1.5', '12,5', '45.00', '1.2345', 'abc', '12 %', '1e3', '--5'])('refuses %j', (text) => {
  expect(parseInteger(text)).toBeNaN();
});

test('DATA-05 separates thousands with dots', () => {
  expect(formatInteger(1_234_567)).toBe('1.234.567');
  expect(formatInteger(999)).toBe('999');
  expect(formatInteger(-45_000)).toBe('-45.000');
  expect(formatInteger(null)).toBe('');
});
