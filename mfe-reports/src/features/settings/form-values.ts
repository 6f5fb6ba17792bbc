import { get, set, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form';
import { SECTION_SCHEMAS, type SectionName } from '@taller/shared/settings/sections.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { z } from '@taller/shared/values/zod.ts';

/** Names of fields that are stored as digits and read as people write them. */
const PHONES = ['phone', 'whatsApp'];

function toForm(value: unknown, name = ''): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown) => (typeof item === 'string' ? { text: item } : toForm(item)));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toForm(part, key)]));
  return typeof value === 'string' && PHONES.includes(name) ? formatPhone(value) : value;
}

/** A section's value as its form holds it: lists of texts are lists of rows, which forms can move and remove. */
export const toFormValues = (value: Readonly<Record<string, unknown>>) => toForm(value) as FieldValues;

function fromForm(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown) => {
      const part = fromForm(item);
      const names = typeof part === 'object' && part !== null ? Object.keys(part) : [];
      return names.join() === 'text' ? (part as { text: unknown }).text : part;
    });
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fromForm(part)]));
  return value;
}

/**
 * Checks a form by its section's schema: what is valid is the value as it is sent (CFG-31).
 * @param complete adds what the form does not ask.
 */
export function sectionResolver(
  section: SectionName,
  complete = (values: FieldValues) => values,
): Resolver<FieldValues, unknown, Readonly<Record<string, unknown>>> {
  const schema: z.ZodMiniType = SECTION_SCHEMAS[section];
  return (values) => {
    const { success, data, error } = z.safeParse(schema, fromForm(complete(values)));
    if (success) return { values: data as Readonly<Record<string, unknown>>, errors: {} };
    const errors: FieldErrors = {};
    for (const { path, message } of error.issues) {
      const name = path.join('.');
      if (!get(errors, name)) set(errors, name, { type: 'invalid', message });
    }
    return { values: {}, errors };
  };
}

/** Error message of a field. In a list of texts the message of the row belongs to its text. */
export function messageAt(errors: FieldErrors, name: string): string | undefined {
  const found: unknown =
    get(errors, `${name}.message`) ??
    (name.endsWith('.text') ? get(errors, `${name.slice(0, -'.text'.length)}.message`) : undefined);
  return typeof found === 'string' ? found : undefined;
}
