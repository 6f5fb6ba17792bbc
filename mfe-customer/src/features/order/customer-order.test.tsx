// @vitest-environment jsdom
import { useEffect, useEffectEvent } from 'react';
import { orderChecklistsQuery } from '@taller/shared/orders/checklists/checklist-queries.ts';
import { orderPaymentsQuery, type LedgerPayment } from '@taller/shared/orders/ledger/payments-query.ts';
import { ownOrderQuery, type OwnOrder } from '@taller/shared/orders/own/own-orders-queries.ts';
import { orderPhotosQuery } from '@taller/shared/orders/photos/photo-queries.ts';
import { orderSignaturesQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { publicOrderStatusQuery } from '@taller/shared/orders/public-status/public-order-status-query.ts';
import type { useDecideQuoteMutation } from '@taller/shared/orders/quote/quote-mutations.ts';
import {
  orderWarrantyQuery,
  type OrderWarranty,
} from '@taller/shared/orders/warranty/order-warranty-query.ts';
import { visitOrdersQuery } from '@taller/shared/orders/visits/visit-orders-query.ts';
import { useMutation } from '@taller/shared/query';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CustomerOrder } from './customer-order.tsx';
import { QuoteOutcome } from './quote-outcome.tsx';
// The order loads them when it is shown, which may be after the test.
import './own-checklists.tsx';
import './own-photos.tsx';
import './own-signatures.tsx';

const ID = '7f4a1b0e-0000-4000-8000-000000000001';

test('CUST-20 a rejected order says so by its status, and the sentence beside it what follows', async () => {
  const order = orderColumns({
    id: ID,
    order_number: 6420,
    created_at: '2026-11-20T15:00:00Z',
    status: 'rejected' as const,
    rejected_at: '2026-11-21T15:00:00Z',
    approved_at: null,
    second_phone: null,
    customer_address: null,
    imei: null,
    total_amount: 30_000,
    advance_payment: 0,
    final_payment: 0,
    decision_history: [],
    quote_lines: [],
  });
  renderScreen(<CustomerOrder orderId={ID} />, {
    role: 'customer',
    answers: [
      answer(ownOrderQuery(ID), order),
      answer(orderPaymentsQuery(ID), []),
      answer(orderPhotosQuery(ID), []),
      answer(orderSignaturesQuery(ID), []),
      answer(orderChecklistsQuery(ID), { reception: null, delivery: null }),
      answer(visitOrdersQuery(ID), []),
    ],
  });
  expect(screen.getAllByText('Presupuesto Rechazado')).toHaveLength(1);
  expect(
    screen.getByText('No repararemos tu equipo. Puedes pasar a retirarlo, tal como llegó.'),
  ).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Rechazar' })).toBeNull();
});

/** The outcome of a rejection that arrived at the server. */
function Rejected() {
  const decide: ReturnType<typeof useDecideQuoteMutation> = useMutation({
    mutationFn: async () => undefined,
  });
  const reject = useEffectEvent(() =>
    decide.mutate({ orderId: ID, decision: 'rejected', quote: { lines: [], version: 'v1' } }),
  );
  useEffect(() => reject(), []);
  return <QuoteOutcome decide={decide} status="rejected" />;
}

test('CUST-20 whoever rejects a quote reads that the answer arrived, not the status again', async () => {
  renderScreen(<Rejected />, { role: 'customer' });
  expect((await screen.findByRole('alert')).textContent).toBe('Registramos tu respuesta.');
});

const WAIT = 'Esperando un repuesto, llega cerca del 3 de diciembre';

const show = (
  status: string,
  columns: Partial<OwnOrder> = {},
  warranty: Partial<OrderWarranty> = {},
  payments: LedgerPayment[] = [],
) =>
  renderScreen(<CustomerOrder orderId={ID} />, {
    role: 'customer',
    answers: [
      answer(orderWarrantyQuery(ID), warranty),
      answer(orderPaymentsQuery(ID), payments),
      answer(orderPhotosQuery(ID), []),
      answer(orderSignaturesQuery(ID), []),
      answer(orderChecklistsQuery(ID), { reception: null, delivery: null }),
      answer(visitOrdersQuery(ID), []),
      answer(ownOrderQuery(ID), {
        ...orderColumns({}),
        id: ID,
        order_number: 6342,
        status,
        created_at: '2026-11-20T15:00:00Z',
        final_payment: 0,
        decision_history: [],
        quote_lines: [],
        warranty_of: null,
        warranty_repair: false,
        warranty_outcome: null,
        warranty_reason: null,
        ...columns,
      } as unknown as OwnOrder),
      answer(publicOrderStatusQuery(6342), { order_number: 6342, status: 'approved', wait: WAIT }),
    ],
  });

test('TIME-07 an own order that waits says what for, with the words of the public page', () => {
  show('approved');
  const text = `${WAIT}. Haremos la reparación y te avisaremos cuando esté lista.`;
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryByText(/^Aprobaste el presupuesto/)).toBeNull();
});

test('TIME-07 an own order that is done waits for nothing', () => {
  show('completed');
  expect(screen.queryByText(WAIT, { exact: false })).toBeNull();
});

test('TIME-22 an own order says until when it is promised, while there is work left', () => {
  const promised = { promised_at: '2046-12-06T20:00:00Z' };
  const { unmount } = show('in_progress', promised);
  const words = 'Comprometida para el jueves 6 de diciembre de 2046 a las 17:00';
  expect(screen.getByText(words)).toBeDefined();
  unmount();
  show('completed', promised);
  expect(screen.queryByText(words)).toBeNull();
});

