/** The parts that differ between kinds of imports; the screen and the steps are common. */
import type { ComponentType } from 'react';
import type { Conversion, ConvertLine, KeyedRow, RefusedRow } from '../file/convert-rows.ts';
import type { ColumnMapping, ImportField } from '../file/import-field.ts';
import type { ImportFile } from '../file/read-file.ts';
import type { Problem } from '../file/row-reader.ts';
import type { z } from '#src/values/zod.ts';
import type { Column } from '#src/ui/table.tsx';

/** Type parameters of a kind, combined in one. */
export interface ImportTypes {
  /** Ids of its fields. */
  field: string;
  /** A row in the server's format. */
  row: KeyedRow;
  /** User settings besides the columns: meanings of words, date order. */
  options: object;
  problem: Problem;
  warning: string;
}

/** The user's settings for a file. */
export interface ImportChoices<T extends ImportTypes> {
  readonly mapping: ColumnMapping<T['field']>;
  readonly options: T['options'];
}

/** A row of the server's response. The outcomes depend on the kind. */
export interface RowResult {
  readonly row: number;
  readonly outcome: string;
  /** The conflicting value, as shown to the user. */
  readonly detail?: string | null;
}

/** Effect of an outcome: importable, imported, already imported, skipped by the user, or rejected. */
export type Verdict<P extends Problem> = 'fresh' | 'imported' | 'duplicate' | 'skipped' | P;

/** Why a call failed: `offline` is retried. The codes are those of data-access/data-error.ts. */
export type FailureCode = 'offline' | 'forbidden' | 'not-found' | 'conflict' | 'invalid' | 'server';

/** The response of the dry run. */
export interface CheckResult<T extends ImportTypes> {
  /** Number of importable rows. */
  readonly fresh: readonly T['row'][];
  /** The server's outcome of each row, by line. */
  readonly outcomes: ReadonlyMap<number, string>;
  /** Already imported by an earlier run. */
  readonly duplicates: number;
  readonly refused: readonly { readonly row: number; readonly problem: T['problem'] }[];
}

/** The dry run as shown on the screen. */
export interface Review<T extends ImportTypes> {
  readonly conversion: Conversion<T['row'], T['problem'], T['warning']>;
  readonly check: CheckResult<T>;
  /** All rejected rows, in the file's order. */
  readonly refused: readonly RefusedRow<T['problem']>[];
}

/** The server calls of a kind. Failures are interpreted by `failureOf`. */
export interface ImportCalls<T extends ImportTypes> {
  /** Dry run of at most 1,000 rows. Writes nothing. */
  check: (file: ImportFile, rows: readonly T['row'][], signal: AbortSignal) => Promise<readonly RowResult[]>;
  /** Opens an import and returns the call that imports one batch, all or nothing. */
  begin: (
    file: ImportFile,
    options: T['options'],
    signal: AbortSignal,
  ) => Promise<(rows: readonly T['row'][]) => Promise<readonly RowResult[]>>;
  failureOf: (error: unknown) => FailureCode;
  /** The line that a rejected batch refers to; null if the failure does not concern a row. */
  refusedRow: (error: unknown) => number | null;
}

/** The texts that differ between kinds. */
export interface ImportKindTexts<T extends ImportTypes> {
  title: string;
  intro: string;
  fileLabel: string;
  fields: Readonly<Record<T['field'], string>>;
  /** A problem of a row as a sentence that says what to correct. */
  problem: (problem: T['problem']) => string;
  /** Title of the group in which such problems are counted. */
  reason: (problem: T['problem']) => string;
  warning: (code: T['warning'], rows: number) => string;
  ready: string;
  preview: string;
  nothing: string;
  resumed: (rows: number) => string;
  start: (rows: number) => string;
  running: (done: string, total: number) => string;
  doneTitle: (rows: number) => string;
  nothingDone: string;
  duplicates: (rows: number) => string;
  see: string;
}

export interface OptionsProps<T extends ImportTypes> {
  file: ImportFile;
  choices: ImportChoices<T>;
  onChange: (choices: ImportChoices<T>) => void;
}

export interface DecisionProps<T extends ImportTypes> {
  review: Review<T>;
  options: T['options'];
  onChange: (options: T['options']) => void;
}

/** A kind of import. */
export interface ImportKind<T extends ImportTypes> {
  /** Storage key of the settings for files with the same headings. */
  storageKey: string;
  optionsSchema: z.ZodMiniType<T['options']>;
  fields: readonly ImportField<T['field']>[];
  /** Fields excluded from the rows' keys, because they could be brute-forced. */
  secretFields?: readonly T['field'][];
  /** Default options for a new file. */
  guessOptions: (file: ImportFile, mapping: ColumnMapping<T['field']>) => T['options'];
  /** Creates the row converter for one pass over the file. */
  converter: (choices: ImportChoices<T>) => ConvertLine<Omit<T['row'], 'key'>, T['problem'], T['warning']>;
  /** Rows of one transaction. */
  batchSize: number;
  calls: ImportCalls<T>;
  verdict: (result: RowResult, row: T['row']) => Verdict<T['problem']>;
  /** Reason shown for a row that the server rejected. */
  serverProblem: (message: string) => T['problem'];
  /** Whether a row is imported with these options; the others count as skipped on purpose. */
  wanted: (row: T['row'], outcome: string, options: T['options']) => boolean;
  previewColumns: readonly Column<T['row']>[];
  /** Shown below the columns: the meaning of the file's words. */
  Options: ComponentType<OptionsProps<T>>;
  /** Shown in the review: decisions that depend on the dry run. */
  Decision?: ComponentType<DecisionProps<T>>;
  texts: ImportKindTexts<T>;
  /** Link to the imported rows. */
  seeHref: string;
}
