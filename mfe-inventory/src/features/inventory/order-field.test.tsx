// @vitest-environment jsdom
import { useState } from 'react';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orderListQuery } from '@taller/shared/orders/order-list-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { OrderField } from './order-field.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const FOUND = {
  id: 'one',
  order_number: 6342,
  customer_name: 'Millaray Ramírez Pérez',
  equipment_brand: 'Samsung',
  equipment_model: 'Galaxy A05s',
};

/** The field, with the server's answer to a search for 'perez'. */
function show() {
  const list = orderListQuery({
    search: 'perez',
    field: 'customer_name',
    status: null,
    technicianId: null,
    view: null,
    sort: null,
    page: 1,
  });
  function Screen() {
    const [typed, setTyped] = useState('');
    return (
      <OrderField
        typed={typed}
        onPick={setTyped}
        label="Orden"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    );
  }
  renderScreen(<Screen />, {
    role: 'technician',
    answers: [answer(list, { orders: [FOUND], total: 1 })],
  });
}

test('INV-22 a name typed without its accents shows the orders that the server finds; choosing one writes its number', () => {
  show();
  const field = screen.getByLabelText<HTMLInputElement>('Orden');
  fireEvent.change(field, { target: { value: 'perez' } });
  act(() => {
    vi.advanceTimersByTime(300);
  });
  fireEvent.click(screen.getByRole('button', { name: /006342.*Millaray Ramírez Pérez.*Galaxy A05s/ }));
  expect(field.value).toBe('006342');
  expect(screen.queryByRole('button')).toBeNull();
});
