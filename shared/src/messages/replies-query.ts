import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from './keys.ts';
import { recentSince } from './message-list-query.ts';
import { REPLY_COLUMNS } from './message-queries.ts';

/** How many replies the screen shows. */
export const REPLY_LIMIT = 50;

/** Replies are not followed live. */
const REPLY_POLL_MS = 30_000;

async function fetchReplies(signal: AbortSignal) {
  const client = await supabase();
  return unwrap(
    await client
      .from('whatsapp_replies')
      .select(`${REPLY_COLUMNS}, order:service_orders(id, order_number, customer_name)`)
      .order('received_at', { ascending: false })
      .limit(REPLY_LIMIT)
      .abortSignal(signal),
  );
}

/** A reply with the newest order of its number. */
export type ReplyOfOrder = Awaited<ReturnType<typeof fetchReplies>>[number];

/** The newest replies of customers, each with the newest order of its number; null if there is none. */
export const repliesQuery = () =>
  queryOptions({
    queryKey: messageKeys.replies(),
    queryFn: ({ signal }) => fetchReplies(signal),
    staleTime: 10_000,
    refetchInterval: REPLY_POLL_MS,
  });

async function countUnanswered(signal: AbortSignal): Promise<number> {
  const client = await supabase();
  const answer = await client
    .from('whatsapp_replies')
    .select('id', { count: 'exact', head: true })
    .is('answered_at', null)
    .gte('received_at', recentSince())
    .abortSignal(signal);
  unwrap(answer);
  return answer.count ?? 0;
}

/** How many replies of the last days nobody answered (MSG-21). */
export const unansweredRepliesQuery = () =>
  queryOptions({
    queryKey: messageKeys.unanswered(),
    queryFn: ({ signal }) => countUnanswered(signal),
    staleTime: 10_000,
    refetchInterval: REPLY_POLL_MS,
  });
