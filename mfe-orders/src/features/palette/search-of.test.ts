import { expect, test } from 'vitest';
import { searchOf, wholeSearch } from './search-of.ts';

test.each([
  ['123', 'order_number', '123'],
  ['#000123', 'order_number', '123'],
  ['Pérez', 'customer_name', 'Pérez'],
  ['12.345.678-5', 'customer_rut', '12.345.678-5'],
  ['123456785', 'customer_rut', '123456785'],
])('UI-07 %s is searched as %s', (typed, field, search) => {
  expect(searchOf(typed)).toEqual({ field, search });
});

test.each(['', ' ', 'a', '0', '-'])('UI-07 nothing is searched for %j', (typed) => {
  expect(searchOf(typed)).toBeNull();
});

test.each(['+56 9 8765 4321', '987654321', '490154203237518'])(
  'UI-07 roles that may not search telephones and IMEI ask for none: %s',
  (typed) => expect(searchOf(typed)).toBeNull(),
);

test.each(['4321', ' +56 9 8765 4321', '490154203237518', 'a54 samsung', '#123'])(
  'UI-07 the desk searches the whole text: %s',
  (typed) => expect(wholeSearch(typed)).toEqual({ field: 'all', search: typed.trim() }),
);

test.each(['', ' ', 'a', '0', '-'])('UI-07 the desk searches nothing for %j', (typed) => {
  expect(wholeSearch(typed)).toBeNull();
});
