import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from '#src/messages/keys.ts';
import { orderKeys } from '../keys.ts';
import { tellUnsent } from '../tell-unsent.ts';

async function resendQuote(orderId: string): Promise<void> {
  const client = await supabase();
  unwrap(await client.rpc('resend_quote', { p_order_id: orderId }));
  void tellUnsent([orderId], 'quoted');
}

/** Sends an open quote again as it is, once a minute at most (ORD-93). */
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
