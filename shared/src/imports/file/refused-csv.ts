/** Rows that were refused, as a file to correct and import again. */
import { toCsv } from '#src/values/csv.ts';
import type { RefusedRow } from './convert-rows.ts';
import type { Problem } from './row-reader.ts';

export interface RefusedCsvTexts<P extends Problem> {
  readonly line: string;
  readonly reason: string;
  readonly describe: (row: RefusedRow<P>) => string;
}

/**
 * The file's own columns as they were, then the line of the original file and the reason. Imported again after
 * correction, the two last columns are ignored by the guess, and only corrected rows are imported.
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
