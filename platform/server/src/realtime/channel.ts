import type { Claims } from '../tokens/jwt.ts';
import type { Change } from './feed.ts';
import type { PublishedTable } from './followed.ts';
import { parseFilter, type RowFilter } from './filter.ts';
import type { ChangeBinding } from './protocol.ts';

/** One `postgres_changes` subscription of a channel, as known to the client. */
export interface Subscription {
  id: number;
  binding: ChangeBinding;
  filter: RowFilter | undefined;
}

/** One joined topic of a socket. */
export interface Channel {
  topic: string;
  joinRef: string | null;
  claims: Claims;
  subscriptions: Subscription[];
  send(event: string, payload: unknown): void;
  /** Closes the channel because its token or its session ended; the client rejoins with a new token. */
  expire(): void;
}

let nextId = 1;

/** Subscriptions of a join; undefined if a filter cannot be parsed. */
export function subscribe(bindings: readonly ChangeBinding[]): Subscription[] | undefined {
  const subscriptions = bindings.map((binding) => ({
    id: nextId++,
    binding,
    filter: binding.filter === undefined ? undefined : parseFilter(binding.filter),
  }));
  return subscriptions.every(
    ({ binding, filter }) => (binding.filter === undefined) === (filter === undefined),
  )
    ? subscriptions
    : undefined;
}

/** Whether a channel subscribes to changes of that table and kind. */
export function isInterested(channel: Channel, change: Change): boolean {
  return channel.subscriptions.some(({ binding }) => concerns(binding, change));
}

function concerns(binding: ChangeBinding, change: Change): boolean {
  return (binding.event === '*' || binding.event === change.type) && covers(binding, change);
}

/** Whether a subscription refers to a table. */
export function covers(binding: ChangeBinding, { schema, table }: Pick<Change, 'schema' | 'table'>): boolean {
  return (
    (binding.schema === '*' || binding.schema === schema) &&
    (binding.table === undefined || binding.table === '*' || binding.table === table)
  );
}

/**
 * Sends a change to a channel if one of its subscriptions matches.
 * @param record the row as visible to this subscriber; absent for DELETE, which carries only the key, as in hosted
 * Realtime.
 */
export function deliver(
  channel: Channel,
  change: Change,
  table: PublishedTable,
  record: Record<string, unknown> | undefined,
): void {
  const tested = record ?? change.key;
  const ids = channel.subscriptions
    .filter(({ binding, filter }) => concerns(binding, change) && (filter?.(tested) ?? true))
    .map(({ id }) => id);
  if (ids.length === 0) return;
  const names = record ? new Set(Object.keys(record)) : undefined;
  channel.send('postgres_changes', {
    ids,
    data: {
      schema: change.schema,
      table: change.table,
      type: change.type,
      commit_timestamp: change.at,
      columns: names ? table.columns.filter(({ name }) => names.has(name)) : table.columns,
      ...(record ? { record } : {}),
      ...(change.type === 'INSERT' ? {} : { old_record: change.key }),
      errors: null,
    },
  });
}
