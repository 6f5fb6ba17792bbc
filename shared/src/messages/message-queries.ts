import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from './keys.ts';
import { MESSAGE_COLUMNS, type Message } from './message.ts';
import type { Database } from '#src/db/database.types.ts';

async function fetchMessage(id: string, signal: AbortSignal): Promise<Message | null> {
  const client = await supabase();
  const [row] = unwrap(
    await client.from('whatsapp_messages').select(MESSAGE_COLUMNS).eq('id', id).abortSignal(signal),
  );
  // The table's check restricts the states.
  return (row as Message | undefined) ?? null;
}

/** One message, as it stands now. */
export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: messageKeys.one(id),
    queryFn: ({ signal }) => fetchMessage(id, signal),
    staleTime: 10_000,
  });

/** A customer's reply. `body` names other content in words ('Foto'); `phone` has digits with country code. */
export type Reply = Pick<
  Database['public']['Tables']['whatsapp_replies']['Row'],
  'id' | 'body' | 'phone' | 'received_at' | 'answered_at' | 'answered_name'
>;

/** The columns of {@link Reply}. */
export const REPLY_COLUMNS = 'id, body, phone, received_at, answered_at, answered_name';

interface OrderConversation {
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
      .select(REPLY_COLUMNS)
      .eq('order_id', orderId)
      .order('received_at', { ascending: false })
      .limit(100)
      .abortSignal(signal),
  ]);
  // The table's check restricts the states.
  return { messages: unwrap(messages) as Message[], replies: unwrap(replies) };
}

/** The messages of an order and its customer's replies. */
export const orderMessagesQuery = (orderId: string) =>
  queryOptions({
    queryKey: messageKeys.order(orderId),
    queryFn: ({ signal }) => fetchConversation(orderId, signal),
    staleTime: 10_000,
  });
