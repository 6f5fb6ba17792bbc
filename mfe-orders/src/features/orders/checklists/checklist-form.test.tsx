// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  orderChecklistsQuery,
  type OrderChecklists,
} from '@taller/shared/orders/checklists/checklist-queries.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { beforeEach, expect, test, vi } from 'vitest';
import { DeliveryChecklistForm, ReceptionChecklistForm } from './checklist-form.tsx';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@taller/shared/runtime', async (original) => ({
  ...(await original<object>()),
  supabase: async () => ({ rpc }),
}));

const ORDER = {
  id: 'o7',
  order_number: 7,
  status: 'approved',
  equipment_type: 'smartphone',
} as unknown as Order;
const NONE: OrderChecklists = { reception: null, delivery: null };
const FUNDA = { id: '6f1c2b3a-0d4e-4a5b-8c6d-7e8f90a1b2c3', label: 'Funda' };
const RECEIVED: OrderChecklists = {
  reception: {
    equipment_type: 'smartphone',
    version: 3,
    points: [
      { label: 'Pantalla', result: 'works' },
      { label: 'Señal', result: 'fails' },
    ],
    accessories: [FUNDA],
  },
  delivery: null,
};
const SHOP = {
  ...FIRST_VALUES.desk,
  checkpoints: { ...FIRST_VALUES.desk.checkpoints, smartphone: ['Pantalla', 'Señal', 'Carga'] },
};

let done = vi.fn();
beforeEach(() => {
  done = vi.fn();
  rpc.mockReset();
});
function show(stored: OrderChecklists, Fields = ReceptionChecklistForm, order = ORDER) {
  renderScreen(
    <Dialog open title="Revisión" onOpenChange={() => undefined}>
      <Fields order={order} onDone={done} />
    </Dialog>,
    {
      role: 'receptionist',
      answers: [answer(orderChecklistsQuery('o7'), () => stored), answer(deskSettingsQuery(), SHOP as never)],
    },
  );
}
const chosen = async (point: string) => {
  const group = await screen.findByRole('radiogroup', { name: point });
  return within(group).getByRole<HTMLInputElement>('radio', { checked: true });
};
const resultOf = async (point: string) => (await chosen(point)).closest('label')?.textContent;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sent = () => rpc.mock.calls.map(([, args]) => args as Record<string, unknown>);

test('REC-29 one press says that all works, 2 that one fails, and the next point has the focus', async () => {
  rpc.mockResolvedValue({ data: [{ saved: true, version: 1 }], error: null });
  show(NONE);
  expect(await resultOf('Pantalla')).toBe('No probado');
  press('Todo funciona');
  fireEvent.keyDown(await chosen('Señal'), { key: '2' });
  expect([await resultOf('Pantalla'), await resultOf('Señal')]).toEqual(['Funciona', 'Falla']);
  expect(document.activeElement).toBe(await chosen('Carga'));
  expect(screen.getByText('Funcionan: 2 · Fallan: 1 · No probados: 0')).toBeDefined();
  // A failure that was noted stays.
  press('El resto funciona');
  expect(await resultOf('Señal')).toBe('Falla');
  press('Funda');
  fireEvent.change(screen.getByRole('textbox', { name: /^Otros accesorios/ }), {
    target: { value: 'Cable, Lápiz' },
  });
  press('Guardar revisión');
  await waitFor(() => expect(done).toHaveBeenCalled());
  const [args] = sent();
  expect(args).toMatchObject({
    p_order_id: 'o7',
    p_moment: 'reception',
    p_equipment_type: 'smartphone',
    p_points: [
      { label: 'Pantalla', result: 'works' },
      { label: 'Señal', result: 'fails' },
      { label: 'Carga', result: 'works' },
    ],
    p_accessories: [{ label: 'Funda' }, { label: 'Cable' }, { label: 'Lápiz' }],
  });
  expect(args).not.toHaveProperty('p_known');
});

test('REC-28 the delivery begins with the points and the accessories of the reception', async () => {
  rpc.mockResolvedValue({ data: [{ saved: true, version: 1 }], error: null });
  show(RECEIVED, DeliveryChecklistForm);
  expect([await resultOf('Pantalla'), await resultOf('Señal')]).toEqual(['No probado', 'No probado']);
  expect(screen.queryByRole('radiogroup', { name: 'Carga' })).toBeNull();
  press('Funda');
  press('Guardar revisión');
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(sent()).toMatchObject([{ p_moment: 'delivery', p_accessories: [FUNDA] }]);
});

test('REC-23 what somebody else saved meanwhile is put together with what was marked, told, and saved over', async () => {
  const theirs = [
    { label: 'Pantalla', result: 'fails' },
    { label: 'Señal', result: 'works' },
  ];
  rpc.mockResolvedValueOnce({
    data: [{ saved: false, author: 'Ana Soto', version: 4, points: theirs, accessories: [FUNDA] }],
    error: null,
  });
  rpc.mockResolvedValueOnce({ data: [{ saved: true, version: 5 }], error: null });
  show(RECEIVED);
  fireEvent.keyDown(await chosen('Pantalla'), { key: '3' });
  press('Guardar revisión');
  expect(await screen.findByText('Ana Soto guardó esta lista mientras la llenabas.')).toBeDefined();
  expect(screen.getByText('Pantalla: anotó Falla; aquí queda No probado.')).toBeDefined();
  expect([await resultOf('Pantalla'), await resultOf('Señal')]).toEqual(['No probado', 'Funciona']);
  expect(done).not.toHaveBeenCalled();
  press('Guardar revisión');
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(sent().map(({ p_known: known }) => known)).toEqual([3, 4]);
});

test('REC-28 a failed save loses nothing, and sends the same accessories again', async () => {
  rpc.mockResolvedValueOnce({ data: null, error: { message: 'boom', code: '500' }, status: 500 });
  rpc.mockResolvedValueOnce({ data: [{ saved: true, version: 1 }], error: null });
  show(NONE);
  await chosen('Pantalla');
  press('Todo funciona');
  fireEvent.change(screen.getByRole('textbox', { name: /^Otros accesorios/ }), {
    target: { value: 'Cable' },
  });
  press('Guardar revisión');
  await screen.findByRole('button', { name: 'Cable', pressed: true });
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Guardar revisión' })).toHaveProperty('disabled', false),
  );
  press('Guardar revisión');
  await waitFor(() => expect(done).toHaveBeenCalled());
  const [first, second] = sent();
  expect(second).toEqual(first);
});

test('REC-28 a list of another kind of device than the order’s takes its points on request', async () => {
  show(RECEIVED, ReceptionChecklistForm, { ...ORDER, equipment_type: 'others' });
  await chosen('Pantalla');
  press('Usar los puntos de Otros');
  expect(await resultOf('Enciende')).toBe('No probado');
  expect(screen.queryByRole('radiogroup', { name: 'Pantalla' })).toBeNull();
});
