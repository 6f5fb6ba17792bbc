import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { withPresentNames } from '#src/data-access/present-names.ts';
import { addDays, startOfShopDay } from '#src/values/dates.ts';
import { ACTIVITY_PAGE_SIZE, type ActivityRequest } from './activity-query.ts';
import { activityKeys } from './keys.ts';

async function fetchDeletedOrders({ userId, from, to, page }: ActivityRequest, signal: AbortSignal) {
  const client = await supabase();
  const first = (page - 1) * ACTIVITY_PAGE_SIZE;
  let query = client
    .from('order_events')
    .select('id, order_number, created_at, actor_id, actor_name, reason:changes->reason->>1')
    .eq('kind', 'deleted')
    .order('id', { ascending: false })
    // One more row says whether there is another page.
    .range(first, first + ACTIVITY_PAGE_SIZE);
  if (userId) query = query.eq('actor_id', userId);
  if (from) query = query.gte('created_at', startOfShopDay(from).toISOString());
  if (to) query = query.lt('created_at', startOfShopDay(addDays(to, 1)).toISOString());
  const found = unwrap(await query.abortSignal(signal));
  const rows = await withPresentNames(found, 'actor_id', 'actor_name', signal);
  return { rows: rows.slice(0, ACTIVITY_PAGE_SIZE), total: first + rows.length, isMore: false };
}

/** A page of the orders that were deleted, the newest first (ORD-17). */
export const deletedOrdersQuery = (request: ActivityRequest) =>
  queryOptions({
    queryKey: activityKeys.deletedOrders(request),
    queryFn: ({ signal }) => fetchDeletedOrders(request, signal),
    placeholderData: keepPreviousData,
  });

export type DeletedOrder = Awaited<ReturnType<typeof fetchDeletedOrders>>['rows'][number];
