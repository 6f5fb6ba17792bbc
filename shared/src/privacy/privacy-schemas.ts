/** Forms about personal data: the answer to a request, and the retention periods (PRIV-04, PRIV-08). */
import { TERMS, type TermKey } from './privacy-terms.ts';
import { formatThousands } from '#src/values/money.ts';
import { countField } from '#src/values/field-schemas.ts';
import { z } from '#src/values/zod.ts';

export const ANSWER_LENGTH = 'Escribe el motivo: de 10 a 1.000 caracteres.';

/** The reason shown to the customer. */
export const erasureAnswerSchema = z.object({
  answer: z
    .string(ANSWER_LENGTH)
    .check(z.trim(), z.minLength(10, ANSWER_LENGTH), z.maxLength(1000, ANSWER_LENGTH)),
});

type TermField = ReturnType<typeof countField>;

/** Describes the allowed range of a period. */
export const termRange = (least: number, most: number): string =>
  `Entre ${formatThousands(least)} y ${formatThousands(most)}.`;

/** All retention periods, within the database's limits. */
export const retentionSchema = z.object(
  Object.fromEntries(
    TERMS.map(({ key, least, most }) => [key, countField(termRange(least, most), least, most)]),
  ) as Record<TermKey, TermField>,
);
export type RetentionInput = z.input<typeof retentionSchema>;
export type Retention = z.output<typeof retentionSchema>;
