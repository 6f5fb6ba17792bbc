import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { customerOrderKeys } from '../own/keys.ts';
import { functionFailure } from '#src/data-access/function-failure.ts';
import { publicOrderStatusKeys } from '../public-status/keys.ts';
import { quoteKeys } from './keys.ts';

export type QuoteDecision = 'approved' | 'rejected';

export interface DecideQuote {
  orderId: string;
  decision: QuoteDecision;
}

/**
 * Calls the server function update-quote-status. The server takes one decision per quote, whatever is sent.
 * @throws DataError `conflict` when it was no longer open, `not-found`, `offline` when no answer came (it may have been taken all the same).
 */
async function decideQuote({ orderId, decision }: DecideQuote): Promise<void> {
  const client = await supabase();
  const answer = await client.functions.invoke('update-quote-status', { body: { orderId, decision } });
  const error = answer.error as Error | null;
  if (error) throw functionFailure(error);
}

/** The customer's answer to a quote (PUB-04, CUST-04). */
export function useDecideQuoteMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decideQuote,
    // Never by itself: the person sees what happened and presses again.
    retry: false,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: publicOrderStatusKeys.all }),
        client.invalidateQueries({ queryKey: customerOrderKeys.all }),
      ]),
    // Taken elsewhere, or taken and the answer lost: what stands now is read again.
    onError: (_error, { orderId }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: quoteKeys.order(orderId) }),
        client.invalidateQueries({ queryKey: customerOrderKeys.all }),
      ]),
  });
}
