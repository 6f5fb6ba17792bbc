// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { expect, test } from 'vitest';
import { PaymentForm, RefundForm } from './payment-form.tsx';

const ORDER = {
  id: 'o7',
  status: 'completed',
  total_amount: 30_000,
  advance_payment: 10_000,
  final_payment: 0,
  warranty_repair: false,
} as unknown as Order;

const show = (Fields: typeof PaymentForm, order: Order = ORDER) =>
  renderScreen(
    <Dialog open title="Pago" onOpenChange={() => undefined}>
      <Fields order={order} onDone={() => undefined} />
    </Dialog>,
    { role: 'receptionist' },
  );
const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Monto' });

test('PAY-01 a payment begins with the balance, says how much that is, and asks for a method', async () => {
  show(PaymentForm);
  expect(amount().value).toBe('20.000');
  expect(screen.getByText('Hasta $20.000')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Registrar pago' }));
  expect(await screen.findByText('Elige cómo se pagó.')).toBeDefined();
});

test('PAY-01 an advance of an order without a price has no upper limit', () => {
  show(PaymentForm, { ...ORDER, status: 'pending', total_amount: 0 });
  expect(amount().value).toBe('');
  expect(screen.queryByText(/^Hasta/)).toBeNull();
});

test('PAY-03 a refund begins with what is too much, and has a reason', async () => {
  show(RefundForm, { ...ORDER, total_amount: 8000 });
  expect(amount().value).toBe('2.000');
  expect(screen.getByText('Hasta $10.000')).toBeDefined();
  fireEvent.change(screen.getByRole('combobox', { name: 'Medio de pago' }), {
    target: { value: 'transfer' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Devolver' }));
  expect(await screen.findByText('Escribe el motivo.')).toBeDefined();
});
