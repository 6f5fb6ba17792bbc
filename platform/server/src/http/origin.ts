/**
 * Names of this machine. Any other Host header may come from a site that resolves its own name to this machine (DNS
 * rebinding).
 */
const LOCAL_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/** The origin for a Host header; undefined if it is not this server's. */
export type OriginOf = (host: string | undefined) => string | undefined;

/** @param siteUrl public URL of the site behind a proxy, whose host is also accepted. */
export function originRule(siteUrl: string | undefined): OriginOf {
  const site = siteUrl === undefined ? undefined : new URL(siteUrl);
  return (host = '') => {
    if (site && host.toLowerCase() === site.host.toLowerCase()) return site.origin;
    return LOCAL_HOST.test(host) ? `http://${host.toLowerCase()}` : undefined;
  };
}

/**
 * The address that a request asks for, in either form of HTTP (`/path`, `http://host/path`); undefined if it names
 * another server, a user, or nothing.
 */
export function targetOf(target: string | undefined, origin: string): URL | undefined {
  const url = /^(?:\/|https?:\/\/)/i.test(target ?? '') ? URL.parse(target ?? '', origin) : null;
  if (url === null || url.host !== new URL(origin).host) return undefined;
  return url.username === '' && url.password === '' ? url : undefined;
}
