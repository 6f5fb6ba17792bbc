import { useMutation } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';

async function sendQuoteLink(orderId: string): Promise<void> {
  const client = await supabase();
  unwrap(await client.rpc('send_quote_link', { p_order_id: orderId }));
}

/** Sends the link of a quote to the phone of its order, for whoever cannot decide without it (CUST-18). */
export const useSendQuoteLinkMutation = () => useMutation({ mutationFn: sendQuoteLink });
