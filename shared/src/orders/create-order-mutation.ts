import { useMutation, useQueryClient } from '@taller/shared/query';
import { createOrder } from './create-order.ts';
import { orderKeys } from './keys.ts';

/** Creates an order and returns its number (ORD-03). Can be retried after a lost connection without duplicating it. */
export function useCreateOrderMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: createOrder,
    onSuccess: async (order) => {
      client.setQueryData(orderKeys.detail(order.id), order);
      await Promise.all([
        client.invalidateQueries({ queryKey: orderKeys.lists() }),
        client.invalidateQueries({ queryKey: orderKeys.customers() }),
      ]);
    },
  });
}
