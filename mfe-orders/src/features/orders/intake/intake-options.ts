/** Results of a new order's search (REC-12): people, devices, and the typed text as something new. */
import type { FoundCustomer } from '@taller/shared/orders/customers/found-customers-query.ts';
import type { KnownDevice } from '@taller/shared/orders/order-form-queries.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import type { OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import type { Passport } from '@taller/shared/orders/passport/passport-query.ts';
import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import { isValidImei, normaliseImei } from '@taller/shared/orders/imei.ts';
import { documentParts, formatDocument, NO_COUNTRY } from '@taller/shared/values/foreign-document.ts';
import { isDiallable } from '@taller/shared/values/phone.ts';
import { dashedRut, formatRut, hasRightCheckDigit } from '@taller/shared/values/rut.ts';
import { intakeTexts as texts } from './texts.ts';

/** An option of the search: somebody or a device of an earlier order, or what was typed, for its field. */
export interface IntakeOption {
  label: string;
  /** The order that the customer is read from; null for something new. */
  orderId: string | null;
  /** The fields filled in besides the customer; `of-order`: the device of that order. */
  values: Partial<OrderFormInput> | 'of-order';
}

/** Most devices of a person, and most people, that are offered: more are found by typing more. */
const MOST = 5;

const identity = (rut: string) => (documentParts(rut) ? formatDocument(rut) : formatRut(rut));

type Device = Pick<KnownDevice, 'equipment_type' | 'equipment_brand' | 'equipment_model'> & {
  imei: string | null;
};

/** The device of an earlier order, as the form has it. */
export const deviceValues = (device: Device): Partial<OrderFormInput> => ({
  equipmentType: toEquipmentType(device.equipment_type),
  brand: device.equipment_brand,
  model: device.equipment_model,
  imei: device.imei ?? '',
});

/** The customer of an earlier order, as the form has them. */
export const customerValues = (order: Order): Partial<OrderFormInput> => ({
  customerRut: order.customer_rut,
  customerPhone: order.customer_phone,
  customerName: order.customer_name,
  secondPhone: order.second_phone ?? '',
  customerAddress: order.customer_address ?? '',
});

/** The customer and the device of an order whose label was scanned. */
export const labelOption = (orderId: string): IntakeOption => ({
  label: texts.ofLabel,
  orderId,
  values: 'of-order',
});

/** The fields that a text without results may be meant for: the likeliest first. */
export function newOptions(typed: string): IntakeOption[] {
  const option = (label: string, values: Partial<OrderFormInput>) => ({ label, orderId: null, values });
  const bare = typed.replace(/[\s.-]/g, '').toUpperCase();
  if (isValidImei(typed)) return [option(texts.newImei(bare), { imei: normaliseImei(typed) })];
  const rut = dashedRut(typed);
  const phone = option(texts.newPhone(typed), { customerPhone: typed });
  const asRut = option(texts.newRut(rut), { customerRut: rut });
  if (hasRightCheckDigit(rut)) return isDiallable(typed) ? [asRut, phone] : [asRut];
  const serial = option(texts.newSerial(typed), { imei: typed });
  if (isDiallable(typed) && bare.length < 13) return [phone, serial];
  if (!/\d/.test(typed)) return [option(texts.newName(typed), { customerName: typed })];
  const passport = option(texts.newPassport(bare), { customerRut: `${NO_COUNTRY}/${bare}` });
  return /^[A-Z]{0,3}\d{5,9}$/.test(bare) ? [passport, serial] : [serial, passport];
}

interface Found {
  customers: readonly FoundCustomer[];
  passport: Passport | undefined;
  /** The devices of the only customer. */
  devices: readonly KnownDevice[];
}

/** The options for a text, each once: a device by its number, people and their devices, then the text as new. */
export function intakeOptions(typed: string, { customers, passport, devices }: Found): IntakeOption[] {
  const rut = dashedRut(typed);
  const exact = customers.filter(({ customer_rut: own }) => own === rut);
  const people = exact.length > 0 ? exact : customers;
  const [only] = people;
  const number = passport?.orders[0];
  const options: IntakeOption[] = [
    ...(number
      ? (passport?.owners ?? []).slice(0, MOST).map(({ order_id: orderId, customer_name: name }) => ({
          label: texts.device(`${number.equipment_brand} ${number.equipment_model}`, number.imei, name),
          orderId,
          values: 'of-order' as const,
        }))
      : []),
    ...people.slice(0, MOST).map((person) => ({
      label: texts.customer(person.customer_name, identity(person.customer_rut), person.orders),
      orderId: person.order_id,
      values: {},
    })),
    ...(people.length === 1 && only
      ? devices.map((device) => ({
          label: texts.deviceOf(`${device.equipment_brand} ${device.equipment_model}`, device.imei),
          orderId: only.order_id,
          values: deviceValues(device),
        }))
      : []),
  ];
  const isCertain = exact.length > 0 || number !== undefined;
  const all = isCertain ? options : [...options, ...newOptions(typed)];
  return all.filter(({ label }, at) => all.findIndex((other) => other.label === label) === at);
}
