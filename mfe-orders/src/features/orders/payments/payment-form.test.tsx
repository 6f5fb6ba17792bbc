// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { orderDocumentsQuery, type PaymentDocuments } from '@taller/shared/orders/tax/documents-query.ts';
import type { TaxDocument } from '@taller/shared/orders/tax/tax-document.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { expect, test } from 'vitest';
import { PaymentForm, RefundForm } from './payment-form.tsx';

const ORDER = {
  id: 'o7',
  status: 'completed',
  total_amount: 30_000,
  advance_payment: 10_000,
  final_payment: 0,
  warranty_repair: false,
} as unknown as Order;

const show = (Fields: typeof PaymentForm, order: Order = ORDER, documented: PaymentDocuments[] = []) =>
  renderScreen(
    <Dialog open title="Pago" onOpenChange={() => undefined}>
      <Fields order={order} onDone={() => undefined} />
    </Dialog>,
    {
      role: 'receptionist',
      answers: [
        answer(orderDocumentsQuery('o7'), documented),
        answer(deskSettingsQuery(), FIRST_VALUES.desk),
      ],
    },
  );
const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Monto' });

test('PAY-01 a payment begins with the balance, says how much that is, and asks for a method', async () => {
  show(PaymentForm);
  expect(amount().value).toBe('20.000');
  expect(screen.getByText('Hasta $20.000')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Registrar pago' }));
  expect(await screen.findByText('Elige cómo se pagó.')).toBeDefined();
});

test('PAY-01 an advance of an order without a price has no upper limit', () => {
  show(PaymentForm, { ...ORDER, status: 'pending', total_amount: 0 });
  expect(amount().value).toBe('');
  expect(screen.queryByText(/^Hasta/)).toBeNull();
});

test('PAY-03 a refund begins with what is too much, and has a reason', async () => {
  show(RefundForm, { ...ORDER, total_amount: 8000 });
  expect(amount().value).toBe('2.000');
  expect(screen.getByText('Hasta $10.000')).toBeDefined();
  fireEvent.change(screen.getByRole('combobox', { name: 'Medio de pago' }), {
    target: { value: 'transfer' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Devolver' }));
  expect(await screen.findByText('Escribe el motivo.')).toBeDefined();
});

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } });

test('TAX-08 a payment asks nothing of a document until one is chosen, then its number, and of a factura whom it is for', async () => {
  show(PaymentForm);
  expect(screen.queryByRole('textbox', { name: 'Folio' })).toBeNull();
  choose('Documento', 'boleta');
  expect(screen.getByRole('textbox', { name: 'Folio' })).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'RUT' })).toBeNull();
  choose('Documento', 'factura');
  fireEvent.change(screen.getByRole('textbox', { name: 'RUT' }), { target: { value: '76.123.456-1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Registrar pago' }));
  for (const problem of [
    'Escribe el folio con números.',
    'Revisa el RUT de la factura.',
    'Escribe la razón social.',
    'Escribe el giro.',
  ])
    expect(await screen.findByText(problem)).toBeDefined();
});

test('TAX-10 a refund of documented money asks for the nota de crédito, which names what it cancels', async () => {
  const boleta = { id: 'd1', kind: 'boleta', folio: 4521, creditable: 8000 } as unknown as TaxDocument;
  show(RefundForm, ORDER, [{ payment_id: 'p1', missing: 0, documents: [boleta] }]);
  expect(await screen.findByText(/registra la nota de crédito ahora/)).toBeDefined();
  choose('Documento', 'nota_credito');
  expect(screen.getByRole('option', { name: 'Boleta N° 4521, quedan $8.000' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Devolver' }));
  expect(await screen.findByText('Elige qué documento anula.')).toBeDefined();
});
