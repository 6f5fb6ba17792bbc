import { useQueryClient } from '@taller/shared/query';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { sendsMessage, type SelectableStatus, type OrderStatus } from './status/order-status.ts';
import { orderKeys } from './keys.ts';
import { rememberOrder, showStatusAhead } from './order-cache.ts';
import type { Order } from './order-queries.ts';
import { offerUndo, reportUnsent } from './status-messages.ts';
import { updateOrder, type OrderPatch, type OrderVersion } from './update-order.ts';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { BulkChange } from './bulk-rules.ts';

interface StatusChange {
  order: OrderVersion & { notes?: string | null };
  status: SelectableStatus;
  /** Columns that change with the status: amount and work, the reasons, the warranty and the paid balance. */
  details?: Pick<
    OrderPatch,
    | 'quote'
    | 'total_amount'
    | 'technical_work'
    | 'cancellation_reason'
    | 'unrepaired_reason'
    | 'warranty_days'
    | 'parts_warranty_days'
    | 'warranty_outcome'
    | 'warranty_reason'
    | 'final_payment'
    | 'payment_details'
  >;
}

interface StatusChanged {
  order: Order;
  /** Time for which the message waits and the change can be undone (MSG-25). */
  heldMs: number;
}

async function changeStatus(
  { order, status, details }: StatusChange,
  { unanswered, isRepeated }: RequestFacts<StatusChange>,
): Promise<StatusChanged> {
  const saved = await updateOrder(
    order,
    { status, ...details, updated_at: new Date().toISOString() },
    unanswered
      .filter((sent) => sent.order.id === order.id)
      .map((sent) => ({ status: sent.status, ...sent.details })),
    isRepeated,
  );
  if (sendsMessage(status)) return { order: saved, heldMs: await reportUnsent([saved.id], status) };
  // A status without a message (MSG-02).
  console.warn(`No message template for status ${status}`);
  return { order: saved, heldMs: 0 };
}

/**
 * Changes an order's status. Optimistic: the row shows it at once and reverts if the server rejects it (ORD-07 to
 * ORD-10).
 */
export function useChangeStatusMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'orden.estado',
    mutationFn: changeStatus,
    onMutate: async ({ order, status, details }) => {
      const queryKey = orderKeys.pages();
      const wasReading = client.isFetching({ queryKey }) > 0;
      // A page read before the change would show the old status again.
      await client.cancelQueries({ queryKey });
      // Only a status without further input is updated optimistically: others wait in their dialog.
      const takeBack = details ? () => {} : showStatusAhead(client, order.id, status);
      return { takeBack, wasReading };
    },
    onError: (_error, _change, shown) => {
      shown?.takeBack();
      return client.invalidateQueries({ queryKey: orderKeys.lists() });
    },
    onSuccess: async ({ order, heldMs }, _change, { wasReading }) => {
      if (heldMs > 0) offerUndo(client, [order], heldMs);
      await rememberOrder(client, order);
      // Queries that were cancelled for it: the mutation does not wait for them.
      if (wasReading) void client.invalidateQueries({ queryKey: orderKeys.lists() });
    },
  });
}

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
      return { outcomes, done, heldMs: tells ? await reportUnsent(ids, change.status) : 0 };
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
