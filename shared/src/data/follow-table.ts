import type { RealtimeChannel } from '@supabase/supabase-js';
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

/** How often a followed table is looked at, in ms: a channel that has not come back by itself within two looks is replaced. */
const LOOK_MS = 15_000;
/** Wait before a channel that the server closed is joined again, in ms. supabase-js itself handles a lost socket, with its own back-off. */
const REJOIN_MS = 2000;

/**
 * Follows the changes of a table that the caller may see. The socket comes back by itself.
 *
 * @returns the way to stop.
 */
export function followTable<T extends FollowedTable>(table: T, handlers: FollowHandlers<T>): () => void {
  let stop: (() => void) | null = () => {};
  const start = (client: Supabase) => {
    if (stop) stop = followWith(client, table, handlers);
  };
  supabase().then(start, (error: unknown) => console.error(`Following ${table} could not start`, error));
  return () => {
    stop?.();
    stop = null;
  };
}

/** {@link followTable} with a client. */
export function followWith<T extends FollowedTable>(
  client: Supabase,
  table: T,
  { onChange, onJoined }: FollowHandlers<T>,
): () => void {
  let stopped = false;
  let current: RealtimeChannel | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let missedLooks = 0;

  const join = async () => {
    // A join that goes out before the client knows its token is nobody's: it is accepted and brings nothing, until the token is renewed.
    await client.realtime.setAuth();
    if (stopped) return;
    missedLooks = 0;
    const channel = client
      .channel(`${table}-${crypto.randomUUID()}`)
      .on<Row<T>>('postgres_changes', { event: '*', schema: 'public', table }, (payload) => {
        const row = payload.eventType === 'DELETE' ? payload.old : payload.new;
        onChange({ kind: payload.eventType, row });
      });
    current = channel;
    channel.subscribe((state) => {
      const status: string = state;
      if (stopped || current !== channel) return;
      if (status === 'SUBSCRIBED') onJoined();
      // Closed by the server (a token that ran out while the machine slept): this channel is over, a new one is not.
      if (status === 'CLOSED') replace(REJOIN_MS);
    });
  };
  const leave = () => {
    const channel = current;
    current = null;
    if (channel) void client.removeChannel(channel);
  };
  const start = () =>
    void join().catch((error: unknown) => {
      console.warn(`Following ${table} failed`, error);
      replace(REJOIN_MS);
    });
  const replace = (wait: number) => {
    leave();
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(start, wait);
  };
  const look = () => {
    if (current === null) return;
    missedLooks = current.state === 'joined' && client.realtime.isConnected() ? 0 : missedLooks + 1;
    if (missedLooks >= 2) replace(0);
  };

  const looking = setInterval(look, LOOK_MS);
  start();
  return () => {
    stopped = true;
    clearInterval(looking);
    clearTimeout(timer);
    leave();
  };
}
