import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatOrderNumber, parseOrderNumber } from './order-number.ts';

test('DATA-05 order numbers have six digits', () => {
  expect(formatOrderNumber(1)).toBe('000001');
  expect(formatOrderNumber(123456)).toBe('123456');
  expect(formatOrderNumber(1234567)).toBe('1234567');
});

test('PUB-03 accepts 123 and 000123', () => {
  for (const text of ['123', '000123', ' 123 ', '#123', 'N° 000123', 'nº123']) {
    expect(parseOrderNumber(text)).toBe(123);
  }
  for (const text of ['6.420', '#6.420', '006.420']) expect(parseOrderNumber(text)).toBe(6420);
  for (const text of [
    '',
    '0',
    '6.42',
    '6.4200',
    '6420.000',
    '0.000',
    '000000',
    '-1',
    '1.5',
    '12a',
    '99999999999',
    '1234567890123',
    '１２',
  ]) {
    expect(parseOrderNumber(text)).toBeNull();
  }
});

test('DATA-05 displayed numbers can be typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (number) => {
      expect(parseOrderNumber(formatOrderNumber(number))).toBe(number);
    }),
  );
});
