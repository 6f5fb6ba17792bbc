import { followTable } from '#src/data-access/follow-table.ts';
import type { OpenWait } from './order-wait.ts';

interface WaitHandlers {
  /** Called with the order's open wait; null for none. */
  onChange: (orderId: string, wait: OpenWait | null) => void;
  onResumed: () => void;
}

/** Subscribes to the waits of orders. Returns a function that unsubscribes. */
export function watchWaits({ onChange, onResumed }: WaitHandlers): () => void {
  return followTable('order_waits', {
    onChange: ({ kind, row }) => {
      // A deleted wait goes with its order, which tells so itself.
      const { id, order_id, reason, label, expected_on = null, ended_at } = row;
      if (kind === 'DELETE' || !id || !order_id || !reason || !label) return;
      onChange(order_id, ended_at ? null : { id, reason, label, expected_on });
    },
    onJoined: onResumed,
  });
}
