// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { paths } from '@taller/shared/contract/paths.ts';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import type { Receipt } from '@taller/shared/orders/receipt/receipt.ts';
import { receiptQuery } from '@taller/shared/orders/receipt/receipt-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { ReceiptPage } from './receipt-page.tsx';

const RECEIPT: Receipt = {
  order_number: 6420,
  equipment_type: 'smartphone',
  equipment_brand: 'Samsung',
  equipment_model: 'Galaxy A54',
  status: 'completed',
  total_amount: 30_000,
  advance_payment: 11_900,
  final_payment: 0,
  created_at: '2026-11-27T15:00:00Z',
  method: 'debit',
  amount: 11_900,
  is_correction: false,
  corrected: false,
  documents: [
    { kind: 'boleta', folio: 4521, issued_on: '2026-11-27', net: 10_000, tax: 1900, total: 11_900 },
  ],
};
const open = (found: Receipt | (() => never)) =>
  renderScreen(<ReceiptPage />, {
    path: paths.receipt.getHref('abc'),
    pattern: paths.receipt.path,
    answers: [answer(receiptQuery('abc'), found)],
  });

test('PAY-15 the page of a receipt’s link says payment, document and balance', async () => {
  open(RECEIPT);
  expect(await screen.findByRole('heading', { level: 1, name: 'Comprobante de pago' })).toBeDefined();
  for (const words of [
    'Débito',
    '$11.900 (neto $10.000, IVA $1.900)',
    'Celular Samsung Galaxy A54',
    '$30.000',
    '$18.100',
  ])
    expect(screen.getByText(words)).toBeDefined();
  expect(screen.getByText('Boleta N° 4521')).toBeDefined();
});

test('PAY-15 a corrected one says that it is worth nothing, and what goes back is a devolución', async () => {
  open({ ...RECEIPT, amount: -5000, corrected: true, advance_payment: 31_000 });
  expect(await screen.findByRole('heading', { name: 'Comprobante de devolución' })).toBeDefined();
  expect(screen.getByText('Este pago fue corregido: ya no vale.')).toBeDefined();
  expect(screen.getByText('Por devolver')).toBeDefined();
});

test('PAY-15 a link of nothing says so, and whom to call', async () => {
  open(() => {
    throw new DataError('not-found', 'x');
  });
  expect(await screen.findByText('Este comprobante no existe o ya no está disponible.')).toBeDefined();
});
