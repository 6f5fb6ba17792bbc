// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import type { Letter } from '@taller/shared/orders/unclaimed/letter-query.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { expect, test } from 'vitest';
import { LetterSheet } from './print-letter-page.tsx';

const ORDER = orderColumns({
  id: 'o1',
  order_number: 6400,
  created_at: '2026-08-20T15:00:00Z',
  completed_at: '2026-09-20T15:00:00Z',
  status: 'completed',
  customer_name: 'Ana Rojas',
  equipment_brand: 'Samsung',
  equipment_model: 'A52',
  imei: '356938035643809',
  total_amount: 30_000,
  advance_payment: 5000,
  final_payment: 0,
}) as unknown as Letter;

test('TIME-45 the letter has its date, device, order, balance, and the day of article 42', () => {
  renderScreen(
    <LetterSheet order={ORDER} readyAt="2026-09-20T15:00:00Z" today={new Date('2026-11-27T15:00:00Z')} />,
  );
  expect(screen.getByText(/27-11-2026$/)).toBeDefined();
  expect(screen.getByText('A Ana Rojas:', { exact: false })).toBeDefined();
  expect(
    screen.getByText(
      /^Tu equipo \(.*Samsung A52, IMEI o serie 356938035643809\) de la orden 006400, que recibimos el 20-08-2026, está listo para retirar desde el 20-09-2026\./,
    ),
  ).toBeDefined();
  expect(screen.getByText('Saldo por pagar al retirarlo: $25.000.')).toBeDefined();
  expect(screen.getByText(/artículo 42: .*después del 20-08-2027\.$/)).toBeDefined();
});
