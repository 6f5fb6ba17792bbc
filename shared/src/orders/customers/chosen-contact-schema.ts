import { z } from '#src/values/zod.ts';
import type { ChosenContact } from './chosen-contact.ts';

/** The contact of a new order's form, also from a draft. */
export const chosenContactSchema: z.ZodMiniType<ChosenContact, ChosenContact> = z.object({
  id: z.string(),
  rut: z.string(),
  name: z.string(),
});
