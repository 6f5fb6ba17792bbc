import { dataErrorCode } from '#src/data-access/data-error.ts';

/** The line of the file that a rejected batch refers to, or null if the failure does not concern a row. */
export function refusedRow(error: unknown): number | null {
  if (!(error instanceof Error) || dataErrorCode(error) !== 'invalid') return null;
  const line = /^La fila (\d+) no se puede importar: /.exec(error.message)?.[1];
  return line === undefined ? null : Number(line);
}
