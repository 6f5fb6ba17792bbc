// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { paths } from '@taller/shared/contract/paths.ts';
import {
  catalogQuery,
  inventoryListQuery,
  type InventoryRequest,
} from '@taller/shared/stock/inventory/inventory-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { InventoryPage } from './inventory-page.tsx';

const PATH = paths.dashboardInventory.getHref();
const ALL: InventoryRequest = {
  search: '',
  typeId: null,
  sort: 'created_at',
  descending: true,
  low: false,
  page: 1,
};
const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `i${n}`,
    item_number: n,
    brand: 'Samsung',
    model: `A${n}`,
  }));
const CATALOGS = [
  answer(catalogQuery('component_types'), [{ id: 't1', name: 'Pantalla' }]),
  answer(catalogQuery('suppliers'), [{ id: 's1', name: 'Repuestos Sur' }]),
];

test('INV-01 every field of a new product is required: Todos los campos son obligatorios.', async () => {
  renderScreen(<InventoryPage />, {
    role: 'technician',
    path: PATH,
    answers: [...CATALOGS, answer(inventoryListQuery(ALL), { rows: [], total: 0, isMore: false })],
  });
  expect(screen.getByRole('heading', { name: 'Inventario de Productos' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Agregar Producto' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Agregar Producto' }));
  expect(await screen.findAllByText('Todos los campos son obligatorios.')).toHaveLength(1);
  for (const message of [
    'Escribe la marca.',
    'Escribe el modelo.',
    'Escribe una cantidad entera, 0 o más.',
    'Escribe un precio en pesos, sin decimales.',
    'Elige un tipo.',
    'Elige un proveedor.',
  ])
    expect(screen.getByText(message)).toBeDefined();
  for (const value of ['-1', '1,5', 'muchas', '99999999999999']) {
    for (const label of ['Cantidad', 'Precio Cliente']) {
      const field = screen.getByLabelText(label);
      const expectInvalid = async (typed: string, isInvalid: boolean) => {
        fireEvent.change(field, { target: { value: typed } });
        await expect.poll(() => field.hasAttribute('aria-invalid')).toBe(isInvalid);
      };
      await expectInvalid('1', false);
      await expectInvalid(value, true);
    }
  }
});

test.each([
  ['1.001–1.020 de más de 1.000', 41, 20, false],
  ['976–1.000 de más de 1.000', 40, 25, true],
])('INV-01 a count that is capped says so: %s', async (text, page, count, isMore) => {
  renderScreen(<InventoryPage />, {
    role: 'technician',
    path: `${PATH}?buscar=contado&pagina=${page}`,
    answers: [
      ...CATALOGS,
      answer(inventoryListQuery({ ...ALL, search: 'contado', page }), {
        rows: rows(count),
        total: 1_000,
        isMore: true,
      }),
    ],
  });
  expect(await screen.findByText(text)).toBeDefined();
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Página siguiente' });
  expect(next.disabled).toBe(!isMore);
});

test('INV-01 a page behind the last one leads back', async () => {
  renderScreen(<InventoryPage />, {
    role: 'technician',
    path: `${PATH}?buscar=contado&pagina=999`,
    answers: [
      ...CATALOGS,
      answer(inventoryListQuery({ ...ALL, search: 'contado', page: 999 }), {
        rows: [],
        total: 1_000,
        isMore: true,
      }),
      answer(inventoryListQuery({ ...ALL, search: 'contado' }), {
        rows: rows(25),
        total: 1_000,
        isMore: true,
      }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Ir a la primera página' }));
  expect(await screen.findByText('1–25 de más de 1.000')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Registro de Actividades' }).getAttribute('href')).toBe(
    '/activity-logs',
  );
});
