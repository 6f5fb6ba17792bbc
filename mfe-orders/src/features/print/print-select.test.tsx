// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { printOrderQuery } from '@taller/shared/orders/print-queries.ts';
import { visitOrdersQuery } from '@taller/shared/orders/visits/visit-orders-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { afterEach, expect, test } from 'vitest';
import { PrintSelect } from './print-select.tsx';

const ORDER = {
  order_number: 123,
  equipment_brand: 'Apple',
  equipment_model: 'iPhone 13',
  customer_name: 'Ana',
};
const show = () =>
  renderScreen(<PrintSelect orders="id" />, {
    role: 'receptionist',
    answers: [answer(printOrderQuery('id'), ORDER), answer(visitOrdersQuery('id'), [])],
  });

afterEach(() => localStorage.clear());

test('ORD-13 the paper that was chosen last in this browser is chosen again', () => {
  const paper = () => screen.getByLabelText<HTMLSelectElement>('Papel');
  show();
  expect(paper().value).toBe('a4');
  fireEvent.change(paper(), { target: { value: '80mm' } });
  cleanup();
  show();
  expect(paper().value).toBe('80mm');
  expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toContain('80mm');
});

test('ORD-13 the sheet for the customer has the focus when the page opens, so that Enter prints it', () => {
  show();
  expect(document.activeElement).toBe(screen.getAllByRole('link')[0]);
  expect(document.activeElement?.getAttribute('href')).toContain('/print/');
});
