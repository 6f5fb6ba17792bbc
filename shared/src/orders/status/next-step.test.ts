import { expect, test } from 'vitest';
import { STAFF_ROLES, type Role } from '#src/access/roles.ts';
import { canChooseStatus, ORDER_STATUSES } from './order-status.ts';
import { nextSteps } from './next-step.ts';

const stepsOf = (role: Role) =>
  Object.fromEntries(
    ORDER_STATUSES.map((status) => [status, nextSteps(role, status).map(({ name }) => name)]),
  );
const NONE = { quoted: [], rejected: [], cancelled: [], delivered: [] };

test('ORD-63 the next steps of each state and role', () => {
  expect(stepsOf('admin')).toEqual({
    ...NONE,
    pending: ['quote', 'start'],
    in_progress: ['quote', 'finish'],
    approved: ['finish'],
    completed: ['deliver'],
  });
  expect(stepsOf('technician')).toEqual({ ...stepsOf('admin'), completed: [] });
  expect(stepsOf('receptionist')).toEqual({
    ...NONE,
    pending: ['quote'],
    in_progress: ['quote'],
    approved: [],
    completed: ['deliver'],
  });
  expect(Object.values(stepsOf('customer')).flat()).toEqual([]);
});

test('ORD-08 ORD-63 the quote is offered on pending and in_progress to every role, and every step is a status the role may choose', () => {
  for (const role of STAFF_ROLES)
    for (const status of ORDER_STATUSES) {
      const steps = nextSteps(role, status);
      expect(steps[0]?.name === 'quote').toBe(status === 'pending' || status === 'in_progress');
      for (const step of steps) expect(canChooseStatus(role, step.status)).toBe(true);
    }
});
