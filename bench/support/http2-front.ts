import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { request } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningServer } from '@taller/server/start-server.ts';
import { SiteFiles } from '@taller/server/site/site-files.ts';
import { siteRoute } from '@taller/server/site/site-route.ts';

/** Paths of the API; everything else is served from the site's folder. */
const API = /^\/(?:auth|rest|realtime|functions|storage)\/v1\//;
const CONNECTION_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'taller-bench-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-days', '2'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      ...subject,
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  );
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}

function forward(api: URL, incoming: Http2ServerRequest, outgoing: Http2ServerResponse): void {
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':')),
  );
  const upstream = request(
    {
      host: api.hostname,
      port: api.port,
      path: incoming.url,
      method: incoming.method,
      headers: { ...headers, host: api.host, origin: api.origin },
    },
    (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !CONNECTION_HEADERS.has(name));
      outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
      answer.pipe(outgoing);
    },
  );
  upstream.on('error', () => outgoing.destroy());
  incoming.pipe(upstream);
}

export interface Front {
  url: string;
  close: () => void;
}

/**
 * Serves a site's folder like a static host: HTTP/2 over TLS with a self-signed certificate and brotli, using the
 * embedded server's code for files; API requests are proxied to `shop`.
 */
export function startFront(folder: string, shop: RunningServer): Promise<Front> {
  const api = new URL(shop.url);
  const files = siteRoute(new SiteFiles(folder), true);
  const server: Http2SecureServer = createSecureServer(
    { ...certificate(), allowHTTP1: true },
    (incoming, outgoing) => {
      const path = incoming.url.split('?')[0] ?? '/';
      const own = `https://${incoming.headers[':authority'] ?? ''}`;
      if (API.test(path)) forward(api, incoming, outgoing);
      else if (path === '/config.json') {
        outgoing.setHeader('content-type', 'application/json');
        outgoing.end(JSON.stringify({ supabaseUrl: own, supabaseKey: shop.keys.publishable }));
      } else {
        void files({
          // node:http2's compatibility API provides what the route needs of node:http.
          incoming: incoming as unknown as IncomingMessage,
          outgoing: outgoing as unknown as ServerResponse,
          path,
          origin: own,
          client: incoming.socket.remoteAddress ?? '',
        });
      }
    },
  );
  server.on('upgrade', (incoming: IncomingMessage, socket, head: Buffer) => {
    const upstream = connect(Number(api.port), api.hostname, () => {
      const headers = { ...incoming.headers, host: api.host, origin: api.origin };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
      upstream.write(`GET ${incoming.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ url: `https://127.0.0.1:${port}`, close: () => void server.close() });
    });
  });
}
