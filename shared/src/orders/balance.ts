import { isOrderStatus, isStoppedStatus } from './status/order-status.ts';

/** Price and payments of an order, in whole pesos. */
export interface Payments {
  status: string;
  total_amount: number | null;
  advance_payment: number;
  /** Paid at delivery. */
  final_payment: number;
}

/** Whether nothing is charged: the device goes back unrepaired (ORD-92). */
export const isUncharged = ({ status }: Pick<Payments, 'status'>): boolean =>
  isOrderStatus(status) && isStoppedStatus(status);

/** The remaining amount; negative if money goes back to the customer. */
export const balanceOf = (order: Payments): number =>
  (isUncharged(order) ? 0 : (order.total_amount ?? 0)) - order.advance_payment - order.final_payment;
