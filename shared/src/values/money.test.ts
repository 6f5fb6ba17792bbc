import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatClp, formatThousands, isClp, MAX_CLP, parseClp } from './money.ts';

test('DATA-05 amounts are shown as $1.234', () => {
  expect(formatClp(1234)).toBe('$1.234');
  expect(formatClp(0)).toBe('$0');
  expect(formatClp(999)).toBe('$999');
  expect(formatClp(1000)).toBe('$1.000');
  expect(formatClp(1234567)).toBe('$1.234.567');
  expect(formatClp(-1500)).toBe('-$1.500');
  expect(formatClp(null)).toBe('$0');
  expect(formatClp(Number.NaN)).toBe('$0');
  expect(formatThousands(5000)).toBe('5.000');
});

test('DATA-05 forms take whole pesos from 0 to the limit', () => {
  expect([0, 45990, MAX_CLP].map((value) => isClp(value))).toEqual([true, true, true]);
  expect([null, -1, 0.5, Number.NaN, MAX_CLP + 1].map((value) => isClp(value))).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  expect([isClp(0, 1), isClp(1, 1)]).toEqual([false, true]);
});

test.each([
  ['$45.990', 45990],
  ['45990', 45990],
  ['45.990', 45990],
  ['45,990', 45990],
  ['$ 45.990', 45990],
  ['CLP 1.234.567', 1234567],
  ['CLP$990', 990],
  ['45.990,00', 45990],
  ['45990.00', 45990],
  ['45.990.-', 45990],
  ['45990.-', 45990],
  ['45.990 pesos', 45990],
  ['$ 1.234.567.-', 1234567],
  ['45990 CLP', 45990],
  ['15.000,-', 15000],
  ['15.000.–', 15000],
  ['0', 0],
  ['  7\u00A0500 ', 7500],
])('ORD-16 reads %j as %i pesos', (text, amount) => {
  expect(parseClp(text)).toBe(amount);
});

test.each([
  '',
  ' ',
  '$',
  'por definir',
  '-500',
  '$-500',
  '45.99',
  '12,5',
  '1.2345',
  '4.5.990',
  '1e5',
  '45990,50',
  '9999999999',
])('ORD-16 refuses %j rather than guess', (text) => {
  expect(parseClp(text)).toBeNull();
});

test('DATA-05 formatted amounts can be parsed again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_CLP }), (amount) => {
      expect(parseClp(formatClp(amount))).toBe(amount);
      expect(parseClp(String(amount))).toBe(amount);
    }),
  );
});

test('ORD-16 any text gives whole pesos in range or nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('0', '1', '7', '.', ',', '$', '-', ' ') }), (text) => {
      const amount = parseClp(text);
      expect(amount === null || (Number.isInteger(amount) && amount >= 0 && amount <= MAX_CLP)).toBe(true);
    }),
  );
});
