import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { POOL } from '../database/pool-options.ts';
import { messageOf } from '../errors/start-error.ts';
import type { CurrentFacts } from './current-facts.ts';

/** Channel that the database notifies when a section of the settings changes. */
const CHANNEL = 'setting_sections';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** How long repairs take changes without a notification. */
const DAILY_MS = 86_400_000;

export interface FollowOptions {
  adminUrl: string;
  facts: CurrentFacts;
  /** Called when the facts have been read again; absent where this server has no site. */
  onRead?: (() => void) | undefined;
  log: (line: string) => void;
}

/** Keeps the facts that the server holds up to date with the database. */
export interface FactsFollower {
  /** Calls back, on the same connection, at each notification of a channel and whenever some may have been missed. */
  listen: (channel: string, onNotice: () => void) => Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Reads the facts in the database: at once, whenever they change, daily, and whenever the connection is restored. A
 * failed read is retried with a growing delay. Resolves when they have been read once.
 */
export async function followFacts({ adminUrl, facts, onRead, log }: FollowOptions): Promise<FactsFollower> {
  const sql = postgres(adminUrl, { ...POOL, max: 1, idle_timeout: 5 });
  const stopping = new AbortController();
  const { signal } = stopping;
  let reading = Promise.resolve();
  const read = async (): Promise<void> => {
    for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      try {
        await facts.refresh(sql);
        onRead?.();
        return;
      } catch (error) {
        if (signal.aborted) return;
        log(`No se pudieron leer los datos de la tienda: ${messageOf(error)}`);
        await delay(wait, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  };
  const follow = (): void => {
    reading = reading.then(read);
  };
  try {
    await facts.refresh(sql);
    await sql.listen(CHANNEL, follow, follow);
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  const daily = setInterval(follow, DAILY_MS).unref();
  return {
    listen: (channel, onNotice) => sql.listen(channel, onNotice, onNotice),
    async stop() {
      clearInterval(daily);
      stopping.abort();
      await sql.end({ timeout: 1 });
      await reading;
    },
  };
}
