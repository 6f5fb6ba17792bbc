// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { paths } from '@taller/shared/contract/paths.ts';
import {
  printedTermsQuery,
  printOrderQuery,
  type PrintOrder,
  type PrintedTerms,
} from '@taller/shared/orders/print-queries.ts';
import { visitOrdersQuery, type VisitOrder } from '@taller/shared/orders/visits/visit-orders-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { expect, test } from 'vitest';
import { PrintSelect } from './print-select.tsx';
import { printTexts } from './texts.ts';
import { VisitSheet, type PrintedOrder } from './visit-sheet.tsx';

const TERMS: PrintedTerms = {
  version: 2,
  changed_at: '2026-01-01T15:00:00Z',
  items: ['Solo con comprobante.'],
};

const printed = (number: number, part: object = {}, terms = TERMS): PrintedOrder => ({
  order: orderColumns({
    id: `o${number}`,
    order_number: number,
    created_at: '2026-11-24T15:00:00Z',
    status: 'pending',
    equipment_model: `Modelo ${number}`,
    total_amount: 50_000,
    advance_payment: 0,
    final_payment: 0,
    quote_lines: [],
    ...part,
  }) as unknown as PrintOrder,
  terms,
});

test('REC-06 one slip has each device under its number, what is owed for all, the terms and the signature once', () => {
  renderScreen(
    <VisitSheet
      orders={[printed(41), printed(42, { advance_payment: 20_000 }), printed(43)]}
      origin="https://taller.test"
    />,
  );
  for (const number of [41, 42, 43]) {
    expect(screen.getByRole('heading', { name: `Orden 0000${number}` })).toBeDefined();
    expect(screen.getByText(new RegExp(`Modelo ${number}`))).toBeDefined();
    expect(screen.getByText(`taller.test/orders/view/0000${number}`)).toBeDefined();
  }
  expect(screen.getByText('$130.000')).toBeDefined();
  expect(screen.getAllByText('Solo con comprobante.')).toHaveLength(1);
  expect(screen.getAllByText(printTexts.sheet.customerSignature)).toHaveLength(1);
});

test('REC-06 orders that were printed with other terms have those too', () => {
  const older: PrintedTerms = { ...TERMS, version: 1, items: ['Sin comprobante.'] };
  renderScreen(<VisitSheet orders={[printed(41, {}, older), printed(42)]} origin="https://taller.test" />);
  expect(screen.getByText('Sin comprobante.')).toBeDefined();
  expect(screen.getByText('Solo con comprobante.')).toBeDefined();
});

test('REC-06 an order of a visit offers the slip of all its devices; alone it does not', async () => {
  const { order } = printed(41);
  const visit = ['o41', 'o42'].map((id) => ({ id }) as VisitOrder);
  const show = (orders: readonly VisitOrder[]) =>
    renderScreen(<PrintSelect orders="o41" />, {
      role: 'receptionist',
      answers: [
        answer(printOrderQuery('o41'), order),
        answer(printedTermsQuery('o41'), TERMS),
        answer(visitOrdersQuery('o41'), orders),
      ],
    });
  const { unmount } = show(visit);
  const slip = await screen.findByRole('link', { name: new RegExp(printTexts.visit.title(2)) });
  expect(slip.getAttribute('href')).toBe(`${paths.printClient.getHref('o41,o42')}&visita=1`);
  unmount();
  show([]);
  expect(await screen.findByText(/Modelo 41/)).toBeDefined();
  expect(screen.queryByRole('link', { name: /Comprobante de/ })).toBeNull();
});

test('REC-31 the slip of a visit has what came with each device', () => {
  const listed = (label: string): PrintedOrder['checklists'] => ({
    reception: { equipment_type: 'smartphone', version: 1, points: [], accessories: [{ id: label, label }] },
    delivery: null,
  });
  renderScreen(
    <VisitSheet
      orders={[
        { ...printed(41), checklists: listed('Cargador') },
        { ...printed(42), checklists: listed('Funda') },
      ]}
      origin="https://taller.test"
    />,
  );
  for (const label of ['Cargador', 'Funda']) expect(screen.getByText(label)).toBeDefined();
});
