import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { OrderStatus } from '#src/orders/status/order-status.ts';
import { inventoryKeys } from '#src/stock/keys.ts';
import type { SteppingPart } from './part-state.ts';

/** A step that a part has taken. */
export interface TakenStep {
  became: SteppingPart['state'];
  note: string;
  /** Null for a customer, whose approval asked for the part. */
  made_by: string | null;
  made_at: string;
}

/** A part of an order, from the request to the device and back (PART-01). */
export interface RequestedPart extends SteppingPart {
  id: string;
  order_id: string;
  order_number: number;
  order_status: OrderStatus;
  description: string;
  supplier_name: string | null;
  expected_on: string | null;
  /** Null for everybody who does not see costs. */
  unit_cost: number | null;
  version: number;
  /** A line of the quote asked for it. */
  from_quote: boolean;
  technician_name: string | null;
  steps: readonly TakenStep[];
  /** The place of its product in the stock room; null for a part without a product. */
  place: string | null;
  /** The usual supplier of its product. */
  usual_supplier: string | null;
}

async function fetchRequestedParts(orderId: string, signal: AbortSignal) {
  const client = await supabase();
  const rows = unwrap(await client.rpc('requested_parts', { p_order_id: orderId }).abortSignal(signal));
  return (rows ?? []) as unknown as RequestedPart[];
}

/** The parts of an order, oldest first (PART-13). */
export const requestedPartsQuery = (orderId: string) =>
  queryOptions({
    queryKey: inventoryKeys.requestedParts(orderId),
    queryFn: ({ signal }) => fetchRequestedParts(orderId, signal),
  });

/** The filters of the shop's list, as `list_requested_parts` names them; 'all' are all unfinished parts. */
export const PART_WORKS = ['all', 'to_order', 'ordered', 'overdue', 'held', 'to_return', 'faulty'] as const;

export interface PartsRequest {
  work: (typeof PART_WORKS)[number];
  supplierId: string | null;
  /** From 1. */
  page: number;
}

/** Page size of the shop's list. */
export const PARTS_PAGE_SIZE = 25;

async function fetchShopParts({ work, supplierId, page }: PartsRequest, signal: AbortSignal) {
  const client = await supabase();
  const rows =
    unwrap(
      await client
        .rpc('list_requested_parts', {
          ...(work !== 'all' && { p_work: work }),
          ...(supplierId !== null && { p_supplier: supplierId }),
          p_page: page,
        })
        .abortSignal(signal),
    ) ?? [];
  return { rows: rows as unknown as RequestedPart[], total: rows[0]?.total ?? 0 };
}

/** A page of the parts of all orders (PART-11). */
export const shopPartsQuery = (request: PartsRequest) =>
  queryOptions({
    queryKey: inventoryKeys.shopParts(request),
    queryFn: ({ signal }) => fetchShopParts(request, signal),
    placeholderData: keepPreviousData,
  });
