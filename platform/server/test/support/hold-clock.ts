import { vi } from 'vitest';

/** Stops the clock of the rate limits, so many ms ahead, until `vi.restoreAllMocks`. */
export function holdClock(aheadMs = 0): void {
  // oxlint-disable-next-line taller/no-clock -- nothing is measured
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + aheadMs);
}
