import { expect, test } from 'vitest';
import { SECTION_ADDRESSES, sectionAt, SHOWN_SECTIONS } from './section-specs.ts';

test('CFG-30 each section has its Spanish name as an address too', () => {
  expect(sectionAt('horario')).toBe('hours');
  expect(sectionAt('hours')).toBe('hours');
  expect(sectionAt('nada')).toBeUndefined();
  expect(Object.values(SECTION_ADDRESSES).map(sectionAt)).toEqual([...SHOWN_SECTIONS]);
});
