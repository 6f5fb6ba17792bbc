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

interface PlacesHandlers {
  /** Called with the place of an order's device; null for none. */
  onChange: (orderId: string, place: string | null) => void;
  onResumed: () => void;
}

/** Subscribes to where all devices are. Returns a function that unsubscribes. */
export function watchPlaces({ onChange, onResumed }: PlacesHandlers): () => void {
  return followTable('device_places', {
    onChange: ({ kind, row: { order_id, place = null } }) => {
      // A row that is deleted goes with its order, which tells so itself.
      if (kind !== 'DELETE' && order_id) onChange(order_id, place);
    },
    onJoined: onResumed,
  });
}
