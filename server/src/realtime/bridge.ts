import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import postgres from 'postgres';
import { WebSocketServer } from 'ws';
import { verifyToken, type Claims } from '../api/jwt.ts';
import { POOL } from '../database/pool-options.ts';
import { Dispatcher } from './dispatcher.ts';
import { installFeed, listenToFeed, publishedTables } from './feed.ts';
import { RealtimeSocket } from './socket.ts';
import { VisibleRows } from './visible-rows.ts';

/** What the realtime bridge needs. */
export interface BridgeOptions {
  server: Server;
  adminUrl: string;
  apiUrl: string;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
  /** Whether a Host header is this server's. */
  isOurHost(host: string): boolean;
  log: (line: string) => void;
}

const PROBE_MS = 30_000;
const MAX_SOCKETS = 1000;

/**
 * `/realtime/v1/websocket` as supabase-js speaks it, for postgres_changes of the tables in publication supabase_realtime.
 * @returns what stops it.
 */
export async function startRealtime(options: BridgeOptions): Promise<() => Promise<void>> {
  const admin = postgres(options.adminUrl, { ...POOL, max: 1 });
  const reader = postgres(options.apiUrl, { ...POOL, max: 2, idle_timeout: 30 });
  const sockets = new Set<RealtimeSocket>();
  const tables = await publishedTables(admin);
  await installFeed(admin, tables);
  const channels = () => [...sockets].flatMap((socket) => [...socket.channels.values()]);
  const dispatcher = new Dispatcher(channels, tables, new VisibleRows(reader), options.log);
  // Who joins again reads again, so that no change is missed.
  const rejoin = () => sockets.forEach((socket) => socket.close());
  await listenToFeed(admin, (change) => dispatcher.push(change), rejoin);

  const authenticate = (token: string | null | undefined): Claims | undefined => {
    if (token === null || token === undefined || token === options.publishableKey) return { role: 'anon' };
    return token === options.secretKey ? { role: 'service_role' } : verifyToken(token, options.jwtSecret);
  };
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: 65_536, perMessageDeflate: false });
  const onUpgrade = (incoming: IncomingMessage, raw: Duplex, head: Buffer): void => {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const refusal = refuse(url, incoming, options, sockets.size);
    if (refusal) {
      raw.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    webSockets.handleUpgrade(incoming, raw, head, (socket) => {
      const client = new RealtimeSocket(socket, url.searchParams.get('vsn') ?? '1.0.0', authenticate);
      sockets.add(client);
      socket.on('close', () => sockets.delete(client));
    });
  };
  options.server.on('upgrade', onUpgrade);
  const probing = setInterval(() => sockets.forEach((socket) => socket.probe()), PROBE_MS);

  return async () => {
    clearInterval(probing);
    options.server.off('upgrade', onUpgrade);
    for (const socket of sockets) socket.close();
    for (const socket of webSockets.clients) socket.terminate();
    await dispatcher.idle();
    await Promise.all([admin.end({ timeout: 0.2 }), reader.end({ timeout: 0.2 })]);
  };
}

function refuse(
  url: URL,
  incoming: IncomingMessage,
  options: BridgeOptions,
  open: number,
): string | undefined {
  if (!options.isOurHost(incoming.headers.host ?? '')) return '421 Misdirected Request';
  if (url.pathname !== '/realtime/v1/websocket') return '404 Not Found';
  const key = url.searchParams.get('apikey');
  if (key !== options.publishableKey && key !== options.secretKey) return '401 Unauthorized';
  return open >= MAX_SOCKETS ? '503 Service Unavailable' : undefined;
}
