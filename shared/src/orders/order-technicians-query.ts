import { technicianKeys } from '#src/people/keys.ts';
import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';

/** Technicians with current or past orders, even if they no longer work here (ORD-128). */
export const orderTechniciansQuery = () =>
  queryOptions({
    queryKey: technicianKeys.ofOrders(),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      return unwrap(await client.rpc('order_technicians').abortSignal(signal)) ?? [];
    },
    staleTime: 5 * 60_000,
  });
