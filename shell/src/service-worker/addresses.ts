import { PLAIN } from '@taller/shared/contract/plain-pages.ts';

/** Names of the site's HTML files without `.html`; set by the build (platform/server/src/pages/pages.ts). */
declare const __PAGE_NAMES__: readonly string[];

/** The fallback page for paths without their own. */
const ANY_OTHER = '200';

/**
 * The HTML file for a path, as the server chooses it. Pages are cached by this name and never by URL: that of a quote's
 * decision is a secret.
 */
export function pageName(pathname: string, names: readonly string[] = __PAGE_NAMES__): string {
  const [first = ''] = pathname.split('/').filter(Boolean);
  if (first === '') return 'index';
  return first !== ANY_OTHER && names.includes(first) ? first : ANY_OTHER;
}

/** The URL that serves a page's file. */
export const pageAddress = (name: string): string => (name === 'index' ? '/' : `/${name}`);

/** The kinds of requests that the worker handles; `other` bypasses it. */
export type RequestKind = 'page' | 'file' | 'config' | 'other';

/** Path prefixes of the API, the mails and the simulators on the site's origin. */
const NOT_THE_SITE = /^\/(?:(?:auth|rest|realtime|functions|storage)\/v1(?:\/|$)|_)/;

/**
 * Classifies a request. An allow list: only the site's own pages, its hashed files and its public configuration can be
 * cached, never a personal API response.
 */
export function requestKind(
  request: Pick<Request, 'method' | 'mode' | 'url' | 'headers'>,
  origin: string,
): RequestKind {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'other';
  if (request.headers.has('authorization') || request.headers.has('apikey')) return 'other';
  if (isFile(url.pathname)) return 'file';
  if (url.pathname === '/config.json') return 'config';
  // A server-rendered page without JavaScript shows a customer's order.
  if (url.searchParams.has(PLAIN)) return 'other';
  const isPage =
    request.mode === 'navigate' && !NOT_THE_SITE.test(url.pathname) && !/\.(?!\d+$)\w+$/.test(url.pathname);
  return isPage ? 'page' : 'other';
}

/** Whether a path is a hashed build file. */
export const isFile = (pathname: string): boolean => /^\/(?:assets|remotes)\//.test(pathname);

/** Paths of the files referenced by a page's HTML: its script, its preloads, its style sheets. */
export function filesOf(html: string): string[] {
  const found = html.matchAll(/<(?:link|script)\b[^>]*?\b(?:href|src)="(\/(?:assets|remotes)\/[^"]+)"/g);
  return [...new Set([...found].map((match) => match[1] ?? ''))];
}

/**
 * The folder of a remote's build that contains a file, e.g. `/remotes/mfe-orders/0f3a…/`; undefined for the shell's
 * files.
 */
export const remoteFolder = (pathname: string): string | undefined =>
  /^\/remotes\/[^/]+\/[^/]+\//.exec(pathname)?.[0];
