/**
 * The shop's own warranty runs for a number of days after pickup, in the shop's time zone: one on the work, one on the
 * parts that were sold with it. Where no days are named for parts, those of the work are theirs (WARR-11). What the law
 * says is another fact: `legal-clock.ts`.
 */
import { addDays, formatDate, shopDay } from '#src/values/dates.ts';

export const DEFAULT_WARRANTY_DAYS = 90;

/** The days of an order's warranty, as it stores them. */
export interface WarrantyDays {
  warranty_days: number | null;
  parts_warranty_days: number | null;
}

/** The last days of an order's warranty, `yyyy-mm-dd`; null for none. */
export interface WarrantyEnds {
  work_end: string | null;
  parts_end: string | null;
}

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

/** The last days on work and parts, as they were at the delivery. */
export const warrantyEnds = (
  deliveredAt: Date | string | null,
  { warranty_days: days, parts_warranty_days: partsDays }: WarrantyDays,
): WarrantyEnds => ({
  work_end: warrantyEnd(deliveredAt, days),
  parts_end: warrantyEnd(deliveredAt, partsDays ?? days),
});

/** The later of both days; null without a warranty. */
export const lastEnd = ({ work_end: work, parts_end: parts }: WarrantyEnds): string | null =>
  work && parts ? (work > parts ? work : parts) : (work ?? parts);

/** Whether a warranty runs still: true until the end of its last day, `yyyy-mm-dd`. */
export const isRunning = (end: string | null, now: Date = new Date()): boolean =>
  end !== null && shopDay(now) <= end;

/** Formats a value once if work and parts share it, else each with its name; '' for neither. */
function ofBoth<T>(work: T | null, parts: T | null, format: (value: T) => string, between: string): string {
  if (work && work === parts) return format(work);
  const each = [work && `${format(work)} por el trabajo`, parts && `${format(parts)} por los repuestos`];
  return each.filter(Boolean).join(between);
}

/** '30 días por el trabajo y 180 días por los repuestos', '90 días'; '' without a warranty. */
export const warrantyDaysWords = (
  { warranty_days: days, parts_warranty_days: partsDays }: WarrantyDays,
  between = ' y ',
) => ofBoth(days, partsDays ?? days, (count) => (count === 1 ? '1 día' : `${count} días`), between);

/** '21-12-2026 por el trabajo y 20-05-2027 por los repuestos', '19-02-2027'; '' without a warranty. */
export const warrantyEndWords = ({ work_end: work, parts_end: parts }: WarrantyEnds, between = ' y ') =>
  ofBoth(work, parts, formatDate, between);
