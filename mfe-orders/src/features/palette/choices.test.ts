import { expect, test } from 'vitest';
import { STAFF_ROLES } from '@taller/shared/access/roles.ts';
import type { Screen } from '@taller/shared/contract/screen.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import { choicesOf, matching, recentOf } from './choices.ts';

const ALL_SCREENS = Object.values<Screen>(SCREENS);
const labels = (role: (typeof STAFF_ROLES)[number]) => choicesOf(role, ALL_SCREENS).map(({ label }) => label);

test('UI-06 each role is offered its screens and actions only', () => {
  expect(labels('admin')).toEqual(
    expect.arrayContaining(['Nueva orden', 'Nueva cita', 'Cerrar Sesión', 'Informes', 'Usuarios', 'Ajustes']),
  );
  expect(labels('receptionist')).toContain('Nueva orden');
  expect(labels('technician')).not.toContain('Nueva orden');
  for (const hidden of ['Informes', 'Usuarios', 'Ajustes', 'Logs', 'Importar']) {
    expect(labels('receptionist')).not.toContain(hidden);
    expect(labels('technician')).not.toContain(hidden);
  }
});

test.each(STAFF_ROLES)('UI-06 no choice of a %s is listed twice', (role) => {
  for (const of of ['key', 'label'] as const) {
    const all = choicesOf(role, ALL_SCREENS).map((choice) => choice[of]);
    expect(new Set(all).size).toBe(all.length);
  }
});

test('TIME-38 the list of the day is offered to the whole staff', () => {
  for (const role of STAFF_ROLES) expect(labels(role)).toContain('Lista del día');
});

test('UI-06 words match in any order, without accents and capitals', () => {
  expect(matching(choicesOf('admin', ALL_SCREENS), 'PÁNTALLAS pedido').map(({ href }) => href)).toEqual([
    '/dashboard/pedidos',
  ]);
});

test('UI-08 recent choices that the role may not open any more are left out', () => {
  const keys = [
    '/dashboard/informes',
    '/dashboard/citas',
    'order 00000000-0000-4000-8000-000000000001 000123',
  ];
  const recent = recentOf(keys, choicesOf('technician', ALL_SCREENS));
  expect(recent.map(({ label }) => label)).toEqual(['Citas', 'Orden 000123']);
});
