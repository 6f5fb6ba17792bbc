import { EQUIPMENT_TYPES, isPasswordType } from '@taller/shared/orders/equipment.ts';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { forgetDraft, keepDraft, readDraft } from '@taller/shared/forms/drafts.ts';
import { EMPTY_ORDER_FORM, ORDER_FIELDS } from './order-form-values.ts';

/** A new order that was begun. */
export interface OrderDraft {
  /** The id it will be saved under, so that a save repeated after a reload doubles nothing. */
  id: string;
  values: OrderFormInput;
  /** What was sent under this id without an answer. */
  unanswered: readonly OrderForm[];
}

/** The form that is on the screen: it comes back with it. */
const OPEN = 'orden.nueva';
/** Forms that were closed: each is offered until it is taken up or thrown away. */
const LEFT = 'orden.dejada';

function toValues(stored: Partial<Record<string, unknown>>): OrderFormInput {
  const values: Record<string, unknown> = { ...EMPTY_ORDER_FORM };
  for (const field of ORDER_FIELDS) if (typeof stored[field] === 'string') values[field] = stored[field];
  for (const field of ['quote', 'advancePayment'])
    if (typeof stored[field] === 'number') values[field] = stored[field];
  if (!EQUIPMENT_TYPES.some((type) => type === values.equipmentType)) values.equipmentType = 'smartphone';
  if (!isPasswordType(values.password_type)) values.password_type = null;
  return values as OrderFormInput;
}

function toDraft(content: unknown): OrderDraft | null {
  const stored = content as Partial<OrderDraft> | null;
  if (!stored || typeof stored.id !== 'string' || typeof stored.values !== 'object') return null;
  const unanswered = Array.isArray(stored.unanswered) ? stored.unanswered : [];
  return { id: stored.id, values: toValues(stored.values), unanswered };
}

/** The device's code is a credential and is left out. */
function withoutCodes({ id, values, unanswered }: OrderDraft): OrderDraft {
  const withoutCode = <V extends { device_password: string }>(form: V) => ({ ...form, device_password: '' });
  return { id, values: withoutCode(values), unanswered: unanswered.map(withoutCode) };
}

/** The order whose form was on the screen, or null. */
export const readOpenOrder = (): OrderDraft | null => toDraft(readDraft(OPEN));

export function keepOpenOrder(draft: OrderDraft): void {
  keepDraft(OPEN, withoutCodes(draft));
}

export function forgetOpenOrder(): void {
  forgetDraft(OPEN);
}

/** The orders that were left without saving, the newest first. */
export function readLeftOrders(): readonly OrderDraft[] {
  const stored: unknown = readDraft(LEFT);
  return (Array.isArray(stored) ? stored : [stored]).map(toDraft).filter((draft) => draft !== null);
}

const isBegun = ({ values, unanswered }: OrderDraft) =>
  unanswered.length > 0 || ORDER_FIELDS.some((field) => values[field] !== EMPTY_ORDER_FORM[field]);

/** Keeps an order that is left, beside those that were left before; an empty form is none. */
export function leaveOrder(draft: OrderDraft): void {
  if (!isBegun(draft)) return;
  const others = readLeftOrders().filter(({ id }) => id !== draft.id);
  keepDraft(LEFT, [draft, ...others].map(withoutCodes));
}

export function forgetLeftOrder(id: string): void {
  const others = readLeftOrders().filter((left) => left.id !== id);
  if (others.length > 0) keepDraft(LEFT, others);
  else forgetDraft(LEFT);
}
