/** Notifications: the customers' decisions, and other staff notifications. */
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { makeRandom } from './random.ts';
import type { OrderRows, Row } from './rows.ts';

/** Number of unread notifications. */
const UNREAD = 4;
const RECENT = 25 * 86_400_000;

const REPLIES = ['¿A qué hora cierran hoy?', 'Perfecto, paso mañana temprano 👍'] as const;

/** All notifications, newest first, and the customer replies they refer to. */
export interface News {
  readonly notifications: Row<'notifications'>[];
  readonly replies: Row<'whatsapp_replies'>[];
}

/** Adds failed messages and replies to the decisions, and leaves the newest unread. */
export function otherNews(rows: OrderRows, today: Date): News {
  const random = makeRandom(7);
  const since = new Date(today.getTime() - RECENT).toISOString();
  const orders = new Map(rows.orders.map((order) => [order.id, order]));
  const news = [...rows.notifications];
  const replies: Row<'whatsapp_replies'>[] = [];
  const tell = (
    type: string,
    orderId: string | null | undefined,
    at: string,
    what: (name: string) => string,
  ): void => {
    const order = orderId ? orders.get(orderId) : undefined;
    if (!order) return;
    const message = `Orden #${formatOrderNumber(order.order_number ?? 0)}: ${what(order.customer_name)}`;
    news.push({ id: random.uuid(), type, message, is_read: true, created_at: at, order_id: order.id });
  };
  for (const message of rows.messages) {
    if (message.state === 'failed' && message.failed_at && message.failed_at > since) {
      tell(
        'message_failed',
        message.order_id,
        message.failed_at,
        (name) => `no se pudo avisar por WhatsApp a ${name}.`,
      );
    }
  }
  const read = rows.messages.filter(
    (message) => message.event === 'completed' && message.read_at && message.read_at > since,
  );
  for (const [index, body] of REPLIES.entries()) {
    const message = read[index * 3];
    if (!message?.read_at) continue;
    tell('customer_reply', message.order_id, message.read_at, (name) => `${name} respondió por WhatsApp.`);
    replies.push({
      id: random.uuid(),
      order_id: message.order_id,
      phone: message.phone,
      body,
      provider_message_id: `wamid.DEMO${random.uuid().replaceAll('-', '')}`,
      received_at: message.read_at,
      created_at: message.read_at,
    });
  }
  news.sort((a, b) => String(b.created_at).localeCompare(String(a.created_at)));
  return { notifications: news.map((row, index) => ({ ...row, is_read: index >= UNREAD })), replies };
}
