/** Tries of one message before it is given up. */
export const MAX_ATTEMPTS = 6;

const FIRST_DELAY_MS = 30_000;
const LONGEST_DELAY_MS = 60 * 60_000;

/**
 * Back-off before the next try: 30 s doubling up to one hour, with jitter of half of it, so that messages that failed together
 * do not come back together. `attempts`: tries so far, at least 1. `random`: in [0, 1).
 */
export function retryDelay(attempts: number, random: number): number {
  const full = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
  return Math.round(full / 2 + (full / 2) * random);
}
