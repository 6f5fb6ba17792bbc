/**
 * Which local addresses count as the site in addition to its own: none, those with its port, or those with any port
 * (demo and tests).
 */
export type LocalNames = 'none' | 'own-port' | 'any-port';

/** Where mailed links and redirects may lead. */
export interface SiteLinks {
  /**
   * Origin used in a mailed link for a request to `requested`: that origin if it is the site's, else the site's first.
   */
  originFor(requested: string): string;
  /**
   * The requested target page of a link, as a browser parses it and without its fragment; undefined if it is not a page
   * of the site.
   */
  page(asked: readonly string[]): string | undefined;
  /** The same as glob patterns for @supabase/lite, which checks again. */
  patterns: readonly string[];
}

const LOCAL_NAMES = ['127.0.0.1', 'localhost'] as const;
/** Characters that URL parsers treat differently: some skip them, end at them or turn them into a slash. */
const AMBIGUOUS = /[\\\s\p{Cc}]/u;

/**
 * These links carry tokens, so a URL is accepted only if every parser sees the same host: it must begin with the origin
 * that `new URL` parses. That excludes user info, alternative spellings of a host, and nested schemes.
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
