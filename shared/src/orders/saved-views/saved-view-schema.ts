import { requiredText } from '#src/values/field-schemas.ts';
import { z } from '#src/values/zod.ts';

/** Longest name of a view; the table has the same limit. */
export const LONGEST_VIEW_NAME = 40;

/** The name of a saved view (ORD-80). Apart from the views: the desk is shown without schemas. */
export const savedViewSchema = z.object({
  name: requiredText('Escribe un nombre para la vista.', LONGEST_VIEW_NAME),
});
