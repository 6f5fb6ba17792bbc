import { rolloutVerdict } from '#src/site/rollout-verdict.ts';

/** Shares of the visits that fail, by build. */
export interface Rates {
  fresh: number;
  current: number;
}

/** When a rollout was ended: after so many visits, some of them with the new build. */
interface Stop {
  visits: number;
  fresh: number;
}

/** Random numbers from 0 to 1 that are the same in each run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Visits one after the other, a share of them with the new build.
 * @returns when the new build is stopped, or null.
 */
export function simulateRollout(seed: number, visits: number, rates: Rates, share = 0.1): Stop | null {
  const random = randomFrom(seed);
  const counts = { fresh: { visits: 0, failed: 0 }, current: { visits: 0, failed: 0 } };
  for (let visit = 1; visit <= visits; visit += 1) {
    const build = random() < share ? 'fresh' : 'current';
    counts[build].visits += 1;
    if (random() < rates[build]) counts[build].failed += 1;
    // Looked at after each visit, which is more often than once a minute.
    if (rolloutVerdict(counts.fresh, counts.current) !== null)
      return { visits: visit, fresh: counts.fresh.visits };
  }
  return null;
}
