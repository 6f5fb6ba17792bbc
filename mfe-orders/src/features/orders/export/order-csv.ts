import type { OrderRow } from '@taller/shared/orders/export-orders.ts';
import { balanceOf } from '@taller/shared/orders/payments.ts';
import type { CsvColumn } from '@taller/shared/values/csv.ts';
import { formatDate, formatTime } from '@taller/shared/values/dates.ts';
import { equipmentLabel } from '@taller/shared/orders/equipment.ts';
import {
  FIELD_NAMES,
  fieldDefinition,
  ORDER_FIELDS,
  type FieldColumn,
  type OrderFieldDefinition,
} from '@taller/shared/orders/fields/order-fields.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { isOrderStatus, LIST_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { outcomeWords } from '@taller/shared/orders/warranty/outcome-words.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { exportTexts } from '#src/features/orders/export/texts.ts';

const { headers } = exportTexts;

/** `21-11-2026 14:30`, which Excel parses as a date and time with Chilean settings. */
const when = (instant: string | null) => (instant ? `${formatDate(instant)} ${formatTime(instant)}` : '');

/** Formats a field for a spreadsheet. */
function cellOf({ column, kind }: OrderFieldDefinition, order: OrderRow): string | number | null {
  const value = order[column as FieldColumn];
  if (kind === 'equipmentType') return equipmentLabel(String(value));
  if (kind === 'phone') return formatPhone(String(value));
  return value;
}

const FIELDS: readonly CsvColumn<OrderRow>[] = FIELD_NAMES.map(fieldDefinition)
  .filter(({ kind }) => kind !== 'technician')
  .map((field) => ({ header: field.label, value: (order) => cellOf(field, order) }));

/** The columns of the file. Amounts are plain numbers, so that they can be summed. Device codes are not exported. */
export function orderColumns(names: ReadonlyMap<string, string>): readonly CsvColumn<OrderRow>[] {
  const nameOf = (id: string | null) => (id && names.get(id)) ?? '';
  return [
    { header: headers.number, value: (order) => formatOrderNumber(order.order_number) },
    { header: headers.received, value: (order) => when(order.created_at) },
    {
      header: headers.status,
      value: ({ status }) => (isOrderStatus(status) ? LIST_STATUS_LABELS[status] : status),
    },
    ...FIELDS,
    { header: headers.finalPayment, value: (order) => order.final_payment },
    { header: headers.balance, value: balanceOf },
    { header: ORDER_FIELDS.technicianId.label, value: (order) => nameOf(order.technician_id) },
    { header: headers.receptionist, value: (order) => nameOf(order.receptionist_id) },
    { header: headers.notes, value: (order) => order.notes },
    { header: headers.promised, value: (order) => when(order.promised_at) },
    { header: headers.quoted, value: (order) => when(order.quoted_at) },
    { header: headers.approved, value: (order) => when(order.approved_at) },
    { header: headers.rejected, value: (order) => when(order.rejected_at) },
    { header: headers.completed, value: (order) => when(order.completed_at) },
    { header: headers.delivered, value: (order) => when(order.delivered_at) },
    { header: headers.warranty, value: (order) => order.warranty_days },
    { header: headers.partsWarranty, value: (order) => order.parts_warranty_days },
    {
      header: headers.warrantyOf,
      value: ({ warranty_of: number }) => (number === null ? '' : formatOrderNumber(number)),
    },
    { header: headers.warrantyOutcome, value: outcomeWords },
    { header: headers.updated, value: (order) => when(order.updated_at) },
  ];
}
