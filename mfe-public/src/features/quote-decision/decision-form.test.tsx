// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DecisionForm } from './decision-form.tsx';

afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const focused = () => document.activeElement?.textContent;

test('PUB-11 the question of a rejection takes the focus and gives it back', () => {
  const onDecide = vi.fn<() => void>();
  const quote = {
    order_number: 123,
    status: 'quoted',
    technical_work: 'Pantalla',
    total_amount: 45_990,
    equipment_type: 'smartphone',
    equipment_brand: 'Samsung',
    equipment_model: 'A52',
    quoted_at: '2026-11-20T15:00:00Z',
    version: 'v1',
  } as const;
  render(<DecisionForm quote={quote} sending={null} failure={null} onDecide={onDecide} />);
  expect(document.activeElement).toBe(document.body);
  press('Rechazar');
  expect(focused()).toBe('Volver al presupuesto');
  press('Volver al presupuesto');
  expect(focused()).toBe('Rechazar');
  expect(onDecide).not.toHaveBeenCalled();
});
