import type { Database } from '#src/db/database.types.ts';
import { followTable } from '#src/data-access/follow-table.ts';

/** A row as realtime carries it. */
export type LiveOrder = Database['public']['Tables']['service_orders']['Row'];

/** What a colleague's change looks like from here. */
export type OrderSignal =
  | { kind: 'created'; order: LiveOrder }
  | { kind: 'changed'; order: LiveOrder }
  | { kind: 'deleted'; id: string }
  /**
   * The orders are followed from now on, for the first time or again: anything may have happened since they were read. What changes
   * between a first read and this is announced by nobody.
   */
  | { kind: 'resumed' };

/** Follows the orders live. Returns a function that unsubscribes. Failures only mean that the list is as fresh as its last read. */
export function watchOrders(onSignal: (signal: OrderSignal) => void): () => void {
  return followTable('service_orders', {
    onChange: ({ kind, row }) => {
      if (kind === 'DELETE') {
        if (row.id) onSignal({ kind: 'deleted', id: row.id });
      } else {
        // Of an insert or update realtime carries the whole row.
        onSignal({ kind: kind === 'INSERT' ? 'created' : 'changed', order: row as LiveOrder });
      }
    },
    onJoined: () => onSignal({ kind: 'resumed' }),
  });
}
