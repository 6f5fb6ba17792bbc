import { useSyncExternalStore } from 'react';
import { tabArea } from '#src/contract/storage.ts';

/** The target paths of mailed links. Parameters of other URLs are ignored. */
const LANDINGS = ['/auth', '/update-password'] as const;
export type Landing = (typeof LANDINGS)[number];

/**
 * State of a mailed link on this page: none, an unredeemed code, the account it verified, or a code that is invalid in
 * this browser (requested in another one, used, or expired). `codeNeeded`: the account's second factor is still
 * missing.
 */
export type MailLink =
  | { status: 'none' }
  | { status: 'open'; code: string; landing: Landing }
  | { status: 'redeemed'; userId: string; email: string; codeNeeded: boolean }
  | { status: 'refused'; landing: Landing };

const TOKENS = ['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token'];
/** Session storage key of a redeemed link's session, until it becomes the page's or is discarded. */
export const MAIL_KEY = 'taller.mail';
const NONE: MailLink = { status: 'none' };

/**
 * Removes credentials from the URL and the history before anything else reads them. Tokens are never accepted: whoever
 * created the URL may have inserted another person's (session fixation, SEC-37). A code is valid only with the verifier
 * stored in this browser.
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

/** A link that this tab redeemed before a reload. */
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

/** Hook: the state of a mailed link. */
export function useMailLink(): MailLink {
  return useSyncExternalStore(subscribe, getMailLink, () => NONE);
}
