import type { useQueryClient } from '@taller/shared/query';
import { supabase, toast } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from '#src/messages/keys.ts';
import { orderKeys } from './keys.ts';
import { formatOrderNumber } from './order-number.ts';
import { toastFailure } from './toast-failure.ts';
import type { OrderVersion } from './update-order.ts';

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
