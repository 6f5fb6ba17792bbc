// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { paths } from '@taller/shared/contract/paths.ts';
import { visitOrdersQuery, type VisitOrder } from '@taller/shared/orders/visits/visit-orders-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { OwnVisit } from './own-visit.tsx';

test('REC-03 a customer sees the own orders that came together, each with its state', async () => {
  const device: VisitOrder = {
    visit: 3,
    id: 'o1',
    order_number: 41,
    status: 'pending',
    equipment_type: 'smartphone',
    equipment_brand: 'Samsung',
    equipment_model: 'A15',
    balance: 0,
  };
  renderScreen(<OwnVisit orderId="o1" />, {
    role: 'customer',
    answers: [
      answer(visitOrdersQuery('o1'), [
        device,
        { ...device, id: 'o2', order_number: 42, status: 'completed' },
      ]),
    ],
  });
  const link = await screen.findByRole('link', { name: 'Orden 000042 · Samsung A15' });
  expect(link.getAttribute('href')).toBe(paths.orderView.getHref('o2'));
  expect(screen.getByText('Completado')).toBeDefined();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});
