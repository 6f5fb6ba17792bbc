import { isOrderStatus, isStoppedStatus, statusFacts } from './status/order-status.ts';

/** Price and payments of an order, in whole pesos. */
export interface Payments {
  status: string;
  total_amount: number | null;
  advance_payment: number;
  /** Paid at delivery. */
  final_payment: number;
}

interface Unquoted extends Pick<Payments, 'status' | 'total_amount'> {
  /** Not known to everybody who shows an amount. */
  technical_work?: string;
}

/** The text shown in place of a price that is still open. */
export const TO_QUOTE = 'Por presupuestar';

/** Whether work and price were left open at intake, and still are (REC-15). */
export const isToQuote = ({ status, total_amount: total, technical_work: work }: Unquoted): boolean =>
  (status === 'pending' || status === 'in_progress') && !total && work?.trim() === '';

/** Whether nothing is charged: the device goes back unrepaired (ORD-92). */
export const isUncharged = ({ status }: Pick<Payments, 'status'>): boolean =>
  isOrderStatus(status) && isStoppedStatus(status);

const isOpen = ({ status }: Pick<Payments, 'status'>): boolean =>
  isOrderStatus(status) && statusFacts(status).phase === 'open';

/** The remaining amount; negative if money goes back to the customer. */
export const balanceOf = (order: Payments): number =>
  (isUncharged(order) ? 0 : (order.total_amount ?? 0)) - order.advance_payment - order.final_payment;

/**
 * The most that may be received for an order now; null for an open one without a price, which takes any advance
 * (private.payable).
 */
export function payableOf(order: Payments & { warranty_repair: boolean }): number | null {
  const hasNoPrice = !order.total_amount && !order.warranty_repair && isOpen(order);
  return hasNoPrice ? null : Math.max(balanceOf(order), 0);
}

/** Factor to the last price above which a new price needs confirmation: an extra digit makes ten (ORD-95). */
const JUMP = 5;
/** Prices of repairs have 4 to 7 digits: one with fewer or more probably lacks a digit, or has an extra one. */
const LEAST = 1000;
const MOST = 9_999_999;

/** A reason why a price is likely a typing error: many times the last one, or out of the range of repairs. */
type PriceDoubt = 'jump' | 'short' | 'long';

/** The reason to doubt a new price; null if there is none, or if it is the last one. */
export function priceDoubt(before: number | null, after: number): PriceDoubt | null {
  if (after === before || after === 0) return null;
  if (before && after >= before * JUMP) return 'jump';
  if (after < LEAST) return 'short';
  return after > MOST ? 'long' : null;
}
