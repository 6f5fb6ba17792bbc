// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { QuoteLine } from '@taller/shared/orders/quote/quote-lines.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { DecisionForm } from './decision-form.tsx';

afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const focused = () => document.activeElement?.textContent;

const line = (id: string, rest: Partial<QuoteLine>): QuoteLine => ({
  id,
  kind: 'part',
  description: id,
  quantity: 1,
  unit_price: 0,
  discount: 0,
  condition: 'new',
  choice: null,
  optional: false,
  chosen: false,
  note: '',
  ...rest,
});

const QUOTE = {
  order_number: 123,
  status: 'quoted',
  technical_work: 'Pantalla',
  total_amount: 75_000,
  equipment_type: 'smartphone',
  equipment_brand: 'Samsung',
  equipment_model: 'A52',
  quoted_at: '2026-11-20T15:00:00Z',
  version: 'v1',
  lines: [
    line('Cambio', { kind: 'labour', condition: null, unit_price: 15_000, chosen: true }),
    line('Original', { choice: 'Pantalla', unit_price: 60_000, chosen: true }),
    line('Compatible', { choice: 'Pantalla', unit_price: 35_000, condition: 'refurbished' }),
    line('Lámina', { optional: true, unit_price: 8000 }),
  ],
  tax_rate: 19,
  valid_until: '2026-12-05',
  expired: false,
} as const;

test('QUO-03 what the customer ticks and chooses is in the total, and in the answer', () => {
  const onDecide = vi.fn<(decision: string, lines: readonly QuoteLine[]) => void>();
  render(<DecisionForm quote={QUOTE} sending={null} failure={null} onDecide={onDecide} />);
  expect(screen.getByText('$75.000')).toBeDefined();
  expect(screen.getByText('Incluye IVA (19 %): $11.975')).toBeDefined();
  expect(screen.getByText('Válido hasta el 05-12-2026.')).toBeDefined();
  expect(screen.getByText('Reacondicionado')).toBeDefined();
  fireEvent.click(screen.getByRole('radio', { name: /^Compatible/ }));
  fireEvent.click(screen.getByRole('checkbox', { name: /^Lámina/ }));
  expect(screen.getByText('$58.000')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Original/ }).checked).toBe(false);
  press('Aprobar y Continuar');
  const [decision, lines] = onDecide.mock.lastCall ?? [];
  expect(decision).toBe('approved');
  expect(lines?.filter(({ chosen }) => chosen).map(({ id }) => id)).toEqual([
    'Cambio',
    'Compatible',
    'Lámina',
  ]);
});

test('PUB-11 the question of a rejection takes the focus and gives it back', () => {
  const onDecide = vi.fn<() => void>();
  render(<DecisionForm quote={QUOTE} sending={null} failure={null} onDecide={onDecide} />);
  expect(document.activeElement).toBe(document.body);
  press('Rechazar');
  expect(focused()).toBe('Volver al presupuesto');
  press('Volver al presupuesto');
  expect(focused()).toBe('Rechazar');
  expect(onDecide).not.toHaveBeenCalled();
});
