import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { privacyKeys } from './keys.ts';
import type { ErasureState } from './own-erasure-query.ts';

async function fetchRequests(signal: AbortSignal) {
  const client = await supabase();
  const rows = unwrap(await client.rpc('list_erasure_requests').abortSignal(signal));
  return rows.map((row) => ({
    id: row.id,
    /** Null after the account was deleted, as are name and e-mail. */
    customerId: row.customer_id as string | null,
    name: row.full_name as string | null,
    email: row.email as string | null,
    state: row.state as ErasureState,
    createdAt: row.created_at,
    dueAt: row.due_at,
    isLate: row.state === 'open' && Date.parse(row.due_at) < Date.now(),
    extendedAt: row.extended_at as string | null,
    answeredAt: row.answered_at as string | null,
  }));
}

/** A request as shown to admins. */
export type ErasureRequest = Awaited<ReturnType<typeof fetchRequests>>[number];

/** Open requests by due date, then the newest answered ones (PRIV-04). Admins only. */
export const erasureRequestsQuery = () =>
  queryOptions({ queryKey: privacyKeys.requests(), queryFn: ({ signal }) => fetchRequests(signal) });
