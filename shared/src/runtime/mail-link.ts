import { useSyncExternalStore } from 'react';
import { tabArea } from '#src/contract/storage.ts';

/** The page of mailed links. Parameters of other URLs are ignored. */
const LINK_PAGE = '/update-password';
/** Named as GoTrue's verification types. */
const KINDS = ['signup', 'invite', 'recovery', 'magiclink', 'email_change'] as const;
export type MailLinkKind = (typeof KINDS)[number];

/**
 * The credential in a mailed link, redeemed by a press of a button: a token hash, valid in any browser, or the code of
 * a hosted project whose templates were not uploaded, valid in the browser that asked for the mail.
 */
export type LinkCredential = { tokenHash: string } | { code: string };

/**
 * State of a mailed link on this page: none, not redeemed, the account it verified, or invalid (used, expired, or a
 * code of another browser). `codeNeeded`: the account's second factor is still missing. `email-changed`: the link
 * confirmed a new address, or one of the two that have to be.
 */
export type MailLink =
  | { status: 'none' }
  | { status: 'open'; kind: MailLinkKind; credential: LinkCredential }
  | { status: 'redeemed'; userId: string; email: string; codeNeeded: boolean }
  | { status: 'email-changed'; isComplete: boolean }
  /** A link that the shop handed over, without a mail. */
  | { status: 'invited'; token: string }
  | { status: 'refused'; kind: MailLinkKind };

const TOKENS = ['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token'];
/** Session storage key of a redeemed link's session, until it becomes the page's or is discarded. */
export const MAIL_KEY = 'taller.mail';
const NONE: MailLink = { status: 'none' };

/**
 * Removes credentials from the URL and the history before anything else reads them. Tokens are never accepted: whoever
 * created the URL may have inserted another person's (session fixation, SEC-37). A link has no effect until the user
 * presses a button, and never replaces a session without asking.
 */
function takeFromAddress(): MailLink {
  if (typeof location === 'undefined') return NONE;
  const { pathname, hash } = location;
  const query = new URLSearchParams(location.search);
  const fragment = new URLSearchParams(hash.slice(1));
  const type = query.get('type');
  const invitation = fragment.get('invitacion');
  const hasTokens = TOKENS.some((name) => fragment.has(name));
  const isLinkPage = pathname.replace(/\/$/, '') === LINK_PAGE;
  const credential = isLinkPage ? credentialIn(query) : null;
  if (hasTokens || credential || invitation) {
    if (credential) for (const name of ['token_hash', 'code', 'type']) query.delete(name);
    const search = query.size > 0 ? `?${query.toString()}` : '';
    history.replaceState(history.state, '', pathname + search + (hasTokens || invitation ? '' : hash));
  }
  const kind = KINDS.find((name) => name === type) ?? 'recovery';
  if (invitation && isLinkPage) return { status: 'invited', token: invitation };
  if (credential) return { status: 'open', kind, credential };
  return hasTokens && isLinkPage ? { status: 'refused', kind } : readRedeemed();
}

function credentialIn(query: URLSearchParams): LinkCredential | null {
  const [tokenHash, code] = [query.get('token_hash'), query.get('code')];
  if (tokenHash) return { tokenHash };
  return code ? { code } : null;
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
