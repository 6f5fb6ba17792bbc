import { expect, test } from 'vitest';
import { fieldLabel, SECTION_ADDRESSES, sectionAt, SHOWN_SECTIONS } from './section-specs.ts';

test('CFG-30 each section has its Spanish name as an address too', () => {
  expect(sectionAt('horario')).toBe('hours');
  expect(sectionAt('hours')).toBe('hours');
  expect(sectionAt('nada')).toBeUndefined();
  expect(Object.values(SECTION_ADDRESSES).map(sectionAt)).toEqual([...SHOWN_SECTIONS]);
});

test.each([
  ['shop', 'name', 'Nombre corto'],
  ['desk', 'warranty.laptop', 'Días de garantía al entregar · Notebook'],
  ['desk', 'checkpoints.laptop', 'Revisión del equipo · Notebook'],
  ['desk', 'waits.2.label', 'Motivos de espera'],
  ['commission', 'rules.0.people.1.percent', 'Reglas de comisión'],
  ['messages', 'in_progress.enabled', 'En progreso · Enviar este aviso'],
  ['shop', 'gone', 'gone'],
])('CFG-33 the history calls %s.%s «%s»', (section, path, label) => {
  expect(fieldLabel(section, path)).toBe(label);
});
