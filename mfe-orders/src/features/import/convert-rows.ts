/** The whole file, in slices: what goes in, what is refused and why, what deserves a look. */
import { convertRow } from './convert-row.ts';
import type { ConversionOptions } from './convert-row.ts';
import { fold, IMPORT_FIELDS } from './fields.ts';
import type { ColumnMapping, FieldId } from './fields.ts';
import type { Problem, WarningCode } from './import-row.ts';
import type { ImportRow } from '@taller/shared/data/imports/import-row.ts';
import { nextTurn } from './next-turn.ts';
import type { TableRow } from './parse-table.ts';
import { rowFingerprint, rowKey } from './row-key.ts';

/** Rows of one transaction: all go in or none. Few enough that the desk hardly waits for the lock; the database takes at most 1,000. */
export const BATCH_SIZE = 100;
const SLICE_ROWS = 200;

export interface RefusedRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly problems: readonly Problem[];
}

/** What one slice brought. */
export interface ConvertedSlice {
  readonly ready: readonly ImportRow[];
  readonly refused: readonly RefusedRow[];
  readonly warnings: readonly WarningCode[];
  /** Rows read so far. */
  readonly done: number;
}

/** The outcome of a whole file. */
export interface Conversion {
  readonly ready: readonly ImportRow[];
  readonly refused: readonly RefusedRow[];
  /** How many accepted rows carry each warning. */
  readonly warnings: ReadonlyMap<WarningCode, number>;
}

/** Required fields that no column is mapped to. */
export function missingColumns(mapping: ColumnMapping): readonly FieldId[] {
  return IMPORT_FIELDS.filter((field) => field.required && mapping[field.id] === undefined).map(
    ({ id }) => id,
  );
}

/** The different words of a column with how often each occurs, most frequent first; at most `limit`. */
export function distinctValues(
  rows: readonly TableRow[],
  column: number | undefined,
  limit = 60,
): readonly { readonly value: string; readonly count: number }[] {
  if (column === undefined) return [];
  const byText = new Map<string, number>();
  for (const { cells } of rows) {
    const value = (cells[column] ?? '').trim();
    if (value !== '') byText.set(value, (byText.get(value) ?? 0) + 1);
  }
  const counts = new Map<string, { value: string; count: number }>();
  for (const [value, count] of byText) {
    const known = counts.get(fold(value));
    if (known) known.count += count;
    else counts.set(fold(value), { value, count });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).slice(0, limit);
}

/**
 * Converts the rows slice by slice and gives the browser a turn between slices. An order number that a
 * row accepted before has taken refuses the later row.
 *
 * @throws the signal's reason when aborted.
 */
export async function* convertRows(
  rows: readonly TableRow[],
  options: ConversionOptions,
  signal?: AbortSignal,
): AsyncGenerator<ConvertedSlice> {
  const lineByNumber = new Map<number, number>();
  const occurrences = new Map<string, number>();
  for (let start = 0; start < rows.length; start += SLICE_ROWS) {
    const ready: Promise<ImportRow>[] = [];
    const refused: RefusedRow[] = [];
    const warnings: WarningCode[] = [];
    for (const { line, cells } of rows.slice(start, start + SLICE_ROWS)) {
      const fingerprint = rowFingerprint(cells);
      const occurrence = occurrences.get(fingerprint) ?? 0;
      occurrences.set(fingerprint, occurrence + 1);
      const converted = convertRow(line, cells, options);
      if (!converted.ok) {
        refused.push({ line, cells, problems: converted.problems });
        continue;
      }
      const number = converted.row.order_number;
      const earlier = number === undefined ? undefined : lineByNumber.get(number);
      if (number !== undefined && earlier !== undefined) {
        const problem = {
          code: 'repeated_number',
          field: 'order_number',
          value: String(number),
          detail: String(earlier),
        } as const;
        refused.push({ line, cells, problems: [problem] });
        continue;
      }
      if (number !== undefined) lineByNumber.set(number, line);
      warnings.push(...converted.warnings);
      ready.push(rowKey(fingerprint, occurrence).then((key) => ({ ...converted.row, key })));
    }
    yield {
      ready: await Promise.all(ready),
      refused,
      warnings,
      done: Math.min(start + SLICE_ROWS, rows.length),
    };
    await nextTurn(signal);
  }
}

/** Runs {@link convertRows} to the end. `onProgress` gets the rows read so far. */
export async function convertAll(
  rows: readonly TableRow[],
  options: ConversionOptions,
  onProgress?: (done: number) => void,
  signal?: AbortSignal,
): Promise<Conversion> {
  const ready: ImportRow[] = [];
  const refused: RefusedRow[] = [];
  const warnings = new Map<WarningCode, number>();
  for await (const slice of convertRows(rows, options, signal)) {
    ready.push(...slice.ready);
    refused.push(...slice.refused);
    for (const code of slice.warnings) warnings.set(code, (warnings.get(code) ?? 0) + 1);
    onProgress?.(slice.done);
  }
  return { ready, refused, warnings };
}

/** The rows in groups of `size`, in order. */
export function batchesOf<Row>(rows: readonly Row[], size: number = BATCH_SIZE): readonly (readonly Row[])[] {
  const batches: (readonly Row[])[] = [];
  for (let start = 0; start < rows.length; start += size) batches.push(rows.slice(start, start + size));
  return batches;
}
