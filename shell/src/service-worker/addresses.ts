import { PLAIN } from '@taller/shared/contract/plain-pages.ts';

/** Names of the site's HTML files without `.html`; the build puts them in (tooling/src/pages/pages.ts). */
declare const __PAGE_NAMES__: readonly string[];

/** The page that answers every address without a page of its own. */
const ANY_OTHER = '200';

/**
 * The HTML file that answers an address, as the server chooses it. Pages are kept under this name and never under their address: that of a quote's decision is a secret.
 */
export function pageName(pathname: string, names: readonly string[] = __PAGE_NAMES__): string {
  const [first = ''] = pathname.split('/').filter(Boolean);
  if (first === '') return 'index';
  return first !== ANY_OTHER && names.includes(first) ? first : ANY_OTHER;
}

/** Address under which the host answers with a page's file. */
export const pageAddress = (name: string): string => (name === 'index' ? '/' : `/${name}`);

/** What the worker does with a request; `other` goes to the network as if there were no worker. */
export type RequestKind = 'page' | 'file' | 'config' | 'other';

/** Prefixes of the API, of the mails and of the simulators when they share the site's origin. */
const NOT_THE_SITE = /^\/(?:(?:auth|rest|realtime|functions|storage)\/v1(?:\/|$)|_)/;

/**
 * Sorts a request. An allow list: nothing but the site's own pages, its hashed files and its public configuration can ever be kept, so no answer of the API, which is
 * somebody's, is.
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
  // A page that the server makes for browsers without a script shows somebody's order.
  if (url.searchParams.has(PLAIN)) return 'other';
  const isPage =
    request.mode === 'navigate' && !NOT_THE_SITE.test(url.pathname) && !/\.\w+$/.test(url.pathname);
  return isPage ? 'page' : 'other';
}

/** Whether a path is one of a build's files, whose names change with their content. */
export const isFile = (pathname: string): boolean => /^\/(?:assets|remotes)\//.test(pathname);

/** Paths of the files that a page's HTML names: its script, its preloads, its style sheets. */
export function filesOf(html: string): string[] {
  const found = html.matchAll(/<(?:link|script)\b[^>]*?\b(?:href|src)="(\/(?:assets|remotes)\/[^"]+)"/g);
  return [...new Set([...found].map((match) => match[1] ?? ''))];
}

/** The folder of a remote's build that a file lies in, e.g. `/remotes/mfe-orders/0f3a…/`; undefined for the shell's files. */
export const remoteFolder = (pathname: string): string | undefined =>
  /^\/remotes\/[^/]+\/[^/]+\//.exec(pathname)?.[0];
