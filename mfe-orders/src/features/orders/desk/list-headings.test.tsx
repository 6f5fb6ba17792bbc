// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { OrderSort } from '@taller/shared/orders/order-filter.ts';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { DeskSort } from './desk-filter-sheet.tsx';
import { ListHeadings } from './list-headings.tsx';

afterEach(cleanup);

function Sorted() {
  const [sort, setSort] = useState<OrderSort | null>(null);
  return (
    <>
      <ListHeadings sort={sort} onSort={setSort} />
      <DeskSort sort={sort} onSort={setSort} />
    </>
  );
}
const pressed = () =>
  screen
    .getAllByRole('button', { pressed: true })
    .map((button) => button.getAttribute('aria-label'))
    .join();

test('ORD-75 a heading sorts by its column, turns round on the next click, and says how the list is sorted', () => {
  render(<Sorted />);
  expect(pressed()).toBe('Orden, más nuevas primero');
  fireEvent.click(screen.getByRole('button', { name: 'Precio' }));
  expect(pressed()).toBe('Precio, de mayor a menor');
  fireEvent.click(screen.getByRole('button', { name: /^Precio/ }));
  expect(pressed()).toBe('Precio, de menor a mayor');
  fireEvent.click(screen.getByRole('button', { name: 'Cliente' }));
  expect(pressed()).toBe('Cliente, de la A a la Z');
});

test('ORD-75 the select of phones offers every sort and shows the same one', () => {
  render(<Sorted />);
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Ordenar por' });
  expect(select.selectedOptions[0]?.text).toBe('Orden, más nuevas primero');
  expect(select.options).toHaveLength(12);
  fireEvent.change(select, { target: { value: 'changed desc' } });
  expect(pressed()).toBe('Último cambio, el más reciente primero');
});
