import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { withPresentNames } from '#src/data-access/present-names.ts';
import { isUuid } from '#src/values/uuid.ts';
import { orderKeys } from './keys.ts';

async function fetchDeletion(orderId: string, signal: AbortSignal) {
  if (!isUuid(orderId)) return null;
  const client = await supabase();
  const deletion = unwrap(
    await client
      .from('order_events')
      .select('order_number, created_at, actor_id, actor_name')
      .eq('order_id', orderId)
      .eq('kind', 'deleted')
      .abortSignal(signal)
      .maybeSingle(),
  );
  const [named] = await withPresentNames(deletion ? [deletion] : [], 'actor_id', 'actor_name', signal);
  return named ?? null;
}

/** The deletion of an order: by whom and when; null if the order never existed (ORD-17). */
export const orderDeletionQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.deletion(orderId),
    queryFn: ({ signal }) => fetchDeletion(orderId, signal),
  });
