// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { lineCostsQuery } from '@taller/shared/orders/quote/line-costs-query.ts';
import type { StoredLine } from '@taller/shared/orders/quote/quote-lines-schema.ts';
import type { CannedLine } from '@taller/shared/settings/desk-schema.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { inventoryListQuery, type InventoryRow } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { finishSession } from '@taller/shared/runtime/session-store.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { expect, test } from 'vitest';
import { QuoteLinesForm } from './quote-lines-form.tsx';

const LINE: StoredLine = {
  id: '0c5a4a5e-6f0e-4f3c-9d53-0d8a6f3f7b11',
  kind: 'part',
  description: 'Pantalla',
  quantity: 2,
  unit_price: 30_000,
  discount: 0,
  condition: 'used',
  choice: null,
  optional: false,
  chosen: true,
  note: '',
  product_id: null,
};
const CANNED = [
  ['Pantalla', 'smartphone', 'part', 'Pantalla A52', 60_000],
  ['Pantalla', 'smartphone', 'labour', 'Cambio', 15_000],
  ['Pantalla', 'all', 'labour', 'Cambio de cualquiera', null],
  ['Limpieza', 'laptop', 'labour', 'Limpieza', 20_000],
].map(([quote, type, kind, description, price]) => ({
  quote,
  type,
  kind,
  description,
  price,
  condition: 'new',
  optional: false,
})) as CannedLine[];
const SCREEN = {
  id: '5a0e8b6c-2f5f-4a53-9a0e-7c1f5e0d9b21',
  item_number: 12,
  component_type_name: 'Pantalla',
  brand: 'Apple',
  model: 'iPhone 13',
  quantity: 2,
  reserved: 2,
  cost_price: 89_990,
  purchase_cost: 51_000,
} as InventoryRow;
const ORDER = {
  id: 'o7',
  version: 1,
  status: 'pending',
  equipment_type: 'smartphone',
  total_amount: 60_000,
} as Order;

const open = (role: 'admin' | 'technician', lines: readonly StoredLine[] = [LINE]) =>
  renderScreen(
    <Dialog open title="Presupuesto" onOpenChange={() => undefined}>
      <QuoteLinesForm order={{ ...ORDER, quote_lines: lines }} onDone={() => undefined} />
    </Dialog>,
    {
      role,
      answers: [
        answer(deskSettingsQuery(), { cannedLines: CANNED }),
        answer(lineCostsQuery('o7'), [{ line_id: LINE.id, unit_cost: 18_000 }]),
        answer(
          inventoryListQuery({
            search: 'iphone',
            typeId: null,
            sort: 'model',
            descending: false,
            page: 1,
            low: false,
          }),
          { rows: [SCREEN], total: 1, isMore: false },
        ),
      ],
    },
  );
const line = (name: RegExp) => within(screen.getByRole('group', { name }));

