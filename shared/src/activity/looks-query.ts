import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { ActivityRequest } from './activity-query.ts';
import { activityKeys } from './keys.ts';

const COUNT_LIMIT = 10_000;

async function fetchLooks({ userId, from, to, page }: ActivityRequest, signal: AbortSignal) {
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
  const total = rows[0]?.total ?? 0;
  return { rows, total: Math.min(total, COUNT_LIMIT), isMore: total > COUNT_LIMIT };
}

/** A page of the audit log of staff access to personal data, newest first (PRIV-10). Admins only. */
export const looksQuery = (request: ActivityRequest) =>
  queryOptions({
    queryKey: activityKeys.looks(request),
    queryFn: ({ signal }) => fetchLooks(request, signal),
    placeholderData: keepPreviousData,
  });

export type LookRow = Awaited<ReturnType<typeof fetchLooks>>['rows'][number];
