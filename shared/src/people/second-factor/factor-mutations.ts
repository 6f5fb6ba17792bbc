import { useMutation, useQueryClient } from '@taller/shared/query';
import { readFacts, supabase } from '@taller/shared/runtime';
import { DataError, toDataError } from '#src/data-access/data-error.ts';
import { provePassword, WRONG_OWN_PASSWORD } from '../sessions/prove-password.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { sessionKeys, secondFactorKeys } from '#src/people/keys.ts';

/** Data for the authenticator app; shown once. */
interface Enrolment {
  factorId: string;
  secret: string;
  /** The QR code's content: the secret with the names of shop and account. */
  uri: string;
}

/**
 * Starts enrolling a second factor, which is enabled by its first code. Starting again discards an unfinished
 * enrolment.
 * @param password the own one, given again: whoever finds a session open must not lock its person out.
 */
async function enrolFactor(password: string): Promise<Enrolment> {
  if (!(await provePassword(password))) throw new DataError('invalid', WRONG_OWN_PASSWORD);
  const client = await supabase();
  const { data: known } = await client.auth.mfa.listFactors();
  for (const factor of known?.all ?? [])
    if (factor.status === 'unverified') await client.auth.mfa.unenroll({ factorId: factor.id });
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', issuer: readFacts().shop.name });
  if (error) throw toDataError(error, error.status ?? 0);
  return { factorId: data.id, secret: data.totp.secret, uri: data.totp.uri };
}

export const useEnrolFactorMutation = () => useMutation({ mutationFn: enrolFactor, gcTime: 0 });

/** A factor and a code of the authenticator app. */
interface FactorCode {
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
