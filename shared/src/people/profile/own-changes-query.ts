import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { profileKeys } from './keys.ts';

async function fetchOwnChanges(signal: AbortSignal) {
  const client = await supabase();
  return unwrap(await client.rpc('own_account_changes').abortSignal(signal));
}

/** The newest changes of the user's own account (SEC-72). */
export const ownChangesQuery = (userId: string) =>
  queryOptions({
    queryKey: profileKeys.changes(userId),
    queryFn: ({ signal }) => fetchOwnChanges(signal),
  });

export type OwnChange = Awaited<ReturnType<typeof fetchOwnChanges>>[number];
