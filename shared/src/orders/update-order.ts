import { fromLocalInput } from '#src/values/dates.ts';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import type { Database } from '#src/db/database.types.ts';
import { fetchOrder, ORDER_COLUMNS, type Order } from './order-queries.ts';
import { contactOf } from './customers/chosen-contact.ts';
import { codeSealer } from './device-codes/seal-device-code.ts';
import { FIELD_NAMES, fieldDefinition, type FieldColumn } from './fields/order-fields.ts';
import type { OrderForm } from './order-schemas.ts';
import type { SentLine, StoredLine } from './quote/quote-lines-schema.ts';

export type OrderPatch = Omit<
  Database['public']['Tables']['service_orders']['Update'],
  'id' | 'version' | 'order_number' | 'created_at' | 'quote_lines'
> & { quote_lines?: readonly SentLine[] };

/** The order and the version on which the change is based. */
export interface OrderVersion {
  id: string;
  version: number;
}

/** A concurrent change of the order. Contains the current order. */
export class OrderConflictError extends DataError {
  readonly current: Order;

  constructor(current: Order) {
    super('conflict', `Order ${current.id} is at version ${current.version}`);
    this.current = current;
  }
}

/** The current order, if a change failed because of a conflict; else null. */
export function conflictingOrder(error: unknown): Order | null {
  return error instanceof OrderConflictError ? error.current : null;
}

const comparable = (value: unknown) => (typeof value === 'string' ? value.trim() : (value ?? null));

/** Whether stored lines are those that were sent, except costs, which the order does not have. */
const saysLines = (stored: Order['quote_lines'], sent: readonly SentLine[]) =>
  stored.length === sent.length &&
  sent.every((line, at) =>
    Object.entries(line).every(
      ([key, value]) => key === 'unit_cost' || stored[at]?.[key as keyof StoredLine] === value,
    ),
  );

/** Columns of a patch that an order does not tell: they are kept elsewhere, or are the server's. */
const UNREAD: readonly string[] = ['device_password', 'payment_details', 'updated_at'];

/** Whether an order has the values of a patch, as far as it tells them. */
function saysAlready(order: Order, patch: OrderPatch): boolean {
  return Object.entries(patch).every(([column, value]) => {
    if (UNREAD.includes(column)) return true;
    if (patch.quote_lines && column === 'quote_lines') return saysLines(order.quote_lines, patch.quote_lines);
    const now: unknown = Object.hasOwn(order, column) ? order[column as keyof Order] : undefined;
    return comparable(now) === comparable(value);
  });
}

/**
 * Optimistic locking: changes an order only if it is still at the version that was read (DATA-04).
 * @param unanswered values that the same form sent earlier without a response.
 * @param isRepeated whether it sent any; after a reload nobody knows which.
 * @throws DataError `not-found` if the order was deleted, OrderConflictError if it changed.
 */
export async function updateOrder(
  { id, version }: OrderVersion,
  patch: OrderPatch,
  unanswered: readonly OrderPatch[] = [],
  isRepeated = unanswered.length > 0,
): Promise<Order> {
  const client = await supabase();
  const saved = unwrap(
    await client
      .from('service_orders')
      .update(patch as Database['public']['Tables']['service_orders']['Update'])
      .eq('id', id)
      .eq('version', version)
      .select(ORDER_COLUMNS)
      .maybeSingle(),
  );
  if (saved) return saved as unknown as Order;
  const current = await fetchOrder(id);
  if (!current) throw new DataError('not-found', `Order ${id} is gone`);
  // The payment's fields cannot be read back: a retry of this form is recognised by its id and never recorded twice.
  const told = JSON.stringify(patch.payment_details);
  const isSame = (sent: OrderPatch) => JSON.stringify(sent.payment_details) === told;
  const isOtherPayment = !unanswered.every(isSame) || (told !== undefined && !isRepeated);
  if (!patch.device_password && !isOtherPayment && saysAlready(current, patch)) return current;
  // The only change since was sent by this form before, so its correction overwrites nobody else's change.
  const isOwn =
    !isOtherPayment &&
    current.version === version + 1 &&
    unanswered.some((sent) => saysAlready(current, sent));
  if (isOwn) return updateOrder({ id, version: current.version }, patch);
  throw new OrderConflictError(current);
}

type Row = Database['public']['Tables']['service_orders']['Row'];
type PlainColumns = Pick<Row, FieldColumn | 'quote' | 'password_type'> &
  Partial<Pick<Row, 'warranty_of' | 'not_warranty' | 'promised_at' | 'contact_id'>>;

/**
 * The table's columns of a validated order form, except the device code: empty optional texts are null, the price is
 * one amount with two names (ORD-06).
 */
export function toPlainColumns(form: OrderForm): PlainColumns {
  const columns = FIELD_NAMES.map((name) => {
    const { column, required } = fieldDefinition(name);
    return [column, required === undefined ? form[name] || null : form[name]];
  });
  return {
    ...(Object.fromEntries(columns) as Pick<Row, FieldColumn>),
    quote: form.quote,
    password_type: form.password_type || null,
    ...(form.warranty_of !== undefined && { warranty_of: form.warranty_of }),
    ...(form.not_warranty !== undefined && { not_warranty: form.not_warranty }),
    ...(form.contact !== undefined && { contact_id: contactOf(form.contact, form.customerRut)?.id ?? null }),
    ...(form.promised_at && { promised_at: fromLocalInput(form.promised_at)?.toISOString() ?? null }),
  };
}

/** The device code, encrypted for the order with that id. Null keeps a stored code; another type clears it (ORD-04). */
export async function toSealedCode(id: string, form: OrderForm): Promise<string | null> {
  const code = form.password_type ? form.device_password : '';
  return code ? (await codeSealer())(code, id) : null;
}

/** All columns of a validated order form. */
export const toOrderColumns = async (id: string, form: OrderForm) => ({
  ...toPlainColumns(form),
  device_password: await toSealedCode(id, form),
});
