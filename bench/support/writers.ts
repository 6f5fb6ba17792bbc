import { setTimeout as delay } from 'node:timers/promises';
import type { StartedShop } from '@taller/server/testing/npm-start.ts';

const WRITERS = 4;

/** Clients that insert rows in sequence, each with a unique name. */
export interface Writers {
  acknowledged: string[];
  /** Other responses by status; 'none' without a response. */
  refusals: Map<string, number>;
  /** When the last acknowledged write was sent and acknowledged. */
  lastStarted: number;
  lastAnswered: number;
  stop(): Promise<void>;
  /** Acknowledged names that are missing, and names that are duplicated. */
  compare(names: readonly string[]): { lost: number; doubled: number };
}

/** Starts four writers that continue after any response. */
export function startWriters(shop: StartedShop, prefix: string): Writers {
  const stopping = new AbortController();
  const writers: Writers = {
    acknowledged: [],
    refusals: new Map(),
    lastStarted: 0,
    lastAnswered: 0,
    stop: async () => {
      stopping.abort();
      await Promise.all(work);
    },
    compare: (names) => {
      const counts = new Map<string, number>();
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
      return {
        lost: writers.acknowledged.filter((name) => !counts.has(name)).length,
        doubled: [...counts.values()].filter((count) => count > 1).length,
      };
    },
  };
  const work = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const name = `${prefix}-${writer}-${n}`;
      const started = performance.now();
      const status = await shop.addNotification(name);
      if (status === 201) {
        writers.acknowledged.push(name);
        if (started > writers.lastStarted) {
          writers.lastStarted = started;
          writers.lastAnswered = performance.now();
        }
      } else {
        const key = String(status ?? 'none');
        writers.refusals.set(key, (writers.refusals.get(key) ?? 0) + 1);
        // Waits as a client would: retrying without a pause would compete with the restart.
        await delay(100);
      }
    }
  });
  return writers;
}
