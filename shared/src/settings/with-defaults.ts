import { z } from '#src/values/zod.ts';
import { SECTION_SCHEMAS, type SectionName } from './sections.ts';

/** A section's value as it was saved, with the defaults of the fields that it has gained since. */
export function withDefaults(
  section: SectionName,
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const schema: z.ZodMiniType = SECTION_SCHEMAS[section];
  const { success, data } = z.safeParse(schema, value);
  return success ? (data as Readonly<Record<string, unknown>>) : value;
}
