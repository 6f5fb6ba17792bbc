import type { ItemRow } from './inventory-import-types.ts';

/** Whether a row's product is there already, in the inventory or by a row before it. @param outcome the dry run's. */
export function isExisting(row: ItemRow, outcome: string | undefined): boolean {
  return row.repeats || outcome === 'existing' || outcome === 'seen';
}
