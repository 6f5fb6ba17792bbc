// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import type { DrawerSheet } from '@taller/shared/orders/drawers/drawer-queries.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { DrawerSheetContent } from './drawer-sheet.tsx';

const AT = '2026-11-27T15:00:00Z';
const event = { created_at: AT, created_by: 'Paula Zúñiga', amount: null, expected: null, reason: '' };
const payment = { created_at: AT, created_by: 'Paula Zúñiga', corrects: false, orders: [6420] };
const SHEET: DrawerSheet = {
  id: 'd1',
  till: 'Caja',
  is_own: true,
  opened_at: AT,
  opened_by: 'Paula Zúñiga',
  opening: { '20000': 1 },
  opening_amount: 20_000,
  closed_at: AT,
  closed_by: 'Paula Zúñiga',
  counted: { '20000': 1, '500': 9 },
  counted_amount: 24_500,
  expected_amount: 25_000,
  reason: 'Vuelto mal dado',
  events: [
    { ...event, id: 'e1', kind: 'opened', amount: 20_000 },
    { ...event, id: 'e2', kind: 'withdrawal', amount: 5000, reason: 'Al banco' },
    { ...event, id: 'e4', kind: 'refused', amount: 90_000, reason: 'Al banco' },
    { ...event, id: 'e3', kind: 'closed', amount: 24_500, expected: 25_000, reason: 'Vuelto mal dado' },
  ],
  payments: [
    { ...payment, id: 'p1', method: 'cash', amount: 12_000 },
    { ...payment, id: 'p2', method: 'cash', amount: -2000, corrects: true },
    { ...payment, id: 'p3', method: 'debit', amount: 40_000 },
  ],
};

const show = (sheet: DrawerSheet) =>
  renderScreen(<DrawerSheetContent sheet={sheet} now={new Date(AT)} />, { role: 'receptionist' });
const partOf = (title: string) => {
  const part = screen.getByRole('heading', { name: title }).parentElement;
  return within(part ?? document.body);
};
const figuresOf = (title: string) =>
  partOf(title)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);

test('PAY-26 the opening stands apart from what was received, and the difference below what should be there', () => {
  show(SHEET);
  expect(figuresOf('Efectivo')).toEqual([
    '$20.000',
    '$10.000',
    '$0',
    '-$5.000',
    '$25.000',
    '$24.500',
    '-$500',
  ]);
  expect(screen.getByText('Motivo de la diferencia: Vuelto mal dado')).toBeDefined();
  expect(figuresOf('Cobrado por medio de pago')).toEqual(['$10.000', '$40.000', '$50.000']);
  for (const words of ['Retiró $5.000 · Al banco', 'Intentó retirar $90.000 · Al banco'])
    expect(partOf('Quién hizo qué').getByText(words)).toBeDefined();
});

test('PAY-26 what happened on another day than the opening says on which', () => {
  const at = (created_at: string) => ({ ...event, created_at, id: created_at, kind: 'counted' as const });
  // 23:59 and 00:01 in Santiago.
  show({ ...SHEET, events: [at('2026-11-28T02:59:00Z'), at('2026-11-28T03:01:00Z')], payments: [] });
  expect(partOf('Quién hizo qué').getByText('23:59')).toBeDefined();
  expect(partOf('Quién hizo qué').getByText(/^00:01 28/)).toBeDefined();
});

test('PAY-26 PAY-24 an open drawer shows what should be in it to nobody who counts it', () => {
  show({
    ...SHEET,
    closed_at: null,
    closed_by: null,
    counted: null,
    counted_amount: null,
    expected_amount: null,
    reason: '',
    payments: null,
  });
  expect(screen.getByText('Se muestra después del conteo')).toBeDefined();
  expect(screen.queryByText('Cobrado por medio de pago')).toBeNull();
});
