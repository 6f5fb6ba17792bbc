import {
  isPasswordType,
  NO_PASSWORD_LABEL,
  PASSWORD_TYPE_LABELS,
  storedTypeLabel,
} from '@taller/shared/orders/equipment.ts';
import type { Accessory, Point } from '@taller/shared/orders/checklists/checklist.ts';
import { checklistTexts } from '@taller/shared/orders/checklists/checklist-texts.ts';
import { FIELD_NAMES, fieldDefinition } from '@taller/shared/orders/fields/order-fields.ts';
import { formatDate, formatDateTime } from '@taller/shared/values/dates.ts';
import { excerpt } from '@taller/shared/values/excerpt.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import {
  isWarrantyOutcome,
  WARRANTY_OUTCOME_LABEL,
} from '@taller/shared/orders/warranty/warranty-outcome.ts';
import { methodLabel } from '@taller/shared/orders/ledger/payment-method.ts';
import { lineAmount, lineTitle, type QuoteLine } from '@taller/shared/orders/quote/quote-lines.ts';
import { isOrderStatus, LIST_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { orderViewTexts } from '#src/features/orders/view/texts.ts';

/** Maximum length of a text in a change. */
const EXCERPT = 160;

/** Columns that begin without a value. */
const TOLD = new Set([
  'expected_on',
  'promised_at',
  'note',
  'screen_order',
  'unrepaired_reason',
  'warranty_of',
  'warranty_outcome',
  'warranty_reason',
  'payment_method',
  'payment_reference',
  'payment_note',
  'balance_reason',
  'contact',
  'reception_points',
  'reception_accessories',
  'delivery_points',
  'delivery_accessories',
  'reception_signature',
  'delivery_signature',
]);

const AMOUNTS = new Set<string>([
  'quote',
  'final_payment',
  ...FIELD_NAMES.map(fieldDefinition)
    .filter(({ kind }) => kind === 'amount')
    .map(({ column }) => column),
]);

/** Points with their results, accessories by their names. */
const listWords = (list: readonly (Accessory | Point)[]) =>
  list
    .map((entry) =>
      'result' in entry ? `${entry.label}: ${checklistTexts.results[entry.result]}` : entry.label,
    )
    .join(', ');

const lineWords = (line: QuoteLine) => `${lineTitle(line)} ${formatClp(lineAmount(line))}`;

/** A column's value formatted for display; `people` are names by profile id. */
export function describeValue(column: string, value: unknown, people: ReadonlyMap<string, string>): string {
  if (column === 'technician_id' || column === 'receptionist_id') {
    if (typeof value !== 'string') return orderViewTexts.nobody;
    return people.get(value) ?? orderViewTexts.someone;
  }
  if (column === 'password_type')
    return isPasswordType(value) ? PASSWORD_TYPE_LABELS[value] : NO_PASSWORD_LABEL;
  if (typeof value === 'boolean') return value ? orderViewTexts.yes : orderViewTexts.no;
  if (value === null || value === undefined || value === '') return orderViewTexts.empty;
  if (column === 'status' && isOrderStatus(value)) return LIST_STATUS_LABELS[value];
  if (column === 'warranty_of' && typeof value === 'number') return formatOrderNumber(value);
  if (column === 'warranty_outcome' && isWarrantyOutcome(value)) return WARRANTY_OUTCOME_LABEL[value];
  if (column === 'payment_method' && typeof value === 'string') return methodLabel(value);
  if (column === 'equipment_type' && typeof value === 'string') return storedTypeLabel(value);
  if (column === 'expected_on' && typeof value === 'string') return formatDate(value);
  if (column === 'promised_at' && typeof value === 'string') return formatDateTime(value);
  if (column === 'quote_lines' && Array.isArray(value))
    return excerpt(
      (value as QuoteLine[])
        .filter(({ chosen }) => chosen)
        .map(lineWords)
        .join(', ') || orderViewTexts.empty,
      EXCERPT,
    );
  if (/^(?:reception|delivery)_(?:points|accessories)$/.test(column) && Array.isArray(value))
    return excerpt(listWords(value as (Accessory | Point)[]) || orderViewTexts.empty, EXCERPT);
  if (AMOUNTS.has(column) && typeof value === 'number') return formatClp(value);
  return excerpt(
    typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value),
    EXCERPT,
  );
}

/** The label of a column; an unknown one is shown by its name. */
export function columnLabel(column: string): string {
  return Object.hasOwn(orderViewTexts.columns, column)
    ? orderViewTexts.columns[column as keyof typeof orderViewTexts.columns]
    : column;
}

/** `{ column: [before, after] }` as sentences. */
export function describeChanges(
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
  people: ReadonlyMap<string, string>,
): string[] {
  return Object.entries(changes).map(([column, [before, after]]) =>
    // A reason is shown with its event and has no earlier value; the first ones of a wait have none either.
    column === 'reason' || (TOLD.has(column) && before === null)
      ? orderViewTexts.told(columnLabel(column), describeValue(column, after, people))
      : orderViewTexts.changed(
          columnLabel(column),
          describeValue(column, before, people),
          describeValue(column, after, people),
        ),
  );
}
