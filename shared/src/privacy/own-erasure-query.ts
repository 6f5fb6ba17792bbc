import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { privacyKeys } from './keys.ts';

/** States of an erasure request. */
export type ErasureState = 'open' | 'withdrawn' | 'refused' | 'done';

async function fetchOwnErasure(userId: string, signal: AbortSignal) {
  const client = await supabase();
  const row = unwrap(
    await client
      .from('erasure_requests')
      .select('id, state, created_at, due_at, extended_at, answered_at, answer')
      .eq('customer_id', userId)
      .order('created_at', { ascending: false })
      .limit(1)
      .abortSignal(signal)
      .maybeSingle(),
  );
  return row && { ...row, state: row.state as ErasureState };
}

export type OwnErasure = NonNullable<Awaited<ReturnType<typeof fetchOwnErasure>>>;

/** The newest request of the signed-in customer; null if there is none (PRIV-03). */
export const ownErasureQuery = (userId: string) =>
  queryOptions({
    queryKey: privacyKeys.own(userId),
    queryFn: ({ signal }) => fetchOwnErasure(userId, signal),
  });
