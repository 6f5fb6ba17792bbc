import type { ItemRow } from './inventory-import-types.ts';

/** Whether a row's product exists, in the inventory or in an earlier row. @param outcome of the dry run. */
export function isExisting(row: ItemRow, outcome: string | undefined): boolean {
  return row.repeats || outcome === 'existing' || outcome === 'seen';
}
