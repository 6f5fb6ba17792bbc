import type { TermsSection } from '../config/shop-facts.ts';
import { z } from '../values/zod.ts';
import { line, listOf } from './setting-fields.ts';

/** Terms of service, numbered on the printouts (CFG-20). */
export const termsSchema = z.strictObject({
  items: listOf(line(600), 20),
}) satisfies z.ZodMiniType<TermsSection>;
