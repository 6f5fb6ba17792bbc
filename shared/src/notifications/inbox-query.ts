import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { notificationKeys } from './keys.ts';

/** A notification as the panel shows it. `type` quote_approved is good news, any other is not (NOTIF-01). */
export interface Notification {
  id: string;
  type: string;
  message: string;
  isRead: boolean;
  /** ISO 8601, as the server gave it: to the microsecond. */
  createdAt: string;
  /** The order it is about; null once that order is deleted, and for what is about none. */
  orderId: string | null;
}

export interface Inbox {
  /** The newest, newest first: {@link INBOX_LENGTH} at most. */
  notifications: Notification[];
  /** Unread ones, also beyond those. */
  unread: number;
}

/** How many notifications the panel holds: what the shop reads does not grow with its age. */
export const INBOX_LENGTH = 50;
/** The list is read again so often besides realtime, in ms (NOTIF-02). */
export const INBOX_POLL_MS = 30_000;

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
  return {
    notifications: rows.map((row) => ({
      id: row.id,
      type: row.type,
      message: row.message,
      isRead: row.is_read,
      createdAt: row.created_at,
      orderId: row.order_id,
    })),
    unread: unread.count ?? rows.filter((row) => !row.is_read).length,
  };
}

/** The staff's notifications. They share them, read marks included. */
export const inboxQuery = () =>
  queryOptions({
    queryKey: notificationKeys.inbox(),
    queryFn: ({ signal }) => fetchInbox(signal),
    refetchInterval: INBOX_POLL_MS,
    staleTime: INBOX_POLL_MS / 2,
  });
