import { isDay } from '#src/values/dates.ts';
import { optionalText } from '#src/values/field-schemas.ts';
import { z } from '#src/values/zod.ts';

/** Longest note of a wait: the database has the same limit. */
export const LONGEST_WAIT_NOTE = 500;

/** The dialog that puts an order on hold. */
export const waitSchema = z.object({
  /** Key of the reason. */
  reason: z.string().check(z.minLength(1, 'Elige qué espera la orden.')),
  /** `yyyy-mm-dd`; '' if nobody knows. */
  expectedOn: z
    .string()
    .check(z.refine((day) => day === '' || isDay(day), 'Escribe la fecha como dd-mm-aaaa.')),
  /** '' for none. */
  screenOrderId: z.string(),
  note: optionalText(LONGEST_WAIT_NOTE),
  /** The customer gets a message about it. */
  tell: z.boolean(),
});
export type WaitInput = z.output<typeof waitSchema>;
