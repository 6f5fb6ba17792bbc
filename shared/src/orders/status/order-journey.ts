/** Where an order stands between received and delivered, for the customer's eyes. */
import type { OrderStatus } from './order-status.ts';

/** The way of an order as a customer understands it. */
export const ORDER_STEPS = ['received', 'review', 'quote', 'repair', 'ready', 'delivered'] as const;
export type OrderStep = (typeof ORDER_STEPS)[number];

export const ORDER_STEP_LABELS: Readonly<Record<OrderStep, string>> = {
  received: 'Recibido',
  review: 'En revisión',
  quote: 'Presupuesto',
  repair: 'Reparación',
  ready: 'Listo para retirar',
  delivered: 'Entregado',
};

/** `stopped`: the order ended at this step without reaching the last one. */
export type StepState = 'done' | 'current' | 'stopped' | 'ahead';

const STEP_BY_STATUS: Readonly<Record<OrderStatus, OrderStep>> = {
  pending: 'received',
  in_progress: 'review',
  quoted: 'quote',
  approved: 'repair',
  rejected: 'quote',
  completed: 'ready',
  // How far it had come is not recorded: it stopped after it was received.
  cancelled: 'received',
  delivered: 'delivered',
};

/**
 * The state of each step, in the order of {@link ORDER_STEPS}.
 *
 * @param approvedAt when the quote was approved: work in progress after it is the repair, before it the review. Unknown on the
 * public page, which leaves it out.
 */
export function orderProgress(
  status: OrderStatus,
  approvedAt?: string | null,
): readonly { step: OrderStep; state: StepState }[] {
  const at = status === 'in_progress' && approvedAt ? 'repair' : STEP_BY_STATUS[status];
  const position = ORDER_STEPS.indexOf(at);
  const here: StepState =
    status === 'delivered' ? 'done' : status === 'rejected' || status === 'cancelled' ? 'stopped' : 'current';
  return ORDER_STEPS.map((step, index) => ({
    step,
    state: index < position ? 'done' : index > position ? 'ahead' : here,
  }));
}
