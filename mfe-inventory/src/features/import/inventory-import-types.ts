import type { ExistingChoice, InventoryImportRow } from '@taller/shared/stock/inventory/import-inventory.ts';
import type { Problem } from '@taller/shared/imports/file/row-reader.ts';
import type { FieldId } from './fields.ts';

/** Why a row is rejected. */
export type ProblemCode =
  | 'missing'
  | 'too_long'
  | 'bad_count'
  | 'bad_price'
  | 'repeated_code'
  | 'code_taken'
  | 'server';

/** Repeated code: `detail` is the line with the same code. Taken: the product that has it. Server: its message. */
export type ItemProblem = Problem<ProblemCode, FieldId>;

/** A change to an accepted row, or something unusual in it. */
export type WarningCode = 'foreign_code' | 'free';

/** A product of a file, with what its own file's dry run knows. */
export interface ItemRow extends InventoryImportRow {
  /** An earlier row has the same product: this one adds to it, or is skipped. */
  readonly repeats: boolean;
}

/** User settings for a product file besides its columns. */
export interface ItemOptions {
  /** Maps folded words of the file to the name of a type or supplier. Unmapped words are kept. */
  readonly types: Readonly<Record<string, string>>;
  readonly suppliers: Readonly<Record<string, string>>;
  readonly existing: ExistingChoice;
}

/** The product import, for the common parts of imports. */
export interface ItemImport {
  field: FieldId;
  row: ItemRow;
  options: ItemOptions;
  problem: ItemProblem;
  warning: WarningCode;
}
