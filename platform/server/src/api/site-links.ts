/**
 * The local addresses that count as the site in addition to its own: none, those with its port, or those with any port
 * (demo and tests).
 */
export type LocalNames = 'none' | 'own-port' | 'any-port';

/** The addresses that mailed links lead to. */
export interface SiteLinks {
  /**
   * Origin used in a mailed link for a request to `requested`: that origin if it is the site's, else the site's first.
   */
  originFor(requested: string): string;
}

const LOCAL_NAMES = ['127.0.0.1', 'localhost'] as const;

/** These links carry tokens, so an origin is compared as `new URL` parses it. */
export function siteLinks(siteUrl: string, local: LocalNames): SiteLinks {
  const site = new URL(siteUrl);
  const isSite = ({ origin, protocol, hostname, port }: URL): boolean => {
    if (origin === site.origin) return true;
    const isLocal = protocol === 'http:' && LOCAL_NAMES.some((name) => name === hostname);
    return isLocal && (local === 'any-port' || (local === 'own-port' && port === site.port));
  };
  return {
    originFor: (requested) => {
      const url = URL.parse(requested);
      return url && isSite(url) ? url.origin : site.origin;
    },
  };
}
