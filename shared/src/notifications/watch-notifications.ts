import { followTable } from '#src/data-access/follow-table.ts';

interface NotificationHandlers {
  /** A new one, by its id. */
  onArrived: (id: string) => void;
  /** One came, was read or went, or they are followed again: anything may have happened since they were read. */
  onChanged: () => void;
}

/** Follows the own notifications live. @returns an unsubscribe function. */
export function watchNotifications({ onArrived, onChanged }: NotificationHandlers): () => void {
  return followTable('notifications', {
    onChange: ({ kind, row }) => {
      if (kind === 'INSERT' && row.id) onArrived(row.id);
      onChanged();
    },
    onJoined: onChanged,
  });
}
