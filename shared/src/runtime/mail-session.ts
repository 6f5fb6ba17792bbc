import { getMailLink, setMailLink } from '#src/runtime/mail-link.ts';
import { lacksCode } from '#src/runtime/second-factor.ts';
import { getSession } from '#src/runtime/session-store.ts';
import { adoptTokens, signOut } from '#src/runtime/session.ts';
import { mailSupabase } from '#src/runtime/supabase.ts';

let redeeming: Promise<void> | null = null;

/**
 * Redeems the code of the link that opened this page. That does not sign the account in: {@link acceptMailLink} does.
 */
export function redeemMailLink(): Promise<void> {
  redeeming ??= redeem().finally(() => (redeeming = null));
  return redeeming;
}

async function redeem(): Promise<void> {
  const link = getMailLink();
  if (link.status !== 'open') return;
  const client = await mailSupabase();
  const { data, error } = await client.auth.exchangeCodeForSession(link.code);
  if (error?.name === 'AuthRetryableFetchError') throw error;
  if (!data.user?.email) return setMailLink({ status: 'refused', landing: link.landing });
  const { id: userId, email } = data.user;
  setMailLink({ status: 'redeemed', userId, email, codeNeeded: await lacksCode(client) });
}

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
