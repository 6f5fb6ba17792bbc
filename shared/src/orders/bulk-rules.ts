import {
  isClosedStatus,
  SELECTABLE_STATUSES,
  statusFacts,
  type OrderStatus,
  type SelectableStatus,
} from './status/order-status.ts';

/** The most orders that are changed together (ORD-77). */
export const BULK_LIMIT = 50;

/** The statuses that ask for nothing else. */
export const BULK_STATUSES: readonly SelectableStatus[] = SELECTABLE_STATUSES.filter(
  (status) => statusFacts(status).dialog === undefined,
);

/** One change of several orders: a status, or a technician, null for nobody. */
export type BulkChange = { status: SelectableStatus } | { technician_id: string | null };

/** Why a change leaves an order out: it is closed, has the value already, or waits for its customer's answer. */
export type BulkObstacle = 'closed' | 'same' | 'waiting';

/** Predicts the server's decision (`private.bulk_obstacle`); null for an order that the change applies to. */
export function bulkObstacle(
  order: { status: OrderStatus; technician_id: string | null },
  change: BulkChange,
): BulkObstacle | null {
  if (isClosedStatus(order.status)) return 'closed';
  if ('technician_id' in change) return order.technician_id === change.technician_id ? 'same' : null;
  if (order.status === change.status) return 'same';
  return order.status === 'quoted' ? 'waiting' : null;
}

/** Type guard for the server's reason. */
export const isBulkObstacle = (reason: unknown): reason is BulkObstacle =>
  reason === 'closed' || reason === 'same' || reason === 'waiting';
