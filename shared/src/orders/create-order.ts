import { supabase } from '@taller/shared/runtime';
import { DataError, toDataError } from '#src/data-access/data-error.ts';
import type { OrderForm } from './order-schemas.ts';
import { FIELD_NAMES, fieldFacts, type FieldColumn } from './fields/order-fields.ts';
import { toOrderColumns, toPlainColumns, toSealedCode } from './order-columns.ts';
import { fetchOrder, ORDER_COLUMNS, type Order } from './order-query.ts';
import { updateOrder, type OrderPatch } from './update-order.ts';

export interface NewOrder {
  /** Made when the form is opened: however often it is sent, there is one order. */
  id: string;
  form: OrderForm;
  /** What this form sent before under this id without learning what became of it, oldest first. */
  unanswered: readonly OrderForm[];
  /** Told of the id that takes the place of one that another order has, before anything is sent under it. */
  onNewId: (id: string) => void;
}

/** What only the form writes on a new order. The rest a technician may have changed before the form asks again. */
const INTAKE = FIELD_NAMES.map(fieldFacts)
  .filter(({ technicianChanges }) => !technicianChanges)
  .map(({ column }) => column as FieldColumn);

type PlainColumns = ReturnType<typeof toPlainColumns>;

const same = (one: unknown, other: unknown) => (one ?? null) === (other ?? null);

/** Whether an order is what this form made of it. */
function isMadeOf(order: Order, form: OrderForm): boolean {
  const columns = toPlainColumns(form);
  return INTAKE.every((column) => same(order[column], columns[column]));
}

/**
 * What was corrected since it was first sent and is not stored yet: any of the earlier tries may be the one that
 * arrived.
 */
async function corrections(
  stored: Order,
  earlier: readonly OrderForm[],
  form: OrderForm,
): Promise<OrderPatch> {
  const columns = Object.entries(toPlainColumns(form)).filter(
    ([column, value]) =>
      !same(stored[column as keyof Order], value) &&
      earlier.some((sent) => !same(toPlainColumns(sent)[column as keyof PlainColumns], value)),
  );
  const hadOtherCode = earlier.some((sent) => sent.device_password !== form.device_password);
  const code = hadOtherCode ? await toSealedCode(stored.id, form) : null;
  return { ...Object.fromEntries(columns), ...(code === null ? {} : { device_password: code }) };
}

/**
 * Takes in an order. Sent again after its answer was lost, it finds the order that is in already and brings it to what
 * the form says by then. An order of the same id that this form never sent is somebody else's: it stays as it is, and
 * this one gets an id of its own.
 */
export async function createOrder({ id, form, unanswered, onNewId }: NewOrder): Promise<Order> {
  const client = await supabase();
  const answer = await client
    .from('service_orders')
    .insert({ id, ...(await toOrderColumns(id, form)) })
    .select(ORDER_COLUMNS)
    .single();
  if (!answer.error) return answer.data as Order;
  const error = toDataError(answer.error, answer.status);
  const stored = error.sqlState === '23505' ? await fetchOrder(id) : null;
  if (stored) {
    if (![form, ...unanswered].some((sent) => isMadeOf(stored, sent))) {
      const ownId = crypto.randomUUID();
      onNewId(ownId);
      return createOrder({ id: ownId, form, unanswered: [], onNewId });
    }
    const patch = await corrections(stored, unanswered, form);
    return Object.keys(patch).length === 0 ? stored : updateOrder(stored, patch);
  }
  throw error.code === 'conflict' ? new DataError('server', error.message, error.sqlState) : error;
}
