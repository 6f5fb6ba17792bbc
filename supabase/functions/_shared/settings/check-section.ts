import { SECTION_SCHEMAS, type SettingFault } from '../../../../shared/src/settings/sections.ts';
import { z } from '../../../../shared/src/values/zod.ts';

/** A value that its section's schema refuses: one message for people, and each fault for the form. */
export class SectionRefusal extends Error {
  readonly faults: readonly SettingFault[];

  constructor(section: string, faults: readonly SettingFault[]) {
    const { path = '', message = '' } = faults[0] ?? {};
    super(`En «${[section, path].filter(Boolean).join('.')}»: ${message}`);
    this.faults = faults;
  }
}

/** zod's word for what has no message of its own: a field that is too many or none, or a value of another kind. */
const OWN_WORDS = /^[A-ZÁÉÍÓÚÑ¿¡«{].*[.]$/s;
const INVALID = 'no es un valor válido. Corrígelo y guarda otra vez.';

/** Shown at their fields; the rest when these are corrected. */
const MOST_FAULTS = 50;

const told = (message: string) => (OWN_WORDS.test(message) ? message : INVALID);

/** The place of an issue; a field that is too many is named. */
function placeOf(issue: z.core.$ZodIssue): string {
  const more =
    issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1).map((key) => key.slice(0, 40)) : [];
  return [...issue.path, ...more].join('.');
}

/** Whether the settings have a section of this name. */
export const isSection = (name: unknown): name is keyof typeof SECTION_SCHEMAS =>
  typeof name === 'string' && Object.hasOwn(SECTION_SCHEMAS, name);

/**
 * Checks a value by the schema of its section's form. @returns the value as it is stored.
 * @throws SectionRefusal
 */
export function checkSection(section: keyof typeof SECTION_SCHEMAS, value: unknown): unknown {
  const schema: z.ZodMiniType = SECTION_SCHEMAS[section];
  const { success, data, error } = z.safeParse(schema, value);
  if (success) return data;
  const faults = error.issues
    .slice(0, MOST_FAULTS)
    .map((issue) => ({ path: placeOf(issue), message: told(issue.message) }));
  throw new SectionRefusal(section, faults);
}
