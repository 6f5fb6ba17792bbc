// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { intakeStateQuery } from '@taller/shared/orders/order-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { TakeBackDialog } from './take-back-dialog.tsx';

const order = {
  id: '00000000-0000-4000-8000-000000000001',
  order_number: 7,
  status: 'pending',
  version: 1,
  customer_name: 'Rosa Lagos',
  total_amount: 0,
  warranty_repair: false,
} as const;

const open = (obstacle: string | null, is_told = false) =>
  renderScreen(<TakeBackDialog order={order} onClose={() => {}} onRemoved={() => {}} />, {
    role: 'receptionist',
    answers: [answer(intakeStateQuery(order.id), { obstacle, is_told })],
  });

test('ORD-121 if an intake cannot be undone, the dialog says why and has no button for it', async () => {
  open('El trabajo ya comenzó: la orden cambió de estado.');
  expect(await screen.findByText('El trabajo ya comenzó: la orden cambió de estado.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Deshacer ingreso' })).toBeNull();
});

test('ORD-121 if it can, the dialog asks for a reason and says that the customer was notified', async () => {
  open(null, true);
  expect(await screen.findByLabelText(/Por qué/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Deshacer ingreso' })).toBeDefined();
  expect(
    screen.getByText('El cliente ya recibió el aviso de ingreso: cuéntale que fue un error.'),
  ).toBeDefined();
});
