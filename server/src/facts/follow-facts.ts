import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import type { PublishFacts } from '@taller/shared/config/shop-facts.ts';
import { POOL } from '../database/pool-options.ts';
import { messageOf } from '../errors/start-error.ts';
import type { CurrentFacts } from './current-facts.ts';

/** Channel that the database notifies when a section of the settings changes. */
const CHANNEL = 'setting_sections';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

export interface FollowOptions {
  adminUrl: string;
  facts: CurrentFacts;
  /** Absent where this server keeps no site. */
  publish?: PublishFacts | undefined;
  log: (line: string) => void;
}

/** Keeps the site's facts up to date with the database. */
export interface FactsFollower {
  /**
   * Time since which the site shows older facts than the database, because publishing fails; null while it succeeds.
   */
  behindSince(): string | null;
  /** Calls back, on the same connection, at each notification of a channel and whenever some may have been missed. */
  listen: (channel: string, onNotice: () => void) => Promise<unknown>;
  /** Aborts a running publication, and waits for its end. */
  stop(): Promise<void>;
}

/**
 * Publishes the facts in the database: at once, whenever they change, and whenever the connection is restored.
 * Publications run one after the other; each includes all changes so far. A failed one leaves the site unchanged and is
 * retried with a growing delay. Resolves when the facts have been read once.
 */
export async function followFacts({ adminUrl, facts, publish, log }: FollowOptions): Promise<FactsFollower> {
  const sql = postgres(adminUrl, { ...POOL, max: 1, idle_timeout: 5 });
  const stopping = new AbortController();
  let behind: string | null = null;
  let wanted = false;
  let working: Promise<void> | undefined;

  const bring = async (): Promise<void> => {
    const now = await facts.refresh(sql);
    await publish?.(now, await facts.images(sql), stopping.signal);
  };
  const work = async (): Promise<void> => {
    for (let wait = FIRST_WAIT_MS; wanted && !stopping.signal.aborted;) {
      wanted = false;
      try {
        await bring();
        behind = null;
        wait = FIRST_WAIT_MS;
      } catch (error) {
        if (stopping.signal.aborted) return;
        behind ??= new Date().toISOString();
        log(`El sitio sigue con los datos anteriores de la tienda: ${messageOf(error)}`);
        wanted = true;
        await delay(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
        wait = Math.min(2 * wait, LONGEST_WAIT_MS);
      }
    }
  };
  const follow = (): void => {
    wanted = true;
    working ??= work().finally(() => {
      working = undefined;
      if (wanted && !stopping.signal.aborted) follow();
    });
  };
  try {
    await facts.refresh(sql);
    await sql.listen(CHANNEL, follow, follow);
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  return {
    behindSince: () => behind,
    listen: (channel, onNotice) => sql.listen(channel, onNotice, onNotice),
    async stop() {
      stopping.abort();
      await sql.end({ timeout: 1 });
      await working;
    },
  };
}
