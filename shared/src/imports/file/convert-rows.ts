/** Converts the whole file in slices: accepted rows, rejected rows with reasons, and warnings. */
import { fold } from './import-field.ts';
import { nextTurn } from './next-turn.ts';
import type { TableRow } from './parse-table.ts';
import { rowFingerprint, rowKey } from './row-key.ts';
import type { Problem } from './row-reader.ts';

const SLICE_ROWS = 200;

/** A row in the server's format. */
export interface KeyedRow {
  /** Line number in the file, for reports. */
  readonly row: number;
  /** Hash of the row's content: the server deduplicates rows by it. */
  readonly key: string;
}

/** A line converted to a row, or the reasons why it cannot be. */
export type Converted<Row, P extends Problem = Problem, Warning extends string = string> =
  | { readonly ok: true; readonly row: Row; readonly warnings: readonly Warning[] }
  | { readonly ok: false; readonly problems: readonly P[] };

/**
 * Converts the lines of a file in order; it may keep state.
 * @param line line number as shown by a spreadsheet.
 */
export type ConvertLine<Row, P extends Problem = Problem, Warning extends string = string> = (
  line: number,
  cells: readonly string[],
) => Converted<Row, P, Warning>;

export interface RefusedRow<P extends Problem = Problem> {
  readonly line: number;
  readonly cells: readonly string[];
  readonly problems: readonly P[];
}

/** Result of one slice. */
interface ConvertedSlice<Row, P extends Problem, Warning extends string> {
  readonly ready: readonly Row[];
  readonly refused: readonly RefusedRow<P>[];
  readonly warnings: readonly Warning[];
  /** Rows read so far. */
  readonly done: number;
}

/** Result for a whole file. */
export interface Conversion<Row, P extends Problem = Problem, Warning extends string = string> {
  readonly ready: readonly Row[];
  readonly refused: readonly RefusedRow<P>[];
  /** How many accepted rows carry each warning. */
  readonly warnings: ReadonlyMap<Warning, number>;
}

/** Distinct words of a column with their frequency, most frequent first; at most `limit`. */
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
 * Converts the rows slice by slice and yields to the browser in between.
 * @param secret columns excluded from the rows' keys: short values could be recovered from a hash by brute force.
 * @throws the signal's reason when aborted.
 */
export async function* convertRows<Row extends KeyedRow, P extends Problem, Warning extends string>(
  rows: readonly TableRow[],
  convert: ConvertLine<Omit<Row, 'key'>, P, Warning>,
  signal?: AbortSignal,
  secret: readonly (number | undefined)[] = [],
): AsyncGenerator<ConvertedSlice<Row, P, Warning>> {
  const occurrences = new Map<string, number>();
  for (let start = 0; start < rows.length; start += SLICE_ROWS) {
    const ready: Promise<Row>[] = [];
    const refused: RefusedRow<P>[] = [];
    const warnings: Warning[] = [];
    for (const { line, cells } of rows.slice(start, start + SLICE_ROWS)) {
      const open = secret.length === 0 ? cells : cells.map((cell, at) => (secret.includes(at) ? '' : cell));
      const fingerprint = rowFingerprint(open);
      const occurrence = occurrences.get(fingerprint) ?? 0;
      occurrences.set(fingerprint, occurrence + 1);
      const converted = convert(line, cells);
      if (!converted.ok) {
        refused.push({ line, cells, problems: converted.problems });
        continue;
      }
      warnings.push(...converted.warnings);
      ready.push(rowKey(fingerprint, occurrence).then((key) => ({ ...converted.row, key }) as Row));
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

/** Runs {@link convertRows} to the end. `onProgress` gets the number of rows read so far. */
export async function convertAll<Row extends KeyedRow, P extends Problem, Warning extends string>(
  rows: readonly TableRow[],
  convert: ConvertLine<Omit<Row, 'key'>, P, Warning>,
  onProgress?: (done: number) => void,
  signal?: AbortSignal,
  secret: readonly (number | undefined)[] = [],
): Promise<Conversion<Row, P, Warning>> {
  const ready: Row[] = [];
  const refused: RefusedRow<P>[] = [];
  const warnings = new Map<Warning, number>();
  for await (const slice of convertRows<Row, P, Warning>(rows, convert, signal, secret)) {
    ready.push(...slice.ready);
    refused.push(...slice.refused);
    for (const code of slice.warnings) warnings.set(code, (warnings.get(code) ?? 0) + 1);
    onProgress?.(slice.done);
  }
  return { ready, refused, warnings };
}
