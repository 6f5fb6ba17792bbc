/** The calls of an import, one batch after the other, so that it can stop anywhere and go on. */
import type { ImportRow, RowResult } from '@taller/shared/data/imports/import-row.ts';
import type { RefusedRow } from './convert-rows.ts';
import { BATCH_SIZE, batchesOf } from './convert-rows.ts';
import type { TableRow } from './parse-table.ts';

/** What the server would do with the rows that are sound. */
export interface CheckResult {
  /** To be imported. */
  readonly fresh: readonly ImportRow[];
  /** In already, from this file or an earlier one. */
  readonly duplicates: number;
  /** Another order has the number. */
  readonly taken: readonly ImportRow[];
}

const CHECK_ROWS = 1000;

type Call = (rows: readonly ImportRow[]) => Promise<readonly RowResult[]>;

/** Asks the server about all rows. `onProgress` gets how many have been asked about. */
export async function checkRows(
  rows: readonly ImportRow[],
  check: Call,
  onProgress: (done: number) => void,
): Promise<CheckResult> {
  const fresh: ImportRow[] = [];
  const taken: ImportRow[] = [];
  let duplicates = 0;
  let done = 0;
  for (const batch of batchesOf(rows, CHECK_ROWS)) {
    const results = new Map((await check(batch)).map(({ row, outcome }) => [row, outcome]));
    for (const row of batch) {
      const outcome = results.get(row.row);
      if (outcome === 'duplicate') duplicates += 1;
      else if (outcome === 'number_taken') taken.push(row);
      else fresh.push(row);
    }
    done += batch.length;
    onProgress(done);
  }
  return { fresh, duplicates, taken };
}

/** Sums over the batches done so far. */
export interface ImportTally {
  /** Rows of finished batches. */
  readonly done: number;
  readonly imported: number;
  readonly duplicates: number;
  /** Rows that the server would not take. */
  readonly refused: readonly {
    readonly row: number;
    readonly reason: 'number_taken' | 'server';
    readonly message: string;
  }[];
}

export const EMPTY_TALLY: ImportTally = { done: 0, imported: 0, duplicates: 0, refused: [] };

export interface ImportCalls {
  /** Imports one batch, all or none; repeats it itself when the line is bad. */
  readonly send: Call;
  /** The line and the message when a failure is about one row; null for any other failure. */
  readonly refusalOf: (error: unknown) => { readonly row: number; readonly message: string } | null;
}

/** One batch; a row that breaks a rule of the server is left out and the rest is sent again. */
async function sendBatch(batch: readonly ImportRow[], calls: ImportCalls): Promise<ImportTally> {
  const refused: { row: number; reason: 'number_taken' | 'server'; message: string }[] = [];
  let rest = batch;
  for (;;) {
    try {
      const results = rest.length === 0 ? [] : await calls.send(rest);
      for (const { row, outcome } of results) {
        if (outcome === 'number_taken') refused.push({ row, reason: 'number_taken', message: '' });
      }
      return {
        done: batch.length,
        imported: results.filter(({ outcome }) => outcome === 'imported').length,
        duplicates: results.filter(({ outcome }) => outcome === 'duplicate').length,
        refused,
      };
    } catch (error) {
      const refusal = calls.refusalOf(error);
      if (refusal === null || !rest.some(({ row }) => row === refusal.row)) throw error;
      refused.push({ row: refusal.row, reason: 'server', message: refusal.message });
      rest = rest.filter(({ row }) => row !== refusal.row);
    }
  }
}

/**
 * Imports the rows from `tally.done` on and yields the sums after every batch, so that the caller can show
 * them and stop. What a lost answer left unknown comes back as `duplicate` when it is sent again.
 */
export async function* importRows(
  rows: readonly ImportRow[],
  calls: ImportCalls,
  tally: ImportTally = EMPTY_TALLY,
): AsyncGenerator<ImportTally> {
  let sum = tally;
  for (const batch of batchesOf(rows.slice(tally.done), BATCH_SIZE)) {
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

/** Refused rows as the list of problems shows them: with the cells of the file. */
export function withCells(
  refused: ImportTally['refused'],
  taken: readonly ImportRow[],
  rows: readonly TableRow[],
  ready: readonly ImportRow[],
): RefusedRow[] {
  const cellsByLine = new Map(rows.map(({ line, cells }) => [line, cells]));
  const numberByLine = new Map(ready.map(({ row, order_number }) => [row, order_number]));
  const all = [
    ...taken.map(({ row }) => ({ row, reason: 'number_taken' as const, message: '' })),
    ...refused,
  ];
  return all.map(({ row, reason, message }) => ({
    line: row,
    cells: cellsByLine.get(row) ?? [],
    problems: [
      {
        code: reason,
        field: 'order_number' as const,
        value: String(numberByLine.get(row) ?? ''),
        detail: message,
      },
    ],
  }));
}
