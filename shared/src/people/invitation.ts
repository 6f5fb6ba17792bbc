import { getSession, signIn, signOut, supabase, type AuthOutcome } from '@taller/shared/runtime';

/** The account that an invitation opens. */
export interface Invitation {
  email: string;
  name: string;
}

/** An invitation by its token; null if it opens no account. @throws if the server could not be asked. */
export async function readInvitation(token: string): Promise<Invitation | null> {
  const client = await supabase();
  const { data, error } = await client.rpc('invitation_state', { p_token: token });
  if (error) throw error;
  return data as unknown as Invitation | null;
}

/**
 * Chooses the password of the invited account and signs in; whoever is signed in is signed out. An invitation that is
 * used already may have been used by this form, whose answer was lost: the sign-in tells.
 */
export async function redeemInvitation(token: string, email: string, password: string): Promise<AuthOutcome> {
  const client = await supabase();
  const given = { p_token: token, p_password: password };
  const { data, error, status } = await client.rpc('redeem_invitation', given);
  if (error) {
    const code = status === 0 ? 'offline' : status >= 500 ? 'unavailable' : 'validation_failed';
    return { ok: false, code, message: error.message };
  }
  if (data === 'wrong') return { ok: false, code: 'otp_expired', message: '' };
  if (getSession().user) await signOut();
  return signIn(email, password);
}
