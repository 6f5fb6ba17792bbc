import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { activityKeys, type ActivityRequest } from './keys.ts';
import { withPresentNames } from '#src/data-access/present-names.ts';
import { addDays, startOfShopDay } from '#src/values/dates.ts';

/** Rows of a page of the log. */
export const ACTIVITY_PAGE_SIZE = 50;
/** The server stops counting at one more: shown as 'más de 10.000'. */
const COUNT_LIMIT = 10_000;

/** A page whose rows carry the number of all. `isMore`: there are more than `total`. */
function pageOf<Row extends { total: number }>(rows: readonly Row[]) {
  const total = rows[0]?.total ?? 0;
  return { rows, total: Math.min(total, COUNT_LIMIT), isMore: total > COUNT_LIMIT };
}

async function fetchActivity(request: ActivityRequest, signal: AbortSignal) {
  const client = await supabase();
  const rows =
    unwrap(
      await client
        .rpc('list_activity', {
          p_user: request.userId ?? undefined,
          p_action: request.action ?? undefined,
          p_from: request.from ?? undefined,
          p_to: request.to ?? undefined,
          p_page: request.page,
        })
        .abortSignal(signal),
    ) ?? [];
  return pageOf(rows);
}

/** One page of the activity log, newest first (INV-05). */
export function activityQuery(request: ActivityRequest) {
  return queryOptions({
    queryKey: activityKeys.list(request),
    queryFn: ({ signal }) => fetchActivity(request, signal),
    placeholderData: keepPreviousData,
  });
}

export type ActivityRow = Awaited<ReturnType<typeof fetchActivity>>['rows'][number];

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

async function fetchAccessLog({ userId, from, to, page }: ActivityRequest, signal: AbortSignal) {
  const client = await supabase();
  const rows = unwrap(
    await client
      .rpc('list_looks', {
        p_actor: userId ?? undefined,
        p_from: from ?? undefined,
        p_to: to ?? undefined,
        p_page: page,
      })
      .abortSignal(signal),
  );
  return pageOf(rows);
}

/** A page of the audit log of staff access to personal data, newest first (PRIV-10). Admins only. */
export const accessLogQuery = (request: ActivityRequest) =>
  queryOptions({
    queryKey: activityKeys.accessLog(request),
    queryFn: ({ signal }) => fetchAccessLog(request, signal),
    placeholderData: keepPreviousData,
  });

export type AccessLogRow = Awaited<ReturnType<typeof fetchAccessLog>>['rows'][number];

async function fetchAccountChanges({ userId, from, to, page }: ActivityRequest, signal: AbortSignal) {
  const client = await supabase();
  const rows = unwrap(
    await client
      .rpc('list_account_changes', {
        p_person: userId ?? undefined,
        p_from: from ?? undefined,
        p_to: to ?? undefined,
        p_page: page,
      })
      .abortSignal(signal),
  );
  return pageOf(rows);
}

/** A page of the changes of accounts, newest first (SEC-72). Admins only. */
export const accountChangesQuery = (request: ActivityRequest) =>
  queryOptions({
    queryKey: activityKeys.accounts(request),
    queryFn: ({ signal }) => fetchAccountChanges(request, signal),
    placeholderData: keepPreviousData,
  });

export type AccountChangeRow = Awaited<ReturnType<typeof fetchAccountChanges>>['rows'][number];

/** Id and name of the staff, for the log's filter. */
export function staffNamesQuery() {
  return queryOptions({
    queryKey: activityKeys.staff(),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const answer = await client
        .from('profiles')
        .select('id, full_name')
        .neq('role', 'customer')
        .order('full_name')
        .abortSignal(signal);
      return unwrap(answer) ?? [];
    },
    staleTime: 5 * 60_000,
  });
}
