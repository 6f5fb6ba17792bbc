import type { useQueryClient } from '@taller/shared/query';
import type { MessageState } from '#src/messages/message.ts';
import { orderKeys } from './keys.ts';
import type { OrderListItem, OrderPage } from './order-list-query.ts';
import type { Order } from './order-query.ts';

type Client = ReturnType<typeof useQueryClient>;

/** Columns of a list row that an order, or a part of one, can renew. */
export type OrderRowChange = Partial<Omit<OrderListItem, 'id'>>;

/** The list row's columns of a whole order. */
export function toRowChange(order: Order): OrderRowChange {
  return {
    status: order.status,
    updated_at: order.updated_at,
    customer_name: order.customer_name,
    customer_rut: order.customer_rut,
    customer_phone: order.customer_phone,
    equipment_type: order.equipment_type,
    equipment_brand: order.equipment_brand,
    equipment_model: order.equipment_model,
    work_description: order.work_description.slice(0, 300),
    technical_work: order.technical_work.slice(0, 300),
    total_amount: order.total_amount,
    advance_payment: order.advance_payment,
    technician_id: order.technician_id,
    technician_name: order.technician?.full_name ?? null,
    delivered_at: order.delivered_at,
    warranty_days: order.warranty_days,
    has_notes: Boolean(order.notes),
    version: order.version,
  };
}

/** Renews a row in place in every page that shows it: nothing moves. An older version than the shown one is left out. */
export function patchOrderRow(client: Client, id: string, change: OrderRowChange): void {
  client.setQueriesData<OrderPage>({ queryKey: orderKeys.lists() }, (page) => {
    const shown = page?.orders.find((order) => order.id === id);
    if (!page || !shown) return page;
    if (change.version !== undefined && change.version < shown.version) return page;
    return {
      ...page,
      orders: page.orders.map((order) => (order.id === id ? { ...order, ...change } : order)),
    };
  });
}

/** How far a message to an order's customer got. */
export interface OrderMessageChange {
  orderId: string;
  state: MessageState;
  /** When it was queued, ISO 8601. */
  createdAt: string;
}

/** Renews the message's mark of a row in place. A message that is not the order's newest is left out. */
export function patchOrderMessage(client: Client, { orderId, state, createdAt }: OrderMessageChange): void {
  client.setQueriesData<OrderPage>({ queryKey: orderKeys.lists() }, (page) => {
    const shown = page?.orders.find((order) => order.id === orderId);
    if (!page || !shown) return page;
    if (shown.message_at !== null && Date.parse(createdAt) < Date.parse(shown.message_at)) return page;
    const change = { message_state: state, message_at: createdAt };
    return {
      ...page,
      orders: page.orders.map((order) => (order.id === orderId ? { ...order, ...change } : order)),
    };
  });
}

/** Puts an order that the server has just answered with everywhere it is shown, then refreshes what hangs on it. */
export async function rememberOrder(client: Client, order: Order): Promise<void> {
  client.setQueryData(orderKeys.detail(order.id), order);
  patchOrderRow(client, order.id, toRowChange(order));
  await Promise.all([
    client.invalidateQueries({ queryKey: orderKeys.timeline(order.id) }),
    client.invalidateQueries({ queryKey: orderKeys.related(order.id) }),
    // Pages that are not on screen are read again when they are opened; the one on screen stays where it is.
    client.invalidateQueries({ queryKey: orderKeys.lists(), refetchType: 'none' }),
  ]);
}
