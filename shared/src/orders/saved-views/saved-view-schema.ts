import { requiredText } from '#src/values/field-schemas.ts';
import { z } from '#src/values/zod.ts';

/** Longest name of a view; the table has the same limit. */
export const LONGEST_VIEW_NAME = 40;

/** The name of a saved view (ORD-80). */
export const savedViewSchema = z.object({
  name: requiredText('Escribe un nombre para la vista.', LONGEST_VIEW_NAME),
});
