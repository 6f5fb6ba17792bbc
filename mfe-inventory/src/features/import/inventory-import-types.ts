import type { ExistingChoice, InventoryImportRow } from '@taller/shared/stock/inventory/import-inventory.ts';
import type { Problem } from '@taller/shared/imports/file/row-reader.ts';
import type { FieldId } from './fields.ts';

/** Why a row is refused. */
export type ProblemCode =
  | 'missing'
  | 'too_long'
  | 'bad_count'
  | 'bad_price'
  | 'repeated_code'
  | 'code_taken'
  | 'server';

/** Repeated code: `detail` is the line that has it already. Taken: the product that has it. Server: its words. */
export type ItemProblem = Problem<ProblemCode, FieldId>;

/** What was changed or looks odd in a row that is accepted. */
export type WarningCode = 'foreign_code' | 'free';

/** A product of a file, with what the dry run of its own file knows. */
export interface ItemRow extends InventoryImportRow {
  /** A row before it is the same product: this one adds to it, or is left out. */
  readonly repeats: boolean;
}

/** What a person sets for a file of products besides its columns. */
export interface ItemOptions {
  /** Of the file's words, by their folded form: the name of the type or supplier they mean. Words that are not here stay as they are. */
  readonly types: Readonly<Record<string, string>>;
  readonly suppliers: Readonly<Record<string, string>>;
  readonly existing: ExistingChoice;
}

/** The import of products, for the parts that all imports share. */
export interface ItemImport {
  field: FieldId;
  row: ItemRow;
  options: ItemOptions;
  problem: ItemProblem;
  warning: WarningCode;
}
