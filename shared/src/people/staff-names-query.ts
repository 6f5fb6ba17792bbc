import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { STAFF_ROLES } from '#src/access/roles.ts';
import { unwrap } from '#src/data-access/data-error.ts';
import { staffNameKeys } from './keys.ts';

async function fetchStaffNames(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const client = await supabase();
  const answer = await client
    .from('profiles')
    .select('id, full_name')
    .in('role', STAFF_ROLES)
    .abortSignal(signal);
  // Screens do without them (DATA-06).
  if (answer.error && !signal.aborted)
    console.error('The names of the staff could not be loaded', answer.error);
  return new Map(unwrap(answer).map((person) => [person.id, person.full_name]));
}

/** Names of everybody who works here by profile id: an admin may have repaired an order too. */
export function staffNamesQuery() {
  return queryOptions({
    queryKey: staffNameKeys.all,
    queryFn: ({ signal }) => fetchStaffNames(signal),
    staleTime: 5 * 60_000,
  });
}
