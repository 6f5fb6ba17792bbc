import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { profileKeys } from '#src/people/keys.ts';

/** The current user's profile. `rut_verified_at` null: the RUT is not verified, so the account matches no order. */
async function fetchOwnProfile(userId: string, signal: AbortSignal) {
  const client = await supabase();
  return unwrap(
    await client
      .from('profiles')
      .select('id, email, full_name, rut, phone, address, role, rut_verified_at, created_at')
      .eq('id', userId)
      .abortSignal(signal)
      .single(),
  );
}

export type OwnProfile = Awaited<ReturnType<typeof fetchOwnProfile>>;

export const ownProfileQuery = (userId: string) =>
  queryOptions({
    queryKey: profileKeys.own(userId),
    queryFn: ({ signal }) => fetchOwnProfile(userId, signal),
  });

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
