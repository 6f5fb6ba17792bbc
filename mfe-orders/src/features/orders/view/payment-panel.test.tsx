// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import type { Role } from '@taller/shared/access/roles.ts';
import { orderPaymentsQuery, type LedgerPayment } from '@taller/shared/orders/ledger/payments-query.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { orderDocumentsQuery, type PaymentDocuments } from '@taller/shared/orders/tax/documents-query.ts';
import type { TaxDocument } from '@taller/shared/orders/tax/tax-document.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { readFacts } from '@taller/shared/runtime';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test, vi } from 'vitest';
import { PaymentPanel } from './payment-panel.tsx';

const ORDER = {
  id: 'o7',
  order_number: 7,
  version: 1,
  status: 'completed',
  total_amount: 30_000,
  advance_payment: 10_000,
  final_payment: 0,
  warranty_repair: false,
} as unknown as Order;
const PAID: LedgerPayment = {
  id: 'p1',
  created_at: '2026-11-27T15:00:00Z',
  method: 'transfer',
  amount: 10_000,
  orders: 2,
  corrects: null,
  corrected: false,
  created_by: 'Rosa Lagos',
  reference: 'V-88',
  note: '',
  receipt: 'enlace',
  documents: [],
};
const BOLETA: TaxDocument = {
  id: 'd1',
  created_at: '2026-11-27T15:00:00Z',
  created_by: 'Rosa Lagos',
  kind: 'boleta',
  folio: 4521,
  issued_on: '2026-11-27',
  net: 5042,
  tax: 958,
  total: 6000,
  rut: null,
  business_name: null,
  cancels: null,
  state: 'recorded',
  answer: null,
  creditable: 6000,
};
const MISTAKEN = { ...PAID, id: 'p2', method: 'cash', amount: 5000, orders: 1, corrected: true };
const CORRECTION = {
  ...MISTAKEN,
  id: 'p3',
  amount: -5000,
  corrects: 'p2',
  corrected: false,
  note: 'Era otra',
};

function show(
  order: Order,
  payments: readonly LedgerPayment[],
  role: Role = 'receptionist',
  documented: PaymentDocuments[] = [],
) {
  const onTask = vi.fn();
  renderScreen(<PaymentPanel order={order} role={role} onTask={onTask} />, {
    role,
    answers: [answer(orderPaymentsQuery('o7'), [...payments]), answer(orderDocumentsQuery('o7'), documented)],
  });
  return onTask;
}
const entries = async () =>
  within(await screen.findByRole('list', { name: 'Pagos' })).getAllByRole('listitem');

test('PAY-09 payments are listed by method, reference, date and author, with corrections beside them', async () => {
  const onTask = show(ORDER, [PAID, MISTAKEN, CORRECTION]);
  const [paid, mistaken, correction] = await entries();
  expect(paid?.textContent).toMatch(
    /^Transferencia · V-8827-11-2026.* · Rosa Lagos · Pago de 2 órdenes\$10\.000/,
  );
  expect(mistaken?.textContent).toContain('Corregido');
  expect(correction?.textContent).toMatch(/Corrección · Era otra-\$5\.000ComprobanteCopiar enlace$/);
  // Neither a corrected payment nor a correction can be corrected.
  const correct = screen.getAllByRole('button', { name: /^Corregir/ });
  expect(correct).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Corregir Transferencia $10.000' }));
  expect(onTask).toHaveBeenCalledWith('correction', 'p1');
});

test('PAY-09 money is recorded while there is a balance, and given back while there is money', async () => {
  const onTask = show(ORDER, [PAID]);
  fireEvent.click(screen.getByRole('button', { name: 'Registrar pago' }));
  fireEvent.click(screen.getByRole('button', { name: 'Devolver' }));
  expect(onTask.mock.calls).toEqual([['payment'], ['refund']]);
  await entries();
});

test('PAY-09 a price that was lowered shows money to give back, not debt', async () => {
  show({ ...ORDER, total_amount: 8000 }, [PAID]);
  expect(screen.getByText('A devolver').nextSibling?.textContent).toBe('$2.000');
  expect(screen.queryByRole('button', { name: 'Registrar pago' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Devolver' })).toBeDefined();
  await entries();
});

test('PAY-04 technicians read the payments and record none', async () => {
  show(ORDER, [PAID], 'technician');
  expect(await entries()).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /Registrar pago|Devolver|Corregir/ })).toBeNull();
});

test('TAX-08 each payment says its documents and what is missing, and opens their dialog', async () => {
  const onTask = show(ORDER, [PAID, MISTAKEN], 'receptionist', [
    { payment_id: 'p1', missing: 4000, documents: [BOLETA] },
    { payment_id: 'p2', missing: 0, documents: [] },
  ]);
  expect(await screen.findByText('Boleta N° 4521 · $6.000 · 27-11-2026')).toBeDefined();
  expect(screen.getByText('Falta documento por $4.000')).toBeDefined();
  const buttons = screen.getAllByRole('button', { name: /^Documento de/ });
  expect(buttons).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Documento de Transferencia $10.000' }));
  expect(onTask).toHaveBeenCalledWith('document', 'p1');
});

test('PAY-16 a receipt goes to the customer’s WhatsApp by its link, where there is a number', async () => {
  show({ ...ORDER, customer_phone: '+56 9 7311 4455' }, [PAID]);
  const send = await screen.findByRole('link', {
    name: 'Enviar por WhatsApp el comprobante de Transferencia $10.000',
  });
  const chat = new URL(send.getAttribute('href') ?? '');
  expect(chat.origin + chat.pathname).toBe('https://wa.me/56973114455');
  expect(chat.searchParams.get('text')).toBe(
    `Hola, este es el comprobante de tu pago en ${readFacts().shop.name}: ${location.origin}/comprobante/enlace`,
  );
});

test('TAX-08 technicians read the documents and write none', async () => {
  show(ORDER, [PAID], 'technician', [{ payment_id: 'p1', missing: 10_000, documents: [] }]);
  expect(await screen.findByText('Falta documento por $10.000')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Documento de/ })).toBeNull();
});

const OPEN: Order = { ...ORDER, status: 'pending', technical_work: '', total_amount: 0, advance_payment: 0 };
test.each([
  ['says so while work and price are open', OPEN, 1],
  ['says nothing once it has a price', { ...OPEN, total_amount: 9000 }, 0],
])('REC-35 an order that is quoted later %s', async (_case, order, times) => {
  show(order, []);
  expect(await screen.findByRole('heading', { name: 'Pago' })).toBeDefined();
  expect(screen.queryAllByText('Por presupuestar')).toHaveLength(times);
});
