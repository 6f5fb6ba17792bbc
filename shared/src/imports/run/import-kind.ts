/** What an import of one kind of rows brings of its own; the screen and the steps are the same for all. */
import type { ComponentType } from 'react';
import type { Conversion, ConvertLine, KeyedRow, RefusedRow } from '../file/convert-rows.ts';
import type { ColumnMapping, ImportField } from '../file/import-field.ts';
import type { ImportFile } from '../file/read-file.ts';
import type { Problem } from '../file/row-reader.ts';
import type { z } from '#src/values/zod.ts';
import type { Column } from '#src/ui/table.tsx';

/** The types of a kind, in one parameter. */
export interface ImportTypes {
  /** Ids of its fields. */
  field: string;
  /** A row as its server takes it. */
  row: KeyedRow;
  /** What a person sets besides the columns: meanings of words, an order of dates. */
  options: object;
  problem: Problem;
  warning: string;
}

/** What a person has set for a file. */
export interface ImportChoices<T extends ImportTypes> {
  readonly mapping: ColumnMapping<T['field']>;
  readonly options: T['options'];
}

/** One line of the server's answer. The outcomes are the kind's. */
export interface RowResult {
  readonly row: number;
  readonly outcome: string;
  /** What is in the way, as a person calls it. */
  readonly detail?: string | null;
}

/**
 * What an outcome means for its row: it would go in, it went in, it is there from an earlier run, it was left out as the person wants,
 * or it cannot go in.
 */
export type Verdict<P extends Problem> = 'fresh' | 'imported' | 'duplicate' | 'skipped' | P;

/** Why a call failed: `offline` is tried again. The codes are those of data-access/data-error.ts. */
export type FailureCode = 'offline' | 'forbidden' | 'not-found' | 'conflict' | 'invalid' | 'server';

/** The answer of the dry run. */
export interface CheckResult<T extends ImportTypes> {
  /** Rows that can go in. */
  readonly fresh: readonly T['row'][];
  /** The server's outcome of each of them, by line. */
  readonly outcomes: ReadonlyMap<number, string>;
  /** In already, from an earlier run of this import. */
  readonly duplicates: number;
  readonly refused: readonly { readonly row: number; readonly problem: T['problem'] }[];
}

/** The dry run as the screen shows it. */
export interface Review<T extends ImportTypes> {
  readonly conversion: Conversion<T['row'], T['problem'], T['warning']>;
  readonly check: CheckResult<T>;
  /** All rows that stay out, in the file's order. */
  readonly refused: readonly RefusedRow<T['problem']>[];
}

/** The calls of a kind. Each fails as its data layer fails; `failureOf` reads that. */
export interface ImportCalls<T extends ImportTypes> {
  /** Dry run of at most 1,000 rows. Writes nothing. */
  check: (file: ImportFile, rows: readonly T['row'][], signal: AbortSignal) => Promise<readonly RowResult[]>;
  /** Opens an import and gives the call that imports one batch: all of it or none. */
  begin: (
    file: ImportFile,
    options: T['options'],
    signal: AbortSignal,
  ) => Promise<(rows: readonly T['row'][]) => Promise<readonly RowResult[]>>;
  failureOf: (error: unknown) => FailureCode;
  /** The line that a refused batch is about; null when the failure is about no row. */
  refusedRow: (error: unknown) => number | null;
}

/** The words that differ from kind to kind. */
export interface ImportKindTexts<T extends ImportTypes> {
  title: string;
  intro: string;
  fileLabel: string;
  fields: Readonly<Record<T['field'], string>>;
  /** One problem of a row as a sentence that says what to correct. */
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
  /** Under it the browser keeps the choices for files with the same headings. */
  storageKey: string;
  optionsSchema: z.ZodMiniType<T['options']>;
  fields: readonly ImportField<T['field']>[];
  /** Fields that the rows' keys leave out, because they could be guessed from them. */
  secretFields?: readonly T['field'][];
  /** Options for a file that is seen for the first time. */
  guessOptions: (file: ImportFile, mapping: ColumnMapping<T['field']>) => T['options'];
  /** Reads the rows of one run through the file. */
  converter: (choices: ImportChoices<T>) => ConvertLine<Omit<T['row'], 'key'>, T['problem'], T['warning']>;
  /** Rows of one transaction. */
  batchSize: number;
  calls: ImportCalls<T>;
  verdict: (result: RowResult, row: T['row']) => Verdict<T['problem']>;
  /** What the server's refusal of a row is called. */
  serverProblem: (message: string) => T['problem'];
  /** Whether a row goes in under these options; the rest is told as left out on purpose. */
  wanted: (row: T['row'], outcome: string, options: T['options']) => boolean;
  previewColumns: readonly Column<T['row']>[];
  /** Below the columns: what the file's words mean. */
  Options: ComponentType<OptionsProps<T>>;
  /** In the review: what is decided once the answer is known. */
  Decision?: ComponentType<DecisionProps<T>>;
  texts: ImportKindTexts<T>;
  /** Where what was imported is seen. */
  seeHref: string;
}
