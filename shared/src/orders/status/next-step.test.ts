import { expect, test } from 'vitest';
import { STAFF_ROLES, type Role } from '#src/access/roles.ts';
import { canChooseStatus, isOrderStatus, ORDER_STATUSES } from './order-status.ts';
import { nextSteps, type OrderBeforeStep, type StepName } from './next-step.ts';

/** Their names: the next one first, or null, then the others. */
function namesOf(role: Role, order: OrderBeforeStep): (StepName | null)[] {
  const { next, others } = nextSteps(role, order);
  return [next?.name ?? null, ...others.map(({ name }) => name)];
}

const stepsOf = (role: Role, total_amount: number | null, warranty_repair = false) =>
  Object.fromEntries(
    ORDER_STATUSES.map((status) => [status, namesOf(role, { status, total_amount, warranty_repair })]),
  );
const HANDED_BACK = { rejected: ['handBack'], cancelled: ['handBack'] };
const NONE = { quoted: [null], delivered: [null] };

test('ORD-63 the next steps of each state and role, before there is a price', () => {
  for (const price of [0, null]) {
    expect(stepsOf('admin', price)).toEqual({
      ...NONE,
      pending: ['quote', 'start'],
      in_progress: ['quote', 'finish'],
      approved: ['finish'],
      completed: ['deliver'],
      ...HANDED_BACK,
    });
    expect(stepsOf('technician', price)).toEqual({
      ...stepsOf('admin', price),
      completed: [null],
      rejected: [null],
      cancelled: [null],
    });
    expect(stepsOf('receptionist', price)).toEqual({
      ...NONE,
      pending: ['quote'],
      in_progress: ['quote'],
      approved: [null],
      completed: ['deliver'],
      ...HANDED_BACK,
    });
  }
  expect(Object.values(stepsOf('customer', 30_000)).flat()).toEqual(ORDER_STATUSES.map(() => null));
});

test("ORD-63 an order with a price is one 'Para reparar': its repair is the next step, its quote another", () => {
  for (const role of ['admin', 'technician'] as const)
    expect(stepsOf(role, 30_000)).toEqual({
      ...stepsOf(role, 0),
      pending: ['start', 'quote'],
      in_progress: ['finish', 'quote'],
    });
  // Nothing is hers to do until it is repaired.
  expect(stepsOf('receptionist', 30_000)).toEqual({
    ...stepsOf('receptionist', 0),
    pending: [null, 'quote'],
    in_progress: [null, 'quote'],
  });
});

test('ORD-08 ORD-63 the quote is offered on pending and in_progress to every role, and every step is a status the role may choose', () => {
  for (const role of STAFF_ROLES)
    for (const status of ORDER_STATUSES)
      for (const total_amount of [0, 30_000]) {
        const { next, others } = nextSteps(role, { status, total_amount, warranty_repair: false });
        const steps = next ? [next, ...others] : others;
        expect(steps.some(({ name }) => name === 'quote')).toBe(
          status === 'pending' || status === 'in_progress',
        );
        for (const { target } of steps)
          expect(isOrderStatus(target) && canChooseStatus(role, target)).toBe(true);
      }
});

test('TIME-08 an order that waits goes on when the wait has ended, and its other steps come after', () => {
  const wait = { id: 'w1', reason: 'part', label: 'Repuesto', expected_on: null };
  const steps = (role: Role, more: object) =>
    namesOf(role, { status: 'approved', total_amount: 30_000, warranty_repair: false, ...more });
  expect(steps('technician', { wait })).toEqual(['endWait', 'finish']);
  expect(steps('receptionist', { wait })).toEqual(['endWait']);
  expect(steps('technician', { wait: null })).toEqual(['finish']);
  const ended = {
    ...wait,
    public_text: null,
    screen_order_id: null,
    note: '',
    started_at: '2026-11-20T12:00:00Z',
    version: 1,
  };
  expect(steps('technician', { waits: [{ ...ended, ended_at: '2026-11-21T12:00:00Z' }] })).toEqual([
    'finish',
  ]);
  const open = { waits: [{ ...ended, ended_at: null }] };
  expect(steps('technician', open)).toEqual(['endWait', 'finish']);
  // The answer to a change of status is older than the end of the wait.
  expect(steps('receptionist', { ...open, status: 'completed' })).toEqual(['deliver']);
});

test('WARR-05 a repair under warranty has no quote among its steps: it is started and finished', () => {
  for (const role of ['admin', 'technician'] as const)
    expect(stepsOf(role, 0, true)).toEqual({
      ...stepsOf(role, 0),
      pending: ['start'],
      in_progress: ['finish'],
    });
  expect(stepsOf('receptionist', 0, true)).toMatchObject({
    pending: [null],
    in_progress: [null],
    completed: ['deliver'],
  });
});
