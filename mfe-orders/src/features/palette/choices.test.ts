import { expect, test } from 'vitest';
import { STAFF_ROLES } from '@taller/shared/access/roles.ts';
import type { Screen } from '@taller/shared/contract/screen.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import { choicesOf, codeChoices, matching, meantBy, recentOf, searchedFor } from './choices.ts';

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

const ORIGIN = 'https://tienda.test';
const ID = '78bc606e-b412-4298-9ba8-ad2767e49a81';

test.each([
  ['INV-000123', '/dashboard/inventario?buscar=INV-000123'],
  [`${ORIGIN}/dashboard/orders/view/${ID}`, `/dashboard/orders/view/${ID}`],
  ['UBIESTANTEA', '/dashboard/mover-equipos?codigo=UBIESTANTEA'],
  ['356938035643809', '/dashboard/equipos/356938035643809'],
  // A product's code is none of the order with the same number, and another shop's is nothing here.
  ['000123', undefined],
  ['https://otra.test/orders/view/000123', undefined],
])('REC-98 the code %s leads to %s at once', (code, href) => {
  expect(codeChoices(code, ORIGIN)[0]?.href).toBe(href);
});

test('REC-98 the code of a label finds the order of its number, and of no other shop’s label', () => {
  expect(searchedFor(`${ORIGIN}/orders/view/000123`, ORIGIN)).toBe('000123');
  expect(searchedFor('https://otra.test/orders/view/000123', ORIGIN)).toBe('');
  expect(searchedFor('Rosa', ORIGIN)).toBe('Rosa');
  // A surname that begins as the codes of places do.
  expect(searchedFor('Ubilla', ORIGIN)).toBe('Ubilla');
});

test('REC-99 a label of an unknown order means none of those that have its number elsewhere', () => {
  const order = {
    id: ID,
    order_number: 7,
    status: 'pending' as const,
    customer_name: 'Rosa Pérez',
    equipment_brand: 'Apple',
    equipment_model: 'iPhone',
  };
  expect(meantBy(`${ORIGIN}/orders/view/000123`, [order], ORIGIN)).toEqual([]);
  expect(meantBy(`${ORIGIN}/orders/view/000007`, [order], ORIGIN)).toEqual([order]);
  expect(meantBy('Rosa', [order], ORIGIN)).toEqual([order]);
});
