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

/**
 * How often a followed table is looked at, in ms: a channel that has not come back by itself within two looks is
 * replaced.
 */
const LOOK_MS = 15_000;
/**
 * A channel that has brought nothing for so long is replaced, in ms, and {@link FollowHandlers.onJoined} reads anew: a
 * server that has forgotten it in silence looks just like a table on which nothing happens.
 */
const QUIET_MS = 120_000;
/** Wait before a channel that the server closed is joined again, in ms. supabase-js itself handles a lost socket, with its own back-off. */
const REJOIN_MS = 2000;

/**
 * Follows the changes of a table that the caller may see. The socket comes back by itself.
 *
 * @returns the function that ends it.
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

/** {@link followTable} with a client. `times`: for tests, in ms. */
export function followWith<T extends FollowedTable>(
  client: Supabase,
  table: T,
  { onChange, onJoined }: FollowHandlers<T>,
  times: { lookMs: number; quietMs: number } = { lookMs: LOOK_MS, quietMs: QUIET_MS },
): () => void {
  let stopped = false;
  let current: RealtimeChannel | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let missedLooks = 0;
  let heardAt = Date.now();

  const join = async () => {
    // A join that goes out before the client knows its token is nobody's: it is accepted and brings nothing, until the
    // token is renewed.
    await client.realtime.setAuth();
    if (stopped) return;
    missedLooks = 0;
    heardAt = Date.now();
    const channel = client
      .channel(`${table}-${crypto.randomUUID()}`)
      .on<Row<T>>('postgres_changes', { event: '*', schema: 'public', table }, (payload) => {
        heardAt = Date.now();
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
    if (missedLooks >= 2 || Date.now() - heardAt > times.quietMs) replace(0);
  };

  const looking = setInterval(look, times.lookMs);
  start();
  return () => {
    stopped = true;
    clearInterval(looking);
    clearTimeout(timer);
    leave();
  };
}
