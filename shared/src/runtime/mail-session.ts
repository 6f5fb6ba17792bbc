import { refused } from '#src/runtime/auth-refusal.ts';
import { getMailLink, setMailLink } from '#src/runtime/mail-link.ts';
import { lacksCode } from '#src/runtime/second-factor.ts';
import { getSession } from '#src/runtime/session-store.ts';
import { adoptTokens, signOut } from '#src/runtime/session.ts';
import type { AuthOutcome } from './auth-refusal.ts';
import { mailSupabase } from '#src/runtime/supabase.ts';

/**
 * Redeems the link that opened this page. That does not sign the account in: {@link acceptMailLink} does. An answer
 * that says nothing about the link leaves it as it is, to be pressed again.
 */
export async function redeemMailLink(): Promise<AuthOutcome> {
  const link = getMailLink();
  if (link.status !== 'open') return { ok: true };
  const { kind, credential } = link;
  const client = await mailSupabase();
  const { data, error } =
    'code' in credential
      ? await client.auth.exchangeCodeForSession(credential.code)
      : await client.auth.verifyOtp({ token_hash: credential.tokenHash, type: kind });
  if (error && !isVerdict(error.status)) return refused(error);
  if (!error && kind === 'email_change') {
    // A change of address is confirmed from both mailboxes. The second confirmation signs in, which nobody asked for.
    await client.auth.signOut({ scope: 'local' });
    setMailLink({ status: 'email-changed', isComplete: data.session !== null });
  } else if (data.user?.email) {
    const { id: userId, email } = data.user;
    setMailLink({ status: 'redeemed', userId, email, codeNeeded: await lacksCode(client) });
  } else setMailLink({ status: 'refused', kind });
  return { ok: true };
}

/** Whether an answer is about the link: not one of a limit, of a failure, or none at all (status 0). */
const isVerdict = (status = 0): boolean => status >= 400 && status < 500 && status !== 429;

/** Signs in the account verified by the link. A currently signed-in user is signed out first. */
export async function acceptMailLink(): Promise<void> {
  const link = getMailLink();
  if (link.status !== 'redeemed') return;
  const client = await mailSupabase();
  const { data } = await client.auth.getSession();
  if (!data.session) return forgetMailSession();
  const { user } = getSession();
  if (user && user.id !== link.userId) await signOut();
  await adoptTokens(data.session);
  await forgetMailSession();
}

/** Discards the link: its session ends, the signed-in user stays. */
export async function dismissMailLink(): Promise<void> {
  const client = await mailSupabase();
  if (getMailLink().status === 'redeemed') await client.auth.signOut({ scope: 'local' });
  await forgetMailSession();
}

async function forgetMailSession(): Promise<void> {
  const { forgetMailStorage } = await import('#src/runtime/create-supabase-client.ts');
  forgetMailStorage();
  setMailLink({ status: 'none' });
}
