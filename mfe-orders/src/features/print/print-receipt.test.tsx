// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { orderPaymentsQuery, type LedgerPayment } from '@taller/shared/orders/ledger/payments-query.ts';
import { printOrderQuery, type PrintOrder } from '@taller/shared/orders/print-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { expect, test } from 'vitest';
import { PrintReceipt, ReceiptSheet } from './print-receipt.tsx';

const ORDER = orderColumns({
  id: 'o1',
  order_number: 6400,
  created_at: '2026-11-20T15:00:00Z',
  status: 'completed',
  customer_name: 'Ana Rojas',
  equipment_brand: 'Samsung',
  equipment_model: 'A52',
  total_amount: 1_000_000_000,
  advance_payment: 5000,
  final_payment: 0,
}) as unknown as PrintOrder;
const PAID: LedgerPayment = {
  id: 'p1',
  created_at: '2026-11-27T15:00:00Z',
  method: 'transfer',
  amount: 5000,
  orders: 1,
  corrects: null,
  corrected: false,
  created_by: 'Rosa Lagos',
  reference: 'V-88',
  note: 'Solo para nosotros',
};
const text = () => document.body.textContent;

test('PAY-11 a receipt says what was received, when, how and from whom, and what is left to pay, without the note', () => {
  renderScreen(<ReceiptSheet order={ORDER} payment={PAID} />);
  expect(screen.getByRole('heading', { name: 'Comprobante de pago' })).toBeDefined();
  for (const words of ['$5.000', 'Transferencia', 'V-88', 'Rosa Lagos', 'Ana Rojas', 'Saldo$999.995.000'])
    expect(text()).toContain(words);
  expect(text()).toContain('No reemplaza la boleta ni la factura.');
  expect(text()).not.toContain('Solo para nosotros');
});

test('PAY-11 money that went back has a receipt of its own, without a minus; a corrected payment says so', () => {
  const { unmount } = renderScreen(<ReceiptSheet order={ORDER} payment={{ ...PAID, amount: -2000 }} />);
  expect(screen.getByRole('heading', { name: 'Comprobante de devolución' })).toBeDefined();
  expect(screen.getByText('$2.000')).toBeDefined();
  unmount();
  renderScreen(<ReceiptSheet order={ORDER} payment={{ ...PAID, corrected: true }} />);
  expect(screen.getByText('Este pago se anotó por error y está corregido.')).toBeDefined();
});

test('PAY-11 a payment that is not of the order prints nothing, and says so', () => {
  renderScreen(<PrintReceipt orderId="o1" paymentId="p9" options={{ copies: 1, format: 'a4' }} />, {
    role: 'receptionist',
    answers: [answer(printOrderQuery('o1'), ORDER), answer(orderPaymentsQuery('o1'), [PAID])],
  });
  expect(screen.getByRole('heading', { name: 'Este pago no está en la orden.' })).toBeDefined();
});
