import type { Database } from '#src/db/database.types.ts';
import { isDocument } from '#src/values/foreign-document.ts';
import { formatClp } from '#src/values/money.ts';
import { formatPhone } from '#src/values/phone.ts';
import { formatRut } from '#src/values/rut.ts';
import { equipmentLabel } from '../equipment.ts';
import {
  FIELD_NAMES,
  fieldDefinition,
  type FieldColumn,
  type OrderFieldDefinition,
  type FieldPlace,
} from './order-fields.ts';

/** An order with the columns of its fields. */
export type FieldRow = Pick<
  Database['public']['Tables']['service_orders']['Row'],
  Exclude<FieldColumn, 'technician_id'>
>;

/** The label of an identity that is no RUT. */
const DOCUMENT_LABEL = 'Documento';

/** A field of an order with its formatted value. */
export interface FieldLine {
  term: string;
  value: string | null;
  /** A text that needs the full width. */
  wide: boolean;
  optional: boolean;
}

function valueOf({ column, kind }: OrderFieldDefinition, order: FieldRow): string | null {
  const value: unknown = order[column as keyof FieldRow];
  if (kind === 'amount') return formatClp(typeof value === 'number' ? value : null);
  if (typeof value !== 'string') return null;
  if (kind === 'rut') return formatRut(value);
  if (kind === 'phone') return formatPhone(value);
  if (kind === 'equipmentType') return equipmentLabel(value);
  return value;
}

/** The fields of a group that are shown in a place, in order. */
export function fieldLines(
  order: FieldRow,
  place: FieldPlace,
  ...groups: readonly OrderFieldDefinition['group'][]
): FieldLine[] {
  return FIELD_NAMES.map(fieldDefinition)
    .filter(({ group, shownIn }) => groups.includes(group) && shownIn.includes(place))
    .filter((field) => !field.shownIfGiven || valueOf(field, order))
    .map((field) => ({
      term: field.kind === 'rut' && isDocument(order.customer_rut) ? DOCUMENT_LABEL : field.label,
      value: valueOf(field, order),
      wide: field.kind === 'longText',
      optional: field.required === undefined,
    }));
}
