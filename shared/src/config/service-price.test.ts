import { expect, test } from 'vitest';
import { priceText } from './service-price.ts';

test('CFG-06 a service shows its price from, up to, from and to, fixed, or none', () => {
  expect(priceText({ priceFrom: 25_000, priceTo: null })).toBe('Desde $25.000');
  expect(priceText({ priceFrom: null, priceTo: 60_000 })).toBe('Hasta $60.000');
  expect(priceText({ priceFrom: 25_000, priceTo: 60_000 })).toBe('$25.000 a $60.000');
  expect(priceText({ priceFrom: 25_000, priceTo: 25_000 })).toBe('$25.000');
  expect(priceText({ priceFrom: null, priceTo: null })).toBe('');
});
