// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { catalogQuery } from '@taller/shared/stock/inventory/inventory-queries.ts';
import {
  shopPartsQuery,
  type PartsRequest,
  type RequestedPart,
} from '@taller/shared/stock/parts/part-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { PartsPage } from './parts-page.tsx';

const PART: RequestedPart = {
  id: 'p1',
  order_id: 'o7',
  order_number: 7,
  order_status: 'in_progress',
  item_id: 'i1',
  description: 'Pantalla A15',
  quantity: 2,
  state: 'requested',
  supplier_name: null,
  expected_on: null,
  unit_cost: null,
  version: 2,
  from_quote: true,
  technician_name: 'Ana Soto',
  available: 0,
  steps: [],
  place: 'Cajón 3',
  usual_supplier: 'FullMobile',
};
const LATE = {
  ...PART,
  id: 'p2',
  description: 'Flex',
  quantity: 1,
  state: 'ordered',
  order_number: 8,
  supplier_name: 'FullMobile',
  expected_on: '2020-01-02',
} as const;
const ALL: PartsRequest = { work: 'all', supplierId: null, page: 1 };

const show = (rows: readonly RequestedPart[], request = ALL, query = '') =>
  renderScreen(<PartsPage />, {
    role: 'technician',
    path: `/dashboard/pedidos/repuestos${query}`,
    answers: [
      answer(shopPartsQuery(request), { rows: [...rows], total: rows.length }),
      answer(catalogQuery('suppliers'), [{ id: 's1', name: 'FullMobile' }] as never),
    ],
  });
const choose = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));
const names = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

test('PART-11 each part has its order, place and supplier, and is marked once it is late', async () => {
  show([PART, LATE]);
  await screen.findByText('2 × Pantalla A15');
  expect(screen.getAllByText(/Lugar: Cajón 3/)).toHaveLength(2);
  expect(screen.getByText('Suele venir de FullMobile')).toBeDefined();
  const late = within(screen.getByText('Atrasado').closest<HTMLElement>('[role=row]') ?? document.body);
  expect(late.getByText('Debía llegar el').textContent).toBe('Debía llegar el 02-01-2020');
  expect(screen.getByRole('link', { name: '000007' }).getAttribute('href')).toContain('o7');
});

test('PART-45 the chosen parts take the steps that all of them can take', async () => {
  show([PART, LATE]);
  await screen.findByText('2 × Pantalla A15');
  choose('Elegir 2 × Pantalla A15 de la orden 000007');
  expect(names('1 repuesto elegido')).toEqual(['Pedir', 'Llegaron', 'Quitar elección']);
  choose('Elegir Flex de la orden 000008');
  expect(names('2 repuestos elegidos')).toEqual(['Pedir', 'Llegaron', 'Quitar elección']);
  fireEvent.click(screen.getByRole('button', { name: 'Pedir' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pedir 2 repuestos' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Proveedor').value).toBe('FullMobile');
  expect(dialog.getByLabelText(/Costo por unidad: 2 × Pantalla A15/)).toBeDefined();
});

test('PART-11 without any the filters say so, and are taken off', async () => {
  show([], { ...ALL, work: 'overdue' }, '?ver=overdue');
  expect(await screen.findByText('No hay repuestos con estos filtros.')).toBeDefined();
});
