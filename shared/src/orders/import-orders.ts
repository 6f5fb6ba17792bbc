/**
 * The three steps of an import (ORD-16). Plain functions instead of query hooks: an import is a sequence of calls that
 * can be stopped and resumed. For admins; the server checks.
 */
import type { EquipmentType } from './equipment.ts';
import type { FieldColumn } from './fields/order-fields.ts';
import type { DeviceCode } from './device-codes/device-code.ts';
import type { OrderStatus } from './status/order-status.ts';
import { unwrap } from '#src/data-access/data-error.ts';
import type { Json } from '#src/db/database.types.ts';
import { codeSealer } from './device-codes/seal-device-code.ts';
import { supabase } from '@taller/shared/runtime';

/** The columns whose text is imported unchanged; empty ones are omitted. */
export type TextColumn = Exclude<FieldColumn<'text' | 'longText'>, 'equipment_brand' | 'equipment_model'>;

/** An order of another system in the format of `import_orders`. Money in whole pesos, times in UTC. */
export interface ImportRow extends Readonly<Partial<Record<TextColumn, string>>> {
  /** Line number in the file, for reports. */
  readonly row: number;
  /** Hash of the row's content: a row whose key exists is not imported again. */
  readonly key: string;
  /** Without one the order gets the next free number. */
  readonly order_number?: number;
  /** If another order has the number, it gets the next free one and keeps this as its former number. */
  readonly renumber?: true;
  readonly created_at: string;
  readonly updated_at?: string;
  readonly status: OrderStatus;
  readonly customer_name: string;
  readonly customer_rut: string;
  readonly customer_phone: string;
  readonly equipment_type: EquipmentType;
  readonly equipment_brand: string;
  readonly equipment_model: string;
  /** Null if the file has no amount. */
  readonly total_amount: number | null;
  readonly advance_payment: number;
  readonly promised_at?: string;
  readonly warranty_days?: number;
  readonly parts_warranty_days?: number;
  readonly notes?: string;
  /** In plain text. It is encrypted when the row is sent, and never leaves the browser in this form. */
  readonly device_code?: DeviceCode;
}

/** Outcome of a row in `import_orders` or `check_import`. */
type RowOutcome = 'new' | 'imported' | 'duplicate' | 'number_taken';

/** A row of the server's response. */
interface RowResult {
  readonly row: number;
  readonly outcome: RowOutcome;
}

const OUTCOMES: readonly string[] = ['new', 'imported', 'duplicate', 'number_taken'] satisfies RowOutcome[];

/** Narrows the server's response. @throws RangeError for an outcome unknown to this build. */
function toRowResults(rows: readonly { row: number; outcome: string }[]): RowResult[] {
  return rows.map(({ row, outcome }) => {
    if (!OUTCOMES.includes(outcome)) throw new RangeError(`unknown outcome of row ${row}: ${outcome}`);
    return { row, outcome: outcome as RowOutcome };
  });
}

/** Identifies the file to the server. */
interface ImportFileFacts {
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
