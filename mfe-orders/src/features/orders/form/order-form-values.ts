import type { UseFormReturn } from 'react-hook-form';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import {
  FIELD_NAMES,
  fieldDefinition,
  type FieldColumn,
  type FieldName,
} from '@taller/shared/orders/fields/order-fields.ts';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';

export type OrderFormControls = UseFormReturn<OrderFormInput, unknown, OrderForm>;

const EMPTY: Readonly<Record<string, string | number>> = { equipmentType: 'smartphone', amount: 0 };

/** An empty form. Smartphones are the most frequent device type. */
export const EMPTY_ORDER_FORM = {
  ...Object.fromEntries(FIELD_NAMES.map((name) => [name, EMPTY[fieldDefinition(name).kind] ?? ''])),
  password_type: null,
  device_password: '',
  warranty_of: null,
  not_warranty: false,
} as OrderFormInput;

function formValue(name: FieldName, order: Order): string | number {
  const { column, kind } = fieldDefinition(name);
  const stored = order[column as FieldColumn];
  if (kind === 'equipmentType') return toEquipmentType(String(stored));
  return stored ?? EMPTY[kind] ?? '';
}

/** A new form: empty, or with the customer of the order before. */
export function firstValues(before: Order | null): OrderFormInput {
  if (!before) return EMPTY_ORDER_FORM;
  const customer = FIELD_NAMES.filter((name) => fieldDefinition(name).group === 'customer');
  return {
    ...EMPTY_ORDER_FORM,
    ...Object.fromEntries(customer.map((name) => [name, formValue(name, before)])),
  };
}

/** The form of an existing order. Its device code is never loaded: empty means "keep the stored code". */
export function toFormValues(order: Order): OrderFormInput {
  return {
    ...Object.fromEntries(FIELD_NAMES.map((name) => [name, formValue(name, order)])),
    quote: order.total_amount ?? order.quote,
    password_type: order.password_type,
    device_password: '',
    warranty_of: order.warranty_of,
    not_warranty: order.not_warranty,
  } as OrderFormInput;
}

export type OrderField = keyof OrderFormInput;
/** The fields in the order of the form. */
export const FORM_FIELDS = Object.keys(EMPTY_ORDER_FORM).filter(
  (field): field is OrderField => field in EMPTY_ORDER_FORM,
);

/** Equal for display: a null type equals an empty one. */
const same = (one: unknown, other: unknown) => (one ?? '') === (other ?? '');

export interface MergedForm {
  /** The colleague's changes in fields that the user did not change; the user's everywhere else. */
  values: OrderFormInput;
  /** Fields that both changed, to different values. */
  clashes: readonly OrderField[];
}

/** Three-way merge of a form: the values read, the user's, and the stored ones (DATA-04). */
export function mergeForms(read: OrderFormInput, mine: OrderFormInput, theirs: OrderFormInput): MergedForm {
  const untouched = FORM_FIELDS.filter((field) => same(read[field], mine[field]));
  const clashes = FORM_FIELDS.filter(
    (field) =>
      !untouched.includes(field) && !same(read[field], theirs[field]) && !same(mine[field], theirs[field]),
  );
  const values = { ...mine, ...Object.fromEntries(untouched.map((field) => [field, theirs[field]])) };
  return { values, clashes };
}

/** The conflicts after a colleague's save: fields that both changed. */
export interface Conflict {
  /** The version that the user had read. */
  openedVersion: number;
  mine: OrderFormInput;
  theirs: OrderFormInput;
  clashes: readonly OrderField[];
}
