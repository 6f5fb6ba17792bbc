import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import type { ScreenOrder } from '../stock-schemas.ts';
import { screenOrderKeys, inventoryKeys } from '#src/stock/keys.ts';

/** A new screen order (INV-04). */
export function useAddScreenOrderMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'pantallas.nueva',
    mutationFn: async (order: ScreenOrder, { id }) => {
      const database = await supabase();
      unwrap(await database.from('pedidos_pantallas').insert({ id, ...order }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: screenOrderKeys.all }),
  });
}

/** Target of the received quantity: an existing item, or a new one with the purchase's supplier. */
export type ReceiveTarget =
  | { itemId: string }
  | { brand: string; model: string; component_type_id: string; cost_price: number };

/**
 * Adds a received screen order to the inventory, once, and returns the item's id. `conflict` if somebody else received
 * it, `not-found` if the order or the item was deleted.
 */
export function useReceiveScreenOrderMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'pantallas.recibir',
    mutationFn: async (
      { screenOrderId, target }: { screenOrderId: string; target: ReceiveTarget },
      { id },
    ) => {
      const database = await supabase();
      const item =
        'itemId' in target
          ? { p_item_id: target.itemId }
          : {
              p_brand: target.brand,
              p_model: target.model,
              p_component_type_id: target.component_type_id,
              p_cost_price: target.cost_price,
            };
      return unwrap(
        await database.rpc('receive_screen_order', {
          p_screen_order_id: screenOrderId,
          p_request_id: id,
          ...item,
        }),
      );
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: screenOrderKeys.all }),
        client.invalidateQueries({ queryKey: inventoryKeys.all }),
      ]),
  });
}
