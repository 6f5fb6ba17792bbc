import { expect, test } from 'vitest';
import { priceDoubt } from './payments.ts';

test.each([
  [22_990, 229_900, 'jump'],
  [20_000, 100_000, 'jump'],
  [20_000, 99_999, null],
  [22_990, 2299, null],
  [0, 229_900, null],
  [null, 229_900, null],
  // A digit too many or too few shows without a last price, too.
  [0, 45_990_000, 'long'],
  [0, 10_000_000, 'long'],
  [0, 9_999_999, null],
  [null, 459, 'short'],
  [45_990, 999, 'short'],
  [0, 1000, null],
  // For nothing, or as before.
  [45_990, 0, null],
  [459, 459, null],
  [12_000_000, 12_000_000, null],
])('ORD-95 from %j to %j is asked about: %j', (before, after, doubt) => {
  expect(priceDoubt(before, after)).toBe(doubt);
});
