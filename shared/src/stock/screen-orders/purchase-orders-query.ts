import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { screenOrderKeys } from '#src/stock/keys.ts';

async function fetchPurchaseOrders(id: string, signal: AbortSignal) {
  const client = await supabase();
  return unwrap(await client.rpc('purchase_orders', { p_purchase_id: id }).abortSignal(signal)) ?? [];
}

/** The orders that may have pieces of a received purchase, the likely ones first (PART-43). */
export const purchaseOrdersQuery = (id: string) =>
  queryOptions({
    queryKey: screenOrderKeys.recall(id),
    queryFn: ({ signal }) => fetchPurchaseOrders(id, signal),
  });

/** An order that may have pieces of a purchase. */
export type PurchaseOrder = Awaited<ReturnType<typeof fetchPurchaseOrders>>[number];
