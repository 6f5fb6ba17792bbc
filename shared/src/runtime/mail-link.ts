import { useSyncExternalStore } from 'react';
import { tabArea } from '#src/contract/storage.ts';

/** Where the links of mails lead. Nowhere else does anything in an address count. */
const LANDINGS = ['/auth', '/update-password'] as const;
export type Landing = (typeof LANDINGS)[number];

/**
 * What a link of a mail brought to this page: nothing, a code that nobody has redeemed yet, the account that it proved,
 * or a code that is no good in this browser (made in another one, used up, or too old). `codeNeeded`: the account has a
 * second factor, whose code was not given yet.
 */
export type MailLink =
  | { status: 'none' }
  | { status: 'open'; code: string; landing: Landing }
  | { status: 'redeemed'; userId: string; email: string; codeNeeded: boolean }
  | { status: 'refused'; landing: Landing };

const TOKENS = ['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token'];
/** Where the session of a redeemed link is kept, until it becomes the page's or is given up; the tab's only. */
export const MAIL_KEY = 'taller.mail';
const NONE: MailLink = { status: 'none' };

/**
 * Takes what signs somebody in out of the address and the history, before anything else reads them. Tokens are never
 * taken over, wherever they stand: whoever made the address may have put in another person's (SEC-37). A code counts
 * only with the verifier that this browser keeps.
 */
function takeFromAddress(): MailLink {
  if (typeof location === 'undefined') return NONE;
  const { pathname, hash } = location;
  const query = new URLSearchParams(location.search);
  const fragment = new URLSearchParams(hash.slice(1));
  const hasTokens = TOKENS.some((name) => fragment.has(name));
  const landing = LANDINGS.find((path) => path === pathname.replace(/\/$/, ''));
  const code = landing ? query.get('code') : null;
  if (hasTokens || code !== null) {
    if (landing) query.delete('code');
    const search = query.size > 0 ? `?${query.toString()}` : '';
    history.replaceState(history.state, '', pathname + search + (hasTokens ? '' : hash));
  }
  if (code && landing) return { status: 'open', code, landing };
  return hasTokens && landing ? { status: 'refused', landing } : readRedeemed();
}

/** A link that this tab redeemed before it was loaded again. */
function readRedeemed(): MailLink {
  try {
    const { user, access_token: token } = JSON.parse(tabArea.getItem(MAIL_KEY) ?? '') as {
      access_token: string;
      user: { id: string; email: string; factors?: { status: string }[] };
    };
    const { aal } = JSON.parse(atob(token.split('.')[1] ?? '')) as { aal?: string };
    const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
    return {
      status: 'redeemed',
      userId: user.id,
      email: user.email,
      codeNeeded: hasFactor && aal !== 'aal2',
    };
  } catch {
    return NONE;
  }
}

let link = takeFromAddress();
const listeners = new Set<() => void>();

export const getMailLink = (): MailLink => link;

export function setMailLink(next: MailLink): void {
  link = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What a mail's link brought, in a component. */
export function useMailLink(): MailLink {
  return useSyncExternalStore(subscribe, getMailLink, () => NONE);
}
