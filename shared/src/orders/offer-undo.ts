import type { useQueryClient } from '@taller/shared/query';
import { supabase, toast } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from '#src/messages/keys.ts';
import { sendPendingMessages } from '#src/messages/send-pending-messages.ts';
import { rememberOrder } from './order-cache.ts';
import { fetchOrder, type Order } from './order-query.ts';
import { toastFailure } from './toast-failure.ts';

type QueryClient = ReturnType<typeof useQueryClient>;

const texts = {
  waiting: 'El aviso al cliente sale en unos segundos.',
  undo: 'Deshacer',
  undone: 'Cambio deshecho: el cliente no recibe ese aviso.',
  failed: 'El cambio no se pudo deshacer.',
  notSent: 'El aviso al cliente no se pudo enviar.',
} as const;

/** The order as it was before a change of status, whose message is not sent. Sent twice it happens once. */
async function undoStatus(client: QueryClient, { id, version }: Order): Promise<void> {
  const database = await supabase();
  unwrap(await database.rpc('undo_status', { p_order_id: id, p_version: version }));
  const order = await fetchOrder(id);
  if (order) await rememberOrder(client, order);
}

/** Offers to take back a change of status while its message waits; then sends it (MSG-25). */
export function offerUndo(client: QueryClient, order: Order, heldMs: number): void {
  const readMessages = () => void client.invalidateQueries({ queryKey: messageKeys.all });
  const send = async () => {
    if (!(await sendPendingMessages({ orderId: order.id }))) toast.error(texts.notSent);
    readMessages();
  };
  const timer = setTimeout(() => void send(), heldMs);
  const run = () => {
    clearTimeout(timer);
    void undoStatus(client, order)
      .then(
        () => toast.success(texts.undone),
        (error: unknown) => {
          toastFailure(texts.failed, error);
          void send();
        },
      )
      .finally(readMessages);
  };
  toast.info(texts.waiting, { label: texts.undo, run, ms: heldMs });
}
