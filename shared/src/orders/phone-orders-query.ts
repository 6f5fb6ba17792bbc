import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from './keys.ts';

/** How many other orders of an order's customer have that phone (ORD-125). */
export const phoneOrdersQuery = (orderId: string, phone: string) =>
  queryOptions({
    queryKey: orderKeys.phoneOrders(orderId, phone),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const answer = client.rpc('count_phone_orders', { p_order_id: orderId, p_phone: phone });
      return unwrap(await answer.abortSignal(signal));
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
