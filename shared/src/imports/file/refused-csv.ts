/** Rejected rows as a file to correct and import again. */
import { toCsv } from '#src/values/csv.ts';
import type { RefusedRow } from './convert-rows.ts';
import type { Problem } from './row-reader.ts';

export interface RefusedCsvTexts<P extends Problem> {
  readonly line: string;
  readonly reason: string;
  readonly describe: (row: RefusedRow<P>) => string;
}

/**
 * The file's original columns, the original line number and the reason. When the corrected file is imported, the last
 * two columns are ignored, and only corrected rows are imported.
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
