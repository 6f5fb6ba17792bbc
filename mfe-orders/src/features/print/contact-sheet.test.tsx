// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import type { PrintOrder } from '@taller/shared/orders/print-queries.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { expect, test } from 'vitest';
import { ClientSheet } from './client-sheet.tsx';
import { TechnicalSheet } from './technical-sheet.tsx';

const ORDER = orderColumns({
  id: 'o6500',
  order_number: 6500,
  created_at: '2046-11-24T15:00:00Z',
  status: 'pending',
  total_amount: 0,
  advance_payment: 0,
  final_payment: 0,
  quote_lines: [],
  promised_at: null,
  customer_reference: 'OC-4500',
  contact: { name: 'Rosa Compras', role: 'Adquisiciones', phone: '+56 9 8444 1122' },
}) as unknown as PrintOrder;
const TERMS = { version: 1, changed_at: '2026-01-01T15:00:00Z', items: [] };

test('CARD-04 CARD-05 both sheets name the contact with their phone, and the customer’s own number', () => {
  const sheets = [
    <ClientSheet key="client" order={ORDER} terms={TERMS} origin="https://taller.test" />,
    <TechnicalSheet key="bench" order={ORDER} code={null} codeFailed={false} origin="https://taller.test" />,
  ];
  for (const sheet of sheets) {
    const { unmount } = renderScreen(sheet);
    expect(screen.getByText('Contacto').nextSibling?.textContent).toBe(
      'Rosa Compras, Adquisiciones · +56 9 8444 1122',
    );
    expect(screen.getByText('OC-4500')).toBeDefined();
    unmount();
  }
});
