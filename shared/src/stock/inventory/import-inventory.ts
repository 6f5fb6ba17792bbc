/** The two steps of an import of products. Plain functions and not query hooks: one import is many calls in a row. Staff; the server checks. */
import { unwrap } from '#src/data-access/data-error.ts';
import type { Json } from '#src/db/database.types.ts';
import { supabase } from '@taller/shared/runtime';

/** A product of a file as `import_inventory` takes it. Names as people write them; types and suppliers that are not there are added. */
export interface InventoryImportRow {
  /** Line of the file, for reports. */
  readonly row: number;
  /** What this row says, hashed. */
  readonly key: string;
  /** Number of its label (`INV-000123` is 123); without one it gets the next. */
  readonly code?: number;
  readonly brand: string;
  readonly model: string;
  readonly type: string;
  readonly supplier: string;
  readonly quantity: number;
  /** Whole pesos. */
  readonly cost_price: number;
  readonly min_stock: number;
}

/** What becomes of a product that is there: its quantity grows, or it stays as it is. */
export const EXISTING_CHOICES = ['skip', 'add'] as const;
export type ExistingChoice = (typeof EXISTING_CHOICES)[number];

/** One line of the server's answer; the outcomes are those of private.match_import_row, and 'imported' and 'skipped'. */
export interface InventoryRowResult {
  readonly row: number;
  readonly outcome: string;
  /** The product that is in the way. */
  readonly detail: string | null;
}

/** JSON has no optional fields of type undefined: what is missing is left out when it is sent. */
const asJson = (rows: readonly InventoryImportRow[]): Json => rows as unknown as Json;

/** Dry run of at most 1,000 rows. @param fileKey stands for what the file says. @throws DataError */
export async function checkInventoryImport(
  fileKey: string,
  rows: readonly InventoryImportRow[],
  signal: AbortSignal,
): Promise<readonly InventoryRowResult[]> {
  const client = await supabase();
  const answer = await client
    .rpc('check_inventory_import', { p_file_key: fileKey, p_rows: asJson(rows) })
    .abortSignal(signal);
  return unwrap(answer) ?? [];
}

/** Imports one batch: all of it or none. @throws DataError; of code `invalid` when the server refuses a row. */
export async function importInventoryBatch(
  file: { readonly name: string; readonly contentKey: string },
  existing: ExistingChoice,
  rows: readonly InventoryImportRow[],
  signal: AbortSignal,
): Promise<readonly InventoryRowResult[]> {
  const client = await supabase();
  const answer = await client
    .rpc('import_inventory', {
      p_file_name: file.name,
      p_file_key: file.contentKey,
      p_existing: existing,
      p_rows: asJson(rows),
    })
    .abortSignal(signal);
  return unwrap(answer) ?? [];
}
