import type { useQueryClient } from '@taller/shared/query';
import type { Message } from '#src/messages/message.ts';
import { refetch } from '#src/query/refetch.ts';
import { orderKeys } from './keys.ts';
import { isOrderStatus, type OrderStatus } from './status/order-status.ts';
import type { OrderListItem, OrderPage } from './order-list-queries.ts';
import type { Order } from './order-queries.ts';
import { openWaitOf, type OrderWait } from './waits/order-wait.ts';

type Client = ReturnType<typeof useQueryClient>;

/** Columns of a list row that can be updated from an order or a part of one. */
export type OrderRowChange = Partial<Omit<OrderListItem, 'id'>>;

/** List rows contain long texts only up to this length. */
const EXCERPT = 300;

type ChangedOrder = Omit<Pick<Order, Extract<keyof OrderListItem, keyof Order> | 'notes'>, 'status'> & {
  status: string;
  /** Absent in a realtime change: waits have changes of their own. */
  waits?: readonly OrderWait[];
};

/** The part of an order that a row of the list shows, from a full read or a realtime change, and further columns. */
export function toRowChange(order: ChangedOrder, technicianName: string | null): OrderRowChange {
  const { status, waits, ...columns } = order;
  return {
    ...columns,
    ...(waits && { wait: openWaitOf({ status, waits }) }),
    ...(isOrderStatus(status) && { status }),
    work_description: order.work_description.slice(0, EXCERPT),
    technical_work: order.technical_work.slice(0, EXCERPT),
    technician_name: technicianName,
    has_notes: Boolean(order.notes),
  };
}

/** Updates a row in place in every cached page, without reordering. An older version than the cached one is ignored. */
export function patchOrderRow(client: Client, id: string, change: OrderRowChange): void {
  client.setQueriesData<OrderPage>({ queryKey: orderKeys.pages() }, (page) => {
    const shown = page?.orders.find((order) => order.id === id);
    if (!page || !shown) return page;
    if (change.version !== undefined && change.version < shown.version) return page;
    const changed = Object.fromEntries(Object.entries(change).filter(([column]) => column in shown));
    return {
      ...page,
      orders: page.orders.map((order) => (order.id === id ? { ...order, ...changed } : order)),
    };
  });
}

/**
 * Updates a status optimistically.
 * @returns a function that reverts it, in rows that still show it and were not updated since.
 */
export function showStatusAhead(client: Client, id: string, status: OrderStatus): () => void {
  const before = client
    .getQueriesData<OrderPage>({ queryKey: orderKeys.pages() })
    .map(([key, page]) => ({ key, row: page?.orders.find((order) => order.id === id) }));
  patchOrderRow(client, id, { status });
  return () => {
    for (const { key, row } of before)
      client.setQueryData<OrderPage>(
        key,
        (page) =>
          page && {
            ...page,
            orders: page.orders.map((order) =>
              order.id === row?.id && order.version === row.version && order.status === status
                ? { ...order, status: row.status }
                : order,
            ),
          },
      );
  };
}

/** Calls within this time read once, since an import changes hundreds of orders a second. In ms. */
const BURST_MS = 200;

/** Makes a function that reads the queries of a key again, once for a burst of calls. */
function refetchInBursts(queryKey: readonly string[]): (client: Client) => void {
  const due = new WeakSet<Client>();
  return (client) => {
    if (due.has(client)) return;
    due.add(client);
    setTimeout(() => {
      due.delete(client);
      void refetch(client, queryKey);
    }, BURST_MS);
  };
}

/** Orders or messages have changed: reads the counts of the views again. */
export const refetchViewCounts = refetchInBursts(orderKeys.viewCounts());

/** The lists may lack changes that nobody told: reads them and the counts of the views again. */
export const refetchLists = refetchInBursts(orderKeys.lists());

/**
 * An order of the lists has changed. Inactive pages are invalidated; the active one is not refetched, unless a fetch is
 * in progress, which may have read the data before the change. The views are counted again.
 */
export async function markListsChanged(client: Client): Promise<void> {
  refetchViewCounts(client);
  const queryKey = orderKeys.pages();
  if (client.isFetching({ queryKey }) > 0) await refetch(client, queryKey);
  else await client.invalidateQueries({ queryKey, refetchType: 'none' });
}

/** Updates a row's message mark in place. Ignored unless the message is the order's newest. */
export function patchOrderMessage(
  client: Client,
  { order_id, state, created_at }: Pick<Message, 'order_id' | 'state' | 'created_at'>,
): void {
  client.setQueriesData<OrderPage>({ queryKey: orderKeys.pages() }, (page) => {
    const shown = page?.orders.find((order) => order.id === order_id);
    if (!page || !shown) return page;
    if (shown.message_at !== null && Date.parse(created_at) < Date.parse(shown.message_at)) return page;
    const change = { message_state: state, message_at: created_at };
    return {
      ...page,
      orders: page.orders.map((order) => (order.id === order_id ? { ...order, ...change } : order)),
    };
  });
}

/** Stores an order returned by the server in all caches, then invalidates dependent queries. */
export async function rememberOrder(client: Client, order: Order): Promise<void> {
  client.setQueryData(orderKeys.detail(order.id), order);
  patchOrderRow(client, order.id, toRowChange(order, order.technician?.full_name ?? null));
  await Promise.all([
    client.invalidateQueries({ queryKey: orderKeys.timeline(order.id) }),
    client.invalidateQueries({ queryKey: orderKeys.related(order.id) }),
    client.invalidateQueries({ queryKey: orderKeys.warranty(order.id) }),
    client.invalidateQueries({ queryKey: orderKeys.payments(order.id) }),
    markListsChanged(client),
  ]);
}
