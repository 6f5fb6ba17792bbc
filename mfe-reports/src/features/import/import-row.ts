/** Imported rows, rejections and warnings. */
import type { ImportRow } from '@taller/shared/orders/import-orders.ts';
import type { EquipmentType } from '@taller/shared/orders/equipment.ts';
import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import type { Problem } from '@taller/shared/imports/file/row-reader.ts';
import type { FieldId } from './fields.ts';
import type { DateOrder } from './read-date.ts';

/** Why a row is rejected. */
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

/** Repeated number: `detail` is the line with the same number. Server: its message. */
export type OrderProblem = Problem<ProblemCode, FieldId>;

/** A change to an accepted row, or something unusual in it. */
export type WarningCode =
  | 'check_digit'
  | 'no_brand'
  | 'type_unknown'
  | 'not_mobile'
  | 'advance_over_total'
  | 'updated_before_created'
  | 'code_left_out'
  | 'imei_rounded';

/** Words of this file that the user has mapped, in folded form. */
export interface ValueMapping {
  readonly status: Readonly<Record<string, OrderStatus>>;
  readonly equipmentType: Readonly<Record<string, EquipmentType>>;
}

/** User settings for an order file besides its columns. */
export interface OrderOptions {
  readonly values: ValueMapping;
  readonly dateOrder: DateOrder;
  /** Rows whose number another order has: left out, or with a new number beside the old one. */
  readonly takenNumbers: 'leave' | 'renew';
}

/** The order import, for the common parts of imports. */
export interface OrderImport {
  field: FieldId;
  row: ImportRow;
  options: OrderOptions;
  problem: OrderProblem;
  warning: WarningCode;
}
