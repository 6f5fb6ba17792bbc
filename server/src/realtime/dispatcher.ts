import type { Claims } from '../tokens/jwt.ts';
import { messageOf } from '../errors/start-error.ts';
import { deliver, isInterested, type Channel } from './channel.ts';
import type { Change, PublishedTable } from './feed.ts';
import type { LiveSessions } from './live-sessions.ts';
import type { Subscribers } from './subscribers.ts';
import { keyText, type Sight, type VisibleRows } from './visible-rows.ts';

/** Changes handled together: one query for each subscriber and table instead of one for each row of an import. */
const BATCH = 200;
/** Changes that may wait; beyond that the oldest are dropped, and clients poll besides. */
const QUEUE_LIMIT = 20_000;
/** Channels served in one turn of the event loop, so that a change that many follow does not hold up requests. */
const CHANNELS_PER_TURN = 50;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What the dispatcher works with. */
export interface DispatcherOptions {
  subscribers: Subscribers;
  tables: readonly PublishedTable[];
  rows: VisibleRows;
  sessions: LiveSessions;
  log: (line: string) => void;
}

/** Takes changes from the feed, reads each row as every subscriber who asks for it, and hands out what they may see, in order. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #tables: ReadonlyMap<string, PublishedTable>;
  #queue: Change[] = [];
  #working: Promise<void> | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#tables = new Map(options.tables.map((table) => [`${table.schema}.${table.table}`, table]));
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

  /** Ends every channel whose token or session is over, and tells its client, without waiting for a change. */
  async expireStale(): Promise<void> {
    await this.#keepLive(byPerson(this.#options.subscribers));
  }

  async #work(): Promise<void> {
    // One turn of the event loop lets the rest of a transaction's notifications arrive.
    await nextTurn();
    while (this.#queue.length > 0) {
      const changes = this.#queue.splice(0, BATCH);
      try {
        const followers = byPerson(this.#options.subscribers.of(changes));
        const live = await this.#keepLive(followers);
        await Promise.all(live.map((channels) => this.#serve(channels, changes)));
      } catch (error) {
        this.#options.log(`Realtime: ${messageOf(error)}`);
      }
    }
  }

  /** Those whose token and session go on; the channels of the others end. */
  async #keepLive(followers: Iterable<Channel[]>): Promise<Channel[][]> {
    const live: Channel[][] = [];
    await Promise.all(
      Array.from(followers, async (channels) => {
        const claims = claimsOf(channels);
        const isOver = claims?.exp !== undefined && claims.exp * 1000 <= Date.now();
        if (claims && !isOver && (await this.#options.sessions.isLive(claims))) live.push(channels);
        else for (const channel of channels) channel.expire();
      }),
    );
    return live;
  }

  async #serve(channels: Channel[], changes: readonly Change[]): Promise<void> {
    const claims = claimsOf(channels);
    if (!claims) return;
    try {
      const relevant = changes.filter((change) => channels.some((channel) => isInterested(channel, change)));
      if (relevant.length === 0) return;
      const hasDeletion = relevant.some(({ type }) => type === 'DELETE');
      const sight = await this.#options.rows.read(claims, this.#keysByTable(relevant), hasDeletion);
      for (const [n, channel] of channels.entries()) {
        if (n % CHANNELS_PER_TURN === CHANNELS_PER_TURN - 1) await nextTurn();
        for (const change of relevant) {
          if (isInterested(channel, change)) this.#handOut(channel, change, sight);
        }
      }
    } catch (error) {
      this.#options.log(`Realtime: ${messageOf(error)}`);
      // What they missed is never sent again: they join anew, and read what they show.
      for (const channel of channels) channel.expire();
    }
  }

  #keysByTable(changes: readonly Change[]): Map<PublishedTable, Record<string, unknown>[]> {
    const result = new Map<PublishedTable, Record<string, unknown>[]>();
    for (const change of changes) {
      const table = this.#tables.get(`${change.schema}.${change.table}`);
      if (!table || change.type === 'DELETE') continue;
      const keys = result.get(table) ?? [];
      keys.push(change.key);
      result.set(table, keys);
    }
    return result;
  }

  #handOut(channel: Channel, change: Change, { rows, isStaff }: Sight): void {
    const table = this.#tables.get(`${change.schema}.${change.table}`);
    if (!table || !this.#options.subscribers.has(channel)) return;
    if (change.type === 'DELETE') {
      // The row is gone, so nobody can be asked whether they may see it: its key goes to those who may see them all.
      if (isStaff) deliver(channel, change, table, undefined);
      return;
    }
    const record = rows.get(table)?.get(keyText(change.key, table));
    if (record) deliver(channel, change, table, record);
  }
}

const claimsOf = ([first]: Channel[]): Claims | undefined => first?.claims;

/** Channels by who is behind them and with which token. */
function byPerson(channels: Iterable<Channel>): Iterable<Channel[]> {
  const result = new Map<string, Channel[]>();
  for (const channel of channels) {
    const { role, sub, exp, session_id: session } = channel.claims;
    const who = JSON.stringify([role, sub, exp, session]);
    const group = result.get(who);
    if (group) group.push(channel);
    else result.set(who, [channel]);
  }
  return result.values();
}
