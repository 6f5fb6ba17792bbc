import { expect, test } from 'vitest';
import { formatItemCode } from './item-code.ts';

test.each([
  [7, 'INV-000007'],
  [123, 'INV-000123'],
  [999_999, 'INV-999999'],
  [1_234_567, 'INV-1234567'],
])('INV-01 the code of item %i is %s', (number, code) => {
  expect(formatItemCode(number)).toBe(code);
});
