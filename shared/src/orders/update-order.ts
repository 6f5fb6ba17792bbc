import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import type { Database } from '#src/db/database.types.ts';
import { fetchOrder, type Order } from './order-query.ts';

export type OrderPatch = Omit<
  Database['public']['Tables']['service_orders']['Update'],
  'id' | 'version' | 'order_number' | 'created_at'
>;

/** The order and the version of it that the person was looking at. */
export interface OrderVersion {
  id: string;
  version: number;
}

/** Somebody else changed the order first. Carries the order as it is now. */
export class OrderConflictError extends DataError {
  readonly current: Order;

  constructor(current: Order) {
    super('conflict', `Order ${current.id} is at version ${current.version}`);
    this.current = current;
  }
}

/** The order as it is now, when that is why a change failed; else null. */
export function conflictingOrder(error: unknown): Order | null {
  return error instanceof OrderConflictError ? error.current : null;
}

const comparable = (value: unknown) => (typeof value === 'string' ? value.trim() : (value ?? null));

/** Whether an order says what a patch wants, as far as it can be read: a device's code cannot. */
function saysAlready(order: Order, patch: OrderPatch): boolean {
  return Object.entries(patch).every(([column, value]) => {
    if (column === 'device_password' || column === 'updated_at') return true;
    const now: unknown = Object.hasOwn(order, column) ? order[column as keyof Order] : undefined;
    return comparable(now) === comparable(value);
  });
}

/**
 * Changes an order only if it is still at the version that was read, so that no change of somebody else is overwritten (DATA-04).
 *
 * @param unanswered what the same form sent before without learning what became of it.
 * @throws DataError `not-found` when the order vanished, OrderConflictError when it changed.
 */
export async function updateOrder(
  { id, version }: OrderVersion,
  patch: OrderPatch,
  unanswered: readonly OrderPatch[] = [],
): Promise<Order> {
  const client = await supabase();
  const saved = unwrap(
    await client
      .from('service_orders')
      .update(patch)
      .eq('id', id)
      .eq('version', version)
      // The names that a whole order carries are read after the change: a server that reads them with the same
      // condition on the version finds nothing any more.
      .select('id')
      .maybeSingle(),
  );
  const current = await fetchOrder(id);
  if (!current) throw new DataError('not-found', `Order ${id} is gone`);
  if (saved || (!patch.device_password && saysAlready(current, patch))) return current;
  // The one change since is what this form sent before: a correction of it overwrites no other change.
  const isOwn = current.version === version + 1 && unanswered.some((sent) => saysAlready(current, sent));
  if (isOwn) return updateOrder({ id, version: current.version }, patch);
  throw new OrderConflictError(current);
}
