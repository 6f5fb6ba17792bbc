import type { Random } from './random.ts';
import type { Row } from './rows.ts';

/** Advance payment: three in ten customers pay one. @param price in CLP. */
export const firstPayments = (random: Random, price: number) => ({
  advance_payment: random.chance(0.3) ? Math.min(random.pick([5000, 10_000, 15_000, 20_000]), price) : 0,
  final_payment: 0,
});

/** Payment at delivery: the balance; one in twenty customers pays later. */
export function finalPayment(order: Row<'service_orders'>): number {
  if ((order.order_number ?? 0) % 20 === 0) return 0;
  return Math.max(0, (order.total_amount ?? 0) - (order.advance_payment ?? 0));
}
