import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { activityKeys } from './keys.ts';

/** Rows of a page of the log. */
export const ACTIVITY_PAGE_SIZE = 50;
/** The server stops counting at one more: shown as 'más de 10.000'. */
const COUNT_LIMIT = 10_000;

/** Filters of the log. Dates are days in the shop's time zone, `yyyy-mm-dd`, inclusive; each filter may be null. */
export interface ActivityRequest {
  userId: string | null;
  action: 'edit' | 'delete' | null;
  from: string | null;
  to: string | null;
  /** From 1. */
  page: number;
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
  const total = rows[0]?.total ?? 0;
  return { rows, total: Math.min(total, COUNT_LIMIT), isMore: total > COUNT_LIMIT };
}

/** One page of the activity log, newest first (INV-05). `isMore`: there are more than `total`. */
export function activityQuery(request: ActivityRequest) {
  return queryOptions({
    queryKey: activityKeys.list(request),
    queryFn: ({ signal }) => fetchActivity(request, signal),
    placeholderData: keepPreviousData,
  });
}

export type ActivityRow = Awaited<ReturnType<typeof fetchActivity>>['rows'][number];
