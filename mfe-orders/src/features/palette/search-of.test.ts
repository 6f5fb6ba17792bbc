import { expect, test } from 'vitest';
import { searchOf } from './search-of.ts';

test.each([
  ['123', 'order_number', '123'],
  ['#000123', 'order_number', '123'],
  ['Pérez', 'customer_name', 'Pérez'],
  ['12.345.678-5', 'customer_rut', '12.345.678-5'],
  ['123456785', 'customer_rut', '123456785'],
  ['+56 9 8765 4321', 'customer_phone', '+56 9 8765 4321'],
  ['987654321', 'customer_phone', '987654321'],
  ['490154203237518', 'imei', '490154203237518'],
])('UI-07 %s is searched as %s', (typed, field, search) => {
  expect(searchOf(typed, true)).toEqual({ field, search });
});

test.each(['', ' ', 'a', '0', '-'])('UI-07 nothing is searched for %j', (typed) => {
  expect(searchOf(typed, true)).toBeNull();
});

test.each(['+56 9 8765 4321', '987654321', '490154203237518'])(
  'UI-07 roles that may not search telephones and IMEI ask for none: %s',
  (typed) => expect(searchOf(typed, false)).toBeNull(),
);
