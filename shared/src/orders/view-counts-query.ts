import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from './keys.ts';

/** The server counts each view up to this limit. */
export const VIEW_COUNT_LIMIT = 1000;

async function fetchViewCounts(signal: AbortSignal): Promise<Readonly<Record<string, number>>> {
  const client = await supabase();
  const rows = unwrap(await client.rpc('count_order_views').abortSignal(signal));
  return Object.fromEntries(rows.map(({ view, total }) => [view, total]));
}

/**
 * How many orders each view of the desk's list has, by its name, `all` being the list without a view; more than
 * {@link VIEW_COUNT_LIMIT} where the server stopped counting. One request for all of them (ORD-62).
 */
export const viewCountsQuery = () =>
  queryOptions({
    queryKey: orderKeys.viewCounts(),
    queryFn: ({ signal }) => fetchViewCounts(signal),
    // Realtime reports changes; this covers suspended tabs.
    staleTime: 10_000,
  });
