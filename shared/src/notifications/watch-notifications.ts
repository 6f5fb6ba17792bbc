import { followTable } from '#src/data-access/follow-table.ts';

interface NotificationHandlers {
  /** A new one, by its id. */
  onArrived: (id: string) => void;
  /**
   * One was added, read or deleted, or the subscription is active again: anything may have changed since the last read.
   */
  onChanged: () => void;
}

/** Subscribes to the user's notifications. @returns an unsubscribe function. */
export function watchNotifications({ onArrived, onChanged }: NotificationHandlers): () => void {
  return followTable('notifications', {
    onChange: ({ kind, row }) => {
      if (kind === 'INSERT' && row.id) onArrived(row.id);
      onChanged();
    },
    onJoined: onChanged,
  });
}
