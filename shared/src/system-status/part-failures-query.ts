import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { systemStatusKeys } from './keys.ts';

async function fetchPartFailures(signal: AbortSignal) {
  const client = await supabase();
  return unwrap(await client.rpc('list_part_failures').abortSignal(signal));
}

/** Failures in visitors' browsers in the last 30 days, at most 100, the newest first (SHELL-42). Admins only. */
export const partFailuresQuery = () =>
  queryOptions({
    queryKey: systemStatusKeys.partFailures,
    queryFn: ({ signal }) => fetchPartFailures(signal),
    gcTime: 0,
  });

/** `kind` is `caught` or `uncaught`; `frames` has a position in a script on each line. */
export type PartFailure = Awaited<ReturnType<typeof fetchPartFailures>>[number];
