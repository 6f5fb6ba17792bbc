import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { sessionKeys } from './keys.ts';

/** A session of the user. */
export interface OwnSession {
  id: string;
  /** The current browser's session. */
  isCurrent: boolean;
  userAgent: string | null;
  /** Truncated to the network: `190.20.*.*`. */
  address: string | null;
  createdAt: string;
  lastUsedAt: string;
}

async function fetchOwnSessions(signal: AbortSignal): Promise<OwnSession[]> {
  const client = await supabase();
  const rows = unwrap(await client.rpc('own_sessions').abortSignal(signal));
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.is_current,
    userAgent: row.user_agent,
    address: row.address,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

/** This device first, then by last use. */
export const ownSessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: sessionKeys.own(userId),
    queryFn: ({ signal }) => fetchOwnSessions(signal),
  });
