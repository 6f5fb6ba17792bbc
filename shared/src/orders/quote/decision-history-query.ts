import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '../keys.ts';

async function fetchDecisionHistory(orderId: string, signal: AbortSignal) {
  const client = await supabase();
  return unwrap(
    await client
      .from('decision_history')
      .select('id, type, message, created_at')
      .eq('order_id', orderId)
      .order('created_at', { ascending: false })
      .abortSignal(signal),
  );
}

/** The customer's decisions on quotes, newest first; type is 'success' or another (ORD-12). */
export const decisionHistoryQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.decisions(orderId),
    queryFn: ({ signal }) => fetchDecisionHistory(orderId, signal),
  });
