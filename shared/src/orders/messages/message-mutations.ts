import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';
import { messageKeys } from '#src/messages/keys.ts';

/** Makes a message due. */
async function sendBy(name: 'retry_message' | 'send_message_now', id: string): Promise<void> {
  const client = await supabase();
  // Its id alone: text and number of the message are not looked at.
  unwrap(await client.rpc(name, { p_id: id }).select('id'));
}

const readMessages = (client: ReturnType<typeof useQueryClient>) =>
  Promise.all([
    client.invalidateQueries({ queryKey: messageKeys.all }),
    client.invalidateQueries({ queryKey: orderKeys.lists() }),
  ]);

/** 'Reintentar': queues a failed message again, to the order's current phone. */
export function useRetryMessageMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => sendBy('retry_message', id),
    onSettled: () => readMessages(client),
  });
}

/** 'Enviar ahora', 'Enviar': a message that waits for the end of the quiet hours or expired is due. */
export function useSendNowMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => sendBy('send_message_now', id),
    onSettled: () => readMessages(client),
  });
}

/** 'Descartar': a message that expired is never sent (MSG-23). */
export function useDiscardMessageMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const database = await supabase();
      unwrap(await database.rpc('discard_message', { p_id: id }).select('id'));
    },
    onSettled: () => readMessages(client),
  });
}
