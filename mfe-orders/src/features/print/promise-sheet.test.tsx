// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import type { PrintOrder } from '@taller/shared/orders/print-queries.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { expect, test } from 'vitest';
import { ClientSheet } from './client-sheet.tsx';
import { TechnicalSheet } from './technical-sheet.tsx';

const sheetOf = (status: string) =>
  orderColumns({
    id: 'o6500',
    order_number: 6500,
    created_at: '2046-11-24T15:00:00Z',
    status,
    total_amount: 0,
    advance_payment: 0,
    final_payment: 0,
    quote_lines: [],
    promised_at: '2046-12-06T20:00:00Z',
  }) as unknown as PrintOrder;
const TERMS = { version: 1, changed_at: '2026-01-01T15:00:00Z', items: [] };
const PROMISE = /^Comprometida para el jueves 6 de diciembre(?: de 2046)? a las 17:00$/;

test('TIME-22 the sheets of an order say until when it is promised, while there is work left', () => {
  const { unmount } = renderScreen(
    <ClientSheet order={sheetOf('pending')} terms={TERMS} origin="https://taller.test" />,
  );
  expect(screen.getByText(PROMISE)).toBeDefined();
  unmount();
  const bench = renderScreen(
    <TechnicalSheet
      order={sheetOf('in_progress')}
      code={null}
      codeFailed={false}
      origin="https://taller.test"
    />,
  );
  expect(screen.getByText(PROMISE)).toBeDefined();
  bench.unmount();
  renderScreen(<ClientSheet order={sheetOf('completed')} terms={TERMS} origin="https://taller.test" />);
  expect(screen.queryByText(PROMISE)).toBeNull();
});
