import type { Claims } from '../tokens/jwt.ts';
import { messageOf } from '../errors/start-error.ts';
import { deliver, isInterested, type Channel } from './channel.ts';
import type { Change } from './feed.ts';
import type { PublishedTable } from './followed.ts';
import type { LiveSessions } from './live-sessions.ts';
import type { Subscribers } from './subscribers.ts';
import { keyText, type Sight, type VisibleRows } from './visible-rows.ts';

/** Batch size: one query per subscriber and table instead of one for each row of an import. */
const BATCH = 200;
/** Maximum queue length; beyond that the oldest changes are dropped, since clients also poll. */
const QUEUE_LIMIT = 20_000;
/** Channels served per turn of the event loop, so that a change with many subscribers does not block requests. */
const CHANNELS_PER_TURN = 50;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Dependencies of the dispatcher. */
export interface DispatcherOptions {
  subscribers: Subscribers;
  tables: readonly PublishedTable[];
  rows: VisibleRows;
  sessions: LiveSessions;
  log: (line: string) => void;
}

/**
 * Receives changes from the feed, reads each row with every subscriber's rights, and delivers visible rows in order.
 */
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

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  /** Closes channels whose token or session has ended, and notifies their clients, without waiting for a change. */
  async expireStale(): Promise<void> {
    await this.#keepLive(byPerson(this.#options.subscribers));
  }

  async #work(): Promise<void> {
    // One turn of the event loop lets the remaining notifications of a transaction arrive.
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

  /** Keeps the channels with a valid token and session and closes the others. */
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
      // Missed changes are not resent: clients rejoin and reload.
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
      // The row is gone, so its visibility cannot be checked: its key is sent to those who may see all rows.
      if (isStaff) deliver(channel, change, table, undefined);
      return;
    }
    const record = rows.get(table)?.get(keyText(change.key, table));
    if (record) deliver(channel, change, table, record);
  }
}

const claimsOf = ([first]: Channel[]): Claims | undefined => first?.claims;

/** Channels by user and token. */
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
