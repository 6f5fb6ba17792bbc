import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { ActivityRequest } from './activity-query.ts';
import { activityKeys } from './keys.ts';

const COUNT_LIMIT = 10_000;

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
  const total = rows[0]?.total ?? 0;
  return { rows, total: Math.min(total, COUNT_LIMIT), isMore: total > COUNT_LIMIT };
}

/** A page of the changes of accounts, newest first (SEC-72). Admins only. */
export const accountChangesQuery = (request: ActivityRequest) =>
  queryOptions({
    queryKey: activityKeys.accounts(request),
    queryFn: ({ signal }) => fetchAccountChanges(request, signal),
    placeholderData: keepPreviousData,
  });

export type AccountChangeRow = Awaited<ReturnType<typeof fetchAccountChanges>>['rows'][number];
