/** What goes to the database, what is refused and what deserves a look. */
import type { ImportRow } from '@taller/shared/orders/import/import-row.ts';
import type { EquipmentType } from '@taller/shared/orders/equipment.ts';
import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import type { Problem } from '@taller/shared/imports/file/row-reader.ts';
import type { FieldId } from './fields.ts';
import type { DateOrder } from './read-date.ts';

/** Why a row is refused. */
export type ProblemCode =
  | 'missing'
  | 'bad_rut'
  | 'bad_phone'
  | 'bad_date'
  | 'date_out_of_range'
  | 'unknown_status'
  | 'bad_amount'
  | 'bad_number'
  | 'bad_warranty'
  | 'too_long'
  | 'repeated_number'
  | 'number_taken'
  | 'server';

/** Repeated number: `detail` is the line that has it already. Server: its words. */
export type OrderProblem = Problem<ProblemCode, FieldId>;

/** What was changed or looks odd in a row that is accepted. */
export type WarningCode =
  | 'check_digit'
  | 'no_brand'
  | 'type_unknown'
  | 'not_mobile'
  | 'advance_over_total'
  | 'updated_before_created'
  | 'code_left_out';

/** Words of this very file that the user has given a meaning, by their folded form. */
export interface ValueMapping {
  readonly status: Readonly<Record<string, OrderStatus>>;
  readonly equipmentType: Readonly<Record<string, EquipmentType>>;
}

/** What a person sets for a file of orders besides its columns. */
export interface OrderOptions {
  readonly values: ValueMapping;
  readonly dateOrder: DateOrder;
}

/** The import of orders, for the parts that all imports share. */
export interface OrderImport {
  field: FieldId;
  row: ImportRow;
  options: OrderOptions;
  problem: OrderProblem;
  warning: WarningCode;
}
