import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { Database } from '#src/db/database.types.ts';
import { sessionKeys } from '#src/people/keys.ts';

type SessionRow = Database['public']['Functions']['own_sessions']['Returns'][number];

/** A session of the user; `is_current`: this browser's. `address` is truncated to the network: `190.20.*.*`. */
export type OwnSession = Omit<SessionRow, 'user_agent' | 'address'> & {
  user_agent: string | null;
  address: string | null;
};

async function fetchOwnSessions(signal: AbortSignal): Promise<OwnSession[]> {
  const client = await supabase();
  return unwrap(await client.rpc('own_sessions').abortSignal(signal));
}

/** This device first, then by last use. */
export const ownSessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: sessionKeys.own(userId),
    queryFn: ({ signal }) => fetchOwnSessions(signal),
  });
