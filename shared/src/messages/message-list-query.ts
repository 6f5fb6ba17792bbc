import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { addDays, shopDay, startOfShopDay } from '#src/values/dates.ts';
import { messageKeys } from './keys.ts';
import type { Message, MessageFilter, MessageSearch, MessageState } from './message.ts';

/** Orders on a page of the log. */
export const MESSAGE_PAGE_SIZE = 20;

const STATES: Readonly<Record<Exclude<MessageFilter, 'all'>, MessageState[]>> = {
  failed: ['failed'],
  waiting: ['queued', 'sending'],
  sent: ['sent'],
  delivered: ['delivered'],
  read: ['read'],
  off: ['off'],
  expired: ['expired'],
  discarded: ['discarded'],
};

/** A message of the log; a test with the name of whoever asked for it. */
export type LoggedMessage = Message & { requester: string | null };

/** An order with those of its messages that match, newest first; one of an appointment and a test stand alone. */
export interface MessageGroup {
  order_id: string | null;
  order_number: number | null;
  /** Null for a test, as the phone. */
  customer_name: string | null;
  customer_phone: string | null;
  messages: LoggedMessage[];
}

export interface MessagePage {
  groups: MessageGroup[];
  /** Number of groups on all pages. */
  total: number;
}

async function fetchMessages(
  { filter, event, page }: MessageSearch,
  signal: AbortSignal,
): Promise<MessagePage> {
  const client = await supabase();
  const rows = unwrap(
    await client
      .rpc('list_message_orders', {
        ...(filter !== 'all' && { p_states: STATES[filter] }),
        ...(event !== null && { p_event: event }),
        p_limit: MESSAGE_PAGE_SIZE,
        p_offset: (page - 1) * MESSAGE_PAGE_SIZE,
      })
      .abortSignal(signal),
  );
  // The generated types know neither what a message has none of, nor what JSON holds.
  const groups = rows as unknown as MessageGroup[];
  return { groups, total: rows[0]?.total ?? 0 };
}

/** A page of customer messages by order, the order with the newest one first (MSG-05). */
export const messageListQuery = (search: MessageSearch) =>
  queryOptions({
    queryKey: messageKeys.list(search),
    queryFn: ({ signal }) => fetchMessages(search, signal),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

/** Days whose replies are counted: older ones no longer help their customers. */
const RECENT_DAYS = 7;

/** Since when replies are counted. */
export const recentSince = (): string =>
  startOfShopDay(addDays(shopDay(new Date()), -RECENT_DAYS)).toISOString();

async function countFailed(signal: AbortSignal): Promise<number> {
  const client = await supabase();
  const views = unwrap(await client.rpc('count_order_views').abortSignal(signal));
  return views.find(({ view }) => view === 'message_failed')?.total ?? 0;
}

/** How many orders have a last message that did not arrive: the desk's view has them too (ORD-61). */
export const failedMessagesQuery = () =>
  queryOptions({
    queryKey: messageKeys.failed(),
    queryFn: ({ signal }) => countFailed(signal),
    staleTime: 10_000,
  });

async function countExpired(signal: AbortSignal): Promise<number> {
  const client = await supabase();
  const answer = await client
    .from('whatsapp_messages')
    .select('id', { count: 'exact', head: true })
    .eq('state', 'expired')
    .abortSignal(signal);
  unwrap(answer);
  return answer.count ?? 0;
}

/** How many messages expired and wait for 'Enviar' or 'Descartar' (MSG-23). */
export const expiredMessagesQuery = () =>
  queryOptions({
    queryKey: messageKeys.expired(),
    queryFn: ({ signal }) => countExpired(signal),
    staleTime: 10_000,
  });
