import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';
import type { SavedViews } from './saved-view.ts';

async function fetchSavedViews(signal: AbortSignal): Promise<SavedViews> {
  const client = await supabase();
  const rows = unwrap(
    await client
      .from('saved_views')
      .select('id, name, search, field, status, technician_id, view, sort, wait_reason, place, is_start')
      .order('created_at')
      .order('id')
      .abortSignal(signal),
  );
  const start = rows.find((row) => row.is_start);
  return {
    views: rows.flatMap(({ is_start: _start, name, ...row }) => (name === null ? [] : { ...row, name })),
    start: start ? (start.name === null ? { view: start.view ?? '' } : { id: start.id }) : null,
  };
}

/** The caller's own views of the desk's list (ORD-80). Another tab's change is read when this one is looked at. */
export const savedViewsQuery = () =>
  queryOptions({
    queryKey: orderKeys.savedViews(),
    queryFn: ({ signal }) => fetchSavedViews(signal),
    staleTime: 10_000,
    // The desk waits for it once, to open with the right view.
    retry: 1,
  });

async function fetchSavedViewCounts(signal: AbortSignal): Promise<Readonly<Record<string, number>>> {
  const client = await supabase();
  const rows = unwrap(await client.rpc('count_saved_views').abortSignal(signal));
  return Object.fromEntries(rows.flatMap(({ id, total }) => (total === null ? [] : [[id, total]])));
}

/** How many orders each own view has, by its id, in one request; read again together with those of the shop's views. */
export const savedViewCountsQuery = () =>
  queryOptions({
    queryKey: orderKeys.savedViewCounts(),
    queryFn: ({ signal }) => fetchSavedViewCounts(signal),
    staleTime: 10_000,
  });
