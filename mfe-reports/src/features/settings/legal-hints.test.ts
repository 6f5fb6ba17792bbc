import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import { expect, test } from 'vitest';
import { partsHint, termHint, workHint } from './legal-hints.ts';

test('WARR-15 days that are shorter than the law names have a hint with its article', () => {
  expect([workHint(5), workHint(0), workHint(41)].every((hint) => hint?.includes('artículo 41'))).toBe(true);
  expect([workHint(42), workHint(null), workHint('')]).toEqual([undefined, undefined, undefined]);
  expect(partsHint(90)).toContain('artículos 19 a 21');
  expect(partsHint(184)).toBeUndefined();
});

test.each([
  ['Los equipos que no se retiren dentro de 40 días se considerarán abandonados.', 'artículo 42'],
  ['Pasados seis meses el equipo se da por abandonado.', 'artículo 42'],
  ['La garantía es de 5 días desde el retiro del equipo.', 'artículo 41'],
  ['Garantía de treinta días por el trabajo.', 'artículo 41'],
  ['Los repuestos tienen garantía de 3 meses.', '19 a 21'],
  ['Los equipos con daño por líquidos no tienen garantía.', 'rige igual'],
  ['Equipos mojados: sin garantía.', 'rige igual'],
])('WARR-15 the term «%s» has a hint', (term, article) => {
  expect(termHint(term)).toContain(article);
});

test.each([
  'Retira tu equipo dentro de 40 días. Se entiende abandonado un año después de firmada la recepción.',
  'Garantía de 30 días hábiles por el trabajo y seis meses por los repuestos.',
  'La garantía de la tienda no cubre el daño por líquidos.',
  'El presupuesto vale 5 días.',
  'Cada orden tiene su garantía, que no reemplaza la legal.',
  ...NEUTRAL_FACTS.terms.items,
])('WARR-15 the term «%s» has none', (term) => {
  expect(termHint(term)).toBeUndefined();
});
