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

/**
 * The last day on which a delivered order is covered: that of its own warranty, moved by the days in the shop, or after
 * a repair under warranty that of the original, which goes on. `warranty` is undefined while it is not read.
 */
export function coveredUntil(
  { delivered_at: at, warranty_days: days, warranty_repair: goesOn }: CoveredOrder,
  warranty: OrderWarranty | undefined,
): string | null {
  if (!warranty) return warrantyEnd(at, days);
  return warranty.warranty_end ?? (goesOn ? (warranty.original?.warranty_end ?? null) : null);
}
