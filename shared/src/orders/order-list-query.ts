import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { Database } from '#src/db/database.types.ts';
import type { MessageState } from '#src/messages/message.ts';
import type { OrderStatus } from './status/order-status.ts';
import { orderKeys } from './keys.ts';
import type { OrderView } from './order-views.ts';
import type { OrderSort } from './order-sort.ts';

/** Page size of the list (ORD-02). */
export const ORDER_PAGE_SIZE = 20;
/**
 * The server counts exactly up to the first limit, and for text searches up to the second; beyond, the total is shown
 * as "more than".
 */
const COUNT_LIMIT = 1000;
const SEARCH_COUNT_LIMIT = 200;

/** Search fields of all staff (ORD-02). */
export const STAFF_SEARCH_FIELDS = [
  'order_number',
  'customer_name',
  'customer_rut',
  'equipment_brand',
  'equipment_model',
] as const;
/** Search fields of admins; the server rejects them for others. */
export const ADMIN_SEARCH_FIELDS = ['all', ...STAFF_SEARCH_FIELDS, 'customer_phone', 'imei'] as const;
export type OrderSearchField = (typeof ADMIN_SEARCH_FIELDS)[number];

export interface OrderListFilter {
  /** Search text; empty for all orders. */
  search: string;
  field: OrderSearchField;
  /** Null for any. */
  status: OrderStatus | null;
  /** Profile id; null for any. */
  technicianId: string | null;
  /** Null for all orders. */
  view: OrderView | null;
  /** Null for the newest first. */
  sort: OrderSort | null;
  /** Starts at 1. */
  page: number;
}

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
  /** There are more than `total`: the server stopped counting. */
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
