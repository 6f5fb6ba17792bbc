import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import type { BulkChange } from './bulk-rules.ts';
import { orderKeys } from './keys.ts';
import { offerUndo } from './offer-undo.ts';
import { sendsMessage, type OrderStatus } from './status/order-status.ts';
import { tellUnsent } from './tell-unsent.ts';
import type { OrderVersion } from './update-order.ts';

/** Result of a bulk change for one order, with the order's current columns (null if the order was deleted). */
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
  orders: readonly (OrderVersion & { order_number: number })[];
  change: BulkChange;
}

const isDone = (order: BulkOutcome): order is BulkOutcome & OrderVersion => order.outcome === 'done';

/** Changes several orders, each by its own rules (ORD-77). */
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
      const done = outcomes.filter(isDone);
      const ids = done.map((order) => order.id);
      const tells = 'status' in change && sendsMessage(change.status);
      return { outcomes, done, heldMs: tells ? await tellUnsent(ids, change.status) : 0 };
    },
    onSuccess: ({ done, heldMs }, { orders }) => {
      const undoable = orders.flatMap(({ id, order_number }) =>
        done.filter((order) => order.id === id).map(({ version }) => ({ id, version, order_number })),
      );
      if (heldMs > 0) offerUndo(client, undoable, heldMs);
    },
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  });
}
