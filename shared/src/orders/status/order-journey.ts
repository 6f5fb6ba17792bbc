/** Where an order stands between received and delivered, for the customer's eyes: public page and portal alike. */
import { statusFacts, type OrderStatus } from './order-status.ts';

/** The way of an order as a customer understands it. */
export const ORDER_STEPS = ['received', 'review', 'quote', 'repair', 'ready', 'delivered'] as const;
export type OrderStep = (typeof ORDER_STEPS)[number];

export const ORDER_STEP_LABELS: Readonly<Record<OrderStep, string>> = {
  received: 'Recibido',
  // True of the repair as well: the public page does not know whether the quote was approved.
  review: 'En el taller',
  quote: 'Presupuesto',
  repair: 'Reparación',
  ready: 'Listo para retirar',
  delivered: 'Entregado',
};

/** `stopped`: the order ended at this step without reaching the last one. */
export type StepState = 'done' | 'current' | 'stopped' | 'ahead';

/** A step of the journey and how far the order is with it. */
export interface JourneyStep {
  step: OrderStep;
  state: StepState;
}

/** What the mark of a step says to a screen reader. */
export const STEP_STATE_WORDS: Readonly<Record<StepState, string>> = {
  done: 'Listo',
  current: 'Ahora',
  stopped: 'Hasta aquí llegó',
  ahead: 'Falta',
};

/**
 * The steps of an order with their states. An order that stopped has nothing ahead of it; one of which nobody knows how far it
 * came has no steps at all.
 *
 * @param approvedAt when the quote was approved: work in progress after it is the repair, before it the review. Unknown on the
 * public page, which leaves it out.
 */
export function orderProgress(status: OrderStatus, approvedAt?: string | null): readonly JourneyStep[] {
  const { step, stopped } = statusFacts(status);
  if (step === null) return [];
  const position = ORDER_STEPS.indexOf(step === 'review' && approvedAt ? 'repair' : step);
  const arrived: StepState = step === 'delivered' ? 'done' : 'current';
  const here: StepState = stopped ? 'stopped' : arrived;
  return ORDER_STEPS.slice(0, stopped ? position + 1 : undefined).map((each, index) => ({
    step: each,
    state: index < position ? 'done' : index > position ? 'ahead' : here,
  }));
}
