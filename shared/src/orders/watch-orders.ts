import type { Database } from '#src/db/database.types.ts';
import { followTable } from '#src/data-access/follow-table.ts';

/** A row as sent by realtime. */
export type LiveOrder = Database['public']['Tables']['service_orders']['Row'];

/** A change by somebody else. */
export type OrderSignal =
  | { kind: 'created'; order: LiveOrder }
  | { kind: 'changed'; order: LiveOrder }
  | { kind: 'deleted'; id: string }
  /**
   * The subscription is active, for the first time or again: anything may have changed since the last read, since
   * changes before it are not sent.
   */
  | { kind: 'resumed' };

/**
 * Subscribes to orders. Returns a function that unsubscribes. Without realtime the list is only as fresh as its last
 * read.
 */
export function watchOrders(onSignal: (signal: OrderSignal) => void): () => void {
  return followTable('service_orders', {
    onChange: ({ kind, row }) => {
      if (kind === 'DELETE') {
        if (row.id) onSignal({ kind: 'deleted', id: row.id });
      } else {
        // For inserts and updates realtime sends the whole row.
        onSignal({ kind: kind === 'INSERT' ? 'created' : 'changed', order: row as LiveOrder });
      }
    },
    onJoined: () => onSignal({ kind: 'resumed' }),
  });
}
