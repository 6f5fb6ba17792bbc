import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { inventoryKeys } from './keys.ts';

interface WriteOff {
  itemId: string;
  quantity: number;
  orderNumber: number;
}

/**
 * Writes parts off for an order (INV-03) and returns the remaining quantity. At 0 a product without a minimum is
 * deleted.
 */
export function useWriteOffMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'baja',
    mutationFn: async ({ itemId, quantity, orderNumber }: WriteOff, { id }) => {
      const database = await supabase();
      const answer = await database.rpc('write_off_inventory', {
        p_item_id: itemId,
        p_quantity: quantity,
        p_order_number: orderNumber,
        p_request_id: id,
      });
      return unwrap(answer);
    },
    onSettled: () => client.invalidateQueries({ queryKey: inventoryKeys.all }),
  });
}
