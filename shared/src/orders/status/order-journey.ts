/** An order's progress from received to delivered, for customers: the same on the public page and in the portal. */
import { ORDER_STEPS, statusFacts, type OrderStatus, type OrderStep } from './order-status.ts';

export const ORDER_STEP_LABELS: Readonly<Record<OrderStep, string>> = {
  received: 'Recibido',
  // Also covers the repair: the public page does not know whether the quote was approved.
  review: 'En el taller',
  quote: 'Presupuesto',
  repair: 'Reparación',
  ready: 'Listo para retirar',
  delivered: 'Entregado',
};

/** `stopped`: the order ended at this step without reaching the last one. */
export type StepState = 'done' | 'current' | 'stopped' | 'ahead';

/** A step of the journey and its state. */
export interface JourneyStep {
  step: OrderStep;
  state: StepState;
}

/** Screen reader text of a step's mark. */
export const STEP_STATE_WORDS: Readonly<Record<StepState, string>> = {
  done: 'Listo',
  current: 'Ahora',
  stopped: 'Hasta aquí llegó',
  ahead: 'Falta',
};

/** Work without an approved quote may already include these steps: nobody knows whether they are still to come. */
const WITHIN_REVIEW: readonly OrderStep[] = ['quote', 'repair'];

/**
 * The steps of an order with their states. A stopped order has no future steps; one whose progress is unknown has no
 * steps at all. Work without an approved quote stands at the review, and does not say that its repair is to come.
 * @param approvedAt when the quote was approved: in progress means the repair after it, and the review before it.
 * Unknown on the public page, which omits it.
 */
export function orderProgress(status: OrderStatus, approvedAt?: string | null): readonly JourneyStep[] {
  const { step, stopped } = statusFacts(status);
  if (step === null) return [];
  const reached = step === 'review' && approvedAt ? 'repair' : step;
  const steps = ORDER_STEPS.filter((each) => reached !== 'review' || !WITHIN_REVIEW.includes(each));
  const position = steps.indexOf(reached);
  const arrived: StepState = step === 'delivered' ? 'done' : 'current';
  const here: StepState = stopped ? 'stopped' : arrived;
  return steps.slice(0, stopped ? position + 1 : undefined).map((each, index) => ({
    step: each,
    state: index < position ? 'done' : index > position ? 'ahead' : here,
  }));
}
