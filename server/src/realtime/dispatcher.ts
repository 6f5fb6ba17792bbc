import type { Claims } from '../api/jwt.ts';
import { messageOf } from '../start-error.ts';
import { deliver, isInterested, type Channel } from './channel.ts';
import type { Change, PublishedTable } from './feed.ts';
import { keyText, type Rows, type VisibleRows } from './visible-rows.ts';

/** Changes handled together: one query for each subscriber and table instead of one for each row of an import. */
const BATCH = 200;
/** Changes that may wait; beyond that the oldest are dropped, and clients poll besides. */
const QUEUE_LIMIT = 20_000;

/** Takes changes from the feed, reads each row as every subscriber who asks for it, and hands out what they may see, in order. */
export class Dispatcher {
  readonly #channels: () => Iterable<Channel>;
  readonly #tables: ReadonlyMap<string, PublishedTable>;
  readonly #rows: VisibleRows;
  readonly #log: (line: string) => void;
  #queue: Change[] = [];
  #working: Promise<void> | undefined;

  constructor(
    channels: () => Iterable<Channel>,
    tables: readonly PublishedTable[],
    rows: VisibleRows,
    log: (line: string) => void,
  ) {
    this.#channels = channels;
    this.#tables = new Map(tables.map((table) => [`${table.schema}.${table.table}`, table]));
    this.#rows = rows;
    this.#log = log;
  }

  push(change: Change): void {
    this.#queue.push(change);
    if (this.#queue.length > QUEUE_LIMIT) this.#queue.splice(0, BATCH);
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  /** Resolves when nothing waits. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  async #work(): Promise<void> {
    // One turn of the event loop lets the rest of a transaction's notifications arrive.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      const changes = this.#queue.splice(0, BATCH);
      await Promise.all(
        [...this.#subscribers(changes).values()].map((channels) => this.#serve(channels, changes)),
      );
    }
  }

  /** Channels that want any of the changes, by who is behind them. Expired ones are told so. */
  #subscribers(changes: readonly Change[]): Map<string, Channel[]> {
    const result = new Map<string, Channel[]>();
    for (const channel of this.#channels()) {
      if (!changes.some((change) => isInterested(channel, change))) continue;
      const { role, sub, exp } = channel.claims;
      if (exp !== undefined && exp * 1000 <= Date.now()) channel.expire();
      else {
        const who = `${role} ${sub ?? ''} ${exp ?? ''}`;
        result.set(who, [...(result.get(who) ?? []), channel]);
      }
    }
    return result;
  }

  async #serve(channels: Channel[], changes: readonly Change[]): Promise<void> {
    const [first] = channels;
    if (!first) return;
    try {
      const relevant = changes.filter((change) => channels.some((channel) => isInterested(channel, change)));
      const rows = await this.#rows.read(first.claims, this.#keysByTable(relevant));
      for (const change of relevant) {
        await this.#handOut(channels, change, rows, first.claims);
      }
    } catch (error) {
      this.#log(`Realtime: ${messageOf(error)}`);
    }
  }

  #keysByTable(changes: readonly Change[]): Map<PublishedTable, Record<string, unknown>[]> {
    const result = new Map<PublishedTable, Record<string, unknown>[]>();
    for (const change of changes) {
      const table = this.#tables.get(`${change.schema}.${change.table}`);
      if (table && change.type !== 'DELETE') result.set(table, [...(result.get(table) ?? []), change.key]);
    }
    return result;
  }

  async #handOut(
    channels: Channel[],
    change: Change,
    rows: Map<PublishedTable, Rows>,
    claims: Claims,
  ): Promise<void> {
    const table = this.#tables.get(`${change.schema}.${change.table}`);
    if (!table) return;
    if (change.type === 'DELETE') {
      // The row is gone, so nobody can be asked whether they may see it: its key goes to roles that may read the table.
      if (claims.role === 'anon' || (await this.#rows.selectable(table, claims.role)).length === 0) return;
      for (const channel of channels) deliver(channel, change, table, undefined);
      return;
    }
    const record = rows.get(table)?.get(keyText(change.key, table));
    if (record) for (const channel of channels) deliver(channel, change, table, record);
  }
}
