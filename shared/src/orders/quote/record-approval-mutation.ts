import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '../keys.ts';
import { tellUnsent } from '../tell-unsent.ts';
import type { ShownQuote } from './decide-quote-mutation.ts';

export interface RecordApproval {
  orderId: string;
  channel: 'phone' | 'counter';
  /** Name of the person who approved. */
  saidBy: string;
  /** The quote that was read out. */
  quote: ShownQuote;
}

/** @returns the order's status, which is another one if it had an answer already. */
async function recordApproval({ orderId, channel, saidBy, quote }: RecordApproval) {
  const client = await supabase();
  const { status } = unwrap(
    await client
      .rpc('record_approval', {
        p_order_id: orderId,
        p_channel: channel,
        p_said_by: saidBy,
        p_amount: quote.total_amount,
        p_version: quote.version,
      })
      .single(),
  );
  if (status === 'approved') void tellUnsent([orderId], status);
  return status;
}

/** Notes a customer's yes by phone or at the counter (ORD-91). Noted twice it is noted once. */
export function useRecordApprovalMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: recordApproval,
    onSettled: (_result, _error, { orderId }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: orderKeys.lists() }),
        client.invalidateQueries({ queryKey: orderKeys.detail(orderId) }),
      ]),
  });
}
