/** Runs an import batch by batch, so that it can be stopped and resumed at any point. */
import type { KeyedRow, RefusedRow } from '../file/convert-rows.ts';
import type { TableRow } from '../file/parse-table.ts';
import type { Problem } from '../file/row-reader.ts';
import type { CheckResult, ImportTypes, RowResult, Verdict } from './import-kind.ts';

/** Maximum number of rows per dry run. */
const CHECK_ROWS = 1000;

type Call<Row> = (rows: readonly Row[]) => Promise<readonly RowResult[]>;
type Judge<Row, P extends Problem> = (result: RowResult, row: Row) => Verdict<P>;

/** Splits the rows into batches of `size`, in order. */
export function batchesOf<Row>(rows: readonly Row[], size: number): readonly (readonly Row[])[] {
  const batches: (readonly Row[])[] = [];
  for (let start = 0; start < rows.length; start += size) batches.push(rows.slice(start, start + size));
  return batches;
}

/** Dry run for all rows. `onProgress` gets the number of checked rows. */
export async function checkRows<T extends ImportTypes>(
  rows: readonly T['row'][],
  check: Call<T['row']>,
  verdict: Judge<T['row'], T['problem']>,
  onProgress: (done: number) => void,
): Promise<CheckResult<T>> {
  const fresh: T['row'][] = [];
  const outcomes = new Map<number, string>();
  const refused: { row: number; problem: T['problem'] }[] = [];
  let duplicates = 0;
  let done = 0;
  for (const batch of batchesOf(rows, CHECK_ROWS)) {
    const results = new Map((await check(batch)).map((result) => [result.row, result]));
    for (const row of batch) {
      const result = results.get(row.row) ?? { row: row.row, outcome: 'new' };
      const judged = verdict(result, row);
      if (judged === 'duplicate') duplicates += 1;
      else if (typeof judged === 'object') refused.push({ row: row.row, problem: judged });
      else {
        fresh.push(row);
        outcomes.set(row.row, result.outcome);
      }
    }
    done += batch.length;
    onProgress(done);
  }
  return { fresh, outcomes, duplicates, refused };
}

/** Totals of the completed batches. */
export interface ImportTally<P extends Problem = Problem> {
  /** Rows in completed batches. */
  readonly done: number;
  readonly imported: number;
  readonly duplicates: number;
  /** Rows that the server rejected. */
  readonly refused: readonly { readonly row: number; readonly problem: P }[];
}

export const EMPTY_TALLY: ImportTally<never> = { done: 0, imported: 0, duplicates: 0, refused: [] };

export interface BatchCalls<Row, P extends Problem> {
  readonly batchSize: number;
  /** Imports one batch, all or nothing. */
  readonly send: Call<Row>;
  readonly verdict: Judge<Row, P>;
  /** The line and the problem if a failure concerns one row; null otherwise. */
  readonly refusalOf: (error: unknown) => { readonly row: number; readonly problem: P } | null;
}

/** Imports a batch; if a row is rejected, the rest is sent again without it. */
async function sendBatch<Row extends KeyedRow, P extends Problem>(
  batch: readonly Row[],
  calls: BatchCalls<Row, P>,
): Promise<ImportTally<P>> {
  const refused: { row: number; problem: P }[] = [];
  let rest = batch;
  for (;;) {
    try {
      const results = rest.length === 0 ? [] : await calls.send(rest);
      const byLine = new Map(rest.map((row) => [row.row, row]));
      let imported = 0;
      let duplicates = 0;
      for (const result of results) {
        const row = byLine.get(result.row);
        if (!row) continue;
        const judged = calls.verdict(result, row);
        if (judged === 'imported') imported += 1;
        else if (judged === 'duplicate') duplicates += 1;
        else if (typeof judged === 'object') refused.push({ row: result.row, problem: judged });
      }
      return { done: batch.length, imported, duplicates, refused };
    } catch (error) {
      const refusal = calls.refusalOf(error);
      if (refusal === null || !rest.some(({ row }) => row === refusal.row)) throw error;
      refused.push(refusal);
      rest = rest.filter(({ row }) => row !== refusal.row);
    }
  }
}

/**
 * Imports the rows from `tally.done` on and yields the totals after every batch, so that the caller can show them and
 * stop. Rows of a batch whose response was lost are reported as `duplicate` when they are sent again.
 */
export async function* importRows<Row extends KeyedRow, P extends Problem>(
  rows: readonly Row[],
  calls: BatchCalls<Row, P>,
  tally: ImportTally<P> = EMPTY_TALLY,
): AsyncGenerator<ImportTally<P>> {
  let sum = tally;
  for (const batch of batchesOf(rows.slice(tally.done), calls.batchSize)) {
    const part = await sendBatch(batch, calls);
    sum = {
      done: sum.done + part.done,
      imported: sum.imported + part.imported,
      duplicates: sum.duplicates + part.duplicates,
      refused: [...sum.refused, ...part.refused],
    };
    yield sum;
  }
}

/** Rejected rows with their original cells, for the list of problems. */
export function withCells<P extends Problem>(
  refused: ImportTally<P>['refused'],
  rows: readonly TableRow[],
): RefusedRow<P>[] {
  if (refused.length === 0) return [];
  const cellsByLine = new Map(rows.map(({ line, cells }) => [line, cells]));
  return refused.map(({ row, problem }) => ({
    line: row,
    cells: cellsByLine.get(row) ?? [],
    problems: [problem],
  }));
}
