import { keepPreviousData, queryOptions, type useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { Database } from '#src/db/database.types.ts';
import type { MessageState } from '#src/messages/message.ts';
import type { OrderStatus } from './status/order-status.ts';
import type { OpenWait } from './waits/order-wait.ts';
import { orderKeys } from './keys.ts';
import type { OrderListFilter } from './order-filter.ts';

/** Page size of the list (ORD-02). */
export const ORDER_PAGE_SIZE = 20;
/**
 * The server counts exactly up to the first limit, and for text searches up to the second; beyond, the total is shown
 * as "more than".
 */
const COUNT_LIMIT = 1000;
const SEARCH_COUNT_LIMIT = 200;

type Returned = Database['public']['Functions']['search_orders']['Returns'][number];
type OrderRow = Database['public']['Tables']['service_orders']['Row'];

/** Column types that are narrower than both the order's table and the function's generated type. */
interface Narrowed {
  status: OrderStatus;
  technician_name: string | null;
  /** State of the newest message to the customer; null if there is none. */
  message_state: MessageState | null;
  /** When that message was queued. */
  message_at: string | null;
  /** Its open wait (TIME-01); null for nothing. */
  wait: OpenWait | null;
  /** The place of its device (REC-108); null if nobody noted it, and after the delivery. */
  device_place: string | null;
}

/**
 * A row of the list: the columns of `search_orders`, which alone names them. Long texts are truncated to 300
 * characters; amounts are whole pesos.
 */
export type OrderListItem = {
  [Column in Exclude<keyof Returned, 'total'>]: Column extends keyof Narrowed
    ? Narrowed[Column]
    : Column extends keyof OrderRow
      ? OrderRow[Column]
      : Returned[Column];
};

/** Up to how many orders the server counts for a search. */
export const countLimitOf = ({ search, field }: { search: string; field: string | null }): number =>
  search !== '' && field !== 'order_number' ? SEARCH_COUNT_LIMIT : COUNT_LIMIT;

export interface OrderPage {
  orders: readonly OrderListItem[];
  /** Exact, or a lower bound if `isMore`. */
  total: number;
  /** Whether there are more than `total`: the server stopped counting. */
  isMore: boolean;
}

async function fetchOrderPage(filter: OrderListFilter, signal: AbortSignal): Promise<OrderPage> {
  const client = await supabase();
  const rows = unwrap(
    await client
      .rpc('search_orders', {
        p_search: filter.search,
        p_field: filter.field,
        p_page: filter.page,
        ...(filter.status && { p_status: filter.status }),
        ...(filter.technicianId && { p_technician: filter.technicianId }),
        ...(filter.view && { p_view: filter.view }),
        ...(filter.waitReason && { p_wait_reason: filter.waitReason }),
        ...(filter.place && { p_place: filter.place }),
        ...(filter.sort && {
          p_sort: filter.sort.column,
          p_descending: filter.sort.direction === 'desc',
        }),
      })
      .abortSignal(signal),
  );
  const orders = rows.map(({ total: _total, ...row }) => row as OrderListItem);
  const counted = rows[0]?.total ?? 0;
  const isMore = counted > countLimitOf(filter);
  // Above its limit the server counts one extra order, which proves that there is a next page.
  return { orders, total: isMore ? counted - 1 : counted, isMore };
}

/**
 * One page of the desk's list, newest first or as chosen, searched, filtered and sorted by the server (ORD-02, ORD-75).
 * The previous page stays visible while it loads.
 */
export const orderListQuery = (filter: OrderListFilter) =>
  queryOptions({
    queryKey: orderKeys.list(filter),
    queryFn: ({ signal }) => fetchOrderPage(filter, signal),
    placeholderData: keepPreviousData,
    // Realtime reports changes; this covers suspended tabs.
    staleTime: 10_000,
  });

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

/** The server counts each view up to this limit. */
export const VIEW_COUNT_LIMIT = 1000;

async function fetchViewCounts(signal: AbortSignal): Promise<Readonly<Record<string, number>>> {
  const client = await supabase();
  const rows = unwrap(await client.rpc('count_order_views').abortSignal(signal));
  return Object.fromEntries(rows.map(({ view, total }) => [view, total]));
}

/**
 * The number of orders in each view of the desk's list, by its name, `all` being the list without a view; more than
 * {@link VIEW_COUNT_LIMIT} where the server stopped counting. One request for all of them (ORD-62).
 */
export const viewCountsQuery = () =>
  queryOptions({
    queryKey: orderKeys.viewCounts(),
    queryFn: ({ signal }) => fetchViewCounts(signal),
    // Realtime reports changes; this covers suspended tabs.
    staleTime: 10_000,
  });

/** The number of imported orders from before a day that are still open, by the status closing gives them (ORD-122). */
export const oldOrdersQuery = (before: string) =>
  queryOptions({
    queryKey: orderKeys.oldOrders(before),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const [counts] = unwrap(await client.rpc('count_old_orders', { p_before: before }).abortSignal(signal));
      return counts ?? { delivered: 0, cancelled: 0 };
    },
  });
