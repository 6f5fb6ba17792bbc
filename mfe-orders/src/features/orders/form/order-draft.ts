import { EQUIPMENT_TYPES, isPasswordType } from '@taller/shared/orders/equipment.ts';
import { receptionListSchema } from '@taller/shared/orders/checklists/reception-list.ts';
import { chosenContactSchema } from '@taller/shared/orders/customers/chosen-contact-schema.ts';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { deleteDraft, saveDraft, readDraft } from '@taller/shared/forms/drafts.ts';
import { z } from '@taller/shared/values/zod.ts';
import { EMPTY_ORDER_FORM, FORM_FIELDS } from './order-form-values.ts';

/** The draft of a new order. */
export interface OrderDraft {
  /** The id it will be saved under, so that a retry after a reload creates no duplicate. */
  id: string;
  values: OrderFormInput;
  /** Variables sent with this id without a response. */
  unanswered: readonly OrderForm[];
  /** Whether photos of it wait on this device, under its id (REC-38). */
  hasPhotos?: boolean;
}

/** Whether the form is open: it is reopened with this draft. */
const OPEN = 'orden.nueva';
/** Drafts of closed forms: each is offered until it is resumed or discarded. */
const LEFT = 'orden.dejada';

function toValues(stored: Partial<Record<string, unknown>>): OrderFormInput {
  const values: Record<string, unknown> = { ...EMPTY_ORDER_FORM };
  for (const field of FORM_FIELDS) if (typeof stored[field] === 'string') values[field] = stored[field];
  for (const field of ['quote', 'advancePayment', 'warranty_of'])
    if (typeof stored[field] === 'number') values[field] = stored[field];
  for (const field of ['not_warranty', 'more_devices']) values[field] = stored[field] === true;
  for (const field of ['appointment_id', 'visit_order'])
    values[field] = typeof stored[field] === 'string' ? stored[field] : null;
  const list = z.safeParse(receptionListSchema, stored.reception_list);
  values.reception_list = list.success ? list.data : null;
  const contact = z.safeParse(chosenContactSchema, stored.contact);
  values.contact = contact.success ? contact.data : null;
  if (!EQUIPMENT_TYPES.some((type) => type === values.equipmentType)) values.equipmentType = 'smartphone';
  if (!isPasswordType(values.password_type)) values.password_type = null;
  return values as OrderFormInput;
}

function toDraft(content: unknown): OrderDraft | null {
  const stored = content as Partial<OrderDraft> | null;
  if (!stored || typeof stored.id !== 'string' || typeof stored.values !== 'object') return null;
  const unanswered = Array.isArray(stored.unanswered) ? stored.unanswered : [];
  const photos = stored.hasPhotos === true && { hasPhotos: true };
  return { id: stored.id, values: toValues(stored.values), unanswered, ...photos };
}

/** A draft without the device code, which is a credential. */
function withoutCodes({ id, values, unanswered, hasPhotos }: OrderDraft): OrderDraft {
  const withoutCode = <V extends { device_password: string }>(form: V) => ({ ...form, device_password: '' });
  return { id, values: withoutCode(values), unanswered: unanswered.map(withoutCode), hasPhotos };
}

/** The draft of the open form, or null. */
export const readOpenOrder = (): OrderDraft | null => toDraft(readDraft(OPEN));

export function saveOpenOrder(draft: OrderDraft): void {
  saveDraft(OPEN, withoutCodes(draft));
}

export function deleteOpenOrder(): void {
  deleteDraft(OPEN);
}

/** The drafts of closed forms, newest first. */
export function readUnfinishedOrders(): readonly OrderDraft[] {
  const stored: unknown = readDraft(LEFT);
  return (Array.isArray(stored) ? stored : [stored]).map(toDraft).filter((draft) => draft !== null);
}

const isBegun = ({ values, unanswered, hasPhotos }: OrderDraft) =>
  hasPhotos === true ||
  unanswered.length > 0 ||
  FORM_FIELDS.some((field) => values[field] !== EMPTY_ORDER_FORM[field]);

/** Adds a draft of a closed form to the others, unless it is empty. */
export function leaveOrder(draft: OrderDraft): void {
  if (!isBegun(draft)) return;
  const others = readUnfinishedOrders().filter(({ id }) => id !== draft.id);
  saveDraft(LEFT, [draft, ...others].map(withoutCodes));
}

export function deleteUnfinishedOrder(id: string): void {
  const others = readUnfinishedOrders().filter((left) => left.id !== id);
  if (others.length > 0) saveDraft(LEFT, others);
  else deleteDraft(LEFT);
}
