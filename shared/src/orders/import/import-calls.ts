/**
 * The three steps of an import (ORD-16). Plain functions instead of query hooks: an import is a sequence of calls that
 * can be stopped and resumed. For admins; the server checks.
 */
import { unwrap } from '#src/data-access/data-error.ts';
import type { Json } from '#src/db/database.types.ts';
import { codeSealer } from '../device-codes/seal-device-code.ts';
import { supabase } from '@taller/shared/runtime';
import { toRowResults } from './import-row.ts';
import type { ImportRow, RowResult } from './import-row.ts';

/** Identifies the file to the server. */
export interface ImportFileFacts {
  readonly name: string;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string;
  readonly rowCount: number;
}

/** JSON cannot represent undefined: missing fields are omitted. */
function asJson(rows: readonly unknown[]): Json {
  return rows as Json;
}

/** Opens an import, or returns the existing one of the same file. @returns its id. @throws DataError */
export async function beginImport(file: ImportFileFacts): Promise<string> {
  const client = await supabase();
  const answer = await client.rpc('begin_import', {
    p_file_name: file.name,
    p_file_hash: file.hash,
    p_row_count: file.rowCount,
  });
  return unwrap(answer)?.id ?? '';
}

/** Dry run: the outcome of each row, without writing. @throws DataError */
export async function checkImport(rows: readonly ImportRow[], signal: AbortSignal): Promise<RowResult[]> {
  const client = await supabase();
  const marks = rows.map(({ row, key, order_number, renumber }) => ({ row, key, order_number, renumber }));
  const answer = await client.rpc('check_import', { p_rows: asJson(marks) }).abortSignal(signal);
  return toRowResults(unwrap(answer) ?? []);
}

/** The rows with encrypted codes. The id is created here, because a code is encrypted for its order. */
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
 * Imports the new rows of one batch, all or nothing.
 * @throws DataError; `invalid` if the server rejects a row, see refused-row.ts.
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
