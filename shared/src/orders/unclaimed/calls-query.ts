import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';

/** An attempt to reach the customer of a device that nobody fetched. */
export interface Attempt {
  readonly kind: 'call' | 'letter';
  readonly note: string;
  readonly at: string;
  readonly by: string | null;
}

/** Rows of a page. */
export const CALLS_PER_PAGE = 20;

async function fetchCalls(page: number, signal: AbortSignal) {
  const client = await supabase();
  const rows = unwrap(
    await client
      .rpc('list_calls', { p_limit: CALLS_PER_PAGE, p_offset: (page - 1) * CALLS_PER_PAGE })
      .abortSignal(signal),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      ...row,
      second_phone: row.second_phone as string | null,
      tried: row.tried as unknown as readonly Attempt[],
    })),
  };
}

/** A page of 'Por llamar' (TIME-44), those who wait longest first. */
export const callsQuery = (page: number) =>
  queryOptions({
    queryKey: orderKeys.calls(page),
    queryFn: ({ signal }) => fetchCalls(page, signal),
    placeholderData: keepPreviousData,
  });

/** A device of 'Por llamar'. */
export type CallRow = Awaited<ReturnType<typeof fetchCalls>>['rows'][number];
