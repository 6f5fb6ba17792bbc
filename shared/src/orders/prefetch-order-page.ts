import type { useQueryClient } from '@taller/shared/query';
import { orderListQuery, type OrderListFilter } from './order-list-query.ts';

/**
 * Prefetches a page of the desk's list.
 * @returns resolves when it was loaded or failed; the list's own query reports failures.
 */
export function prefetchOrderPage(
  client: ReturnType<typeof useQueryClient>,
  filter: OrderListFilter,
): Promise<void> {
  return client.prefetchQuery(orderListQuery(filter));
}
