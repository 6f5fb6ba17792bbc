import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { isUuid } from '#src/values/uuid.ts';
import { orderKeys } from './keys.ts';

async function fetchDeletion(orderId: string, signal: AbortSignal) {
  if (!isUuid(orderId)) return null;
  const client = await supabase();
  return unwrap(
    await client
      .from('order_events')
      .select('order_number, created_at, actor_name')
      .eq('order_id', orderId)
      .eq('kind', 'deleted')
      .abortSignal(signal)
      .maybeSingle(),
  );
}

/** Who deleted an order, and when; null if there never was one (ORD-17). */
export const orderDeletionQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.deletion(orderId),
    queryFn: ({ signal }) => fetchDeletion(orderId, signal),
  });
