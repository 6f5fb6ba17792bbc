import { EQUIPMENT_TYPES, isPasswordType } from '@taller/shared/domain/equipment.ts';
import type { OrderFormInput } from '@taller/shared/domain/schemas/order.ts';
import { EMPTY_ORDER_FORM, ORDER_FIELDS } from './order-form-values.ts';

/** A draft is about today's counter; an older one is somebody's data lying about. */
const MAX_AGE_MS = 12 * 3_600_000;

/** A new order that was begun: with the id it will be saved under, so that a save repeated after a reload doubles nothing. */
export interface OrderDraft {
  id: string;
  values: OrderFormInput;
}

const keyOf = (userId: string) => `taller.order-draft.${userId}`;

function toValues(stored: Partial<Record<string, unknown>>): OrderFormInput {
  const values: Record<string, unknown> = { ...EMPTY_ORDER_FORM };
  for (const field of ORDER_FIELDS) if (typeof stored[field] === 'string') values[field] = stored[field];
  for (const field of ['quote', 'advancePayment'])
    if (typeof stored[field] === 'number') values[field] = stored[field];
  if (!EQUIPMENT_TYPES.some((type) => type === values.equipmentType)) values.equipmentType = 'smartphone';
  if (!isPasswordType(values.password_type)) values.password_type = null;
  return values as OrderFormInput;
}

/** The draft of a person on this browser, or null. */
export function readDraft(userId: string): OrderDraft | null {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null') as {
      id: string;
      at: number;
      values: Partial<Record<string, unknown>>;
    } | null;
    if (!stored || typeof stored.id !== 'string' || Date.now() - stored.at > MAX_AGE_MS) return null;
    return { id: stored.id, values: toValues(stored.values) };
  } catch {
    return null;
  }
}

/** Keeps a draft. The device's code is a credential and is left out. */
export function writeDraft(userId: string, { id, values }: OrderDraft): void {
  try {
    localStorage.setItem(
      keyOf(userId),
      JSON.stringify({ id, at: Date.now(), values: { ...values, device_password: '' } }),
    );
  } catch {
    // A full or forbidden storage costs the draft, not the order.
  }
}

export function forgetDraft(userId: string): void {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // Nothing was kept either.
  }
}
