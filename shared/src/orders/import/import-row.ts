import type { EquipmentType } from '../equipment.ts';
import type { FieldColumn } from '../fields/order-fields.ts';
import type { DeviceCode } from '../device-codes/device-code.ts';
import type { OrderStatus } from '../status/order-status.ts';

/** The columns whose text an import takes as it stands; what a file leaves empty is left out. */
export type TextColumn = Exclude<FieldColumn<'text' | 'longText'>, 'equipment_brand' | 'equipment_model'>;

/** An order of another system as `import_orders` takes it. Money in whole pesos, times in UTC. */
export interface ImportRow extends Readonly<Partial<Record<TextColumn, string>>> {
  /** Line of the file, for reports. */
  readonly row: number;
  /** What this row says, hashed: a row with a key that is in already is never imported again. */
  readonly key: string;
  /** Without one the order gets the next free number. */
  readonly order_number?: number;
  readonly created_at: string;
  readonly updated_at?: string;
  readonly status: OrderStatus;
  readonly customer_name: string;
  readonly customer_rut: string;
  readonly customer_phone: string;
  readonly equipment_type: EquipmentType;
  readonly equipment_brand: string;
  readonly equipment_model: string;
  /** Null when the file has no amount. */
  readonly total_amount: number | null;
  readonly advance_payment: number;
  readonly warranty_days?: number;
  readonly notes?: string;
  /** As the file has it. It is sealed when the row is sent, and never leaves the browser like this. */
  readonly device_code?: DeviceCode;
}

/** What became (`import_orders`) or would become (`check_import`) of a row. */
export type RowOutcome = 'new' | 'imported' | 'duplicate' | 'number_taken';

/** One line of the server's answer. */
export interface RowResult {
  readonly row: number;
  readonly outcome: RowOutcome;
}

const OUTCOMES: readonly string[] = ['new', 'imported', 'duplicate', 'number_taken'] satisfies RowOutcome[];

/** Narrows the server's answer. @throws RangeError for an outcome that this build does not know. */
export function toRowResults(rows: readonly { row: number; outcome: string }[]): RowResult[] {
  return rows.map(({ row, outcome }) => {
    if (!OUTCOMES.includes(outcome)) throw new RangeError(`unknown outcome of row ${row}: ${outcome}`);
    return { row, outcome: outcome as RowOutcome };
  });
}
