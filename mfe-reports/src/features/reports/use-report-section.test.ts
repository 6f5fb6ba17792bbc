import { expect, test } from 'vitest';
import { readAddress, writeAddress } from '@taller/shared/values/address-state.ts';
import { REPORT_SECTION_FIELDS } from './use-report-section.ts';

test.each([
  ['', 'ordenes'],
  ['seccion=tiempos', 'tiempos'],
  ['seccion=todo', 'todo'],
  ['seccion=nada', 'ordenes'],
])('REP-22 the address %s opens the section %s', (query, section) => {
  expect(readAddress(REPORT_SECTION_FIELDS, new URLSearchParams(query))).toEqual({ section });
});

test('REP-22 a section keeps the filters of the address, and the first one is not written', () => {
  const query = new URLSearchParams('desde=2026-03-01&hasta=2026-03-31&seccion=tiempos');
  const write = (section: 'ordenes' | 'ingresos') =>
    writeAddress(REPORT_SECTION_FIELDS, query, { section }).toString();
  expect(write('ingresos')).toBe('desde=2026-03-01&hasta=2026-03-31&seccion=ingresos');
  expect(write('ordenes')).toBe('desde=2026-03-01&hasta=2026-03-31');
});
