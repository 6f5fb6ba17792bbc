// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { boardQuery, type BoardOrder } from '@taller/shared/orders/work/work-queries.ts';
import { NO_LIMITS } from '@taller/shared/settings/desk-schema.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test, vi } from 'vitest';
import { BoardPage } from './board-page.tsx';

const choose = vi.hoisted(() => vi.fn(() => Promise.resolve(true)));
vi.mock('../actions/use-choose-status.ts', () => ({ useChooseStatus: () => choose }));

const ORDER = {
  id: 'o7',
  order_number: 7,
  version: 1,
  status: 'pending',
  place: 'pending',
  customer_name: 'Ana Primera',
  customer_phone: '+56955551234',
  equipment_brand: 'Samsung',
  equipment_model: 'A15',
  work_description: 'No carga',
  technical_work: '',
  total_amount: 45_000,
  technician_id: null,
  technician_name: null,
  wait: null,
  warranty_repair: false,
  promised_at: null,
  at_risk_from: null,
  created_at: '2026-11-26T15:00:00Z',
  updated_at: '2026-11-26T15:00:00Z',
} satisfies BoardOrder;
const WAITING: BoardOrder = {
  ...ORDER,
  id: 'o8',
  order_number: 8,
  place: 'on_hold',
  wait: { id: 'w1', reason: 'part', label: 'Repuesto', expected_on: null },
};

const show = (width?: number, orders: readonly BoardOrder[] = [ORDER, WAITING]) =>
  renderScreen(<BoardPage />, {
    role: 'technician',
    path: '/dashboard/tablero',
    ...(width && { width }),
    answers: [
      answer(boardQuery({}), { orders, totals: { pending: 3, on_hold: 1 } }),
      answer(deskSettingsQuery(), { boardLimits: { ...NO_LIMITS, pending: 2, on_hold: 2 } }),
    ],
  });

test('TIME-33 TIME-36 a column says how many it has; one beyond its limit says so', async () => {
  show();
  const pending = within(await screen.findByRole('region', { name: 'Pendiente, 3 órdenes' }));
  expect(pending.getByTitle('3 órdenes, y el límite es 2').textContent).toContain('3 de 2');
  expect(pending.getByRole('button', { name: 'Ver más' })).toBeDefined();
  const onHold = within(screen.getByRole('region', { name: 'En espera, 1 orden' }));
  expect(onHold.getByTitle('1 orden').textContent).toBe('1 de 2');
  expect(onHold.getByText('Espera repuesto')).toBeDefined();
});

test('TIME-25 a card says that its promise is late or at risk, and its menu promises another date', async () => {
  const late = { ...ORDER, promised_at: '2020-01-02T15:00:00Z', at_risk_from: '2020-01-02T15:00:00Z' };
  const risky = { ...WAITING, promised_at: '2100-01-02T15:00:00Z', at_risk_from: '2020-01-02T15:00:00Z' };
  show(undefined, [late, risky]);
  const pending = within(await screen.findByRole('region', { name: /^Pendiente/ }));
  expect(pending.getByText(/^Atrasada \d+ días$/)).toBeDefined();
  expect(within(screen.getByRole('region', { name: /^En espera/ })).getByText('En riesgo')).toBeDefined();
  fireEvent.click(pending.getByRole('button', { name: 'Más acciones de la orden 000007' }));
  expect(await screen.findByRole('menuitem', { name: 'Cambiar la fecha comprometida…' })).toBeDefined();
});

test('REC-35 a card whose work and price are open says so', async () => {
  show(undefined, [{ ...ORDER, total_amount: 0 }, WAITING]);
  const pending = within(await screen.findByRole('region', { name: /^Pendiente/ }));
  expect(pending.getByText('Por presupuestar')).toBeDefined();
  expect(screen.getAllByText('Por presupuestar')).toHaveLength(1);
});

test('TIME-35 keys: arrows choose a card, with Shift they move it to the next column that takes it', async () => {
  show();
  const card = await screen.findByRole('link', { name: '#000007' });
  card.focus();
  fireEvent.keyDown(card, { key: 'ArrowRight' });
  expect(document.activeElement?.textContent).toBe('#000008');
  fireEvent.keyDown(card, { key: 'ArrowRight', ctrlKey: true, shiftKey: true });
  expect(choose).not.toHaveBeenCalled();
  fireEvent.keyDown(card, { key: 'ArrowRight', shiftKey: true });
  expect(choose).toHaveBeenCalledWith(ORDER, 'in_progress');
  choose.mockClear();
  // Out of 'En espera' to the left: approved is the customer's to say, a quote would keep it waiting.
  fireEvent.keyDown(screen.getByRole('link', { name: '#000008' }), { key: 'ArrowLeft', shiftKey: true });
  await act(() => Promise.resolve());
  expect(choose.mock.calls).toEqual([
    [WAITING, 'end_wait'],
    [WAITING, 'in_progress'],
  ]);
});

test('TIME-35 a step that fails is the last one', async () => {
  show();
  choose.mockClear();
  choose.mockResolvedValueOnce(false);
  const card = await screen.findByRole('link', { name: '#000008' });
  fireEvent.keyDown(card, { key: 'ArrowLeft', shiftKey: true });
  await Promise.resolve();
  expect(choose.mock.calls).toEqual([[WAITING, 'end_wait']]);
});

test('TIME-35 on a phone one column is shown, and the menu moves its orders', async () => {
  show(390);
  choose.mockClear();
  expect(await screen.findByRole('tab', { name: 'Pendiente (3)', selected: true })).toBeDefined();
  expect(screen.queryByText('#000008')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Más acciones de la orden 000007' }));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items.filter((item) => item.startsWith('Mover'))).toEqual([
    'Mover a En Progreso',
    'Mover a Presupuesto Enviado',
    'Mover a En espera',
    'Mover a Completado',
  ]);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Mover a Completado' }));
  expect(choose).toHaveBeenCalledWith(ORDER, 'completed');
  fireEvent.click(screen.getByRole('tab', { name: 'En espera (1)' }));
  expect(await screen.findByText('#000008')).toBeDefined();
  expect(location.search).toBe('?columna=on_hold');
});

test('TIME-35 a key that is held down moves a card once', async () => {
  show();
  const card = await screen.findByRole('link', { name: '#000007' });
  choose.mockClear();
  fireEvent.keyDown(card, { key: 'ArrowRight', shiftKey: true });
  fireEvent.keyDown(card, { key: 'ArrowRight', shiftKey: true, repeat: true });
  expect(choose).toHaveBeenCalledTimes(1);
});
