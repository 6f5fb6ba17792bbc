// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { printOrderQuery } from '@taller/shared/orders/print-order-query.ts';
import { queryClient, QueryRoot } from '@taller/shared/query/query-root.tsx';
import { BrowserRouter } from '@taller/shared/runtime';
import { afterEach, expect, test } from 'vitest';
import { PrintSelect } from './print-select.tsx';

afterEach(cleanup);

test('ORD-13 the sheet for the customer has the focus when the page opens, so that Enter prints it', () => {
  const { queryKey } = printOrderQuery('id');
  queryClient.setQueryData([...queryKey], {
    order_number: 123,
    equipment_brand: 'Apple',
    equipment_model: 'iPhone 13',
    customer_name: 'Ana',
  });
  render(
    <QueryRoot>
      <BrowserRouter>
        <PrintSelect orders="id" />
      </BrowserRouter>
    </QueryRoot>,
  );
  expect(document.activeElement).toBe(screen.getAllByRole('link')[0]);
  expect(document.activeElement?.getAttribute('href')).toContain('/print/');
});
