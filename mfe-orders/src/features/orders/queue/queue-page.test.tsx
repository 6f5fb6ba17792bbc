// @vitest-environment jsdom
import { fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { orderTechniciansQuery } from '@taller/shared/orders/order-technicians-query.ts';
import { techniciansQuery } from '@taller/shared/people/staff-queries.ts';
import { queueQuery, type QueuedOrder } from '@taller/shared/orders/work/work-queries.ts';
import { useToasts } from '@taller/shared/runtime';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test, vi } from 'vitest';
import { QueuePage } from './queue-page.tsx';
import { reasonWords } from './queue-reason.tsx';

const choose = vi.hoisted(() => vi.fn());
vi.mock('../actions/use-choose-status.ts', () => ({ useChooseStatus: () => choose }));
const take = vi.hoisted(() => vi.fn());
vi.mock('./use-take-order.ts', () => ({ useTakeOrder: () => take }));

const ORDER = {
  id: 'o7',
  order_number: 7,
  version: 1,
  status: 'pending',
  part: 'mine',
  reason: 'value',
  since: '2026-11-26T15:00:00Z',
  customer_name: 'Ana Primera',
  customer_phone: '+56955551234',
  equipment_brand: 'Samsung',
  equipment_model: 'A15',
  work_description: 'No carga',
  technical_work: '',
  total_amount: 45_000,
  technician_id: 't1',
  technician_name: 'Tito',
  wait: null,
  warranty_repair: false,
  promised_at: null,
  at_risk_from: null,
  created_at: '2026-11-26T15:00:00Z',
  updated_at: '2026-11-26T15:00:00Z',
} satisfies QueuedOrder;
const FREE = { ...ORDER, id: 'o8', order_number: 8, part: 'free', technician_id: null } as const;

const show = (role: Role, orders: readonly QueuedOrder[] = [ORDER, FREE]) =>
  renderScreen(<QueuePage />, {
    role,
    answers: [
      answer(queueQuery({ technicianId: null, most: { mine: 20, free: 20 } }), {
        orders,
        totals: { mine: 1, free: 1 },
      }),
      answer(deskSettingsQuery(), {}),
      answer(techniciansQuery(), []),
      answer(orderTechniciansQuery(), []),
    ],
  });

test('TIME-30 a technician has the own orders and, apart, those to take', async () => {
  show('technician');
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi cola' })).toBeDefined();
  const mine = within(screen.getByRole('region', { name: 'Tuyas (1)' }));
  expect(mine.getByRole('link', { name: '#000007' })).toBeDefined();
  expect(mine.getByRole('button', { name: 'Empezar' })).toBeDefined();
  const free = within(screen.getByRole('region', { name: 'Para tomar (1)' }));
  fireEvent.click(free.getByRole('button', { name: 'Tomar' }));
  expect(take).toHaveBeenCalledWith(FREE);
});

test('TIME-25 what came back first for another reason says also that its promise is late', async () => {
  const promise = { promised_at: '2020-01-02T15:00:00Z', at_risk_from: '2020-01-02T15:00:00Z' };
  show('technician', [
    { ...ORDER, ...promise, reason: 'return' },
    { ...FREE, ...promise, reason: 'overdue', since: promise.promised_at },
  ]);
  const mine = within(await screen.findByRole('region', { name: 'Tuyas (1)' }));
  expect(mine.getByText('Volvió en garantía')).toBeDefined();
  expect(mine.getByText(/^Atrasada \d+ días$/)).toBeDefined();
  const free = within(screen.getByRole('region', { name: 'Para tomar (1)' }));
  expect(free.getByText(/^Promesa vencida/)).toBeDefined();
  expect(free.queryByText(/^Atrasada/)).toBeNull();
});

test('TIME-32 keys on a row: s does the next step, t takes what nobody has', async () => {
  show('technician');
  const own = await screen.findByRole('link', { name: '#000007' });
  const free = screen.getByRole('link', { name: '#000008' });
  take.mockClear();
  fireEvent.keyDown(own, { key: 't' });
  expect(take).not.toHaveBeenCalled();
  fireEvent.keyDown(own, { key: 's', ctrlKey: true });
  expect(choose).not.toHaveBeenCalled();
  fireEvent.keyDown(own, { key: 's' });
  expect(choose).toHaveBeenCalledWith(ORDER, 'in_progress');
  fireEvent.keyDown(free, { key: 't' });
  expect(take).toHaveBeenCalledWith(FREE);
});

test('TIME-30 what is done leaves the queue before the server has counted again', async () => {
  show('technician', [{ ...ORDER, status: 'completed' }, FREE]);
  expect(await screen.findByText('No tienes órdenes para trabajar.')).toBeDefined();
});

test('TIME-30 the rest of the staff sees everybody’s, and takes nothing', async () => {
  show('receptionist');
  expect(await screen.findByRole('heading', { level: 1, name: 'Cola del taller' })).toBeDefined();
  expect(screen.getByRole('region', { name: 'Con técnico (1)' }).textContent).toContain('Tito');
  expect(screen.queryByRole('button', { name: 'Tomar' })).toBeNull();
});

test('TIME-31 each reason is said in words', () => {
  const now = new Date('2026-11-27T15:00:00Z');
  const words = (reason: QueuedOrder['reason']) => reasonWords({ ...ORDER, reason }, now);
  expect(words('return')).toBe('Volvió en garantía');
  expect(words('overdue')).toBe('Promesa vencida ayer');
  expect(words('at_risk')).toBe('Prometida ayer');
  expect(words('approved')).toBe('Aprobado ayer');
  expect(words('wait_ended')).toBe('Terminó la espera ayer');
  expect(words('age')).toBe('Ingresó ayer');
  expect(words('value')).toBe('Vale $45.000');
  expect(words('new')).toBe('Ingresó ayer');
});

test('TIME-30 more that cannot be read hides nothing of the queue, and says so', async () => {
  const most = { mine: 40, free: 20 };
  renderScreen(<QueuePage />, {
    role: 'technician',
    answers: [
      answer(queueQuery({ technicianId: null, most: { mine: 20, free: 20 } }), {
        orders: [ORDER],
        totals: { mine: 2, free: 0 },
      }),
      answer(queueQuery({ technicianId: null, most }), () => {
        throw new DataError('server', 'no', '');
      }),
      answer(deskSettingsQuery(), {}),
      answer(orderTechniciansQuery(), []),
    ],
  });
  const { result: toasts } = renderHook(() => useToasts());
  fireEvent.click(await screen.findByRole('button', { name: 'Ver más' }));
  await waitFor(() => expect(toasts.current.at(-1)?.text).toBe('No se pudo cargar la cola.'));
  expect(screen.getByRole('link', { name: '#000007' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Ver más' })).toBeDefined();
});

test('TIME-32 a key that is held down acts once, and not on the order after it', async () => {
  show('technician');
  const row = await screen.findByRole('link', { name: '#000007' });
  choose.mockClear();
  fireEvent.keyDown(row, { key: 's' });
  fireEvent.keyDown(row, { key: 's', repeat: true });
  expect(choose).toHaveBeenCalledTimes(1);
  take.mockClear();
  fireEvent.keyDown(screen.getByRole('link', { name: '#000008' }), { key: 't', repeat: true });
  expect(take).not.toHaveBeenCalled();
});
