import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Two origins that stand for each other: the proxy's, in the browser, and the site's. */
export interface Origins {
  /** The proxy's, e.g. `http://127.0.0.1:5321`. */
  own: string;
  /** The site's, e.g. `https://taller.cl`. */
  site: string;
}

/** Headers of one connection, which are not passed on. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Encodings that the proxy can read. */
const ENCODINGS = /^\s*(?:gzip|br|identity)\b/;

const passedOn = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)));

/** An address of one origin at the other one; addresses elsewhere stay. */
export function atOrigin(address: string, from: string, to: string): string {
  if (!URL.canParse(address) || new URL(address).host !== new URL(from).host) return address;
  const { pathname, search, hash } = new URL(address);
  return to + (address.endsWith(new URL(address).host) ? '' : pathname) + search + hash;
}

/** Prefix of each cookie's name in the browser: cookies of 127.0.0.1 are those of every server on this machine. */
const cookieMark = ({ own }: Origins) => `p${new URL(own).port}.`;

/** The cookies that the site has set, under its own names. */
function siteCookies(cookies: string, origins: Origins): string {
  const mark = cookieMark(origins);
  const own = cookies.split(/;\s*/).filter((cookie) => cookie.startsWith(mark));
  return own.map((cookie) => cookie.slice(mark.length)).join('; ');
}

/** A cookie of the site as one of the proxy, which has no certificate and another host. */
function ownCookie(cookie: string, origins: Origins): string {
  const [pair = '', ...attributes] = cookie.split(';');
  const kept = attributes.filter((attribute) => !/^\s*(?:domain=|secure$|partitioned$)/i.test(attribute));
  const lax = kept.map((attribute) => attribute.replace(/^(\s*samesite=)none$/i, '$1Lax'));
  return [cookieMark(origins) + pair.trim(), ...lax].join(';');
}

/**
 * Converts the headers of a browser's request for the site: the site's host and origin, and only its cookies.
 * @param isRewritten whether the answer may be changed; it is then requested without ranges or conditions.
 */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  origins: Origins,
  isRewritten: boolean,
): OutgoingHttpHeaders {
  const sent = passedOn(headers);
  sent.host = new URL(origins.site).host;
  for (const name of ['origin', 'referer'])
    if (typeof sent[name] === 'string') sent[name] = atOrigin(sent[name], origins.own, origins.site);
  const cookies = siteCookies(headers.cookie ?? '', origins);
  if (cookies) sent.cookie = cookies;
  else delete sent.cookie;
  if (!isRewritten) return sent;
  for (const name of ['if-none-match', 'if-modified-since', 'if-range', 'range']) delete sent[name];
  const accepted = (headers['accept-encoding'] ?? '').split(',');
  sent['accept-encoding'] = accepted.filter((encoding) => ENCODINGS.test(encoding)).join(',') || 'identity';
  return sent;
}

/** Headers of the site's answer as the browser gets them. The site's policy is among them, unchanged. */
export function responseHeaders(headers: IncomingHttpHeaders, origins: Origins): OutgoingHttpHeaders {
  const sent = passedOn(headers);
  if (typeof sent.location === 'string') sent.location = atOrigin(sent.location, origins.site, origins.own);
  if (headers['access-control-allow-origin'] === origins.site)
    sent['access-control-allow-origin'] = origins.own;
  if (headers['set-cookie'])
    sent['set-cookie'] = headers['set-cookie'].map((cookie) => ownCookie(cookie, origins));
  // The proxy has no certificate: it would end its own address.
  delete sent['strict-transport-security'];
  return sent;
}

const A_YEAR_S = 365 * 24 * 3600;

/**
 * Clears the storage of another server at the proxy's address, such as the session of another site, which the page
 * would send to this one. The first answer with a page does so; a cookie records the site to which the address belongs.
 */
export function takenOver(
  { cookie = '', 'sec-fetch-dest': destination }: IncomingHttpHeaders,
  sent: OutgoingHttpHeaders,
  { own, site }: Origins,
): OutgoingHttpHeaders {
  const mark = `taller-site-${new URL(own).port}=${createHash('sha256').update(site).digest('hex').slice(0, 16)}`;
  if (destination !== 'document' || cookie.split(/;\s*/).includes(mark)) return sent;
  const cookies = [sent['set-cookie'] ?? []].flat();
  return {
    ...sent,
    'clear-site-data': '"storage"',
    'set-cookie': [...cookies.map(String), `${mark}; Path=/; Max-Age=${A_YEAR_S}; HttpOnly; SameSite=Lax`],
  };
}

/** Headers of a rewritten answer, which is not cached. */
export function changedHeaders(headers: OutgoingHttpHeaders, length: number): OutgoingHttpHeaders {
  const sent = { ...headers, 'content-length': length, 'cache-control': 'no-store' };
  for (const name of ['content-encoding', 'etag', 'last-modified', 'age', 'expires', 'accept-ranges'])
    delete (sent as OutgoingHttpHeaders)[name];
  return sent;
}

/** Headers of a request for a socket. */
export const upgradeHeaders = (headers: IncomingHttpHeaders, origins: Origins): OutgoingHttpHeaders => ({
  ...requestHeaders(headers, origins, false),
  connection: 'Upgrade',
  upgrade: headers.upgrade,
});
