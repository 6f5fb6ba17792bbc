import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from './keys.ts';
import { MESSAGE_COLUMNS, type Message, type MessageState } from './message.ts';

/** Page size of the log. */
export const MESSAGE_PAGE_SIZE = 25;

/** Filter of the log; `waiting`: not yet accepted by the provider. */
export const MESSAGE_FILTERS = ['all', 'failed', 'waiting', 'sent', 'delivered', 'read', 'off'] as const;
export type MessageFilter = (typeof MESSAGE_FILTERS)[number];

const STATES: Readonly<Record<Exclude<MessageFilter, 'all'>, readonly MessageState[]>> = {
  failed: ['failed'],
  waiting: ['queued', 'sending'],
  sent: ['sent'],
  delivered: ['delivered'],
  read: ['read'],
  off: ['off'],
};

/** A message with the log's columns of its order; a test has none, and whoever asked for it instead. */
export type LoggedMessage = Message & {
  order: { order_number: number; customer_name: string; customer_phone: string } | null;
  requester: { full_name: string } | null;
};

export interface MessagePage {
  messages: LoggedMessage[];
  /** Number of matches on all pages. */
  total: number;
}

async function fetchMessages(filter: MessageFilter, page: number, signal: AbortSignal): Promise<MessagePage> {
  const client = await supabase();
  const first = (page - 1) * MESSAGE_PAGE_SIZE;
  let query = client
    .from('whatsapp_messages')
    .select(
      `${MESSAGE_COLUMNS}, order:service_orders(order_number, customer_name, customer_phone), requester:profiles(full_name)`,
      {
        count: 'exact',
      },
    );
  if (filter !== 'all') query = query.in('state', STATES[filter]);
  const answer = await query
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + MESSAGE_PAGE_SIZE - 1)
    .abortSignal(signal);
  const rows = unwrap(answer);
  // The table's check restricts the states.
  return { messages: rows as LoggedMessage[], total: answer.count ?? rows.length };
}

/** A page of customer messages, newest first. Pages start at 1. */
export const messageListQuery = (filter: MessageFilter, page: number) =>
  queryOptions({
    queryKey: messageKeys.list(filter, page),
    queryFn: ({ signal }) => fetchMessages(filter, page, signal),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
