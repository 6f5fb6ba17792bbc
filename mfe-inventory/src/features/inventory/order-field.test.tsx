// @vitest-environment jsdom
import { useState } from 'react';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orderListQuery } from '@taller/shared/orders/order-list-queries.ts';
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

const searched = (field: 'customer_name' | 'order_number', search: string) =>
  orderListQuery({
    search,
    field,
    status: null,
    technicianId: null,
    view: null,
    waitReason: null,
    place: null,
    sort: null,
    page: 1,
  });

/** The field, with the server's answers to some searches. */
function show() {
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
    answers: [
      answer(searched('customer_name', 'perez'), { orders: [FOUND], total: 1 }),
      answer(searched('order_number', '6342'), { orders: [FOUND], total: 1 }),
      // The list finds numbers by their beginning.
      answer(searched('order_number', '634'), { orders: [FOUND], total: 1 }),
    ],
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

test('INV-22 a typed number shows whose order it is, and says if there is none', () => {
  show();
  const field = screen.getByLabelText<HTMLInputElement>('Orden');
  const type = (value: string) => {
    fireEvent.change(field, { target: { value } });
    act(() => {
      vi.advanceTimersByTime(300);
    });
  };
  type('#006342');
  expect(screen.getByText('Es la orden de Millaray Ramírez Pérez · Samsung Galaxy A05s')).toBeTruthy();
  type('634');
  expect(screen.getByText('No hay una orden con ese número.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
