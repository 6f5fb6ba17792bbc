import { supabase, toast } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageOutcome, PROGRESS_COLUMNS, type Progress } from '#src/messages/message-outcome.ts';
import type { OrderStatus } from './status/order-status.ts';
import type { useQueryClient } from '@taller/shared/query';
import { messageKeys } from '#src/messages/keys.ts';
import { orderKeys } from './keys.ts';
import { formatOrderNumber } from './order-number.ts';
import { toastFailure } from './failure-text.ts';
import type { OrderVersion } from './update-order.ts';

const NOTIFICATION_FAILED = 'Estado actualizado, pero la notificación falló.';

type ChangeMessage = Progress & { created_at: string; held_until: string | null };

/** The messages of a change of status: the newest one of each order about that status. */
async function messagesOfChange(orderIds: readonly string[], status: OrderStatus): Promise<ChangeMessage[]> {
  const client = await supabase();
  const rows = unwrap(
    await client
      .from('whatsapp_messages')
      .select(`${PROGRESS_COLUMNS}, order_id, created_at, held_until`)
      .in('order_id', orderIds)
      .eq('event', status)
      .order('created_at', { ascending: false }),
  );
  const newest = new Map(rows.toReversed().map((row) => [row.order_id, row]));
  return [...newest.values()] as ChangeMessage[];
}

/** How long a message waits from its change on, by the server's clock alone. */
const heldMsOf = ({ state, created_at, held_until }: ChangeMessage) =>
  state === 'queued' && held_until !== null
    ? Math.max(new Date(held_until).getTime() - new Date(created_at).getTime(), 0)
    : 0;

/** Tells of the first failed message once, for all of them. */
async function tellFirstFailure(messages: readonly Progress[], heldMs: number): Promise<void> {
  let isTold = false;
  await Promise.all(
    messages.map(async (message) => {
      const hasFailed = (await messageOutcome(message, heldMs)) === false;
      if (hasFailed && !isTold) toast.error(NOTIFICATION_FAILED);
      isTold ||= hasFailed;
    }),
  );
}

/**
 * Says when a customer could not be notified of a change of status, which stands all the same (MSG-02). Never throws.
 * @returns how long the messages wait because the change can be taken back (MSG-25).
 */
export async function reportUnsent(orderIds: readonly string[], status: OrderStatus): Promise<number> {
  if (orderIds.length === 0) return 0;
  try {
    const messages = await messagesOfChange(orderIds, status);
    const heldMs = Math.max(0, ...messages.map(heldMsOf));
    void tellFirstFailure(messages, heldMs);
    return heldMs;
  } catch (error) {
    console.warn('The messages of a change could not be read', error);
    return 0;
  }
}

type QueryClient = ReturnType<typeof useQueryClient>;
type UndoableOrder = OrderVersion & { order_number: number };

/** Names the order: after several changes each has a toast of its own. */
const oneTexts = (order: string) => ({
  waiting: `El aviso de la orden ${order} sale en unos segundos.`,
  undone: `Orden ${order}: cambio deshecho, el cliente no recibe ese aviso.`,
  failed: `El cambio de la orden ${order} no se pudo deshacer.`,
});
const SEVERAL: Readonly<ReturnType<typeof oneTexts>> = {
  waiting: 'Los avisos a los clientes salen en unos segundos.',
  undone: 'Cambios deshechos: los clientes no reciben esos avisos.',
  failed: 'Los cambios no se pudieron deshacer.',
};
const UNDO = 'Deshacer';
const kept = (numbers: readonly number[]) =>
  `Sin deshacer: ${numbers.map((number) => `#${formatOrderNumber(number)}`).join(', ')}.`;

/** The orders as they were before a change of status, whose messages are not sent. Sent twice it happens once. */
async function undoStatuses(orders: readonly OrderVersion[]) {
  const database = await supabase();
  return unwrap(
    await database.rpc('undo_statuses', { p_orders: orders.map(({ id, version }) => ({ id, version })) }),
  ).filter(({ reason }) => reason !== null);
}

/** Offers to take back a change of status while its messages wait (MSG-25). */
export function offerUndo(client: QueryClient, orders: readonly UndoableOrder[], heldMs: number): void {
  const [only, ...others] = orders;
  const texts = only && others.length === 0 ? oneTexts(formatOrderNumber(only.order_number)) : SEVERAL;
  const undo = async () => {
    try {
      const [first, ...others] = await undoStatuses(orders);
      if (first) {
        const notUndone = [first, ...others];
        if (notUndone.length < orders.length) toast.error(kept(notUndone.map((order) => order.order_number)));
        else toast.error(texts.failed);
        toast.info(first.reason);
      } else toast.success(texts.undone);
    } catch (error) {
      toastFailure(texts.failed, error);
    }
    void client.invalidateQueries({ queryKey: messageKeys.all });
    void client.invalidateQueries({ queryKey: orderKeys.all });
  };
  toast.info(texts.waiting, { label: UNDO, run: () => void undo(), ms: heldMs });
}
