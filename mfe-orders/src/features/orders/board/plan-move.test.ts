import type { WorkOrder } from '@taller/shared/orders/work/work-order.ts';
import { expect, test } from 'vitest';
import { planMove } from './plan-move.ts';
import { boardTexts } from './texts.ts';

const ORDER = { status: 'pending', wait: null } as WorkOrder;
const WAITING = {
  ...ORDER,
  wait: { id: 'w1', reason: 'part', label: 'Repuesto', expected_on: null },
} as WorkOrder;
const { refused } = boardTexts;

test('TIME-35 a column is the status that the desk would choose', () => {
  expect(planMove('technician', ORDER, 'pending')).toEqual({ kind: 'stay' });
  expect(planMove('technician', ORDER, 'in_progress')).toEqual({ kind: 'choose', targets: ['in_progress'] });
  expect(planMove('technician', ORDER, 'quoted')).toEqual({ kind: 'choose', targets: ['quoted'] });
  expect(planMove('technician', { ...ORDER, status: 'completed' }, 'in_progress')).toEqual({
    kind: 'choose',
    targets: ['in_progress'],
  });
});

test('TIME-35 on En espera the wait is asked for, and out of it the wait ends', () => {
  expect(planMove('technician', ORDER, 'on_hold')).toEqual({ kind: 'task', task: 'wait' });
  expect(planMove('technician', WAITING, 'on_hold')).toEqual({ kind: 'stay' });
  expect(planMove('technician', WAITING, 'pending')).toEqual({ kind: 'choose', targets: ['end_wait'] });
  expect(planMove('technician', WAITING, 'in_progress')).toEqual({
    kind: 'choose',
    targets: ['end_wait', 'in_progress'],
  });
  // A finished order waits for nothing: the server ends the wait, and 'Deshacer' brings it back.
  expect(planMove('technician', WAITING, 'completed')).toEqual({ kind: 'choose', targets: ['completed'] });
});

test('TIME-35 what is not allowed says why', () => {
  const why = (order: WorkOrder, column: Parameters<typeof planMove>[2]) => {
    const move = planMove('technician', order, column);
    return move.kind === 'refused' ? move.why : move.kind;
  };
  expect(why(ORDER, 'approved')).toBe(refused.customer);
  expect(why({ ...ORDER, status: 'completed' }, 'on_hold')).toBe(refused.closed);
  expect(why(WAITING, 'quoted')).toBe(refused.waits);
  expect(why({ ...WAITING, status: 'quoted' }, 'approved')).toBe(refused.waits);
  // The customer said so by phone.
  expect(planMove('receptionist', { ...ORDER, status: 'quoted' }, 'approved')).toEqual({
    kind: 'task',
    task: 'approval',
  });
  expect(planMove('customer', ORDER, 'in_progress')).toEqual({ kind: 'refused', why: refused.role });
});
