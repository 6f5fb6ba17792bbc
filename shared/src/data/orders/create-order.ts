import { supabase } from '@taller/shared/runtime';
import { DataError, toDataError } from '#src/data/data-error.ts';
import type { OrderForm } from '#src/domain/schemas/order.ts';
import { toOrderColumns } from './order-columns.ts';
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
const INTAKE = [
  'customer_name',
  'customer_rut',
  'customer_phone',
  'customer_address',
  'equipment_type',
  'equipment_brand',
  'equipment_model',
  'imei',
  'equipment_condition',
  'work_description',
  'advance_payment',
] as const satisfies readonly (keyof Order)[];

type Columns = ReturnType<typeof toOrderColumns>;

const same = (one: unknown, other: unknown) => (one ?? null) === (other ?? null);

/** Whether an order is what these columns made of it. */
const isMadeOf = (order: Order, columns: Columns) =>
  INTAKE.every((column) => same(order[column], columns[column]));

/** The columns in which a corrected form differs from what was sent first. */
function corrections(sent: Columns, corrected: Columns): OrderPatch {
  const changed = (Object.keys(corrected) as (keyof Columns)[]).filter(
    (column) => !same(sent[column], corrected[column]),
  );
  return Object.fromEntries(changed.map((column) => [column, corrected[column]]));
}

/**
 * Takes in an order. Sent again after its answer was lost, it finds the order that is in already and brings it to what the form says
 * by then. An order of the same id that this form never sent is somebody else's: it stays as it is, and this one gets an id of its own.
 */
export async function createOrder({ id, form, unanswered, onNewId }: NewOrder): Promise<Order> {
  const client = await supabase();
  const columns = toOrderColumns(form);
  const answer = await client
    .from('service_orders')
    .insert({ id, ...columns })
    .select(ORDER_COLUMNS)
    .single();
  if (!answer.error) return answer.data as Order;
  const error = toDataError(answer.error, answer.status);
  const stored = error.sqlState === '23505' ? await fetchOrder(id) : null;
  if (stored) {
    const sent = [form, ...unanswered.toReversed()].map(toOrderColumns);
    const made = sent.find((earlier) => isMadeOf(stored, earlier));
    if (!made) {
      const ownId = crypto.randomUUID();
      onNewId(ownId);
      return createOrder({ id: ownId, form, unanswered: [], onNewId });
    }
    const patch = corrections(made, columns);
    return Object.keys(patch).length === 0 ? stored : updateOrder(stored, patch);
  }
  throw error.code === 'conflict' ? new DataError('server', error.message, error.sqlState) : error;
}
