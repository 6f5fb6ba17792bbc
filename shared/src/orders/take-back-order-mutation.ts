import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from './keys.ts';

interface TakeBack {
  orderId: string;
  reason: string;
}

async function takeBackOrder({ orderId, reason }: TakeBack): Promise<void> {
  const client = await supabase();
  unwrap(await client.rpc('take_back_order', { p_order_id: orderId, p_reason: reason }));
}

/** Takes back an order that was taken in by mistake (ORD-121). Sent twice it happens once. */
export function useTakeBackOrderMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: takeBackOrder,
    onSuccess: async (_result, { orderId }) => {
      client.removeQueries({ queryKey: orderKeys.detail(orderId) });
      await client.invalidateQueries({ queryKey: orderKeys.lists() });
    },
  });
}
