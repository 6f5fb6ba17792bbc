import { EQUIPMENT_TYPES, isPasswordType } from '@taller/shared/domain/equipment.ts';
import type { OrderForm, OrderFormInput } from '@taller/shared/domain/schemas/order.ts';
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

/** `open`: the form is on the screen, and comes back with it. `left`: it was closed, and is offered to the next one. */
export type DraftPlace = 'open' | 'left';

const NAMES: Readonly<Record<DraftPlace, string>> = { open: 'orden.nueva', left: 'orden.dejada' };

function toValues(stored: Partial<Record<string, unknown>>): OrderFormInput {
  const values: Record<string, unknown> = { ...EMPTY_ORDER_FORM };
  for (const field of ORDER_FIELDS) if (typeof stored[field] === 'string') values[field] = stored[field];
  for (const field of ['quote', 'advancePayment'])
    if (typeof stored[field] === 'number') values[field] = stored[field];
  if (!EQUIPMENT_TYPES.some((type) => type === values.equipmentType)) values.equipmentType = 'smartphone';
  if (!isPasswordType(values.password_type)) values.password_type = null;
  return values as OrderFormInput;
}

/** The draft in a place, or null. */
export function readOrderDraft(place: DraftPlace): OrderDraft | null {
  const stored = readDraft(NAMES[place]) as Partial<OrderDraft> | null;
  if (!stored || typeof stored.id !== 'string' || typeof stored.values !== 'object') return null;
  const unanswered = Array.isArray(stored.unanswered) ? stored.unanswered : [];
  return { id: stored.id, values: toValues(stored.values), unanswered };
}

/** Keeps a draft. The device's code is a credential and is left out. */
export function keepOrderDraft(place: DraftPlace, { id, values, unanswered }: OrderDraft): void {
  const withoutCode = <V extends { device_password: string }>(form: V) => ({ ...form, device_password: '' });
  keepDraft(NAMES[place], { id, values: withoutCode(values), unanswered: unanswered.map(withoutCode) });
}

export function forgetOrderDraft(place: DraftPlace): void {
  forgetDraft(NAMES[place]);
}
