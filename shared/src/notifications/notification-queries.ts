import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { Database } from '#src/db/database.types.ts';
import { notificationKeys } from './keys.ts';

/**
 * A notification in the panel. `type` quote_approved is positive, all others are negative (NOTIF-01). `order_id` is
 * null if the order was deleted, or if there is none.
 */
export type Notification = Pick<
  Database['public']['Tables']['notifications']['Row'],
  'id' | 'type' | 'message' | 'is_read' | 'created_at' | 'order_id'
>;

export interface Inbox {
  /** The newest, newest first: at most {@link INBOX_LENGTH}. */
  notifications: Notification[];
  /** Number of unread ones, including those not in the list. */
  unread: number;
}

/** Maximum number of notifications in the panel, so that the cost does not grow over time. */
const INBOX_LENGTH = 50;
/** Polling interval in addition to realtime, in ms (NOTIF-02). */
const INBOX_POLL_MS = 30_000;

async function fetchInbox(signal: AbortSignal): Promise<Inbox> {
  const client = await supabase();
  const [newest, unread] = await Promise.all([
    client
      .from('notifications')
      .select('id, type, message, is_read, created_at, order_id')
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(INBOX_LENGTH)
      .abortSignal(signal),
    client
      .from('notifications')
      .select('id', { count: 'exact', head: true })
      .eq('is_read', false)
      .abortSignal(signal),
  ]);
  const rows = unwrap(newest) ?? [];
  unwrap(unread);
  return { notifications: rows, unread: unread.count ?? rows.filter((row) => !row.is_read).length };
}

/** The staff's notifications. They are shared, including read marks. */
export const inboxQuery = () =>
  queryOptions({
    queryKey: notificationKeys.inbox(),
    queryFn: ({ signal }) => fetchInbox(signal),
    refetchInterval: INBOX_POLL_MS,
    staleTime: INBOX_POLL_MS / 2,
  });

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
