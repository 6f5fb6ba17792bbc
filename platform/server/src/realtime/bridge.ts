import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import postgres from 'postgres';
import { WebSocketServer } from 'ws';
import { verifyToken, type Claims } from '../tokens/jwt.ts';
import { POOL } from '../database/pool-options.ts';
import { MESSAGE_BYTES, UPGRADES_PER_PEER } from '../config/limits.ts';
import { peerOf, type ClientOf } from '../network/client-address.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { messageOf } from '../errors/start-error.ts';
import { Dispatcher } from './dispatcher.ts';
import { listenToFeed, type Change } from './feed.ts';
import { selectableOf, type Followed, type PublishedTable, type Selectable } from './followed.ts';
import { LiveSessions } from './live-sessions.ts';
import { RealtimeSocket } from './socket.ts';
import { SocketRoom } from './socket-room.ts';
import { Subscribers } from './subscribers.ts';
import { VisibleRows } from './visible-rows.ts';
import { covers } from './channel.ts';
import type { ChangeBinding } from './protocol.ts';

/** Rejects an upgrade with an error status and closes the connection. */
function refuseUpgrade(raw: Duplex, status: string): void {
  // Node removes its own error listener before an upgrade; an unhandled error would end the process.
  raw.on('error', () => raw.destroy());
  raw.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => raw.destroy());
}

/** The URL of an upgrade request; null if it is invalid. */
function upgradeUrl({ url = '/' }: IncomingMessage): URL | null {
  return URL.parse(url, 'http://localhost');
}

/**
 * Whether a role may join: every subscription must refer to at least one published table that the role may select. For
 * anonymous users there is none.
 */
function joinRule(tables: readonly PublishedTable[], selectable: Selectable) {
  return (role: Claims['role'], bindings: readonly ChangeBinding[]): boolean => {
    const visible = tables.filter((table) => selectable(table, role).length > 0);
    return visible.length > 0 && bindings.every((binding) => visible.some((table) => covers(binding, table)));
  };
}

/** A running bridge. */
export interface Bridge {
  stop(): Promise<void>;
  /** Number of joined channels, and the time of the last change; null before the first. */
  status(): { subscribers: number; last_event_at: string | null };
}

/** Dependencies of the realtime bridge. */
export interface BridgeOptions {
  server: Server;
  adminUrl: string;
  apiUrl: string;
  followed: Followed;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
  /** Whether a Host header is this server's. */
  isOurHost(host: string): boolean;
  clientOf: ClientOf;
  log: (line: string) => void;
}

const PROBE_MS = 30_000;
/**
 * How often tokens and sessions of joined channels, and timeouts of anonymous sockets, are checked, in addition to
 * every change.
 */
const SWEEP_MS = 5_000;

/**
 * `/realtime/v1/websocket` with supabase-js' protocol, for postgres_changes of the tables in publication
 * supabase_realtime.
 */
export async function startRealtime(options: BridgeOptions): Promise<Bridge> {
  const { server, log } = options;
  const admin = postgres(options.adminUrl, { ...POOL, max: 1 });
  const reader = postgres(options.apiUrl, { ...POOL, max: 2, idle_timeout: 30 });
  const { tables } = options.followed;
  const selectable = selectableOf(options.followed);
  const room = new SocketRoom<RealtimeSocket>();
  const subscribers = new Subscribers();
  const sessions = new LiveSessions(reader);
  const rows = new VisibleRows(reader, selectable);
  const dispatcher = new Dispatcher({ subscribers, tables, rows, sessions, log });
  // Clients reload when they rejoin, so that no change is missed.
  const rejoin = () => {
    for (const channel of subscribers) channel.expire();
  };
  let lastEventAt: string | null = null;
  const onChange = (change: Change) => {
    lastEventAt = change.at;
    dispatcher.push(change);
  };
  await listenToFeed(admin, onChange, rejoin);

  const authenticate = async (token: string | null | undefined): Promise<Claims | undefined> => {
    if (token === null || token === undefined || token === options.publishableKey) return { role: 'anon' };
    if (token === options.secretKey) return { role: 'service_role' };
    const claims = verifyToken(token, options.jwtSecret);
    return claims && (await sessions.isLive(claims)) ? claims : undefined;
  };
  const mayFollow = joinRule(tables, selectable);
  const upgrades = new RateLimit(UPGRADES_PER_PEER.burst, UPGRADES_PER_PEER.refillMs);
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  const onUpgrade = (incoming: IncomingMessage, raw: Duplex, head: Buffer): void => {
    const url = upgradeUrl(incoming);
    const peer = peerOf(options.clientOf(incoming));
    const refusal =
      refuse(url, incoming, options) ?? (upgrades.take(peer) > 0 ? '429 Too Many Requests' : undefined);
    if (refusal) return refuseUpgrade(raw, refusal);
    webSockets.handleUpgrade(incoming, raw, head, (socket) => {
      const client: RealtimeSocket = new RealtimeSocket(socket, {
        subscribers,
        peer,
        vsn: url?.searchParams.get('vsn') ?? '1.0.0',
        authenticate,
        mayFollow,
        onIdentified: (person) => room.identify(client, person),
        onGone: () => room.leave(client),
        log,
      });
      room.enter(client);
    });
  };
  server.on('upgrade', onUpgrade);
  const probing = setInterval(() => [...room].forEach((socket) => socket.probe()), PROBE_MS);
  const sweeping = setInterval(() => {
    room.cutIdleAnonymous();
    dispatcher.expireStale().catch((error: unknown) => log(`Realtime: ${messageOf(error)}`));
  }, SWEEP_MS);

  const stop = async () => {
    clearInterval(probing);
    clearInterval(sweeping);
    server.off('upgrade', onUpgrade);
    for (const socket of room) socket.close();
    for (const socket of webSockets.clients) socket.terminate();
    await dispatcher.idle();
    await Promise.all([admin.end({ timeout: 0.2 }), reader.end({ timeout: 0.2 })]);
  };
  return { stop, status: () => ({ subscribers: [...subscribers].length, last_event_at: lastEventAt }) };
}

function refuse(url: URL | null, incoming: IncomingMessage, options: BridgeOptions): string | undefined {
  if (!options.isOurHost(incoming.headers.host ?? '')) return '421 Misdirected Request';
  if (!url) return '400 Bad Request';
  if (url.pathname !== '/realtime/v1/websocket') return '404 Not Found';
  const key = url.searchParams.get('apikey');
  return key === options.publishableKey || key === options.secretKey ? undefined : '401 Unauthorized';
}
