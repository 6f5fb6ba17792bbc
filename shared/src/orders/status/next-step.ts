import { may, type Permission } from '#src/access/permissions.ts';
import type { Role } from '#src/access/roles.ts';
import { openWaitOf, type Waiting } from '#src/orders/waits/order-wait.ts';
import type { OrderStatus, SelectableStatus } from './order-status.ts';

/** The usual next steps of an order. */
export type StepName = 'endWait' | 'quote' | 'start' | 'finish' | 'deliver' | 'handBack';

/** Ends a wait and leaves the status as it is. */
export const END_WAIT = 'end_wait';
export type StepTarget = SelectableStatus | typeof END_WAIT;

/** A step and what it leads to. */
export interface NextStep {
  name: StepName;
  target: StepTarget;
}

const STEPS: Readonly<Record<StepName, { target: StepTarget; permission: Permission }>> = {
  endWait: { target: END_WAIT, permission: 'orders.change' },
  quote: { target: 'quoted', permission: 'orders.choose-status' },
  start: { target: 'in_progress', permission: 'orders.do-repair' },
  finish: { target: 'completed', permission: 'orders.do-repair' },
  deliver: { target: 'delivered', permission: 'orders.receive-payment' },
  handBack: { target: 'delivered', permission: 'orders.receive-payment' },
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
export interface OrderBeforeStep extends Waiting {
  status: OrderStatus;
  total_amount: number | null;
  /** It is repaired under an earlier order's warranty. */
  warranty_repair: boolean;
}

/**
 * The quote comes last where the price was agreed before: the order is one of those to repair (ORD-61). A repair under
 * warranty has none (WARR-05). An order that waits goes on when the wait has ended (TIME-08).
 */
const stepsFrom = (order: OrderBeforeStep): readonly StepName[] => {
  const steps = STEPS_FROM[order.status] ?? [];
  const priced = order.total_amount ? steps.toReversed() : steps;
  const inOrder = order.warranty_repair ? steps.filter((name) => name !== 'quote') : priced;
  return openWaitOf(order) ? ['endWait', ...inOrder] : inOrder;
};

/** The steps of an order for a role. */
export interface OrderSteps {
  /** The likeliest; none while the order waits for somebody else (ORD-63). */
  next: NextStep | undefined;
  /** The role’s other steps, the likeliest first. */
  others: readonly NextStep[];
}

/** The steps of an order for a role. Another quote is no next step where the price is agreed: its repair is. */
export function nextSteps(role: Role, order: OrderBeforeStep): OrderSteps {
  const steps = stepsFrom(order)
    .filter((name) => may(role, STEPS[name].permission))
    .map((name) => ({ name, target: STEPS[name].target }));
  const [first, ...rest] = steps;
  return first?.name === 'quote' && order.total_amount
    ? { next: undefined, others: steps }
    : { next: first, others: rest };
}
