import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { OrderListItem } from './order-list-queries.ts';
import { orderKeys } from './keys.ts';

/** An order as the palette names it. */
export type FoundOrder = Pick<
  OrderListItem,
  'id' | 'order_number' | 'status' | 'customer_name' | 'equipment_brand' | 'equipment_model'
>;

async function fetchFoundOrders(search: string, signal: AbortSignal): Promise<FoundOrder[]> {
  const client = await supabase();
  return unwrap(await client.rpc('find_orders', { p_search: search }).abortSignal(signal)) as FoundOrder[];
}

/** The orders that fit a text best, a number first, then the newest (UI-07). */
export const foundOrdersQuery = (search: string) =>
  queryOptions({
    queryKey: orderKeys.found(search),
    queryFn: ({ signal }) => fetchFoundOrders(search, signal),
  });
