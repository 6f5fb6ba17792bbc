import type { Database } from '#src/db/database.types.ts';
import { supabase, type Supabase } from '@taller/shared/runtime';

/** Tables whose changes are published (see the migration on realtime). */
export type FollowedTable = 'notifications' | 'service_orders' | 'whatsapp_messages';

type Row<T extends FollowedTable> = Database['public']['Tables'][T]['Row'];

/** One change; `row` is the row after it, and after a deletion what is left of it: its key. */
export interface TableChange<T extends FollowedTable> {
  readonly kind: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly row: Partial<Row<T>>;
}

export interface FollowHandlers<T extends FollowedTable> {
  onChange: (change: TableChange<T>) => void;
  /**
   * The subscription stands: for the first time, or again after the connection was lost. Changes made while it was down are not sent
   * again, so read anew here.
   */
  onJoined: () => void;
}

/** Wait before a channel that the server closed is joined again, in ms. supabase-js itself handles a lost socket, with its own back-off. */
const REJOIN_MS = 2000;

let channelCount = 0;

/**
 * Follows the changes of a table that the caller may see. The socket comes back by itself.
 *
 * @returns the way to stop.
 */
export function followTable<T extends FollowedTable>(
  table: T,
  { onChange, onJoined }: FollowHandlers<T>,
): () => void {
  let stopped = false;
  let leave: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const join = (client: Supabase) => {
    if (stopped) return;
    channelCount += 1;
    let over = false;
    const channel = client
      .channel(`${table}-${channelCount}`)
      .on<Row<T>>('postgres_changes', { event: '*', schema: 'public', table }, (payload) => {
        const row = payload.eventType === 'DELETE' ? payload.old : payload.new;
        onChange({ kind: payload.eventType, row });
      })
      .subscribe((state) => {
        const status: string = state;
        if (stopped || over) return;
        if (status === 'SUBSCRIBED') onJoined();
        if (status !== 'CLOSED') return;
        // Closed by the server (a token that ran out while the machine slept): this channel is over, a new one is not.
        over = true;
        leave?.();
        timer = setTimeout(() => join(client), REJOIN_MS);
      });
    leave = () => {
      leave = null;
      void client.removeChannel(channel);
    };
  };

  supabase().then(join, (error: unknown) => console.error(`Following ${table} could not start`, error));
  return () => {
    stopped = true;
    clearTimeout(timer);
    leave?.();
  };
}
