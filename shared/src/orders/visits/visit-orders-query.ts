import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { Database } from '#src/db/database.types.ts';
import { isUuid } from '#src/values/uuid.ts';
import { orderKeys } from '../keys.ts';
import type { OrderStatus } from '../status/order-status.ts';

type VisitRow = Database['public']['Functions']['visit_orders']['Returns'][number];

/** An order of a visit. Its balance in whole pesos. */
export interface VisitOrder extends Omit<VisitRow, 'status'> {
  status: OrderStatus;
}

/** The orders of an order's visit, by number, that one among them; none where it is the only one (REC-03). */
export async function fetchVisitOrders(orderId: string, signal: AbortSignal): Promise<readonly VisitOrder[]> {
  if (!isUuid(orderId)) return [];
  const client = await supabase();
  const rows = unwrap(await client.rpc('visit_orders', { p_order_id: orderId }).abortSignal(signal));
  return rows as VisitOrder[];
}

/** The visit of an order: any for staff, of own orders for customers. */
export const visitOrdersQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.visit(orderId),
    queryFn: ({ signal }) => fetchVisitOrders(orderId, signal),
    staleTime: 10_000,
  });
