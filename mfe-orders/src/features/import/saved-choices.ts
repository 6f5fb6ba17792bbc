/**
 * The columns and words that a person has set for files with these headings, kept in the browser, so that
 * the file given again after an interruption needs no setting up.
 */
import { z } from '@taller/shared/domain/schemas/zod.ts';
import { EQUIPMENT_TYPES } from '@taller/shared/domain/equipment.ts';
import { ORDER_STATUSES } from '@taller/shared/domain/order-status.ts';
import { FIELD_IDS } from './fields.ts';
import type { ColumnMapping } from './fields.ts';
import type { ValueMapping } from './import-row.ts';
import type { DateOrder } from './read-date.ts';

const STORAGE_KEY = 'taller.import-choices';

export interface SavedChoices {
  readonly mapping: ColumnMapping;
  readonly values: ValueMapping;
  readonly dateOrder: DateOrder;
}

const savedSchema = z.object({
  header: z.string(),
  mapping: z.partialRecord(z.enum(FIELD_IDS), z.number()),
  values: z.object({
    status: z.record(z.string(), z.enum(ORDER_STATUSES)),
    equipmentType: z.record(z.string(), z.enum(EQUIPMENT_TYPES)),
  }),
  dateOrder: z.enum(['dmy', 'mdy']),
});

/** What was saved for these headings, or null. Storage that is blocked or broken reads as null. */
export function loadChoices(header: readonly string[]): SavedChoices | null {
  try {
    const saved = savedSchema.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'));
    if (!saved.success || saved.data.header !== JSON.stringify(header)) return null;
    const { mapping, values, dateOrder } = saved.data;
    const inRange = Object.values(mapping).every((column) => column < header.length);
    return inRange ? { mapping, values, dateOrder } : null;
  } catch {
    return null;
  }
}

/** Keeps the choices for files with these headings; only the last ones are kept. */
export function saveChoices(header: readonly string[], choices: SavedChoices): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ header: JSON.stringify(header), ...choices }));
  } catch {
    // Without storage the guesses are made anew: nothing is lost but a few clicks.
  }
}
