import type { useQueryClient } from '@taller/shared/query';
import { orderListQuery, type OrderListFilter } from './order-list-query.ts';

/**
 * Starts to read a page of the desk's list that is about to be shown.
 * @returns when it is there or has failed; a failure is told by the list's own query.
 */
export function prefetchOrderPage(
  client: ReturnType<typeof useQueryClient>,
  filter: OrderListFilter,
): Promise<void> {
  return client.prefetchQuery(orderListQuery(filter));
}
