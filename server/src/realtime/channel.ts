import type { Claims } from '../tokens/jwt.ts';
import type { Change, PublishedTable } from './feed.ts';
import { parseFilter, type RowFilter } from './filter.ts';
import type { ChangeBinding } from './protocol.ts';

/** One `postgres_changes` wish of a channel, as the client knows it. */
export interface Subscription {
  id: number;
  binding: ChangeBinding;
  filter: RowFilter | undefined;
}

/** One joined topic of one socket. */
export interface Channel {
  topic: string;
  joinRef: string | null;
  claims: Claims;
  subscriptions: Subscription[];
  send(event: string, payload: unknown): void;
  /** Ends the channel because its token or its session did; the client joins again with a new one. */
  expire(): void;
}

let nextId = 1;

/** Subscriptions of a join; undefined if one has a filter that cannot be understood. */
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

/** Whether a channel wants changes of that table and kind at all. */
export function isInterested(channel: Channel, change: Change): boolean {
  return channel.subscriptions.some(({ binding }) => concerns(binding, change));
}

function concerns(binding: ChangeBinding, change: Change): boolean {
  return (binding.event === '*' || binding.event === change.type) && covers(binding, change);
}

/** Whether a wish is about a table. */
export function covers(binding: ChangeBinding, { schema, table }: Pick<Change, 'schema' | 'table'>): boolean {
  return (
    (binding.schema === '*' || binding.schema === schema) &&
    (binding.table === undefined || binding.table === '*' || binding.table === table)
  );
}

/**
 * Sends one change to a channel if one of its subscriptions wants it.
 * @param record the row as this subscriber may see it; absent for DELETE, which carries the key only, as hosted Realtime does.
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
