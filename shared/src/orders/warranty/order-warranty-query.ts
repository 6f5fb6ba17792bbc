import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';
import { orderKeys } from '../keys.ts';
import type { OrderStatus } from '../status/order-status.ts';
import type { WarrantyEnds } from '../warranty.ts';
import type { WarrantyOutcome } from './warranty-outcome.ts';

/** An order that came in under another one's warranty. */
export interface WarrantyReturn {
  id: string;
  order_number: number;
  created_at: string;
  status: OrderStatus;
  warranty_of: number;
  warranty_outcome: WarrantyOutcome | null;
}

/** The order under whose warranty another one came in. */
export interface WarrantyOriginal extends WarrantyEnds {
  id: string;
  order_number: number;
  technical_work: string;
  /** Null for nobody, and for customers, who may not read names of the staff. */
  technician_name: string | null;
  delivered_at: string;
  /** The later of both. */
  warranty_end: string | null;
  suspended_since: string | null;
}

/** Days on which a device was in the shop for a warranty, which they move. */
export interface WarrantyStay {
  begins: string;
  days: number;
}

/**
 * An order's warranty and its returns, as far as the person may read those orders. Days as `yyyy-mm-dd`, moved by the
 * days in the shop; null without a warranty of its own.
 */
export interface OrderWarranty extends WarrantyEnds {
  /** The later of both. */
  warranty_end: string | null;
  /** The stays in order of time. */
  stays: readonly WarrantyStay[];
  /** Since when a device is in the shop for it, so that its days do not run; null if none is. */
  suspended_since: string | null;
  /** Null for an order that came in under none. */
  original: WarrantyOriginal | null;
  /** The orders under this order's warranty and under its original's, oldest first, itself included. */
  returns: readonly WarrantyReturn[];
}

/** @throws DataError `not-found` for an order that the person may not read. */
export async function fetchOrderWarranty(orderId: string, signal: AbortSignal): Promise<OrderWarranty> {
  const client = await supabase();
  const warranty: unknown = unwrap(
    await client.rpc('order_warranty', { p_order_id: orderId }).abortSignal(signal),
  );
  if (warranty === null) throw new DataError('not-found', `There is no order ${orderId}`);
  return warranty as OrderWarranty;
}

/** The warranty of an order and its returns (WARR-04), for staff and for the order's customer. */
export const orderWarrantyQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.warranty(orderId),
    queryFn: ({ signal }) => fetchOrderWarranty(orderId, signal),
    retry: retryUnlessMissing,
    staleTime: 10_000,
  });
