import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { notificationKeys } from './keys.ts';

/** The server counts each tab up to this number. */
export const TAB_COUNT_LIMIT = 100;
/** Reads it again at this interval, in ms, besides after changes of this tab and new notifications. */
const POLL_MS = 60_000;

async function fetchPanelCounts(signal: AbortSignal): Promise<Readonly<Record<string, number>>> {
  const client = await supabase();
  const rows = unwrap(await client.rpc('panel_counts').abortSignal(signal));
  return Object.fromEntries(rows.map(({ tab, total }) => [tab, total]));
}

/** How much waits for the caller's role at each tab of the panel (ORD-83), by the tab's name. */
export const panelCountsQuery = () =>
  queryOptions({
    queryKey: notificationKeys.panelCounts(),
    queryFn: ({ signal }) => fetchPanelCounts(signal),
    staleTime: 10_000,
    refetchInterval: POLL_MS,
  });
