import { refused, type AuthOutcome } from '#src/runtime/auth-refusal.ts';
import type { Supabase } from '#src/runtime/supabase.ts';

/** Whether the session of this client lacks its account's second factor. Reads the tokens, without a request. */
export async function lacksCode(client: Supabase): Promise<boolean> {
  const { data, error } = await client.auth.getSession();
  // The session could not be renewed, which says nothing of it.
  if (error?.name === 'AuthRetryableFetchError') throw error;
  if (!data.session?.user.factors?.some(({ status }) => status === 'verified')) return false;
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return level.data?.currentLevel !== 'aal2';
}

/** Verifies a code of the account's authenticator app in this client's session. */
export async function giveCode(client: Supabase, code: string): Promise<AuthOutcome> {
  const { data, error } = await client.auth.mfa.listFactors();
  const factor = data?.totp[0];
  if (!factor) return error ? refused(error) : { ok: false, code: 'mfa_factor_not_found', message: '' };
  const answer = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  return answer.error ? refused(answer.error) : { ok: true };
}
