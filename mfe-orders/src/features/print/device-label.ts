import { paths } from '@taller/shared/contract/paths.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { Checklist } from '@taller/shared/orders/checklists/checklist-queries.ts';
import type { PrintOrder } from '@taller/shared/orders/print-queries.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import type { Label } from './label-pages.tsx';

/** From here on RUTs are of companies, whose names have no surname. */
const FIRST_COMPANY = 50_000_000;

/** The name to look for at the shelf: the surnames of a person, the whole name of a company. */
export function surnameOf({
  customer_name: name,
  customer_rut: rut,
}: Pick<PrintOrder, 'customer_name' | 'customer_rut'>) {
  const words = name.trim().split(/\s+/);
  if (Number.parseInt(rut, 10) >= FIRST_COMPANY) return words.join(' ');
  return words.slice(words.length > 2 ? -2 : -1).join(' ');
}

/** The columns of an order that its label shows. */
export type LabelledOrder = Pick<
  PrintOrder,
  | 'id'
  | 'order_number'
  | 'created_at'
  | 'customer_name'
  | 'customer_rut'
  | 'equipment_brand'
  | 'equipment_model'
>;

const deviceOf = (order: LabelledOrder) => `${order.equipment_brand} ${order.equipment_model}`.trim();

/** The label of an order's device: its code is the customer's page of the order, which the staff's scanners know. */
export function deviceLabel(order: LabelledOrder, origin: string): Label {
  const number = formatOrderNumber(order.order_number);
  return {
    key: order.id,
    code: origin + paths.publicOrder.getHref(number),
    title: number,
    lines: [surnameOf(order), deviceOf(order), formatDate(order.created_at)],
  };
}

const FIRST_LETTER = 'A'.charCodeAt(0);

/** The labels of what came with a device (REC-106): the order's number and a letter each, with the order's code. */
export function accessoryLabels(
  order: LabelledOrder,
  accessories: Checklist['accessories'],
  origin: string,
): Label[] {
  const { title, code } = deviceLabel(order, origin);
  return accessories.map(({ id, label }, at) => ({
    key: `${order.id} ${id}`,
    code,
    title: `${title}-${String.fromCharCode(FIRST_LETTER + at)}`,
    lines: [label, surnameOf(order), deviceOf(order)],
  }));
}