test('QUO-01 lines are added, priced and taken off, and the total follows', async () => {
  open('technician');
  expect(await screen.findByText('$60.000')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Mano de obra' }));
  const work = line(/^Línea 2/);
  fireEvent.change(work.getByLabelText('Precio unitario'), { target: { value: '15000' } });
  expect(await screen.findByText('$75.000')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Descuento' }));
  fireEvent.change(line(/^Línea 3/).getByLabelText('Cuánto se descuenta'), { target: { value: '5000' } });
  expect(await screen.findByText('$70.000')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Quitar Línea 1 · Repuesto' }));
  expect(await screen.findByText('$10.000')).toBeDefined();
});

test('QUO-11 a usual quote of this kind of device adds its lines with their prices', async () => {
  open('technician', []);
  const usual = await screen.findByLabelText<HTMLSelectElement>('Presupuesto frecuente');
  expect([...usual.options].map(({ text }) => text)).toEqual(['Agregar uno…', 'Pantalla']);
  fireEvent.change(usual, { target: { value: 'Pantalla' } });
  expect(await screen.findByText('$75.000')).toBeDefined();
  expect(line(/^Línea 2/).getByLabelText<HTMLInputElement>('Qué es').value).toBe('Cambio');
});

test('QUO-01 what is missing is said beside its field, and nothing is sent', async () => {
  open('technician', []);
  fireEvent.click(await screen.findByRole('button', { name: 'Repuesto' }));
  fireEvent.click(screen.getByRole('button', { name: 'Guardar líneas' }));
  expect(await screen.findByText('Escribe qué es.')).toBeDefined();
  expect(screen.getByText('Escribe el precio en pesos.')).toBeDefined();
});

test.each([
  ['admin', '18.000'],
  ['technician', null],
] as const)('QUO-06 an %s reads the cost of a unit: %s', async (role, cost) => {
  open(role);
  await screen.findByText('$60.000');
  const field = screen.queryByLabelText<HTMLInputElement>(/^Costo unitario/);
  expect(field?.value ?? null).toBe(cost);
});

test('QUO-13 a part is found in the inventory by typing, and brings its name and price', async () => {
  open('technician');
  const what = await screen.findByRole('combobox', { name: 'Qué es' });
  // Only the text at a pause is asked for: another query would have no answer.
  for (const value of ['ip', 'ipho', 'iphone']) fireEvent.input(what, { target: { value } });
  fireEvent.click(await screen.findByRole('option', { name: /Apple iPhone 13 · \$89\.990 · sin stock/ }));
  expect(line(/^Línea 1/).getByLabelText<HTMLInputElement>('Qué es').value).toBe('Pantalla Apple iPhone 13');
  expect(await screen.findByText('$179.980')).toBeDefined();
  expect(screen.queryByRole('option', { name: /iPhone/ })).toBeNull();
});

test('QUO-13 a discount can be typed in per cent, and is whole pesos', async () => {
  open('technician', [{ ...LINE, quantity: 1, unit_price: 33_333 }]);
  fireEvent.click(await screen.findByRole('button', { name: 'Descuento' }));
  const discount = line(/^Línea 2/);
  fireEvent.change(discount.getByLabelText('O en porcentaje'), { target: { value: '10' } });
  expect(discount.getByLabelText<HTMLInputElement>('Cuánto se descuenta').value).toBe('3.333');
  expect(await screen.findByText('$30.000')).toBeDefined();
  fireEvent.change(discount.getByLabelText('O en porcentaje'), { target: { value: '101' } });
  expect(discount.getByLabelText<HTMLInputElement>('Cuánto se descuenta').value).toBe('3.333');
});

test('QUO-13 what was typed in per cent stays, and follows its price until pesos are typed', async () => {
  const { unmount } = open('technician', [{ ...LINE, quantity: 1, unit_price: 30_000 }]);
  fireEvent.click(await screen.findByRole('button', { name: 'Descuento' }));
  const value = (of: RegExp, label: string) => line(of).getByLabelText<HTMLInputElement>(label).value;
  const type = (of: RegExp, label: string, text: string) =>
    fireEvent.change(line(of).getByLabelText(label), { target: { value: text } });
  type(/^Línea 2/, 'O en porcentaje', '10');
  type(/^Línea 1/, 'Precio unitario', '50000');
  expect(await screen.findByText('$45.000')).toBeDefined();
  expect(value(/^Línea 2/, 'Cuánto se descuenta')).toBe('5.000');
  type(/^Línea 1/, 'O en porcentaje', '50');
  expect(await screen.findByText('$22.500')).toBeDefined();
  type(/^Línea 1/, 'Cantidad', '2');
  expect(await screen.findByText('$45.000')).toBeDefined();
  act(() => finishSession('ended'));
  unmount();
  open('technician', [{ ...LINE, quantity: 1, unit_price: 30_000 }]);
  expect(await screen.findByText('$45.000')).toBeDefined();
  expect(value(/^Línea 1/, 'O en porcentaje')).toBe('50');
  type(/^Línea 2/, 'Cuánto se descuenta', '4000');
  expect(value(/^Línea 2/, 'O en porcentaje')).toBe('');
  expect(await screen.findByText('$46.000')).toBeDefined();
});

test('QUO-01 beside 50 lines none is added, and more than 50 are refused in words', async () => {
  const lines = Array.from({ length: 50 }, (_, index) => ({ ...LINE, id: `${index}`, quantity: 1 }));
  open('technician', [...lines, { ...LINE, id: 'x', kind: 'labour', description: 'Ajuste', quantity: 1 }]);
  const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'Mano de obra' });
  expect(add.disabled).toBe(true);
  fireEvent.change(await screen.findByLabelText('Presupuesto frecuente'), { target: { value: 'Pantalla' } });
  fireEvent.click(screen.getByRole('button', { name: 'Guardar líneas' }));
  expect(await screen.findByText('Un presupuesto lleva hasta 50 líneas.')).toBeDefined();
});

test('PART-46 a picked part costs what it was bought for, not the price for customers', async () => {
  open('admin');
  fireEvent.input(await screen.findByRole('combobox', { name: 'Qué es' }), { target: { value: 'iphone' } });
  fireEvent.click(await screen.findByRole('option', { name: /Apple iPhone 13/ }));
  const cost = line(/^Línea 1/).getByLabelText<HTMLInputElement>(/^Costo unitario/);
  await waitFor(() => expect(cost.value.replaceAll(/\D/g, '')).toBe('51000'));
});
