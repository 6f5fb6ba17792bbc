import { may, type Permission } from '#src/access/permissions.ts';
import type { Role } from '#src/access/roles.ts';
import type { OrderStatus, SelectableStatus } from './order-status.ts';

/** The usual next steps of an order. */
export type StepName = 'quote' | 'start' | 'finish' | 'deliver' | 'handBack';

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
  handBack: { status: 'delivered', permission: 'orders.receive-payment' },
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
  rejected: ['handBack'],
  cancelled: ['handBack'],
};

/** An order, as far as its next step depends on it. */
export interface OrderBeforeStep {
  status: OrderStatus;
  total_amount: number | null;
}

/** The quote comes last where the price was agreed before: the order is one of those to repair (ORD-61). */
const stepsFrom = ({ status, total_amount }: OrderBeforeStep): readonly StepName[] => {
  const steps = STEPS_FROM[status] ?? [];
  return total_amount ? steps.toReversed() : steps;
};

/** The next steps of an order for a role, the likeliest first (ORD-63); none while it waits for somebody else. */
export const nextSteps = (role: Role, order: OrderBeforeStep): readonly NextStep[] =>
  stepsFrom(order)
    .filter((name) => may(role, STEPS[name].permission))
    .map((name) => ({ name, status: STEPS[name].status }));
