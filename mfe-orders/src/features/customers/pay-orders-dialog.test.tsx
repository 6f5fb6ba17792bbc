// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import {
  payableOrdersQuery,
  type CustomerOrder,
} from '@taller/shared/orders/customers/customer-orders-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { PayOrdersDialog } from './pay-orders-dialog.tsx';

const orderOf = (id: string, order_number: number, payable: number): CustomerOrder => ({
  id,
  order_number,
  created_at: '2026-11-20T15:00:00Z',
  status: 'delivered',
  equipment_type: 'smartphone',
  equipment_brand: 'Samsung',
  equipment_model: 'Galaxy A54',
  imei: '',
  total_amount: payable,
  advance_payment: 0,
  final_payment: 0,
  promised_at: null,
  at_risk_from: null,
  customer_reference: 'OC-4500',
  payable,
  total: 60,
});

const show = (rows: CustomerOrder[]) =>
  renderScreen(<PayOrdersDialog id="o1" onClose={() => undefined} />, {
    role: 'receptionist',
    answers: [answer(payableOrdersQuery('o1'), { total: rows.length && 60, rows })],
  });
const amount = (number: string) =>
  screen.queryByRole<HTMLInputElement>('textbox', { name: `Monto de la orden ${number}` });

test('CARD-07 one payment begins with each balance, says its sum, and asks for orders, amounts and a method', async () => {
  show([orderOf('o1', 6420, 30_000), orderOf('o3', 77, 12_000)]);
  expect(await screen.findByText('Total: $42.000 por 2 órdenes')).toBeDefined();
  expect(amount('#006420')?.value).toBe('30.000');
  expect(screen.getByText('Hasta $12.000')).toBeDefined();
  expect(screen.getByText(/^Se muestran las 50 más antiguas de 60/)).toBeDefined();
  fireEvent.click(screen.getByRole('checkbox', { name: '#000077' }));
  expect(screen.getByText('Total: $30.000 por 1 orden')).toBeDefined();
  expect(amount('#000077')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Registrar pago' }));
  expect(await screen.findByText('Elige cómo se pagó.')).toBeDefined();
  fireEvent.click(screen.getByRole('checkbox', { name: '#006420' }));
  fireEvent.change(screen.getByRole('combobox', { name: 'Medio de pago' }), {
    target: { value: 'transfer' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Registrar pago' }));
  expect(await screen.findByText('Elige al menos una orden.')).toBeDefined();
});

test('CARD-07 a customer who owes nothing is said to', async () => {
  show([]);
  expect(await screen.findByText('No tiene órdenes con saldo por pagar.')).toBeDefined();
});
