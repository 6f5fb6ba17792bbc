import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from './keys.ts';
import { MESSAGE_COLUMNS, toMessage, type Message } from './message.ts';

/** A customer's reply. */
export interface Reply {
  id: string;
  /** The text; '[image]' and the like for other content. */
  body: string;
  /** Digits with country code. */
  phone: string;
  /** ISO 8601. */
  receivedAt: string;
}

export interface OrderConversation {
  /** Newest first. */
  messages: Message[];
  /** Newest first. */
  replies: Reply[];
}

async function fetchConversation(orderId: string, signal: AbortSignal): Promise<OrderConversation> {
  const client = await supabase();
  const [messages, replies] = await Promise.all([
    client
      .from('whatsapp_messages')
      .select(MESSAGE_COLUMNS)
      .eq('order_id', orderId)
      .order('created_at', { ascending: false })
      .limit(100)
      .abortSignal(signal),
    client
      .from('whatsapp_replies')
      .select('id, body, phone, received_at')
      .eq('order_id', orderId)
      .order('received_at', { ascending: false })
      .limit(100)
      .abortSignal(signal),
  ]);
  return {
    messages: unwrap(messages).map(toMessage),
    replies: unwrap(replies).map((row) => ({
      id: row.id,
      body: row.body,
      phone: row.phone,
      receivedAt: row.received_at,
    })),
  };
}

/** The messages of an order and its customer's replies. */
export const orderMessagesQuery = (orderId: string) =>
  queryOptions({
    queryKey: messageKeys.order(orderId),
    queryFn: ({ signal }) => fetchConversation(orderId, signal),
    staleTime: 10_000,
  });
