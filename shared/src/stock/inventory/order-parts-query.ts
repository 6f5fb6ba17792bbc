import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { inventoryKeys } from '#src/stock/keys.ts';

/** A part written off for an order. Costs in pesos; null for everybody but admins. */
export interface OrderPart {
  id: number;
  brand: string;
  model: string;
  /** Screen, battery …; null for parts from before it was kept. */
  component_type: string | null;
  quantity: number;
  actor_name: string | null;
  created_at: string;
  unit_cost: number | null;
  total_cost: number | null;
}

async function fetchOrderParts(orderId: string, signal: AbortSignal): Promise<OrderPart[]> {
  const client = await supabase();
  return unwrap(await client.rpc('order_parts', { p_order_id: orderId }).abortSignal(signal)) ?? [];
}

/** The parts written off for an order, oldest first. */
export function orderPartsQuery(orderId: string) {
  return queryOptions({
    queryKey: inventoryKeys.orderParts(orderId),
    queryFn: ({ signal }) => fetchOrderParts(orderId, signal),
  });
}
