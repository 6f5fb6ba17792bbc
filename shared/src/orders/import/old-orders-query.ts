import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '../keys.ts';

/** How many imported orders from before that day are open still, by the status that closing gives them (ORD-122). */
export const oldOrdersQuery = (before: string) =>
  queryOptions({
    queryKey: orderKeys.oldOrders(before),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const [counts] = unwrap(await client.rpc('count_old_orders', { p_before: before }).abortSignal(signal));
      return counts ?? { delivered: 0, cancelled: 0 };
    },
  });
