import type { EquipmentType } from '../equipment.ts';
import type { FieldColumn } from '../fields/order-fields.ts';
import type { DeviceCode } from '../device-codes/device-code.ts';
import type { OrderStatus } from '../status/order-status.ts';

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
  readonly warranty_days?: number;
  readonly notes?: string;
  /** In plain text. It is encrypted when the row is sent, and never leaves the browser in this form. */
  readonly device_code?: DeviceCode;
}

/** Outcome of a row in `import_orders` or `check_import`. */
export type RowOutcome = 'new' | 'imported' | 'duplicate' | 'number_taken';

/** A row of the server's response. */
export interface RowResult {
  readonly row: number;
  readonly outcome: RowOutcome;
}

const OUTCOMES: readonly string[] = ['new', 'imported', 'duplicate', 'number_taken'] satisfies RowOutcome[];

/** Narrows the server's response. @throws RangeError for an outcome unknown to this build. */
export function toRowResults(rows: readonly { row: number; outcome: string }[]): RowResult[] {
  return rows.map(({ row, outcome }) => {
    if (!OUTCOMES.includes(outcome)) throw new RangeError(`unknown outcome of row ${row}: ${outcome}`);
    return { row, outcome: outcome as RowOutcome };
  });
}
