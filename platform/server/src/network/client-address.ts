import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The client's address in canonical form; empty if the connection is closed. */
export type ClientOf = (incoming: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/** Whether a request comes directly from a trusted proxy, which sets its own headers. */
export type ProxyRule = (incoming: Pick<IncomingMessage, 'socket'>) => boolean;

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Prefix length of an IPv6 network with one owner, who chooses the remaining bits freely. */
const IPV6_SITE_BITS = 64;

/**
 * The only place that determines the client's address, for rate limits and records.
 *
 * `X-Forwarded-For` is read from the right, as long as each address is a trusted proxy: entries further left were
 * written by the client. Without trusted proxies the header is ignored.
 * @param trustedProxies addresses and networks accepted by `isNetwork`: `127.0.0.1`, `10.0.0.0/8`, `::1`.
 */
export function clientRule(trustedProxies: readonly string[]): ClientOf {
  const isTrusted = trustRule(trustedProxies);
  return ({ headers, socket }) => {
    let client = readAddress(socket.remoteAddress ?? '');
    if (!client) return '';
    if (!isTrusted(client)) return client.toString();
    const forwarded = headers['x-forwarded-for'] ?? '';
    for (const hop of String(forwarded).split(',').toReversed()) {
      const address = readAddress(withoutPort(hop.trim()));
      if (!address) break;
      client = address;
      if (!isTrusted(client)) break;
    }
    return client.toString();
  };
}

/** Recognises requests from trusted proxies. @param trustedProxies as for {@link clientRule} */
export function proxyRule(trustedProxies: readonly string[]): ProxyRule {
  const isTrusted = trustRule(trustedProxies);
  return ({ socket }) => {
    const address = readAddress(socket.remoteAddress ?? '');
    return address !== undefined && isTrusted(address);
  };
}

function trustRule(trustedProxies: readonly string[]): (address: Address) => boolean {
  const networks = trustedProxies.map(readNetwork);
  return (address) =>
    networks.some((network) => network[0].kind() === address.kind() && address.match(network));
}

/**
 * The key of a client's address for rate limits: the address itself, or the network of an IPv6 address, in which a
 * client has any number of addresses.
 */
export function peerOf(client: string): string {
  const address = readAddress(client);
  if (address?.kind() !== 'ipv6') return client;
  return ipaddr.IPv6.networkAddressFromCIDR(`${client.split('%')[0]}/${IPV6_SITE_BITS}`).toString();
}

/** Whether a string is an address or network accepted by `clientRule`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (rest.length > 0 || isIP(address) === 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128));
}

function readNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128] as Network;
}

/** An IPv4-mapped IPv6 address, as reported by dual-stack sockets, is the IPv4 address. */
function readAddress(text: string): Address | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text);
}

/** Some proxies append the client's port: `203.0.113.7:4711`, `[2001:db8::7]:4711`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}
