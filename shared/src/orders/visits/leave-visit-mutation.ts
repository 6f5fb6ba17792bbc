import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '../keys.ts';

/** Takes an order out of its visit (REC-07). One that is in none is out. */
export function useLeaveVisitMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (orderId: string) => {
      const database = await supabase();
      unwrap(await database.rpc('leave_visit', { p_order_id: orderId }));
    },
    // Its former visit too is another one.
    onSuccess: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === orderKeys.all[0] && queryKey.at(-1) === 'visit',
      }),
  });
}