test('TIME-22 an own order whose promise has passed says so, and that the day of its wait counts', () => {
  show('approved', { promised_at: '2020-01-02T15:00:00Z' });
  expect(screen.getByText(/^Estaba comprometida para el jueves 2 de enero/).textContent).toMatch(
    /Ahora cuenta la fecha de la espera: te avisaremos apenas esté lista\.$/,
  );
});

test('WARR-06 WARR-08 an own return says so, how it ended, and until when the warranty goes on', () => {
  show(
    'delivered',
    {
      delivered_at: '2026-11-25T15:00:00Z',
      warranty_days: 0,
      warranty_of: 6400,
      warranty_repair: true,
      warranty_outcome: 'covered',
    },
    {
      warranty_end: null,
      suspended_since: null,
      original: {
        order_number: 6400,
        warranty_end: '2099-12-05',
        work_end: '2099-12-05',
        parts_end: '2099-12-05',
      } as OrderWarranty['original'],
    },
  );
  expect(screen.getByText('Reparación en garantía de tu orden 006400')).toBeDefined();
  expect(screen.getByText('Cubierta por la garantía')).toBeDefined();
  expect(screen.getByText('Sigue la de tu orden 006400')).toBeDefined();
  expect(screen.getByText('05-12-2099')).toBeDefined();
});

test('WARR-04 an own order whose device is back in the shop says that its warranty does not run', () => {
  show(
    'delivered',
    { delivered_at: '2026-11-01T15:00:00Z', warranty_days: 30 },
    {
      warranty_end: '2099-12-05',
      work_end: '2099-12-05',
      parts_end: '2099-12-05',
      suspended_since: '2026-11-20T15:00:00Z',
      original: null,
    },
  );
  expect(screen.getByText('05-12-2099')).toBeDefined();
  expect(
    screen.getByText('Detenida desde el 20-11-2026, mientras tu equipo está de vuelta en el taller.'),
  ).toBeDefined();
});

test('WARR-11 WARR-14 an own order says until when work and parts are covered, and what the law names', () => {
  show(
    'delivered',
    { delivered_at: '2026-11-23T15:00:00Z', warranty_days: 30, parts_warranty_days: 184 },
    { warranty_end: '2099-12-05', work_end: '2099-12-05', parts_end: '2099-12-08', stays: [] },
  );
  expect(screen.getByText(/^30 días por el trabajo\s184 días por los repuestos$/)).toBeDefined();
  expect(screen.getByText(/^05-12-2099 por el trabajo\s08-12-2099 por los repuestos$/)).toBeDefined();
  expect(screen.getByText(/el 07-01-2027$/).nextElementSibling?.textContent).toContain('artículo 41');
  expect(screen.getByText(/el 23-05-2027$/).nextElementSibling?.textContent).toContain('artículos 19 a 21');
});

test('WARR-14 an own order in the shop says when a device counts as abandoned', () => {
  show('completed');
  expect(screen.getByText(/el 20-11-2027$/).nextElementSibling?.textContent).toContain('artículo 42');
});

/** A payment as its customer reads it. */
const payment = (id: string, method: string, amount: number, corrects: string | null = null) => ({
  id,
  method,
  amount,
  corrects,
  created_at: '2026-11-21T15:00:00Z',
  orders: 1,
  corrected: false,
  created_by: null,
  reference: null,
  note: null,
  receipt: `enlace-${id}`,
  documents: [],
});

test('PAY-10 an own order lists its payments by date, method in words and amount, beside the balance', () => {
  show('completed', { total_amount: 30_000, advance_payment: 12_000 }, {}, [
    payment('p1', '', 10_000),
    payment('p2', 'debit', 8000),
    payment('p3', 'cash', -2000),
    payment('p4', 'debit', -4000, 'p0'),
  ]);
  const list = screen.getByRole('list', { name: 'Tus pagos' });
  expect([...list.children].map((row) => row.textContent)).toEqual([
    'Pago21-11-2026Comprobante$10.000',
    'Pago · Débito21-11-2026Comprobante$8.000',
    'Devolución · Efectivo21-11-2026Comprobante-$2.000',
    'Corrección · Débito21-11-2026Comprobante-$4.000',
  ]);
  expect(screen.getByRole('region', { name: 'Pago' }).textContent).toContain('Saldo$18.000');
});

test('TAX-13 a payment has its documents by kind, folio, date and total, and the link of its receipt', () => {
  const documents = [
    { kind: 'boleta', folio: 4521, issued_on: '2026-11-21', total: 10_000 },
    // A payment that also covers other customers' orders.
    { kind: 'factura', folio: 12, issued_on: '2026-11-22' },
  ] as const;
  show('completed', { total_amount: 30_000, advance_payment: 12_000 }, {}, [
    { ...payment('p1', 'debit', 12_000), documents: [...documents] },
  ]);
  const list = screen.getByRole('list', { name: 'Tus pagos' });
  expect(list.textContent).toContain('Boleta N° 4521 · 21-11-2026 · $10.000');
  expect(list.textContent).toContain('Factura N° 12 · 22-11-2026');
  const link = screen.getByRole('link', { name: 'Comprobante del 21-11-2026, $12.000' });
  expect(link.getAttribute('href')).toBe('/comprobante/enlace-p1');
});
