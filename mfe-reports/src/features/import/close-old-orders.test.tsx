// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { oldOrdersQuery } from '@taller/shared/orders/order-list-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { addDays, shopDay } from '@taller/shared/values/dates.ts';
import { expect, test } from 'vitest';
import { CloseOldOrders } from './close-old-orders.tsx';

const open = (delivered: number, cancelled: number) =>
  renderScreen(<CloseOldOrders />, {
    role: 'admin',
    answers: [answer(oldOrdersQuery(addDays(shopDay(new Date()), -365)), { delivered, cancelled })],
  });

test('ORD-122 the numbers of old orders by new status are shown before closing them, with a confirmation', async () => {
  open(2, 1);
  const said = '2 órdenes terminadas pasan a Entregado y 1 sin terminar a Cancelado.';
  expect(await screen.findByText(said)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar sin avisar' }));
  expect(await screen.findByText('¿Cerrar 3 órdenes antiguas?')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Sí, cerrarlas' })).toBeDefined();
});

test('ORD-122 without old orders there is nothing to press', async () => {
  open(0, 0);
  expect(await screen.findByText('No hay órdenes importadas abiertas de hace tanto tiempo.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Cerrar sin avisar' })).toHaveProperty('disabled', true);
});
