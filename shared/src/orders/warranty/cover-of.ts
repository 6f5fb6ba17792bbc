import { lastEnd, warrantyEnds, type WarrantyDays, type WarrantyEnds } from '../warranty.ts';
import type { OrderWarranty } from './order-warranty-query.ts';

interface CoveredOrder extends WarrantyDays {
  status: string;
  delivered_at: string | null;
  warranty_of: number | null;
  warranty_repair: boolean;
}

/** Whether other orders may be tied to this one by a warranty: it came in under one, or was delivered with one. */
export const mayHaveReturns = (order: CoveredOrder): boolean =>
  order.warranty_of !== null ||
  (order.status === 'delivered' && Math.max(order.warranty_days ?? 0, order.parts_warranty_days ?? 0) > 0);

/** A warranty that covers an order: its last days, if there is one, and since when its days do not run. */
type Cover = WarrantyEnds & Pick<OrderWarranty, 'warranty_end' | 'suspended_since'>;

/**
 * The cover of a delivered order: its own warranty, moved by the days in the shop, or after a repair under warranty
 * that of the original, which goes on; of both the one that lasts longer. `warranty` is undefined while it is not read.
 */
export function coverOf(order: CoveredOrder, warranty: OrderWarranty | undefined): Cover {
  if (!warranty) {
    const ends = warrantyEnds(order.delivered_at, order);
    return { ...ends, warranty_end: lastEnd(ends), suspended_since: null };
  }
  const original = order.warranty_repair ? warranty.original : null;
  return original && (original.warranty_end ?? '') > (warranty.warranty_end ?? '') ? original : warranty;
}
