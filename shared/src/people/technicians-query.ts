import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { PERMISSIONS } from '#src/access/permissions.ts';
import { unwrap } from '#src/data-access/data-error.ts';
import { technicianKeys } from './keys.ts';

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
