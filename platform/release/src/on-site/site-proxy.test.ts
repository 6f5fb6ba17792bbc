import { once } from 'node:events';
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http';
import { createServer as createTcpServer, connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { RegistryRemote } from '@taller/shared/contract/registry.ts';
import { SiteProxy } from './site-proxy.ts';

const local: RegistryRemote = {
  name: 'mfe-orders',
  entry: '/_local/entry',
  entryJs: [],
  contract: 1,
  runtime: '1.4',
  build: 'local',
  modules: {},
};
const published = { ...local, entry: '/remotes/mfe-orders/a/entry.js', build: 'a' };
const REGISTRY = JSON.stringify({ release: 'r', remotes: [published] });

const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port;

async function siteOf(listener: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}

/** A proxy of a site, and what it has said. */
async function proxyOf(site: string) {
  const said: string[] = [];
  const proxy = new SiteProxy({
    site,
    local,
    serveLocal: (_, outgoing) => outgoing.end('local'),
    upgradeLocal: (_, socket) => socket.end('local'),
    say: (line) => said.push(line),
  });
  await once(proxy.server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => proxy.close());
  return { port: portOf(proxy.server), said, proxy };
}

/** Asks the proxy, with any headers: `fetch` sets those that matter here itself. */
async function ask(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body = '' } = {},
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }> {
  const asked = request({ port, host: '127.0.0.1', path, method, headers, agent: false });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

test('SHELL-71 the proxy answers only requests of its own pages', async () => {
  const site = await siteOf((_, outgoing) => outgoing.end('site'));
  const { port } = await proxyOf(`http://127.0.0.1:${portOf(site)}`);
  const statusWith = async (headers: Record<string, string>, path = '/rest/v1/x') =>
    (await ask(port, path, headers)).status;
  expect(await statusWith({})).toBe(200);
  expect(await statusWith({ host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(200);
  for (const headers of [
    { host: 'ataque.example' },
    { host: `ataque.example:${port}` },
    { host: `127.0.0.1:${port + 1}` },
    { origin: 'https://ataque.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
  ] as Record<string, string>[])
    for (const path of ['/rest/v1/x', '/_local/src/x.ts'])
      expect([headers, await statusWith(headers, path)]).toEqual([headers, 403]);
  // A link from a chat opens a page.
  expect(await statusWith({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).toBe(200);
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'GET /realtime/v1/websocket HTTP/1.1\r\nHost: ataque.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
});

test('SHELL-70 registry, configuration and previews are rewritten for the page in every encoding', async () => {
  let site = '';
  const server = await siteOf(({ url = '', headers }, outgoing) => {
    const json = { 'content-type': 'application/json; charset=utf-8', etag: '"1"' };
    const previewOf = (name: string) => JSON.stringify({ remote: { ...published, name }, expiresAt: 'x' });
    const answers: Record<string, string> = {
      '/remotes.json': REGISTRY,
      '/config.json': JSON.stringify({ supabaseUrl: site, supabaseKey: 'k' }),
      '/previews/a.json': previewOf('mfe-orders'),
      '/previews/b.json': previewOf('mfe-public'),
    };
    const body = answers[url] ?? url;
    const accepted = headers['accept-encoding'];
    if (accepted === 'br')
      outgoing.writeHead(200, { ...json, 'content-encoding': 'br' }).end(brotliCompressSync(body));
    else if (accepted === 'gzip')
      outgoing.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(body));
    else outgoing.writeHead(200, json).end(body);
  });
  site = `http://127.0.0.1:${portOf(server)}`;
  const { port } = await proxyOf(site);
  for (const encoding of ['br', 'gzip', 'identity', 'zstd']) {
    const { body, headers } = await ask(port, '/remotes.json', { 'accept-encoding': encoding });
    expect(JSON.parse(body)).toEqual({ release: 'r', remotes: [local] });
    expect([headers.etag, headers['content-encoding']]).toEqual([undefined, undefined]);
  }
  expect(JSON.parse((await ask(port, '/config.json')).body)).toEqual({
    supabaseUrl: `http://127.0.0.1:${port}`,
    supabaseKey: 'k',
    serviceWorker: false,
  });
  expect((await ask(port, '/previews/a.json')).status).toBe(404);
  expect((await ask(port, '/previews/b.json')).body).toContain('"mfe-public"');
  expect((await ask(port, '/service-worker.js')).status).toBe(404);
  expect((await ask(port, '/_local/x')).body).toBe('local');
  // Anything else comes as it was sent.
  const other = await ask(port, '/rest/v1/orders?a=%20b', { 'accept-encoding': 'br' });
  expect([other.headers['content-encoding'], other.headers.etag]).toEqual(['br', '"1"']);
});

test('SHELL-70 the proxy survives an unreachable site, and reports its loss and its return once', async () => {
  const bodies: string[] = [];
  const answer: Parameters<typeof createServer>[1] = (incoming, outgoing) => {
    if (incoming.url === '/cut') {
      outgoing.writeHead(200, { 'content-length': 100 });
      outgoing.write('half');
      outgoing.socket?.destroySoon();
      return;
    }
    let body = '';
    incoming.on('data', (data: Buffer) => (body += data.toString()));
    incoming.on('end', () => {
      bodies.push(body);
      outgoing.end('ok');
    });
  };
  const first = await siteOf(answer);
  const at = portOf(first);
  const site = `http://127.0.0.1:${at}`;
  const { port, said } = await proxyOf(site);
  expect((await ask(port, '/x', {}, { method: 'POST', body: 'uno' })).body).toBe('ok');
  first.close();
  first.closeAllConnections();
  const gone = await ask(port, '/dashboard', { 'sec-fetch-dest': 'document' });
  expect([gone.status, gone.headers['content-type']]).toEqual([502, 'text/html; charset=utf-8']);
  expect(gone.body).toContain(`${site} no contesta (ECONNREFUSED).`);
  const call = await ask(port, '/rest/v1/x', {}, { method: 'POST', body: 'dos' });
  expect([call.status, JSON.parse(call.body)]).toEqual([
    502,
    { message: expect.stringContaining('no contesta') },
  ]);
  expect(said).toEqual([expect.stringContaining(`✗ ${site} no contesta`)]);

  const second = createServer(answer);
  await once(second.listen(at, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    second.close();
    second.closeAllConnections();
  });
  expect((await ask(port, '/x')).body).toBe('ok');
  expect(said.slice(1)).toEqual([`✓ ${site} contesta otra vez.`]);
  await expect(ask(port, '/cut')).rejects.toThrow('aborted');
  expect((await ask(port, '/x')).body).toBe('ok');
  expect(bodies).toEqual(['uno', '', '']);
});

test('SHELL-70 a page does not notice a kept connection that the site has closed', async () => {
  // Closes each connection with the second request that arrives on it, as a host whose patience has just ended.
  let connections = 0;
  const site = createTcpServer((socket) => {
    connections += 1;
    let requests = 0;
    socket.on('error', () => socket.destroy());
    socket.on('data', () => {
      requests += 1;
      if (requests > 1) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void site.close());
  const { port, said, proxy } = await proxyOf(`http://127.0.0.1:${portOf(site)}`);
  for (const path of ['/uno', '/dos', '/tres']) expect((await ask(port, path)).body).toBe('ok');
  expect((await ask(port, '/rpc', {}, { method: 'POST', body: 'x' })).body).toBe('ok');
  expect([connections >= 3, said]).toEqual([true, []]);
  await proxy.close();
});

test('SHELL-70 sockets pass through, with the site’s host, and end with the proxy', async () => {
  const heads: string[] = [];
  const site = createTcpServer((socket) => {
    socket.once('data', (head: Buffer) => {
      heads.push(head.toString());
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhola',
      );
      socket.on('data', (data: Buffer) => socket.write(`eco ${data.toString()}`));
    });
    socket.on('error', () => socket.destroy());
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void site.close());
  const { port, proxy } = await proxyOf(`http://127.0.0.1:${portOf(site)}`);
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (data: Buffer) => (received += data.toString()));
  socket.write(
    `GET /realtime/v1/websocket?a=1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\n` +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n',
  );
  await expect.poll(() => received).toContain('hola');
  socket.write('uno');
  await expect.poll(() => received).toContain('eco uno');
  expect(received).toMatch(/^HTTP\/1\.1 101 /);
  expect(heads[0]).toContain('GET /realtime/v1/websocket?a=1 HTTP/1.1');
  expect(heads[0]).toContain(`127.0.0.1:${portOf(site)}`);
  expect(heads[0]).not.toContain(`127.0.0.1:${port}\r`);
  const closed = once(socket, 'close');
  await proxy.close();
  await closed;
});
