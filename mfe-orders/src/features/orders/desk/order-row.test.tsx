// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { Role } from '@taller/shared/access/roles.ts';
import type { OrderListItem } from '@taller/shared/orders/order-list-queries.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { OrderRow } from './order-row.tsx';

const ORDER = {
  id: 'o7',
  order_number: 7,
  version: 1,
  status: 'pending',
  customer_name: 'Ana Primera',
  customer_rut: '11111111-1',
  customer_phone: '+56955551234',
  equipment_brand: 'Samsung',
  equipment_model: 'A15',
  work_description: 'No carga',
  technical_work: '',
  total_amount: 0,
  advance_payment: 0,
  equipment_type: 'smartphone',
  technician_id: null,
  technician_name: null,
  delivered_at: null,
  warranty_days: null,
  message_at: null,
  message_state: null,
  has_notes: false,
  warranty_repair: false,
  device_place: null,
  created_at: '2026-11-20T15:00:00Z',
  updated_at: '2026-11-20T15:00:00Z',
} satisfies Partial<OrderListItem> as OrderListItem;
const nothing = () => undefined;

const row = (role: Role, order: Partial<OrderListItem> = {}, byChange = false) =>
  renderScreen(
    <OrderRow
      order={{ ...ORDER, ...order }}
      role={role}
      byChange={byChange}
      deleted={false}
      hasPanel={false}
      selected={false}
      selecting={false}
      onTask={nothing}
      onChooseStatus={nothing}
      onSelect={nothing}
    />,
    { role },
  );

async function menuFor(role: Role, order: Partial<OrderListItem> = {}): Promise<(string | null)[]> {
  row(role, order);
  fireEvent.click(screen.getByRole('button', { name: 'Más acciones de la orden 000007' }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
}
const priceButtons = () => screen.queryAllByRole('button', { name: /^Cambiar el precio/, hidden: true });
const cancelled = () =>
  screen.getByRole<HTMLOptionElement>('option', { name: 'Cancelado', hidden: true }).disabled;

test('ORD-11 ORD-09 a receptionist edits no price, deletes and cancels nothing', async () => {
  expect(await menuFor('receptionist')).toEqual([
    'Comprometer una fecha…',
    'Poner en espera…',
    'Ver orden',
    'Editar',
    'Imprimir',
    'Notas',
    'Seleccionar',
  ]);
  expect(priceButtons()).toEqual([]);
  expect(cancelled()).toBe(true);
});

test('ORD-11 ORD-09 a technician neither edits, prints nor deletes, but cancels', async () => {
  expect(await menuFor('technician')).toEqual([
    'Empezar',
    'Comprometer una fecha…',
    'Poner en espera…',
    'Ver orden',
    'Notas',
    'Seleccionar',
  ]);
  expect(cancelled()).toBe(false);
});

test('ORD-11 UI-44 an admin edits the price and deletes, last of all', async () => {
  expect((await menuFor('admin')).at(-1)).toBe('Eliminar');
  expect(priceButtons()).toHaveLength(1);
});

test('ORD-63 a row without a next step for the role says what the order waits for', () => {
  for (const [status, says] of [
    ['quoted', 'Espera al cliente'],
    ['completed', 'Por retirar'],
    ['delivered', 'Cerrada'],
  ] as const) {
    const { unmount } = row('technician', { status });
    expect(screen.getByText(says)).toBeDefined();
    unmount();
  }
});

test('ORD-75 a row shows when it was created and last changed, each under its heading, however the list is sorted', () => {
  const changed = { created_at: '2024-01-02T15:00:00Z', updated_at: '2024-05-06T15:00:00Z' };
  for (const byChange of [false, true]) {
    const { unmount, container } = row('admin', changed, byChange);
    expect([...container.querySelectorAll('time')].map(({ dateTime }) => dateTime)).toEqual([
      changed.created_at,
      changed.updated_at,
    ]);
    expect(screen.getByRole('img', { name: 'Último cambio' })).toBeDefined();
    unmount();
  }
});

test('TIME-08 a row that waits says what for, and its button ends the wait', () => {
  const wait = { id: 'w1', reason: 'part', label: 'Repuesto', expected_on: '2024-12-03' };
  row('technician', { wait, status: 'approved', total_amount: 30_000 });
  expect(screen.getByText('Atrasada · 3 dic 2024 · Espera repuesto').dataset.late).toBe('true');
  expect(screen.getByText(/No carga/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Llegó el repuesto' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Marcar listo' })).toBeNull();
});

test('REC-108 a row says where its device is, after what it waits for; one without a place and a delivered one say nothing', () => {
  const place = { device_place: 'Estante de listos' };
  const wait = { id: 'w1', reason: 'part', label: 'Repuesto', expected_on: '2024-12-03' };
  const text = () => screen.getByTitle(/No carga/).textContent;
  const pins = () => screen.queryAllByRole('img', { name: 'Ubicación' }).length;
  for (const [order, says] of [
    [{ ...place, total_amount: 30_000 }, 'Estante de listos · No carga'],
    [
      { ...place, wait, status: 'approved', total_amount: 30_000 },
      'Atrasada · 3 dic 2024 · Espera repuesto · Estante de listos – No carga',
    ],
  ] as const) {
    const { unmount } = row('technician', order);
    expect(text()).toBe(says);
    expect(screen.getByTitle(says)).toBeDefined();
    expect(pins()).toBe(1);
    unmount();
  }
  for (const order of [{ total_amount: 30_000 }, { ...place, status: 'delivered' }] as const) {
    const { unmount } = row('technician', order);
    expect(text()).toBe('No carga');
    expect(pins()).toBe(0);
    unmount();
  }
});

test('WARR-06 the menu of an open return notes how the warranty ended; a closed one has that said', async () => {
  expect(await menuFor('technician', { warranty_repair: true })).toContain('Resultado de la garantía…');
  cleanup();
  expect(await menuFor('technician', { warranty_repair: true, status: 'delivered' })).not.toContain(
    'Resultado de la garantía…',
  );
});

test('WARR-05 a row says that it is a repair under warranty, and offers neither quote nor price', () => {
  row('admin', { warranty_repair: true });
  expect(screen.getByRole('img', { name: 'Reparación en garantía' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Empezar' })).toBeDefined();
  expect(priceButtons()).toEqual([]);
});
