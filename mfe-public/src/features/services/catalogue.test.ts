import { expect, test } from 'vitest';
import { readFacts } from '@taller/shared/runtime';
import { offeredGroups, priceText } from './catalogue.ts';

test('CFG-06 a service shows its price from, up to, from and to, fixed, or none', () => {
  expect(priceText({ priceFrom: 25_000, priceTo: null })).toBe('Desde $25.000');
  expect(priceText({ priceFrom: null, priceTo: 60_000 })).toBe('Hasta $60.000');
  expect(priceText({ priceFrom: 25_000, priceTo: 60_000 })).toBe('$25.000 a $60.000');
  expect(priceText({ priceFrom: 25_000, priceTo: 25_000 })).toBe('$25.000');
  expect(priceText({ priceFrom: null, priceTo: null })).toBe('');
});

test('CFG-06 PUB-02 services are shown by family, in the order that the shop gives them', () => {
  expect(offeredGroups()).toEqual(readFacts().services.groups);
  expect(offeredGroups().map(({ services }) => services.length)).toEqual([6, 6]);
});
