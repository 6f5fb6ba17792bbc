import { FIRST_BOOKING_RULES } from '../config/neutral-facts.ts';
import type { BookingRules, TimeRange, VisitHours } from '../config/shop-facts.ts';
import { z } from '../values/zod.ts';
import { gained, line, listOf } from './setting-fields.ts';

const TIME = 'Escribe la hora como 09:30.';
const DATE = 'Elige una fecha.';
const CLOSES_FIRST = 'Debe cerrar después de abrir.';
const OVERLAPS = 'Este tramo comienza antes de que termine el anterior.';
const ENDS_FIRST = 'La fecha final no puede ser anterior a la primera.';
const DAYS_OVERLAP = 'Estos días se cruzan con los de otra línea.';

/** A time of day, `hh:mm`. */
export const time = () => z.string(TIME).check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, TIME));
const date = () => z.iso.date(DATE);

/** Validation errors of one day's intervals, each at its path. */
function rangeFaults(ranges: readonly TimeRange[]) {
  return ranges.flatMap(({ open, close }, at) => {
    const faults = close > open ? [] : [{ path: [at, 'close'], message: CLOSES_FIRST }];
    const before = ranges[at - 1];
    return before && open < before.close ? [...faults, { path: [at, 'open'], message: OVERLAPS }] : faults;
  });
}

const stretches = () =>
  listOf(z.strictObject({ open: time(), close: time() }), 4).check(({ value, issues }) => {
    for (const fault of rangeFaults(value)) issues.push({ code: 'custom', input: value, ...fault });
  });

/** A whole number between two limits. */
const between = (least: number, most: number) => {
  const fault = `Escribe un número entre ${least} y ${most}.`;
  return z.int(fault).check(z.minimum(least, fault), z.maximum(most, fault));
};

/** Online booking (BOOK-02). */
const bookingSchema = z.strictObject({
  enabled: z.boolean(),
  minutes: between(10, 240),
  places: between(1, 20),
  leadHours: between(0, 168),
  daysAhead: between(1, 90),
  countsPromises: z.boolean(),
  strangerShare: gained(between(10, 100), FIRST_BOOKING_RULES.strangerShare),
}) satisfies z.ZodMiniType<BookingRules>;

/** Opening hours (CFG-20). */
export const hoursSchema = z.strictObject({
  week: listOf(stretches(), 7, 7),
  closedOnHolidays: z.boolean(),
  specialDays: listOf(
    z
      .strictObject({ from: date(), to: date(), hours: stretches(), reason: line(80) })
      .check(z.refine(({ from, to }) => from <= to, { error: ENDS_FIRST, path: ['to'] })),
    60,
  ).check(({ value, issues }) => {
    for (const [at, { from, to }] of value.entries())
      if (value.slice(0, at).some((other) => from <= other.to && other.from <= to))
        issues.push({ code: 'custom', input: value, message: DAYS_OVERLAP, path: [at, 'from'] });
  }),
  // Off where the shop has not thought of it yet.
  booking: gained(bookingSchema, { ...FIRST_BOOKING_RULES, enabled: false }),
}) satisfies z.ZodMiniType<VisitHours>;
