import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { activityKeys } from './keys.ts';

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
