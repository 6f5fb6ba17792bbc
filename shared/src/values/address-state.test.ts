import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  choiceField,
  dayField,
  flagField,
  idField,
  LAST_PAGE,
  optionField,
  pageField,
  readAddress,
  textField,
  writeAddress,
} from './address-state.ts';

const ID = '6f1c9f0e-0d0b-4a45-9a53-0c9c7f4d1a11';
const FIELDS = {
  search: textField('q'),
  sort: choiceField('orden', ['newest', 'oldest'], 'newest'),
  status: optionField('estado', ['open', 'closed']),
  person: idField('persona'),
  from: dayField('desde'),
  down: flagField('sentido', 'asc', true),
  low: flagField('comprar', 'si'),
  page: pageField,
};
const PLAIN = {
  search: '',
  sort: 'newest',
  status: null,
  person: null,
  from: null,
  down: true,
  low: false,
  page: 1,
} as const;

test.each([
  '',
  'q=%20&orden=x&estado=&persona=1&desde=2026-02-30&sentido=desc&comprar=no&pagina=-3',
  'pagina=1.5',
  'pagina=1e99',
  'pagina=NaN',
])('ORD-02 INV-01 REP-01 invalid values count as missing: %s', (query) => {
  expect(readAddress(FIELDS, new URLSearchParams(query))).toEqual(PLAIN);
});

test('ORD-02 INV-01 REP-01 a list without filters has an address without parameters; those of others stay', () => {
  const query = `ver=a&q=x&orden=oldest&estado=open&persona=${ID}&desde=2026-03-01&sentido=asc&comprar=si&pagina=7`;
  const params = new URLSearchParams(query);
  expect(writeAddress(FIELDS, params, PLAIN).toString()).toBe('ver=a');
  expect(writeAddress(FIELDS, params, { page: 8 }).toString()).toBe(query.replace('pagina=7', 'pagina=8'));
  expect(params.toString()).toBe(query);
});

test('ORD-02 INV-01 REP-01 a state that is written reads as it was', () => {
  const state = fc.record({
    search: fc.string({ unit: 'grapheme' }).map((text) => text.trim()),
    sort: fc.constantFrom('newest' as const, 'oldest' as const),
    status: fc.constantFrom('open' as const, 'closed' as const, null),
    person: fc.option(fc.uuid()),
    from: fc.constantFrom('2026-02-28', null),
    down: fc.boolean(),
    low: fc.boolean(),
    page: fc.integer({ min: 1, max: LAST_PAGE }),
  });
  fc.assert(
    fc.property(state, (value) => {
      const written = writeAddress(FIELDS, new URLSearchParams(), value).toString();
      expect(readAddress(FIELDS, new URLSearchParams(written))).toEqual(value);
    }),
  );
});

test('SEC-62 a page number beyond the last page of any list counts as that one', () => {
  expect(pageField.read('10000')).toBe(LAST_PAGE);
  expect(pageField.read('100000000')).toBe(LAST_PAGE);
});
