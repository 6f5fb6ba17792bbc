/** The rows that stay out, as a file to mend and give again. */
import { toCsv } from '@taller/shared/domain/csv.ts';
import type { RefusedRow } from './convert-rows.ts';

export interface RefusedCsvTexts {
  readonly line: string;
  readonly reason: string;
  readonly describe: (row: RefusedRow) => string;
}

/**
 * The file's own columns as they were, then the line of the original file and the reason. Given again after
 * mending, the two last columns are ignored by the guess, and only what was mended goes in.
 */
export function refusedCsv(
  header: readonly string[],
  rows: readonly RefusedRow[],
  texts: RefusedCsvTexts,
): string {
  return toCsv<RefusedRow>(
    [
      ...header.map((heading, column) => ({
        header: heading,
        value: (row: RefusedRow) => row.cells[column] ?? '',
      })),
      { header: texts.line, value: (row) => row.line },
      { header: texts.reason, value: texts.describe },
    ],
    rows,
  );
}
