import { expect, test } from 'vitest';
import { isPriceJump } from './price-jump.ts';

test.each([
  [22_990, 229_900, true],
  [20_000, 100_000, true],
  [20_000, 99_999, false],
  [22_990, 2299, false],
  [0, 229_900, false],
  [null, 229_900, false],
])('ORD-95 from %j to %j is asked about: %j', (before, after, asked) => {
  expect(isPriceJump(before, after)).toBe(asked);
});
