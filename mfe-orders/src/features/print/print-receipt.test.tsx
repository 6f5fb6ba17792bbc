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
  quote_lines: [],
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
  receipt: 'enlace',
  documents: [{ kind: 'boleta', folio: 4521, issued_on: '2026-11-27', total: 5000 }],
};
const text = () => document.body.textContent;

test('PAY-11 a receipt says what was received, when, how and from whom, and what is left to pay, without the note', () => {
  renderScreen(<ReceiptSheet order={ORDER} payment={PAID} />);
  expect(screen.getByRole('heading', { name: 'Comprobante de pago' })).toBeDefined();
  for (const words of [
    '$5.000',
    'Boleta N° 4521 · 27-11-2026 · $5.000',
    'Transferencia',
    'V-88',
    'Rosa Lagos',
    'Ana Rojas',
    'Saldo$999.995.000',
  ])
    expect(text()).toContain(words);
  expect(text()).toContain('No reemplaza la boleta ni la factura.');
  expect(text()).not.toContain('Solo para nosotros');
});

test('QUO-03 a receipt says what the total is made of, without what was not chosen', () => {
  const line = {
    id: 'l1',
    kind: 'part',
    description: 'Pantalla',
    quantity: 2,
    unit_price: 30_000,
    discount: 0,
    condition: 'used',
    choice: null,
    optional: true,
    chosen: true,
    note: '',
  } as const;
  const left = { ...line, id: 'l2', description: 'Lámina', chosen: false };
  renderScreen(<ReceiptSheet order={{ ...ORDER, quote_lines: [line, left] }} payment={PAID} />);
  expect(text()).toContain('Pantalla × 2 · Usado$60.000');
  expect(text()).not.toContain('Lámina');
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
