/** What goes to the database, what is refused and what deserves a look. */
import type { EquipmentType } from '@taller/shared/domain/equipment.ts';
import type { OrderStatus } from '@taller/shared/domain/order-status.ts';
import type { FieldId } from './fields.ts';

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

export interface Problem {
  readonly code: ProblemCode;
  readonly field: FieldId;
  /** What the file says. */
  readonly value: string;
  /** Repeated number: the line that has it already. Server: its words. */
  readonly detail?: string;
}

/** What was changed or looks odd in a row that is accepted. */
export type WarningCode =
  | 'check_digit'
  | 'no_brand'
  | 'type_unknown'
  | 'not_mobile'
  | 'advance_over_total'
  | 'updated_before_created';

/** Words of this very file that the user has given a meaning, by their folded form. */
export interface ValueMapping {
  readonly status: Readonly<Record<string, OrderStatus>>;
  readonly equipmentType: Readonly<Record<string, EquipmentType>>;
}
