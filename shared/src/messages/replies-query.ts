import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from './keys.ts';
import type { Reply } from './order-messages-query.ts';

/** A reply with its order: the newest one of the number; null if there is none. */
export interface ReplyOfOrder extends Reply {
  order: { id: string; orderNumber: number; customerName: string } | null;
}

/** How many replies the screen shows. */
export const REPLY_LIMIT = 50;

async function fetchReplies(signal: AbortSignal): Promise<ReplyOfOrder[]> {
  const client = await supabase();
  const rows = unwrap(
    await client
      .from('whatsapp_replies')
      .select('id, body, phone, received_at, order:service_orders(id, order_number, customer_name)')
      .order('received_at', { ascending: false })
      .limit(REPLY_LIMIT)
      .abortSignal(signal),
  );
  return rows.map((row) => ({
    id: row.id,
    body: row.body,
    phone: row.phone,
    receivedAt: row.received_at,
    order: row.order && {
      id: row.order.id,
      orderNumber: row.order.order_number,
      customerName: row.order.customer_name,
    },
  }));
}

/** The newest replies of customers, for any order. */
export const repliesQuery = () =>
  queryOptions({
    queryKey: messageKeys.replies(),
    queryFn: ({ signal }) => fetchReplies(signal),
    staleTime: 10_000,
  });
