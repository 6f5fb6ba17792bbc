import { followTable } from '#src/data-access/follow-table.ts';

/** Subscribes to where a device is. Returns a function that unsubscribes. */
export function watchPlace(orderId: string, onChange: () => void): () => void {
  return followTable('device_places', {
    onChange: ({ row }) => {
      if (row.order_id === orderId) onChange();
    },
    onJoined: onChange,
  });
}
