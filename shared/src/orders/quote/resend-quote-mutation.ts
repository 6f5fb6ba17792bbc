import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from '#src/messages/keys.ts';
import { sendPendingMessages } from '#src/messages/send-pending-messages.ts';
import { orderKeys } from '../keys.ts';

async function resendQuote(orderId: string): Promise<boolean> {
  const client = await supabase();
  unwrap(await client.rpc('resend_quote', { p_order_id: orderId }));
  return sendPendingMessages({ orderId });
}

/** Sends an open quote again as it is, once a minute at most (ORD-93). Returns whether it was sent. */
export function useResendQuoteMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: resendQuote,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: messageKeys.all }),
        client.invalidateQueries({ queryKey: orderKeys.lists() }),
      ]),
  });
}
