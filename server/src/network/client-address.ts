import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The address of whoever sends a request, in its shortest form; empty if the connection is gone. */
export type ClientOf = (incoming: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/** Whether a request comes straight from a trusted proxy, which writes headers of its own. */
export type ProxyRule = (incoming: Pick<IncomingMessage, 'socket'>) => boolean;

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Bits of an IPv6 address that stand for one connection to the internet: its holder chooses the others freely. */
const IPV6_SITE_BITS = 64;

/**
 * The one place that decides who the client is, for limits and traces.
 *
 * `X-Forwarded-For` is read from the right, and only as far as each address to the right is a trusted proxy: what
 * stands further left was written by the client, who may write anything. Without trusted proxies the header counts for
 * nothing.
 * @param trustedProxies addresses and networks that `isNetwork` accepts: `127.0.0.1`, `10.0.0.0/8`, `::1`.
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

/** Tells what trusted proxies send from what anybody else does. @param trustedProxies as for {@link clientRule} */
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
 * What limits count a client's address as: the address itself, or the network of an IPv6 address, within which a client
 * has any number of them.
 */
export function peerOf(client: string): string {
  const address = readAddress(client);
  if (address?.kind() !== 'ipv6') return client;
  return ipaddr.IPv6.networkAddressFromCIDR(`${client.split('%')[0]}/${IPV6_SITE_BITS}`).toString();
}

/** Whether a text is an address or a network that `clientRule` takes. */
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

/** An IPv4 address inside an IPv6 one, as dual sockets tell it, is the IPv4 address. */
function readAddress(text: string): Address | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text);
}

/** Some proxies add the client's port: `203.0.113.7:4711`, `[2001:db8::7]:4711`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}
