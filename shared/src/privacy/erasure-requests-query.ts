import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { Database } from '#src/db/database.types.ts';
import { privacyKeys } from './keys.ts';
import type { ErasureState } from './own-erasure-query.ts';

type RequestRow = Database['public']['Functions']['list_erasure_requests']['Returns'][number];
type Nullable<T> = { [K in keyof T]: T[K] | null };

/** A request as shown to admins. After the account was deleted, its id, name and e-mail are null. */
export type ErasureRequest = Pick<RequestRow, 'id' | 'created_at' | 'due_at'> &
  Nullable<Pick<RequestRow, 'customer_id' | 'full_name' | 'email' | 'extended_at' | 'answered_at'>> & {
    state: ErasureState;
    /** Whether it was due when it was read. */
    isLate: boolean;
  };

async function fetchRequests(signal: AbortSignal): Promise<ErasureRequest[]> {
  const client = await supabase();
  const rows = unwrap(await client.rpc('list_erasure_requests').abortSignal(signal));
  return rows.map((row) => ({
    ...row,
    state: row.state as ErasureState,
    isLate: row.state === 'open' && Date.parse(row.due_at) < Date.now(),
  }));
}

/** Open requests by due date, then the newest answered ones (PRIV-04). Admins only. */
export const erasureRequestsQuery = () =>
  queryOptions({ queryKey: privacyKeys.requests(), queryFn: ({ signal }) => fetchRequests(signal) });
