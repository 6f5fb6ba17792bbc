const FIRST_DELAY_MS = 30_000;
const LONGEST_DELAY_MS = 60 * 60_000;

/**
 * Exponential backoff: 30 s doubling up to one hour, with 50 % jitter, so that what failed together is not retried
 * together. `attempts`: attempts so far, at least 1. `random`: in [0, 1).
 */
export function retryDelay(attempts: number, random: number): number {
  const full = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
  return Math.round(full / 2 + (full / 2) * random);
}
