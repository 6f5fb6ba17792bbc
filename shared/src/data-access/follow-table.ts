import type { RealtimeChannel } from '@supabase/supabase-js';
import type { Database } from '#src/db/database.types.ts';
import { supabase, type Supabase } from '@taller/shared/runtime';

/** Tables that are published to realtime. */
export type FollowedTable =
  | 'appointments'
  | 'device_places'
  | 'notifications'
  | 'order_checklists'
  | 'order_waits'
  | 'service_orders'
  | 'setting_sections'
  | 'whatsapp_messages';

type Row<T extends FollowedTable> = Database['public']['Tables'][T]['Row'];

/** A change; `row` is the new row, or for a deletion its key. */
export interface TableChange<T extends FollowedTable> {
  readonly kind: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly row: Partial<Row<T>>;
}

export interface FollowHandlers<T extends FollowedTable> {
  onChange: (change: TableChange<T>) => void;
  /**
   * The subscription is active: for the first time, or again after a disconnect. Changes made meanwhile are not resent,
   * so reload here.
   */
  onJoined: () => void;
}

/** Interval of the health check, in ms: a channel that is still down at the second check is replaced. */
const POLL_MS = 15_000;
/**
 * Idle time after which a channel is replaced and {@link FollowHandlers.onJoined} reloads, in ms: a subscription that
 * the server silently dropped looks the same as a table without changes.
 */
const QUIET_MS = 120_000;
/**
 * Delay before rejoining a channel that the server closed, in ms. supabase-js itself reconnects lost sockets, with its
 * own backoff.
 */
const REJOIN_MS = 2000;

/**
 * Subscribes to the changes of a table that the caller may see. Reconnects automatically.
 * @returns a function that unsubscribes.
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
  times: { pollMs: number; quietMs: number } = { pollMs: POLL_MS, quietMs: QUIET_MS },
): () => void {
  let stopped = false;
  let current: RealtimeChannel | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let missedPolls = 0;
  let heardAt = Date.now();

  const join = async () => {
    // A join sent before the client has its token is anonymous: it is accepted but receives nothing until the token is
    // refreshed. So is one whose session could not be renewed.
    const { error } = await client.auth.getSession();
    if (error) throw error;
    await client.realtime.setAuth();
    if (stopped) return;
    missedPolls = 0;
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
      // Closed by the server (a token that expired while the machine slept): a new channel is needed.
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
  const poll = () => {
    if (current === null) return;
    missedPolls = current.state === 'joined' && client.realtime.isConnected() ? 0 : missedPolls + 1;
    if (missedPolls >= 2 || Date.now() - heardAt > times.quietMs) replace(0);
  };

  const polling = setInterval(poll, times.pollMs);
  start();
  return () => {
    stopped = true;
    clearInterval(polling);
    clearTimeout(timer);
    leave();
  };
}
