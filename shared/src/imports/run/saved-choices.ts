/**
 * The user's mapping for files with these headings, stored in the browser, so that the same file needs no setup after
 * an interruption.
 */
import { browserArea } from '#src/contract/storage.ts';
import { z } from '#src/values/zod.ts';
import type { ImportChoices, ImportKind, ImportTypes } from './import-kind.ts';

/** The stored mapping for these headings, or null, also if it is invalid. */
export function loadChoices<T extends ImportTypes>(
  kind: ImportKind<T>,
  header: readonly string[],
): ImportChoices<T> | null {
  const savedSchema = z.object({
    header: z.string(),
    mapping: z.record(z.string(), z.number()),
    options: kind.optionsSchema,
  });
  try {
    const saved = savedSchema.safeParse(JSON.parse(browserArea.getItem(kind.storageKey) ?? 'null'));
    if (!saved.success || saved.data.header !== JSON.stringify(header)) return null;
    const { mapping, options } = saved.data;
    const known = Object.entries(mapping).every(
      ([id, column]) => column < header.length && kind.fields.some((field) => field.id === id),
    );
    return known ? { mapping: mapping as ImportChoices<T>['mapping'], options } : null;
  } catch {
    return null;
  }
}

/** Stores the mapping for files with these headings; only the most recent ones are kept. */
export function saveChoices<T extends ImportTypes>(
  kind: ImportKind<T>,
  header: readonly string[],
  choices: ImportChoices<T>,
): void {
  browserArea.setItem(kind.storageKey, JSON.stringify({ header: JSON.stringify(header), ...choices }));
}
