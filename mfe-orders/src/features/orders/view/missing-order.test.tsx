// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { orderDeletionQuery } from '@taller/shared/orders/order-view-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { MissingOrder } from './missing-order.tsx';

const ID = '8f0d2f0e-3c1e-4f6a-9a52-0d6c6a5f1b11';
const error = new DataError('not-found', 'There is no order');

test('ORD-17 an order that is gone says that it was deleted, by whom and when', async () => {
  const deletion = { order_number: 123, created_at: '2026-11-25T15:30:00Z', actor_name: 'Ana Pérez' };
  renderScreen(<MissingOrder id={ID} error={error} />, {
    role: 'receptionist',
    answers: [answer(orderDeletionQuery(ID), deletion)],
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('La orden 000123 fue eliminada');
  expect(alert.textContent).toContain('La eliminó Ana Pérez el 25-11-2026, 12:30.');
});

test('ORD-12 an order that never was is not found', async () => {
  renderScreen(<MissingOrder id={ID} error={error} />, {
    role: 'receptionist',
    answers: [answer(orderDeletionQuery(ID), null)],
  });
  expect(await screen.findByText('Orden no encontrada')).toBeDefined();
});
