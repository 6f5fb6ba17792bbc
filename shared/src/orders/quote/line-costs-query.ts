import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';

/** The unit cost of each quote line, in pesos (QUO-06), for those who may see costs. */
export const lineCostsQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.lineCosts(orderId),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      return unwrap(await client.rpc('line_costs', { p_order_id: orderId }).abortSignal(signal)) ?? [];
    },
    staleTime: 0,
  });
