// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { requestedPartsQuery, type RequestedPart } from '@taller/shared/stock/parts/part-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test, vi } from 'vitest';
import { PartsPanel } from './parts-panel.tsx';

const ORDER = { id: 'o7', order_number: 7, version: 1, status: 'in_progress' } as unknown as Order;
const PART: RequestedPart = {
  id: 'p1',
  order_id: 'o7',
  order_number: 7,
  order_status: 'in_progress',
  item_id: 'i1',
  description: 'Pantalla A15',
  quantity: 2,
  state: 'reserved',
  supplier_name: 'FullMobile',
  expected_on: null,
  unit_cost: null,
  version: 2,
  from_quote: true,
  technician_name: null,
  available: 0,
  place: 'Cajón 3',
  usual_supplier: null,
  steps: [{ became: 'requested', note: '', made_by: null, made_at: '2026-11-27T15:00:00Z' }],
};

function show(parts: readonly RequestedPart[], order = ORDER) {
  const onTask = vi.fn();
  renderScreen(<PartsPanel order={order} onTask={onTask} />, {
    role: 'technician',
    answers: [answer(requestedPartsQuery('o7'), [...parts])],
  });
  return onTask;
}
const entries = async () =>
  within(await screen.findByRole('list', { name: 'Repuestos' })).getAllByRole('listitem');

test('PART-13 each part has its state, facts and next step as one button', async () => {
  const onTask = show([
    PART,
    { ...PART, id: 'p2', state: 'requested', quantity: 1, description: 'Batería' },
    { ...PART, id: 'p3', state: 'ordered', description: 'Cable', expected_on: '2020-01-02' },
  ]);
  await entries();
  expect(screen.getByText('FullMobile · lugar: Cajón 3 · del presupuesto')).toBeDefined();
  expect(screen.getByText(/debía llegar el 02-01-2020/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Colocar: 2 × Pantalla A15' }).textContent).toBe('Colocar');
  expect(screen.getByRole('button', { name: 'Llegó: 2 × Cable' })).toBeDefined();
  // None is free: the usual step is to order it, in a form.
  fireEvent.click(screen.getByRole('button', { name: 'Pedir: Batería' }));
  expect(onTask).toHaveBeenCalledWith('partPurchase', 'p2');
  expect(screen.getAllByText(/el cliente/)).toHaveLength(3);
});

test('PART-13 an open order asks for parts, and a closed one without any shows nothing', async () => {
  const onTask = show([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Pedir repuesto' }));
  expect(onTask).toHaveBeenCalledWith('part');
});

test('PART-48 a part that is no product is not reserved, and becomes one to be put into the stock', async () => {
  const onTask = show([
    { ...PART, item_id: null, available: null, place: null, state: 'arrived', quantity: 1 },
  ]);
  await entries();
  fireEvent.click(screen.getByRole('button', { name: 'Otros pasos de Pantalla A15' }));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Devolver al stock', 'Tiene una falla', 'Devolver al proveedor']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Devolver al stock' }));
  expect(onTask).toHaveBeenCalledWith('partStock', 'p1');
});

test('PART-10 a cancelled order asks whether to give back what it holds', async () => {
  show([PART, { ...PART, id: 'p2', state: 'fitted' }], { ...ORDER, status: 'cancelled' });
  expect(await screen.findByText('Esta orden se cerró y guarda 1 repuesto con reserva.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Devolver al stock' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Pedir repuesto' })).toBeNull();
});
