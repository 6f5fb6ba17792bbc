import { infiniteQueryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { withPresentNames } from '#src/data-access/present-names.ts';
import { inventoryKeys } from './keys.ts';

/** Page size of the history. */
export const HISTORY_BATCH = 50;

async function fetchItemHistory(itemId: string, before: number | null, signal: AbortSignal) {
  const client = await supabase();
  let request = client
    .from('inventory_movements')
    .select(
      'id, kind, delta, quantity_after, order_id, order_number, actor_id, actor_name, created_at, import_name',
    )
    .eq('item_id', itemId)
    .order('id', { ascending: false })
    .limit(HISTORY_BATCH);
  if (before !== null) request = request.lt('id', before);
  const rows = unwrap(await request.abortSignal(signal)) ?? [];
  return withPresentNames(rows, 'actor_id', 'actor_name', signal);
}

/** Every change of an item's stock, newest first, loaded incrementally. */
export function itemHistoryQuery(itemId: string) {
  return infiniteQueryOptions({
    queryKey: inventoryKeys.history(itemId),
    queryFn: ({ pageParam, signal }) => fetchItemHistory(itemId, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.length < HISTORY_BATCH ? undefined : last.at(-1)?.id),
  });
}

export type ItemMovement = Awaited<ReturnType<typeof fetchItemHistory>>[number];
