import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { staffNameKeys, technicianKeys } from './keys.ts';
import { PERMISSIONS } from '#src/access/permissions.ts';

async function fetchStaffNames(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const client = await supabase();
  const answer = await client.from('staff_names').select('id, full_name').abortSignal(signal);
  // Screens do without them (DATA-06).
  if (answer.error && !signal.aborted)
    console.error('The names of the staff could not be loaded', answer.error);
  return new Map(unwrap(answer).map((person) => [person.id, person.full_name]));
}

/** Names by profile id of everybody who works here, or did and is named by an order. */
export function staffNamesQuery() {
  return queryOptions({
    queryKey: staffNameKeys.all,
    queryFn: ({ signal }) => fetchStaffNames(signal),
    staleTime: 5 * 60_000,
  });
}

async function fetchTechnicians(signal: AbortSignal) {
  const client = await supabase();
  const answer = await client
    .from('profiles')
    .select('id, full_name, email')
    .in('role', PERMISSIONS['orders.repair'])
    .order('full_name')
    .abortSignal(signal);
  // Forms do without them.
  if (answer.error && !signal.aborted) console.error('The technicians could not be loaded', answer.error);
  return unwrap(answer) ?? [];
}

/** The technicians (ORD-03). Forms only log a failure (DATA-06). */
export function techniciansQuery() {
  return queryOptions({
    queryKey: technicianKeys.all,
    queryFn: ({ signal }) => fetchTechnicians(signal),
    staleTime: 5 * 60_000,
  });
}
