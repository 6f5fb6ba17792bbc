import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Refetches queries after a server change. Invalidation alone keeps a first fetch that is in progress, whose result may
 * predate the change, so that the change would not be shown; this refetches once more afterwards.
 */
export async function refetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const isFirst = client.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0;
  await client.invalidateQueries({ queryKey });
  if (isFirst) await client.invalidateQueries({ queryKey });
}
