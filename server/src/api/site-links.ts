/**
 * Which addresses of this machine are the site's as well as its own address: none, those with its port, or those with
 * any port (demo and tests).
 */
export type LocalNames = 'none' | 'own-port' | 'any-port';

/** Where links of mails and redirects may lead. */
export interface SiteLinks {
  /**
   * Origin that a mail's link carries, for a request that came to `requested`: that one if it is the site's, else the
   * site's first.
   */
  originFor(requested: string): string;
  /**
   * The page that a request asks a link to lead to, as a browser reads it and without its fragment; undefined if it is
   * not a page of the site.
   */
  page(asked: readonly string[]): string | undefined;
  /** The same for @supabase/lite, which looks once more: its globs. */
  patterns: readonly string[];
}

const LOCAL_NAMES = ['127.0.0.1', 'localhost'] as const;
/** What some readers of addresses skip, end at or turn into a slash, and others do not. */
const AMBIGUOUS = /[\\\s\p{Cc}]/u;

/**
 * Tokens travel in these links, so an address counts as the site's only if every reader sees the same host in it: it
 * must begin with the very origin that `new URL` finds in it. That leaves no room for user info, other spellings of a
 * host, or schemes inside schemes.
 */
export function siteLinks(siteUrl: string, local: LocalNames): SiteLinks {
  const site = new URL(siteUrl);
  const isSite = ({ origin, protocol, hostname, port }: URL): boolean => {
    if (origin === site.origin) return true;
    const isLocal = protocol === 'http:' && LOCAL_NAMES.some((name) => name === hostname);
    return isLocal && (local === 'any-port' || (local === 'own-port' && port === site.port));
  };
  const ports = { none: [], 'own-port': [site.port], 'any-port': ['*'] }[local];
  return {
    originFor: (requested) => {
      const url = URL.parse(requested);
      return url && isSite(url) ? url.origin : site.origin;
    },
    page: ([asked, ...further]) => {
      if (asked === undefined || further.length > 0 || AMBIGUOUS.test(asked)) return undefined;
      const url = URL.parse(asked);
      if (!url || !isSite(url) || !/^(?:[/?#]|$)/.test(asked.slice(url.origin.length))) return undefined;
      if (!asked.startsWith(url.origin)) return undefined;
      url.hash = '';
      return url.href;
    },
    patterns: [
      `${site.origin}/**`,
      ...ports.flatMap((port) => LOCAL_NAMES.map((name) => `http://${name}:${port}/**`)),
    ],
  };
}
