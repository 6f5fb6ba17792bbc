import { expect, test } from 'vitest';
import { joinClasses } from './order-row-styles.ts';

test('ORD-66 an element of a row has its class of each sheet, in their order', () => {
  expect(
    joinClasses({ row: 'a_row', link: 'a_link' }, { row: 'b_row' }, { row: 'c_row', price: 'c_price' }),
  ).toEqual({
    row: 'a_row b_row c_row',
    link: 'a_link',
    price: 'c_price',
  });
});
