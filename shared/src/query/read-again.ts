import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads again what the server says has changed. A first reading that is under way may have been answered before the change; invalidation
 * lets it stand, so that the change would not show until something else reads. After it, everything is read once more.
 */
export async function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const isFirst = client.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0;
  await client.invalidateQueries({ queryKey });
  if (isFirst) await client.invalidateQueries({ queryKey });
}
