// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import type { Statement } from '@taller/shared/orders/customers/statement-query.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { StatementSheet } from './print-statement-page.tsx';

const STATEMENT: Statement = {
  rut: '76432198-7',
  name: 'Aceros del Norte SpA',
  business_activity: 'Aceros',
  month: '2026-10-01',
  opening: 15_000,
  delivered: 40_000,
  paid: 60_000,
  closing: -5000,
  lines: [
    {
      kind: 'order',
      at: '2026-10-03T15:00:00Z',
      amount: 40_000,
      order_id: 'o1',
      order_number: 77,
      equipment_type: 'smartphone',
      equipment_brand: 'Samsung',
      equipment_model: 'A52',
      reference: 'OC-4500',
      contact: 'Rosa Compras',
    },
    {
      kind: 'payment',
      at: '2026-10-09T15:00:00Z',
      amount: 60_000,
      method: 'transfer',
      reference: 'T-1',
      orders: [77, 78],
    },
  ],
};

test('CARD-08 the sheet has the balance before, orders and payments of the month, and the balance after', () => {
  renderScreen(<StatementSheet statement={STATEMENT} />, { role: 'receptionist' });
  expect(screen.getByText('octubre de 2026')).toBeDefined();
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'FechaDetalleCargoPago',
    'Saldo anterior$15.000',
    '03-10-2026Orden 000077 entregada · Celular Samsung A52 · OC-4500 · Rosa Compras$40.000',
    '09-10-2026Pago · Transferencia · T-1 · #000077, #000078$60.000',
    'Sumas del mes$40.000$60.000',
    'Saldo a favor$5.000',
  ]);
});
