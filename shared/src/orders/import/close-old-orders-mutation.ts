import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';

/** Repeats until none are left: the server closes them in portions, and never closes an order twice. */
async function closeOldOrders(before: string): Promise<void> {
  const client = await supabase();
  for (let left = Infinity; left > 0;) {
    const now = unwrap(await client.rpc('close_old_orders', { p_before: before }));
    // Nothing was closed: others are working on the rest.
    if (now >= left) return;
    left = now;
  }
}

/** Closes the imported orders from before a day that are open still, without messages (ORD-122). Admins only. */
export function useCloseOldOrdersMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: closeOldOrders,
    // Lists, counts and reports.
    onSettled: () => client.invalidateQueries(),
  });
}
