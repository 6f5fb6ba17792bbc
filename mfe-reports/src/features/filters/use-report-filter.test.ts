import { describe, expect, test } from 'vitest';
import { readAddress, writeAddress } from '@taller/shared/values/address-state.ts';
import { REPORT_FILTER_FIELDS } from './use-report-filter.ts';

const ID = '6f1c9f0e-0d0b-4a45-9a53-0c9c7f4d1a11';
const NONE = { from: null, to: null, technicianId: null, equipmentType: null };
const read = (query: string) => readAddress(REPORT_FILTER_FIELDS, new URLSearchParams(query));
const write = (query: string, part: Partial<ReturnType<typeof read>>) =>
  writeAddress(REPORT_FILTER_FIELDS, new URLSearchParams(query), part).toString();

describe('REP-01 the filter in the address', () => {
  test('every part is read', () => {
    expect(read(`desde=2026-03-01&hasta=2026-03-31&tecnico=${ID}&tipo=other`)).toEqual({
      from: '2026-03-01',
      to: '2026-03-31',
      technicianId: ID,
      equipmentType: 'other',
    });
  });

  test.each([
    '',
    'desde=ayer&hasta=2026-02-30',
    'tecnico=1',
    `tecnico=${ID}x`,
    'tipo=nevera',
    'tipo=',
    'desde=&hasta=&tecnico=&tipo=',
  ])('invalid values count as missing: %s', (query) => {
    expect(read(query)).toEqual(NONE);
  });

  test('an address read and written is the same address; other parameters stay', () => {
    const query = `desde=2026-03-01&hasta=2026-03-31&tecnico=${ID}&tipo=laptop`;
    expect(write('', read(query))).toBe(query);
    expect(write(`${query}&vista=a`, NONE)).toBe('vista=a');
  });

  test('a part that is not given stays as it was; null takes it away', () => {
    expect(write('desde=2026-03-01&tipo=laptop', { to: '2026-03-31' })).toBe(
      'desde=2026-03-01&tipo=laptop&hasta=2026-03-31',
    );
    expect(write('desde=2026-03-01&tipo=laptop', { from: null })).toBe('tipo=laptop');
  });
});
