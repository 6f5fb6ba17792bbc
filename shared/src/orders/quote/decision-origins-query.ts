import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { withPresentNames } from '#src/data-access/present-names.ts';
import { orderKeys } from '../keys.ts';

async function fetchDecisionOrigins(orderId: string, signal: AbortSignal) {
  const client = await supabase();
  const rows = unwrap(
    await client
      .from('decision_origins')
      .select('decision_id, address, browser, account_id, account_name')
      .eq('order_id', orderId)
      .abortSignal(signal),
  );
  return withPresentNames(rows, 'account_id', 'account_name', signal);
}

/** Origin of the decisions on an order's quotes: network, browser, account. Only admins get rows. */
export const decisionOriginsQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.decisionOrigins(orderId),
    queryFn: ({ signal }) => fetchDecisionOrigins(orderId, signal),
  });
