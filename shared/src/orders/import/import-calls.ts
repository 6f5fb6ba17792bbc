/**
 * The three steps of an import (ORD-16). Plain functions and not query hooks: one import is many calls
 * in a row that can be stopped and continued. For admins; the server checks.
 */
import { unwrap } from '#src/data-access/data-error.ts';
import type { Json } from '#src/db/database.types.ts';
import { codeSealer } from '../device-codes/seal-device-code.ts';
import { supabase } from '@taller/shared/runtime';
import { toRowResults } from './import-row.ts';
import type { ImportRow, RowResult } from './import-row.ts';

/** The file as the server knows it again. */
export interface ImportFileFacts {
  readonly name: string;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string;
  readonly rowCount: number;
}

/** JSON has no optional fields of type undefined: what is missing is left out when it is sent. */
function asJson(rows: readonly unknown[]): Json {
  return rows as Json;
}

/** Opens an import, or finds the one of the very same file again. @returns its id. @throws DataError */
export async function beginImport(file: ImportFileFacts): Promise<string> {
  const client = await supabase();
  const answer = await client.rpc('begin_import', {
    p_file_name: file.name,
    p_file_hash: file.hash,
    p_row_count: file.rowCount,
  });
  return unwrap(answer)?.id ?? '';
}

/** Dry run: what would become of each row. Writes nothing. @throws DataError */
export async function checkImport(rows: readonly ImportRow[], signal: AbortSignal): Promise<RowResult[]> {
  const client = await supabase();
  const marks = rows.map(({ row, key, order_number }) => ({ row, key, order_number }));
  const answer = await client.rpc('check_import', { p_rows: asJson(marks) }).abortSignal(signal);
  return toRowResults(unwrap(answer) ?? []);
}

/** The rows with their codes sealed. The id is made here, because a code is sealed for its order. */
async function sealRows(rows: readonly ImportRow[]): Promise<unknown[]> {
  if (!rows.some((row) => row.device_code)) return [...rows];
  const seal = await codeSealer();
  return Promise.all(
    rows.map(async ({ device_code: lock, ...row }) => {
      if (!lock) return row;
      const id = crypto.randomUUID();
      return { ...row, id, password_type: lock.type, device_password: await seal(lock.code, id) };
    }),
  );
}

/**
 * Imports one batch: all of its rows that are new, or none.
 *
 * @throws DataError; of code `invalid` when the server refuses a row, see refused-row.ts.
 */
export async function importBatch(
  batchId: string,
  rows: readonly ImportRow[],
  signal: AbortSignal,
): Promise<RowResult[]> {
  const client = await supabase();
  const answer = await client
    .rpc('import_orders', { p_batch_id: batchId, p_rows: asJson(await sealRows(rows)) })
    .abortSignal(signal);
  return toRowResults(unwrap(answer) ?? []);
}
