import type { Visit } from '@taller/shared/appointments/appointment-queries.ts';
import type { UseFormReturn } from 'react-hook-form';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import {
  FIELD_NAMES,
  fieldDefinition,
  type FieldColumn,
  type FieldName,
} from '@taller/shared/orders/fields/order-fields.ts';
import type { ChosenContact } from '@taller/shared/orders/customers/chosen-contact.ts';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { contactName } from '#src/components/contact-words.ts';

export type OrderFormControls = UseFormReturn<OrderFormInput, unknown, OrderForm>;

const EMPTY: Readonly<Record<string, string | number>> = { equipmentType: 'smartphone', amount: 0 };

/** An empty form. Smartphones are the most frequent device type. */
export const EMPTY_ORDER_FORM = {
  ...Object.fromEntries(FIELD_NAMES.map((name) => [name, EMPTY[fieldDefinition(name).kind] ?? ''])),
  password_type: null,
  device_password: '',
  warranty_of: null,
  not_warranty: false,
  appointment_id: null,
  visit_order: null,
  more_devices: false,
  contact: null,
  reception_list: null,
  promised_at: '',
  advance_method: '',
  advance_till: '',
} as OrderFormInput;

function formValue(name: FieldName, order: Order): string | number {
  const { column, kind } = fieldDefinition(name);
  const stored = order[column as FieldColumn];
  if (kind === 'equipmentType') return toEquipmentType(String(stored));
  return stored ?? EMPTY[kind] ?? '';
}

/** The person who brought the order's device for a company; null for nobody. */
const bringerOf = ({ contact, contact_id: id, customer_rut: rut }: Order): ChosenContact | null =>
  contact && id ? { id, rut, name: contactName(contact) } : null;

/**
 * A new form: empty, or with the customer of the order before.
 * @param isVisit whether it is of the same visit as that order.
 */
export function firstValues(before: Order | null, isVisit = false): OrderFormInput {
  if (!before) return EMPTY_ORDER_FORM;
  const customer = FIELD_NAMES.filter((name) => fieldDefinition(name).group === 'customer');
  return {
    ...EMPTY_ORDER_FORM,
    ...Object.fromEntries(customer.map((name) => [name, formValue(name, before)])),
    ...(isVisit && { visit_order: before.id, contact: bringerOf(before) }),
  };
}

/** A new form of somebody who has an appointment. A RUT that the shop has not seen is typed from the identity card. */
export function visitValues({ id, full_name, phone, device, reason, customer }: Visit): OrderFormInput {
  const [brand = '', ...model] = (device ?? '').split(' ');
  return {
    ...EMPTY_ORDER_FORM,
    customerName: customer?.full_name ?? full_name ?? '',
    customerPhone: customer?.phone ?? phone ?? '',
    customerRut: (customer?.rut_verified_at && customer.rut) || '',
    customerAddress: customer?.address ?? '',
    brand,
    model: model.join(' '),
    description: reason,
    appointment_id: id,
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

/** Whether an order is a return is one answer in two columns: it is merged and chosen under the name of the first. */
export const partsOf = (field: OrderField): readonly OrderField[] =>
  field === 'warranty_of' ? ['warranty_of', 'not_warranty'] : [field];
const MERGED_FIELDS = FORM_FIELDS.filter((field) => field !== 'not_warranty');

/** Equal for display: a null type equals an empty one. */
const sameIn = (field: OrderField, one: OrderFormInput, other: OrderFormInput) =>
  partsOf(field).every((part) => (one[part] ?? '') === (other[part] ?? ''));

export interface MergedForm {
  /** The colleague's changes in fields that the user did not change; the user's everywhere else. */
  values: OrderFormInput;
  /** Fields that both changed, to different values. */
  clashes: readonly OrderField[];
}

/** Three-way merge of a form: the values read, the user's, and the stored ones (DATA-04). */
export function mergeForms(read: OrderFormInput, mine: OrderFormInput, theirs: OrderFormInput): MergedForm {
  const untouched = MERGED_FIELDS.filter((field) => sameIn(field, read, mine));
  const clashes = MERGED_FIELDS.filter(
    (field) => !untouched.includes(field) && !sameIn(field, read, theirs) && !sameIn(field, mine, theirs),
  );
  const taken = untouched.flatMap(partsOf);
  return { values: { ...mine, ...Object.fromEntries(taken.map((part) => [part, theirs[part]])) }, clashes };
}

/** The conflicts after a colleague's save: fields that both changed. */
export interface Conflict {
  /** The version that the user had read. */
  openedVersion: number;
  mine: OrderFormInput;
  theirs: OrderFormInput;
  clashes: readonly OrderField[];
}
