import { expect, test } from 'vitest';
import { searchOf } from './search-of.ts';

test.each(['4321', ' +56 9 8765 4321', '490154203237518', 'a54 samsung', '#123'])(
  'UI-07 the whole text is searched: %s',
  (typed) => expect(searchOf(typed)).toBe(typed.trim()),
);

test.each(['', ' ', 'a', '0', '-'])('UI-07 nothing is searched for %j', (typed) => {
  expect(searchOf(typed)).toBeNull();
});
