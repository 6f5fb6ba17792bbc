/** The warranty runs for a number of days after pickup, in the shop's time zone. */
import { addDays, shopDay } from '#src/values/dates.ts';

export const DEFAULT_WARRANTY_DAYS = 90;

/**
 * Last day of the warranty, as `yyyy-mm-dd` in the shop's time zone.
 * @returns null if there is no warranty: not delivered yet, no days, or zero days.
 */
export function warrantyEnd(
  deliveredAt: Date | string | null | undefined,
  days: number | null | undefined,
): string | null {
  if (!deliveredAt || !days || days < 0) return null;
  return addDays(shopDay(deliveredAt), days);
}

/** Whether a warranty runs still: true until the end of its last day, `yyyy-mm-dd`. */
export const isRunning = (end: string | null, now: Date = new Date()): boolean =>
  end !== null && shopDay(now) <= end;
