import { useMutation, useQueryClient } from '@taller/shared/query';
import { saveReceptionList } from './checklists/reception-list.ts';
import { orderKeys } from './keys.ts';
import { supabase } from '@taller/shared/runtime';
import { DataError, toDataError, unwrap, wasSentOtherwise } from '#src/data-access/data-error.ts';
import { fromLocalInput } from '#src/values/dates.ts';
import type { OrderForm } from './order-schemas.ts';
import { FIELD_NAMES, fieldDefinition, type FieldColumn } from './fields/order-fields.ts';
import {
  toOrderColumns,
  toPlainColumns,
  toSealedCode,
  updateOrder,
  type OrderPatch,
} from './update-order.ts';
import { fetchOrder, ORDER_COLUMNS, type Order } from './order-queries.ts';

export interface NewOrder {
  /** Created when the form is opened: however often it is sent, there is one order. */
  id: string;
  form: OrderForm;
  /** Earlier requests of this form with this id that got no response, oldest first. */
  unanswered: readonly OrderForm[];
  /** Called with a replacement if another order has the id, or had it, before anything is sent with it. */
  onNewId: (id: string) => void;
}

/** The reason of a promise that the form corrected before it heard of the first one. */
const CORRECTED = 'Corregida al ingresar la orden';

/** Columns that only the form writes on a new order. A technician may have changed the others before the retry. */
const INTAKE = FIELD_NAMES.map(fieldDefinition)
  .filter(({ technicianChanges }) => !technicianChanges)
  .map(({ column }) => column as FieldColumn);

/** The advance payment of a new order (PAY-27). */
const paidAdvance = ({ advancePayment, advance_method: method, advance_till: till }: OrderForm) =>
  advancePayment > 0 && method
    ? { payment_details: { payment_method: method, ...(till && { payment_till: till }) } }
    : {};

/** The columns of an order that link it to its visit (REC-01). */
const visitDetails = ({ visit_order: order, more_devices: more = false }: OrderForm) =>
  order || more ? { visit_details: { order: order ?? null, more } } : {};

type PlainColumns = ReturnType<typeof toPlainColumns>;

const same = (one: unknown, other: unknown) => (one ?? null) === (other ?? null);

/** Whether an order was created by this form. */
function isMadeOf(order: Order, form: OrderForm): boolean {
  const columns = toPlainColumns(form);
  return INTAKE.every((column) => same(order[column], columns[column]));
}

/** Corrections made since the first request that are not stored yet; any earlier request may have arrived. */
async function corrections(
  stored: Order,
  earlier: readonly OrderForm[],
  form: OrderForm,
): Promise<OrderPatch> {
  const columns = Object.entries(toPlainColumns(form)).filter(
    ([column, value]) =>
      column !== 'promised_at' &&
      !same(stored[column as keyof Order], value) &&
      earlier.some((sent) => !same(toPlainColumns(sent)[column as keyof PlainColumns], value)),
  );
  const hadOtherCode = earlier.some((sent) => sent.device_password !== form.device_password);
  const code = hadOtherCode ? await toSealedCode(stored.id, form) : null;
  return { ...Object.fromEntries(columns), ...(code === null ? {} : { device_password: code }) };
}

/** Promises what the form says by now, unless one of its earlier requests already did. */
async function correctPromise(stored: Order, earlier: readonly OrderForm[], form: OrderForm): Promise<Order> {
  const { promised_at: wanted } = form;
  if (earlier.every((sent) => same(sent.promised_at, wanted))) return stored;
  const client = await supabase();
  unwrap(
    await client.rpc('set_promise', {
      p_request_id: crypto.randomUUID(),
      p_order_id: stored.id,
      // The generated types know no null in an argument.
      p_promised_at: (fromLocalInput(wanted ?? '')?.toISOString() ?? null) as string,
      p_reason: CORRECTED,
      ...(stored.promised_at !== null && { p_known: stored.promised_at }),
    }),
  );
  return (await fetchOrder(stored.id)) ?? stored;
}

/**
 * Creates an order. If it is retried after a lost response, it finds the existing order and updates it to the form's
 * current values. An order with the same id that this form never sent belongs to somebody else: it is unchanged, and
 * this one gets a new id. If the order was deleted meanwhile the person is told, and the next submit makes another one.
 */
export async function createOrder({ id, form, unanswered, onNewId }: NewOrder): Promise<Order> {
  const client = await supabase();
  const answer = await client
    .from('service_orders')
    .insert({
      id,
      ...(await toOrderColumns(id, form)),
      ...paidAdvance(form),
      ...visitDetails(form),
      ...(form.appointment_id && { appointment_id: form.appointment_id }),
    })
    .select(ORDER_COLUMNS)
    .single();
  if (!answer.error) return answer.data as unknown as Order;
  const error = toDataError(answer.error, answer.status);
  if (wasSentOtherwise(error)) onNewId(crypto.randomUUID());
  const stored = error.sqlState === '23505' ? await fetchOrder(id) : null;
  if (stored) {
    if (![form, ...unanswered].some((sent) => isMadeOf(stored, sent))) {
      const ownId = crypto.randomUUID();
      onNewId(ownId);
      return createOrder({ id: ownId, form, unanswered: [], onNewId });
    }
    const patch = await corrections(stored, unanswered, form);
    const patched = Object.keys(patch).length === 0 ? stored : await updateOrder(stored, patch);
    return correctPromise(patched, unanswered, form);
  }
  throw error.code === 'conflict' ? new DataError('server', error.message, error.sqlState) : error;
}

/** Creates an order and returns its number (ORD-03). Can be retried after a lost connection without duplicating it. */
export function useCreateOrderMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (sent: NewOrder) => {
      const order = await createOrder(sent);
      // After a failure the form stays as after a lost answer: sent again it finds the order, and saves the list.
      await saveReceptionList(order.id, sent.form, sent.unanswered);
      return order;
    },
    onSuccess: async (order, { form }) => {
      client.setQueryData(orderKeys.detail(order.id), order);
      await Promise.all([
        ...(form.visit_order
          ? [client.invalidateQueries({ queryKey: orderKeys.visit(form.visit_order) })]
          : []),
        client.invalidateQueries({ queryKey: orderKeys.lists() }),
        client.invalidateQueries({ queryKey: orderKeys.customers() }),
      ]);
    },
  });
}
