import { useQueryClient, useMutation } from '@taller/shared/query';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { rememberOrder } from './order-cache.ts';
import {
  updateOrder,
  type OrderPatch,
  type OrderVersion,
  toOrderColumns,
  toPlainColumns,
} from './update-order.ts';
import type { OrderForm } from './order-schemas.ts';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap, toDataError } from '#src/data-access/data-error.ts';
import { orderKeys } from './keys.ts';
import { fetchOrder, fetchInternalNotes, type InternalNotes } from './order-queries.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { openDeviceCode } from './device-codes/open-device-code.ts';

/**
 * A change of single columns without a status change: contact, customer notes, price, lines of the quote, technician,
 * the order under whose warranty it came in, and how that ended.
 */
interface OrderChange {
  order: OrderVersion;
  patch: Pick<
    OrderPatch,
    | 'contact_id'
    | 'notes'
    | 'quote'
    | 'total_amount'
    | 'quote_lines'
    | 'technician_id'
    | 'warranty_of'
    | 'not_warranty'
    | 'warranty_outcome'
    | 'warranty_reason'
  >;
}

/** Saves such a change: for example the notes or the inline price (ORD-11). */
export function useChangeOrderMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'orden.cambio',
    mutationFn: ({ order, patch }: OrderChange, { unanswered }) =>
      updateOrder(
        order,
        { ...patch, updated_at: new Date().toISOString() },
        unanswered.filter((sent) => sent.order.id === order.id).map((sent) => sent.patch),
      ),
    onSuccess: (order) => rememberOrder(client, order),
  });
}

interface OrderEdit {
  order: OrderVersion;
  form: OrderForm;
}

/** Saves the order form of an existing order (ORD-06). Fails with OrderConflictError after a concurrent change. */
export function useEditOrderMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'orden.editar',
    mutationFn: async ({ order, form }: OrderEdit, { unanswered }) =>
      updateOrder(
        order,
        { ...(await toOrderColumns(order.id, form)), updated_at: new Date().toISOString() },
        unanswered.filter((sent) => sent.order.id === order.id).map((sent) => toPlainColumns(sent.form)),
      ),
    onSuccess: (order) => rememberOrder(client, order),
  });
}

/** Deletes an order. Succeeds if it is already deleted. @throws DataError `forbidden` if the rules deny it. */
async function deleteOrder(id: string): Promise<string> {
  const client = await supabase();
  const deleted = unwrap(await client.from('service_orders').delete().eq('id', id).select('id'));
  if (deleted.length === 0 && (await fetchOrder(id)))
    throw new DataError('forbidden', `Order ${id} was not deleted`);
  return id;
}

/** Admins only (ORD-11). */
export function useDeleteOrderMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteOrder,
    onSuccess: async (id) => {
      client.removeQueries({ queryKey: orderKeys.detail(id) });
      await client.invalidateQueries({ queryKey: orderKeys.lists() });
    },
  });
}

interface TakeBack {
  orderId: string;
  reason: string;
}

async function takeBackOrder({ orderId, reason }: TakeBack): Promise<void> {
  const client = await supabase();
  unwrap(await client.rpc('take_back_order', { p_order_id: orderId, p_reason: reason }));
}

/** Takes back an order that was taken in by mistake (ORD-121). Sent twice it happens once. */
export function useTakeBackOrderMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: takeBackOrder,
    onSuccess: async (_result, { orderId }) => {
      client.removeQueries({ queryKey: orderKeys.detail(orderId) });
      await client.invalidateQueries({ queryKey: orderKeys.lists() });
    },
  });
}

interface PhoneCorrection {
  /** The order that has the right phone. */
  orderId: string;
  /** The one that was wrong. */
  phone: string;
}

async function correctPhone({ orderId, phone }: PhoneCorrection): Promise<number> {
  const client = await supabase();
  return unwrap(await client.rpc('correct_phone', { p_order_id: orderId, p_phone: phone }));
}

/** Corrects a phone in the other orders of its customer, all or none (ORD-125). Sent twice it happens once. */
export function useCorrectPhoneMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: correctPhone,
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  });
}

/** Somebody else changed the internal notes first. */
export class NotesConflictError extends DataError {
  readonly current: InternalNotes;

  constructor(current: InternalNotes) {
    super('conflict', 'The internal notes changed');
    this.current = current;
  }
}

interface InternalNotesChange {
  orderId: string;
  text: string;
  /** The version that was read. */
  version: number;
}

/** @throws NotesConflictError after a concurrent change, DataError otherwise. */
async function saveInternalNotes(
  { orderId, text, version }: InternalNotesChange,
  unanswered: readonly InternalNotesChange[],
): Promise<InternalNotes> {
  const client = await supabase();
  const table = client.from('service_order_internal');
  const columns = 'internal_notes, version';
  const answer =
    version === 0
      ? await table.insert({ order_id: orderId, internal_notes: text }).select(columns).maybeSingle()
      : await table
          .update({ internal_notes: text })
          .eq('order_id', orderId)
          .eq('version', version)
          .select(columns)
          .maybeSingle();
  if (answer.data) return answer.data;
  const error = answer.error && toDataError(answer.error, answer.status);
  if (error && error.code !== 'conflict') throw error;
  const current = await fetchInternalNotes(orderId);
  if (current.internal_notes === text) return current;
  // The stored text was sent by this form before, so its correction overwrites nobody else's change.
  if (current.version > 0 && unanswered.some((sent) => sent.text === current.internal_notes))
    return saveInternalNotes({ orderId, text, version: current.version }, []);
  throw new NotesConflictError(current);
}

/** Saves the internal notes (ORD-11). */
export function useInternalNotesMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'notas.internas',
    mutationFn: (change: InternalNotesChange, { unanswered }: RequestFacts<InternalNotesChange>) =>
      saveInternalNotes(change, unanswered),
    onSuccess: (saved, { orderId }) => {
      client.setQueryData(orderKeys.internalNotes(orderId), saved);
      return client.invalidateQueries({ queryKey: orderKeys.timeline(orderId) });
    },
  });
}

/** Reveals the device's code for a given reason. A mutation, not a query: each access is logged, and none is cached. */
export function useDeviceCodeMutation(orderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => openDeviceCode(orderId, reason),
    gcTime: 0,
    // A failed access is on the timeline too, if it was logged.
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.timeline(orderId) }),
  });
}

/** Repeats until none are left: the server closes them in portions, and never closes an order twice. */
async function closeOldOrders(before: string): Promise<void> {
  const client = await supabase();
  for (let left = Infinity; left > 0;) {
    const now = unwrap(await client.rpc('close_old_orders', { p_before: before }));
    // Nothing was closed: others are working on the rest.
    if (now >= left) return;
    left = now;
  }
}

/** Closes the imported orders from before a day that are open still, without messages (ORD-122). Admins only. */
export function useCloseOldOrdersMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: closeOldOrders,
    // Lists, counts and reports.
    onSettled: () => client.invalidateQueries(),
  });
}
