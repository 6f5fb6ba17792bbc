import { expect, test } from 'vitest';
import { formatItemCode, parseItemCode } from './item-code.ts';

test.each([
  [7, 'INV-000007'],
  [123, 'INV-000123'],
  [999_999, 'INV-999999'],
  [1_234_567, 'INV-1234567'],
])('INV-01 the code of item %i is %s', (number, code) => {
  expect(formatItemCode(number)).toBe(code);
});

test.each([
  ['INV-000123', 123],
  [' inv000123 ', 123],
  ["INV'000007", 7],
  ['INV-000000', null],
  ['INV-1234567890', null],
  ['000123', null],
  ['SKU-55', null],
  ['', null],
])('INV-01 the number of the code %j is %j', (code, number) => {
  expect(parseItemCode(code)).toBe(number);
});
