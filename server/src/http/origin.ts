/** Names of this machine. Any other Host header is a page elsewhere that made its own name point here (DNS rebinding). */
const LOCAL_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/** The origin that a Host header stands for; undefined if it is not this server's. */
export type OriginOf = (host: string | undefined) => string | undefined;

/** @param siteUrl address of the site behind a proxy, whose host is then accepted too. */
export function originRule(siteUrl: string | undefined): OriginOf {
  const site = siteUrl === undefined ? undefined : new URL(siteUrl);
  return (host = '') => {
    if (site && host.toLowerCase() === site.host.toLowerCase()) return site.origin;
    return LOCAL_HOST.test(host) ? `http://${host.toLowerCase()}` : undefined;
  };
}
