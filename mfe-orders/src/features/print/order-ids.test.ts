import { BULK_LIMIT } from '@taller/shared/orders/bulk-rules.ts';
import { expect, test } from 'vitest';
import { readOrderIds } from './order-ids.ts';

test('ORD-79 a print address names one order or several, each once and not more than are selected together', () => {
  expect(readOrderIds('a')).toEqual(['a']);
  expect(readOrderIds('a,b,,a,c')).toEqual(['a', 'b', 'c']);
  expect(readOrderIds('')).toEqual([]);
  expect(readOrderIds(Array.from({ length: 80 }, (_, index) => `o${index}`).join())).toHaveLength(BULK_LIMIT);
});
