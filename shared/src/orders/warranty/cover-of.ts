import { warrantyEnd } from '../warranty.ts';
import type { OrderWarranty } from './order-warranty-query.ts';

interface CoveredOrder {
  status: string;
  delivered_at: string | null;
  warranty_days: number | null;
  warranty_of: number | null;
  warranty_repair: boolean;
}

/** Whether other orders may be tied to this one by a warranty: it came in under one, or was delivered with one. */
export const mayHaveReturns = ({ status, warranty_of: of, warranty_days: days }: CoveredOrder): boolean =>
  of !== null || (status === 'delivered' && (days ?? 0) > 0);

/** A warranty that covers an order: its last day, if there is one, and since when its days do not run. */
type Cover = Pick<OrderWarranty, 'warranty_end' | 'suspended_since'>;

/**
 * What covers a delivered order: its own warranty, moved by the days in the shop, or after a repair under warranty that
 * of the original, which goes on; of both the one that lasts longer. `warranty` is undefined while it is not read.
 */
export function coverOf(
  { delivered_at: at, warranty_days: days, warranty_repair: goesOn }: CoveredOrder,
  warranty: OrderWarranty | undefined,
): Cover {
  if (!warranty) return { warranty_end: warrantyEnd(at, days), suspended_since: null };
  const original = goesOn ? warranty.original : null;
  return original && (original.warranty_end ?? '') > (warranty.warranty_end ?? '') ? original : warranty;
}
