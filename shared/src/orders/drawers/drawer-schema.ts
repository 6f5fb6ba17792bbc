import { clpField, countField, optionalText, requiredText } from '#src/values/field-schemas.ts';
import { z } from '#src/values/zod.ts';
import { DENOMINATIONS, type Denomination } from './count.ts';

/** The longest reason of a drawer; the database has the same limit. */
export const LONGEST_DRAWER_REASON = 500;

const REASON_REQUIRED = 'Escribe el motivo.';
const COUNT_INVALID = 'Escribe cuántos hay, entre 0 y 99.999.';

const count = z.object(
  Object.fromEntries(DENOMINATIONS.map((each) => [each, countField(COUNT_INVALID, 0, 99_999)])) as Record<
    Denomination,
    ReturnType<typeof countField>
  >,
);

/** The count with which a drawer is opened, and its till. */
export const openingSchema = z.object({ till: requiredText('Elige la caja.', 40), count });
export type OpeningInput = z.input<typeof openingSchema>;
export type Opening = z.output<typeof openingSchema>;

/** The count with which a drawer is closed, and why it differs. */
export const closingSchema = z.object({ count, reason: optionalText(LONGEST_DRAWER_REASON) });
export type ClosingInput = z.input<typeof closingSchema>;
export type Closing = z.output<typeof closingSchema>;

/** Cash that goes in or out, and why. */
export const movementSchema = z.object({
  kind: z.enum(['withdrawal', 'deposit']),
  amount: clpField('Escribe un monto mayor que 0, sin decimales.', 1),
  reason: requiredText(REASON_REQUIRED, LONGEST_DRAWER_REASON),
});
export type MovementInput = z.input<typeof movementSchema>;
export type Movement = z.output<typeof movementSchema>;

/** Why a closed drawer is opened again. */
export const reopeningSchema = z.object({ reason: requiredText(REASON_REQUIRED, LONGEST_DRAWER_REASON) });
export type ReopeningInput = z.input<typeof reopeningSchema>;
