import { followTable } from '#src/data-access/follow-table.ts';

/** Subscribes to the checklists of an order. Returns a function that unsubscribes. */
export function watchChecklists(orderId: string, onChange: () => void): () => void {
  return followTable('order_checklists', {
    onChange: ({ row }) => {
      if (row.order_id === orderId) onChange();
    },
    onJoined: onChange,
  });
}
