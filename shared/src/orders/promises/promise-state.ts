import { isOpenStatus } from '#src/orders/status/order-status.ts';
import { shopDay } from '#src/values/dates.ts';

/** An order as far as its promise goes. */
export interface PromisedOrder {
  status: string;
  promised_at: string | null;
  /** When it begins to be at risk, which the database alone decides (`private.at_risk_from`). */
  at_risk_from: string | null;
}

/** `late`: the promised moment has passed. `risk`: it is near, and the work is not. */
export type PromiseState = 'late' | 'risk' | 'due';

/**
 * The state of an order's promise; null without one and once the work is over: a finished order is neither late nor at
 * risk, even while the answer to its last change still has the old moment.
 */
export function promiseState(order: PromisedOrder, now: Date): PromiseState | null {
  const { promised_at: at, at_risk_from: riskFrom, status } = order;
  if (at === null || !isOpenStatus(status)) return null;
  if (Date.parse(at) <= now.getTime()) return 'late';
  return riskFrom !== null && Date.parse(riskFrom) <= now.getTime() ? 'risk' : 'due';
}

const DAY_MS = 86_400_000;

/** 'Atrasada 2 días', 'Atrasada desde hoy', 'En riesgo'; null for an order that is neither. */
export function promiseWarning(order: PromisedOrder, now: Date): { late: boolean; text: string } | null {
  const state = promiseState(order, now);
  if (state === 'risk') return { late: false, text: 'En riesgo' };
  if (state !== 'late' || order.promised_at === null) return null;
  const days = Math.round((Date.parse(shopDay(now)) - Date.parse(shopDay(order.promised_at))) / DAY_MS);
  const since = days === 0 ? 'desde hoy' : days === 1 ? '1 día' : `${days} días`;
  return { late: true, text: `Atrasada ${since}` };
}
