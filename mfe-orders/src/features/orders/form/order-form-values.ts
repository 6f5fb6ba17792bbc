import type { Order } from '@taller/shared/orders/order-query.ts';
import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import type { OrderFormInput } from '@taller/shared/orders/order-schemas.ts';

/** An empty form. No type of device is chosen for the person. */
export const EMPTY_ORDER_FORM: OrderFormInput = {
  customerName: '',
  customerRut: '',
  customerPhone: '',
  customerAddress: '',
  equipmentType: 'smartphone',
  brand: '',
  model: '',
  imei: '',
  condition: '',
  description: '',
  technicalWork: '',
  quote: 0,
  advancePayment: 0,
  technicianId: '',
  password_type: null,
  device_password: '',
};

/** The form of an order that exists. Its device code never comes back: empty means "leave as it is". */
export function toFormValues(order: Order): OrderFormInput {
  return {
    customerName: order.customer_name,
    customerRut: order.customer_rut,
    customerPhone: order.customer_phone,
    customerAddress: order.customer_address ?? '',
    equipmentType: toEquipmentType(order.equipment_type),
    brand: order.equipment_brand,
    model: order.equipment_model,
    imei: order.imei ?? '',
    condition: order.equipment_condition,
    description: order.work_description,
    technicalWork: order.technical_work,
    quote: order.total_amount ?? order.quote,
    advancePayment: order.advance_payment,
    technicianId: order.technician_id ?? '',
    password_type: order.password_type,
    device_password: '',
  };
}

export type OrderField = keyof OrderFormInput;
/** The fields in the order of the form. */
export const ORDER_FIELDS = Object.keys(EMPTY_ORDER_FORM).filter(
  (field): field is OrderField => field in EMPTY_ORDER_FORM,
);

/** Equal for a reader: a null type is an empty one. */
const same = (one: unknown, other: unknown) => (one ?? '') === (other ?? '');

export interface MergedForm {
  /** The colleague's changes where they do not touch the person's own; the person's everywhere else. */
  values: OrderFormInput;
  /** Fields that both changed, differently. */
  clashes: readonly OrderField[];
}

/** Three-way merge of a form: what was read, what the person made of it, what is stored now (DATA-04). */
export function mergeForms(read: OrderFormInput, mine: OrderFormInput, theirs: OrderFormInput): MergedForm {
  const untouched = ORDER_FIELDS.filter((field) => same(read[field], mine[field]));
  const clashes = ORDER_FIELDS.filter(
    (field) =>
      !untouched.includes(field) && !same(read[field], theirs[field]) && !same(mine[field], theirs[field]),
  );
  const values = { ...mine, ...Object.fromEntries(untouched.map((field) => [field, theirs[field]])) };
  return { values, clashes };
}

/** What a colleague's save left to decide: fields that both changed. */
export interface Conflict {
  /** The version that the person had read. */
  openedVersion: number;
  mine: OrderFormInput;
  theirs: OrderFormInput;
  clashes: readonly OrderField[];
}
