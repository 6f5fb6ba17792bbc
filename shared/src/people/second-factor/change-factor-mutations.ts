import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { toDataError } from '#src/data-access/data-error.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { sessionKeys } from '../sessions/keys.ts';
import { secondFactorKeys } from './keys.ts';

/** A factor and a code of the authenticator app. */
export interface FactorCode {
  factorId: string;
  code: string;
}

/** Verifies a code; the first one enables the factor. */
async function verifyFactor({ factorId, code }: FactorCode): Promise<void> {
  const client = await supabase();
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw toDataError(error, error.status ?? 0);
}

/** Removes the factor from the account, after verifying its code. Succeeds if an earlier request has removed it. */
async function removeFactor(given: FactorCode, { isRepeated }: RequestFacts<FactorCode>): Promise<void> {
  const client = await supabase();
  if (isRepeated) {
    const { data } = await client.auth.mfa.listFactors();
    if (data && data.all.every(({ id }) => id !== given.factorId)) return;
  }
  await verifyFactor(given);
  const { error } = await client.auth.mfa.unenroll({ factorId: given.factorId });
  if (error) throw toDataError(error, error.status ?? 0);
  // The token still contains the factor.
  await client.auth.refreshSession();
}

function useFactorMutation(
  name: string,
  change: (given: FactorCode, request: RequestFacts<FactorCode>) => Promise<void>,
) {
  const client = useQueryClient();
  return useOnceMutation({
    name,
    mutationFn: change,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: secondFactorKeys.all }),
        client.invalidateQueries({ queryKey: sessionKeys.all }),
      ]),
  });
}

export const useVerifyFactorMutation = () => useFactorMutation('factor.probar', verifyFactor);
export const useRemoveFactorMutation = () => useFactorMutation('factor.quitar', removeFactor);
