import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from './keys.ts';
import { messageKeys } from '#src/messages/keys.ts';
import type { Message } from '#src/messages/message.ts';
import { sendPendingMessages } from '#src/messages/send-pending-messages.ts';

async function retryMessage({ id, order_id }: Pick<Message, 'id' | 'order_id'>): Promise<boolean> {
  const client = await supabase();
  unwrap(await client.rpc('retry_message', { p_id: id }));
  return sendPendingMessages(order_id);
}

/**
 * 'Reintentar': queues a failed message again, to the order's current phone, and sends it. Returns whether it was sent.
 */
export function useRetryMessageMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: retryMessage,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: messageKeys.all }),
        client.invalidateQueries({ queryKey: orderKeys.lists() }),
      ]),
  });
}
