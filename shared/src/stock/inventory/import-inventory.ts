/**
 * The two steps of a product import. Plain functions instead of query hooks: an import is a sequence of calls. Staff
 * only; the server checks.
 */
import { unwrap } from '#src/data-access/data-error.ts';
import type { Json } from '#src/db/database.types.ts';
import { supabase } from '@taller/shared/runtime';

/** A product in the format of `import_inventory`. Names as entered; missing types and suppliers are added. */
export interface InventoryImportRow {
  /** Line number in the file, for reports. */
  readonly row: number;
  /** Hash of the row's content. */
  readonly key: string;
  /** Number on its label (`INV-000123` is 123); without one it gets the next. */
  readonly code?: number;
  readonly brand: string;
  readonly model: string;
  readonly type: string;
  readonly supplier: string;
  readonly quantity: number;
  /** Whole pesos. */
  readonly cost_price: number;
  readonly min_stock: number;
  readonly place?: string;
}

/** Choices for an existing product: it stays unchanged, or its quantity is increased. */
export const EXISTING_CHOICES = ['skip', 'add'] as const;
export type ExistingChoice = (typeof EXISTING_CHOICES)[number];

/** A row of the server's response; the outcomes are those of private.match_import_row, and 'imported' and 'skipped'. */
export interface InventoryRowResult {
  readonly row: number;
  readonly outcome: string;
  /** The conflicting product. */
  readonly detail: string | null;
}

/** JSON cannot represent undefined: missing fields are omitted. */
const asJson = (rows: readonly InventoryImportRow[]): Json => rows as unknown as Json;

/** Dry run of at most 1,000 rows. @param fileKey identifies the file's content. @throws DataError */
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

/** Imports one batch, all or nothing. @throws DataError; `invalid` if the server rejects a row. */
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
