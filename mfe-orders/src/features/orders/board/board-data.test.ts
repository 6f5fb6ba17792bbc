import type { BoardOrder } from '@taller/shared/orders/work/work-queries.ts';
import { expect, test } from 'vitest';
import { columnsOf } from './board-data.ts';

const order = (id: string, place: BoardOrder['place'], now: Partial<BoardOrder> = {}) =>
  ({ id, place, status: place === 'on_hold' ? 'pending' : place, wait: null, ...now }) as BoardOrder;
const WAIT = { id: 'w1', reason: 'part', label: 'Repuesto', expected_on: null };

test('TIME-34 an order that has moved is in its new column only, and both counts say so at once', () => {
  const columns = columnsOf({
    orders: [
      order('a', 'pending', { created_at: '2026-11-02T10:00:00Z' }),
      order('b', 'pending', { status: 'in_progress', created_at: '2026-11-01T10:00:00Z' }),
      order('c', 'on_hold', { created_at: '2026-11-03T10:00:00Z' }),
      order('d', 'in_progress', { wait: WAIT, created_at: '2026-11-04T10:00:00Z' }),
    ],
    totals: { pending: 30, on_hold: 1, in_progress: 1 },
  });
  const shown = Object.fromEntries(
    columns.map(({ column, orders, total }) => [column, [orders.map(({ id }) => id).join(''), total]]),
  );
  expect(shown).toEqual({
    pending: ['ac', 30],
    in_progress: ['b', 1],
    quoted: ['', 0],
    approved: ['', 0],
    on_hold: ['d', 1],
    completed: ['', 0],
  });
});
