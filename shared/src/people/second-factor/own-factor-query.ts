import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { toDataError } from '#src/data-access/data-error.ts';
import { secondFactorKeys } from '#src/people/keys.ts';

/** A verified second factor; null if the account has none. */
export interface OwnFactor {
  id: string;
  created_at: string;
}

async function fetchOwnFactor(): Promise<OwnFactor | null> {
  const client = await supabase();
  const { data, error } = await client.auth.mfa.listFactors();
  if (error) throw toDataError(error, error.status ?? 0);
  return data.totp[0] ?? null;
}

export const ownFactorQuery = (userId: string) =>
  queryOptions({ queryKey: secondFactorKeys.own(userId), queryFn: fetchOwnFactor });
