import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { sendPendingMessages } from '#src/messages/send-pending-messages.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import type { BulkChange } from './bulk-rules.ts';
import { orderKeys } from './keys.ts';
import { sendsMessage, type OrderStatus } from './status/order-status.ts';
import type { OrderVersion } from './update-order.ts';

/** What became of one order of a change of several, with its columns as they are now (null if it is gone). */
export interface BulkOutcome {
  id: string;
  outcome: 'done' | 'left_out' | 'conflict' | 'gone' | 'refused';
  /** A BulkObstacle, or the words of the rule that refused it. */
  reason: string | null;
  version: number | null;
  status: OrderStatus | null;
  technician_id: string | null;
}

interface OrdersChange {
  orders: readonly OrderVersion[];
  change: BulkChange;
}

/** Senders at once, so that fifty messages do not hold up the server for others. */
const SENDERS = 4;

/** Sends the messages of some orders. @returns false if a customer could not be notified. */
async function sendMessages(ids: readonly string[]): Promise<boolean> {
  const waiting = [...ids];
  let allSent = true;
  const send = async () => {
    for (let orderId = waiting.shift(); orderId !== undefined; orderId = waiting.shift())
      allSent = (await sendPendingMessages({ orderId })) && allSent;
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  return allSent;
}

/** Changes several orders, each by its own rules (ORD-77). `messageSent` as in a single change of status. */
export function useChangeOrdersMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'orden.varias',
    mutationFn: async ({ orders, change }: OrdersChange, { id }) => {
      const database = await supabase();
      const outcomes = unwrap(
        await database.rpc('change_orders', {
          p_request_id: id,
          p_orders: orders.map((order) => ({ id: order.id, version: order.version })),
          p_change: change,
        }),
      ) as BulkOutcome[];
      const done = outcomes.filter(({ outcome }) => outcome === 'done').map((order) => order.id);
      const tells = 'status' in change && sendsMessage(change.status);
      return { outcomes, messageSent: !tells || (await sendMessages(done)) };
    },
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  });
}
