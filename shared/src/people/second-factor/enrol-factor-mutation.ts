import { useMutation } from '@taller/shared/query';
import { readFacts, supabase } from '@taller/shared/runtime';
import { DataError, toDataError } from '#src/data-access/data-error.ts';
import { provePassword, WRONG_OWN_PASSWORD } from '../sessions/prove-password.ts';

/** Data for the authenticator app; shown once. */
export interface Enrolment {
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
