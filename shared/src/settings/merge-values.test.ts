import { expect, test } from 'vitest';
import { changesBetween, isSameValue, mergeValues } from './merge-values.ts';

const BASE = {
  name: 'Taller',
  phone: '1',
  address: { street: 'A 1', city: 'B' },
  geo: { latitude: 1, longitude: 2 },
  week: [[], [{ open: '09:00', close: '18:00' }]],
  items: ['uno'],
};

test('CFG-32 fields changed by one of two people have that person’s value; fields that both changed differently are conflicts', () => {
  const mine = { ...BASE, name: 'Mío', address: { street: 'A 2', city: 'B' }, items: ['uno', 'mío'] };
  const theirs = {
    ...BASE,
    name: 'Suyo',
    phone: '2',
    address: { street: 'A 1', city: 'C' },
    geo: null,
    week: [[{ open: '10:00', close: '12:00' }], BASE.week[1]],
    items: ['uno', 'suyo'],
  };
  expect(mergeValues(BASE, mine, theirs)).toEqual({
    merged: {
      name: 'Mío',
      phone: '2',
      address: { street: 'A 2', city: 'C' },
      geo: null,
      week: theirs.week,
      items: ['uno', 'mío'],
    },
    conflicts: [
      { path: 'name', mine: 'Mío', theirs: 'Suyo' },
      { path: 'items', mine: ['uno', 'mío'], theirs: ['uno', 'suyo'] },
    ],
  });
});

test('CFG-32 the same change by two people causes no conflict, nor does another order of names', () => {
  const both = { ...BASE, name: 'Nuevo' };
  expect(mergeValues(BASE, both, { ...both })).toEqual({ merged: both, conflicts: [] });
  expect(isSameValue({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).toBe(true);
  expect(isSameValue([], {})).toBe(false);
});

test('CFG-33 a change is described field by field, each weekday on its own', () => {
  const after = { ...BASE, phone: '2', week: [[], []], geo: null };
  expect(changesBetween(BASE, after).map(({ path }) => path)).toEqual(['phone', 'geo', 'week.1']);
});
