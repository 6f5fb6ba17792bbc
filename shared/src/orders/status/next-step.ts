import { may, type Permission } from '#src/access/permissions.ts';
import type { Role } from '#src/access/roles.ts';
import type { OrderStatus, SelectableStatus } from './order-status.ts';

/** What usually happens next with an order. */
export type StepName = 'quote' | 'start' | 'finish' | 'deliver';

/** A step, the status it leads to, and who is offered it. */
export interface NextStep {
  name: StepName;
  status: SelectableStatus;
}

const STEPS: Readonly<Record<StepName, { status: SelectableStatus; permission: Permission }>> = {
  quote: { status: 'quoted', permission: 'orders.choose-status' },
  start: { status: 'in_progress', permission: 'orders.do-repair' },
  finish: { status: 'completed', permission: 'orders.do-repair' },
  deliver: { status: 'delivered', permission: 'orders.receive-payment' },
};

/**
 * An approved repair goes straight to completed: in_progress is the review before the quote, and the customer would see
 * the order go back.
 */
const STEPS_FROM: Readonly<Partial<Record<OrderStatus, readonly StepName[]>>> = {
  pending: ['quote', 'start'],
  in_progress: ['quote', 'finish'],
  approved: ['finish'],
  completed: ['deliver'],
};

/** The next steps of an order for a role, the likeliest first (ORD-63); none where it waits for somebody else. */
export const nextSteps = (role: Role, status: OrderStatus): readonly NextStep[] =>
  (STEPS_FROM[status] ?? [])
    .filter((name) => may(role, STEPS[name].permission))
    .map((name) => ({ name, status: STEPS[name].status }));
