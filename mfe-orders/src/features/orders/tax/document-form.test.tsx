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
import { DocumentForm } from './document-form.tsx';

const BOLETA = {
  id: 'd1',
  kind: 'boleta',
  folio: 4521,
  total: 10_000,
  issued_on: '2026-11-27',
  state: 'recorded',
  creditable: 10_000,
} as unknown as TaxDocument;

const show = (documented: PaymentDocuments, electronicDocuments = false) =>
  renderScreen(
    <Dialog open title="Documento" onOpenChange={() => undefined}>
      <DocumentForm order={{ id: 'o7' } as Order} paymentId="p1" onDone={() => undefined} />
    </Dialog>,
    {
      role: 'receptionist',
      answers: [
        answer(orderDocumentsQuery('o7'), [documented]),
        answer(deskSettingsQuery(), { ...FIRST_VALUES.desk, electronicDocuments }),
      ],
    },
  );
const kinds = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('TAX-08 the dialog of a payment says what is missing and takes any document of money that came', async () => {
  show({ payment_id: 'p1', missing: 10_000, documents: [] });
  expect(await screen.findByText('Falta documento por $10.000')).toBeDefined();
  expect(kinds()).toEqual(['Elige el documento', 'Boleta', 'Factura', 'Voucher']);
  fireEvent.click(screen.getByRole('button', { name: 'Registrar documento' }));
  expect(await screen.findByText('Elige el documento.')).toBeDefined();
});

test('TAX-08 a documented payment takes a nota de crédito alone, and what was typed wrong is annulled with a reason', async () => {
  show({ payment_id: 'p1', missing: 0, documents: [BOLETA] });
  expect(await screen.findByText('Este pago tiene todos sus documentos.')).toBeDefined();
  expect(kinds()).toEqual(['Elige el documento', 'Nota de crédito']);
  fireEvent.click(screen.getByRole('button', { name: 'Anular Boleta N° 4521' }));
  expect(screen.getByText(/^Solo si se escribió mal/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Anular' }));
  expect(await screen.findByText('Escribe el motivo.')).toBeDefined();
});

test('TAX-14 where a provider issues, it is asked without a folio, and what is issued already is still written down', async () => {
  show({ payment_id: 'p1', missing: 10_000, documents: [] }, true);
  expect(await screen.findByRole('option', { name: 'Emitir boleta' })).toBeDefined();
  expect(kinds()).toEqual([
    'Elige el documento',
    'Emitir boleta',
    'Emitir factura',
    'Boleta ya emitida',
    'Factura ya emitida',
    'Voucher',
  ]);
  const choose = (value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name: 'Documento' }), { target: { value } });
  choose('issue_factura');
  expect(screen.getByText('La emite el proveedor: el folio llega solo.')).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Folio' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Razón social' })).toBeDefined();
  choose('boleta');
  expect(screen.getByRole('textbox', { name: 'Folio' })).toBeDefined();
});

test('TAX-14 a document says what the provider answered, and a rejected one is asked for again', async () => {
  const rejected = { ...BOLETA, folio: null, state: 'rejected', answer: 'Se acabaron los folios.' } as const;
  show({ payment_id: 'p1', missing: 10_000, documents: [rejected] }, true);
  expect(
    await screen.findByText('Boleta · $10.000 · 27-11-2026 · rechazada · Se acabaron los folios.'),
  ).toBeDefined();
  expect(screen.getByRole('button', { name: 'Reintentar Boleta' })).toBeDefined();
});

test('TAX-14 neither what waits for its first answer nor what another document replaced is asked for again', async () => {
  const waiting = { ...BOLETA, id: 'd2', folio: null, state: 'queued', answer: null } as const;
  const replaced = { ...BOLETA, id: 'd3', folio: null, state: 'rejected', answer: 'No' } as const;
  show({ payment_id: 'p1', missing: 0, documents: [replaced, waiting] }, true);
  expect(await screen.findByText('Boleta · $10.000 · 27-11-2026 · esperando al proveedor')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Reintentar/ })).toBeNull();
});
