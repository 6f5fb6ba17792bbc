// @vitest-environment jsdom
import { paths } from '@taller/shared/contract/paths.ts';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { orderDeletionQuery, orderIdQuery } from '@taller/shared/orders/order-view-queries.ts';
import { orderQuery } from '@taller/shared/orders/order-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderHookInSite, renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useDeskRemembered } from '../desk/desk-return.ts';
import { OrderViewPage } from './order-view-page.tsx';

const ID = '6f1c2b3a-0d4e-4a5b-8c6d-7e8f90a1b2c3';
const missing = () => {
  throw new DataError('not-found', 'There is no such order');
};

test.each(['6.420', '6420', '006420'])(
  'SHELL-04 the address with number %s leads to its order',
  async (number) => {
    renderScreen(<OrderViewPage />, {
      role: 'technician',
      path: paths.orderView.getHref(number),
      pattern: paths.orderView.path,
      answers: [answer(orderIdQuery(6420), ID), answer(orderQuery(ID), missing)],
    });
    await waitFor(() => expect(location.pathname).toBe(paths.orderView.getHref(ID)));
  },
);

test('SHELL-04 ORD-12 a number without an order says that there is none, and leads back', async () => {
  renderScreen(<OrderViewPage />, {
    role: 'technician',
    path: paths.orderView.getHref('6.420'),
    pattern: paths.orderView.path,
    answers: [
      answer(orderIdQuery(6420), null),
      answer(orderQuery('6420'), missing),
      answer(orderDeletionQuery('6420'), null),
    ],
  });
  expect(await screen.findByText('Orden no encontrada')).toBeDefined();
  const back = screen.getByRole('link', { name: 'Volver a las órdenes' });
  expect(back.getAttribute('href')).toBe('/dashboard');
});

test('ORD-12 the back link leads to the desk as it was left, without the form of a new order', async () => {
  const desk = 'q=samsung&estado=pending&pagina=2';
  const params = new URLSearchParams(`${desk}&nueva=1`);
  renderHookInSite(() => useDeskRemembered(params, true), { role: 'technician' }).unmount();
  renderScreen(<OrderViewPage />, {
    role: 'technician',
    path: paths.orderView.getHref(ID),
    pattern: paths.orderView.path,
    answers: [answer(orderQuery(ID), missing), answer(orderDeletionQuery(ID), null)],
  });
  const back = await screen.findByRole('link', { name: 'Volver a las órdenes' });
  expect(back.getAttribute('href')).toBe(`/dashboard?${desk}`);
});
