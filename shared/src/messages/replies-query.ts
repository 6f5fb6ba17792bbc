import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from './keys.ts';

/** How many replies the screen shows. */
export const REPLY_LIMIT = 50;

async function fetchReplies(signal: AbortSignal) {
  const client = await supabase();
  return unwrap(
    await client
      .from('whatsapp_replies')
      .select('id, body, phone, received_at, order:service_orders(id, order_number, customer_name)')
      .order('received_at', { ascending: false })
      .limit(REPLY_LIMIT)
      .abortSignal(signal),
  );
}

/** The newest replies of customers, each with the newest order of its number; null if there is none. */
export const repliesQuery = () =>
  queryOptions({
    queryKey: messageKeys.replies(),
    queryFn: ({ signal }) => fetchReplies(signal),
    staleTime: 10_000,
  });
