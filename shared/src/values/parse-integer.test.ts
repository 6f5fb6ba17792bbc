import { expect, test } from 'vitest';
import { formatInteger, parseInteger } from './parse-integer.ts';

test.each([
  ['45000', 45_000],
  ['45.000', 45_000],
  ['$ 1.234.567', 1_234_567],
  [' 0 ', 0],
  ['-5', -5],
  ['15.000.-', 15_000],
  ['$ 1.234.567.-', 1_234_567],
  ['$15.000,-', 15_000],
  ['45990 CLP', 45_990],
  ['45.990,00', 45_990],
  ['45990,00', 45_990],
  ['CLP 45.990', 45_990],
  ['45.990 pesos', 45_990],
  ['\u202A$\u00A045.990\u202C', 45_990],
  ['', null],
  ['  ', null],
])('ORD-101 reads %j as %j', (text, value) => {
  expect(parseInteger(text)).toBe(value);
});

test.each([
  '1.5',
  '12,5',
  '45.00',
  '45.0',
  '45.99',
  '15.00.-',
  '4.5000',
  '45.990,50',
  '1.234.56',
  '1.2345',
  'abc',
  '12 %',
  '1e3',
  '--5',
])('ORD-101 refuses %j rather than guess', (text) => {
  expect(parseInteger(text)).toBeNaN();
});

test('DATA-05 separates thousands with dots', () => {
  expect(formatInteger(1_234_567)).toBe('1.234.567');
  expect(formatInteger(999)).toBe('999');
  expect(formatInteger(-45_000)).toBe('-45.000');
  expect(formatInteger(null)).toBe('');
});
