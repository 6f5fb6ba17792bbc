import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';
import { orderKeys } from './keys.ts';

async function fetchIntakeState(orderId: string, signal: AbortSignal) {
  const client = await supabase();
  const [state] = unwrap(await client.rpc('intake_state', { p_order_id: orderId }).abortSignal(signal));
  if (!state) throw new DataError('not-found', `There is no order ${orderId}`);
  // The generated types know no null in a function's result.
  return state as { obstacle: string | null; is_told: boolean };
}

/** Why an intake cannot be undone (null if it can), and whether the customer was notified of it (ORD-121). */
export const intakeStateQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.intakeState(orderId),
    queryFn: ({ signal }) => fetchIntakeState(orderId, signal),
    retry: retryUnlessMissing,
    staleTime: 0,
    gcTime: 0,
  });
