import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from './keys.ts';
import { fetchOrder } from './order-query.ts';

/** Deletes an order. Succeeds if it is already deleted. @throws DataError `forbidden` if the rules deny it. */
async function deleteOrder(id: string): Promise<string> {
  const client = await supabase();
  const deleted = unwrap(await client.from('service_orders').delete().eq('id', id).select('id'));
  if (deleted.length === 0 && (await fetchOrder(id)))
    throw new DataError('forbidden', `Order ${id} was not deleted`);
  return id;
}

/** Admins only (ORD-11). */
export function useDeleteOrderMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteOrder,
    onSuccess: async (id) => {
      client.removeQueries({ queryKey: orderKeys.detail(id) });
      await client.invalidateQueries({ queryKey: orderKeys.lists() });
    },
  });
}
