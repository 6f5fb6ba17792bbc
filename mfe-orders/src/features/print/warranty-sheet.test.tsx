// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import type { PrintOrder } from '@taller/shared/orders/print-queries.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { expect, test } from 'vitest';
import { ClientSheet } from './client-sheet.tsx';
import { TechnicalSheet } from './technical-sheet.tsx';

const RETURN = orderColumns({
  id: 'o6500',
  order_number: 6500,
  created_at: '2026-11-24T15:00:00Z',
  delivered_at: '2026-11-25T15:00:00Z',
  status: 'delivered',
  total_amount: 0,
  advance_payment: 0,
  final_payment: 0,
  quote_lines: [],
  warranty_days: 0,
  warranty_of: 6400,
  warranty_repair: true,
  warranty_outcome: 'goodwill',
  warranty_reason: null,
  warranty: {
    work_end: null,
    parts_end: null,
    warranty_end: null,
    suspended_since: null,
    original: {
      order_number: 6400,
      work_end: '2026-12-05',
      parts_end: '2026-12-05',
      warranty_end: '2026-12-05',
      suspended_since: null,
    },
    returns: [],
  },
}) as unknown as PrintOrder;
const TERMS = { version: 1, changed_at: '2026-01-01T15:00:00Z', items: [] };
const IN_WARRANTY = 'Reparación en garantía de la orden N° 006400';

test('WARR-09 WARR-06 the customer’s sheet of a return says so, how it ended, and until when the warranty goes on', () => {
  renderScreen(<ClientSheet order={RETURN} terms={TERMS} origin="https://taller.test" />);
  expect(screen.getByText(IN_WARRANTY)).toBeDefined();
  expect(screen.getByText('Por cortesía')).toBeDefined();
  expect(screen.getByText('Sigue la de la orden N° 006400, hasta el 05-12-2026')).toBeDefined();
  expect(screen.getByText(/reemplaza al de las condiciones/)).toBeDefined();
});

test('WARR-04 WARR-09 the customer’s sheet of an order that came back has the end that was moved, and says if it waits', () => {
  const order = {
    ...RETURN,
    warranty_of: null,
    warranty_repair: false,
    warranty_outcome: null,
    warranty_days: 90,
    warranty: {
      work_end: '2027-03-01',
      parts_end: '2027-03-01',
      warranty_end: '2027-03-01',
      stays: [],
      suspended_since: '2026-12-24T15:00:00Z',
      original: null,
      returns: [],
    },
  };
  renderScreen(<ClientSheet order={order} terms={TERMS} origin="https://taller.test" />);
  expect(
    screen.getByText(
      '90 días, hasta el 01-03-2027. No corre desde el 24-12-2026: el equipo está en el taller',
    ),
  ).toBeDefined();
});

test('WARR-06 the sheet of a return that is not covered says why, and is charged as any other', () => {
  const order = {
    ...RETURN,
    warranty_repair: false,
    warranty_outcome: 'not_covered',
    warranty_reason: 'Mojado',
  };
  renderScreen(<ClientSheet order={order} terms={TERMS} origin="https://taller.test" />);
  expect(screen.queryByText(IN_WARRANTY)).toBeNull();
  expect(screen.getByText('No cubierta: Mojado')).toBeDefined();
  expect(screen.getByText('Sin garantía')).toBeDefined();
});

test('WARR-09 the bench’s sheet of a return says so', () => {
  renderScreen(<TechnicalSheet order={RETURN} code={null} codeFailed={false} origin="https://taller.test" />);
  expect(screen.getByText(IN_WARRANTY)).toBeDefined();
});

test('WARR-11 ORD-32 the customer’s sheet has both dates of a warranty', () => {
  const order = { ...RETURN, warranty_of: null, warranty_repair: false, warranty_outcome: null };
  const days = { warranty_days: 30, parts_warranty_days: 184, warranty: null };
  const terms = { order: { ...order, ...days }, terms: TERMS };
  renderScreen(<ClientSheet {...terms} origin="https://taller.test" />);
  expect(
    screen.getByText(
      '30 días por el trabajo y 184 días por los repuestos, hasta el 25-12-2026 por el trabajo y 28-05-2027 por los repuestos',
    ),
  ).toBeDefined();
});
