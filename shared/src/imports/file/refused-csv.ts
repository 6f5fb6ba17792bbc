/** The rows that stay out, as a file to mend and give again. */
import { toCsv } from '#src/values/csv.ts';
import type { RefusedRow } from './convert-rows.ts';
import type { Problem } from './row-reader.ts';

export interface RefusedCsvTexts<P extends Problem> {
  readonly line: string;
  readonly reason: string;
  readonly describe: (row: RefusedRow<P>) => string;
}

/**
 * The file's own columns as they were, then the line of the original file and the reason. Given again after
 * mending, the two last columns are ignored by the guess, and only what was mended goes in.
 */
export function refusedCsv<P extends Problem>(
  header: readonly string[],
  rows: readonly RefusedRow<P>[],
  texts: RefusedCsvTexts<P>,
): string {
  return toCsv<RefusedRow<P>>(
    [
      ...header.map((heading, column) => ({
        header: heading,
        value: (row: RefusedRow<P>) => row.cells[column] ?? '',
      })),
      { header: texts.line, value: (row) => row.line },
      { header: texts.reason, value: texts.describe },
    ],
    rows,
  );
}
