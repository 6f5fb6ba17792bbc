import { addDays, fromLocalInput, shopDay } from '#src/values/dates.ts';
import { optionalText } from '#src/values/field-schemas.ts';
import { z } from '#src/values/zod.ts';

/** Longest reason of another date: the database has the same limit. */
export const LONGEST_PROMISE_REASON = 500;
const DAYS_AHEAD = 730;

const WRONG = 'Escribe la fecha y la hora como dd-mm-aaaa hh:mm.';
const FAR = 'Elige una fecha de los próximos dos años.';

const isNear = (text: string) => text.slice(0, 10) <= addDays(shopDay(new Date()), DAYS_AHEAD);

/** A promised moment as its field has it, `2026-12-03T17:00`; '' for none. */
export const promiseField = () =>
  z.string().check(
    z.refine((text) => text === '' || fromLocalInput(text) !== null, WRONG),
    z.refine((text) => text === '' || isNear(text), FAR),
  );

/** The dialog that promises another date. */
export const promiseSchema = z.object({
  promisedAt: promiseField(),
  reason: optionalText(LONGEST_PROMISE_REASON),
  /** The customer gets a message about it. */
  tell: z.boolean(),
});
export type PromiseInput = z.output<typeof promiseSchema>;
