// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { printOrderQuery } from '@taller/shared/orders/print-order-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { PrintSelect } from './print-select.tsx';

test('ORD-13 the sheet for the customer has the focus when the page opens, so that Enter prints it', () => {
  const order = {
    order_number: 123,
    equipment_brand: 'Apple',
    equipment_model: 'iPhone 13',
    customer_name: 'Ana',
  };
  renderScreen(<PrintSelect orders="id" />, {
    role: 'receptionist',
    answers: [answer(printOrderQuery('id'), order)],
  });
  expect(document.activeElement).toBe(screen.getAllByRole('link')[0]);
  expect(document.activeElement?.getAttribute('href')).toContain('/print/');
});
