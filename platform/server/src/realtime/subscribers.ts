import type { Channel } from './channel.ts';
import type { Change } from './feed.ts';

const ANY = '*';

/** Index of joined channels by table, so that the cost of a change depends only on its table's subscribers. */
export class Subscribers {
  readonly #byTable = new Map<string, Set<Channel>>();
  readonly #all = new Set<Channel>();

  add(channel: Channel): void {
    this.#all.add(channel);
    for (const { binding } of channel.subscriptions) {
      const table = tableKey(binding.schema, binding.table);
      this.#byTable.set(table, (this.#byTable.get(table) ?? new Set()).add(channel));
    }
  }

  remove(channel: Channel): void {
    this.#all.delete(channel);
    for (const { binding } of channel.subscriptions) {
      const table = tableKey(binding.schema, binding.table);
      const channels = this.#byTable.get(table);
      channels?.delete(channel);
      if (channels?.size === 0) this.#byTable.delete(table);
    }
  }

  has(channel: Channel): boolean {
    return this.#all.has(channel);
  }

  [Symbol.iterator](): Iterator<Channel> {
    return this.#all.values();
  }

  /** Channels that subscribe to the table of any of the changes. */
  of(changes: readonly Change[]): Set<Channel> {
    const keys = new Set([ANY, ...changes.map(({ schema, table }) => tableKey(schema, table))]);
    const result = new Set<Channel>();
    for (const key of keys) for (const channel of this.#byTable.get(key) ?? []) result.add(channel);
    return result;
  }
}

/** One key for all subscriptions without a specific table. */
function tableKey(schema: string, table = ANY): string {
  return schema === ANY || table === ANY ? ANY : `${schema}.${table}`;
}
