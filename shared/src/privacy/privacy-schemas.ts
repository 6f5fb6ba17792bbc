/** The form that answers a request about personal data (PRIV-04). */
import { trimmed } from '#src/values/field-schemas.ts';
import { z } from '#src/values/zod.ts';

export const ANSWER_LENGTH = 'Escribe el motivo: de 10 a 1.000 caracteres.';

/** The reason shown to the customer. */
export const erasureAnswerSchema = z.object({
  answer: z
    .string(ANSWER_LENGTH)
    .check(trimmed(), z.minLength(10, ANSWER_LENGTH), z.maxLength(1000, ANSWER_LENGTH)),
});
