import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '../src/log/log.ts';
import { createHandler } from '../src/http/handler.ts';
import { closeServer, listen } from '../src/http/listen.ts';
import { readBody } from '../src/http/respond.ts';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { rawRequest, rawSocket } from './support/raw-request.ts';

let server: TestServer;
const thrown: unknown[] = [];
const collect = (error: unknown) => void thrown.push(error);
beforeAll(async () => {
  server = await startTestServer();
  process.on('uncaughtExceptionMonitor', collect);
});
afterAll(async () => {
  process.off('uncaughtExceptionMonitor', collect);
  await server.close();
});
beforeEach(() => (thrown.length = 0));

const upgrade = (target: string, headers: string[] = [], host = `127.0.0.1:${server.port}`): string =>
  [
    `GET ${target} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    ...headers,
    '',
    '',
  ].join('\r\n');
const HANDSHAKE = ['Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Version: 13'];

/** Exceptions outside of any call would end the process. */
const expectAlive = async () => {
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(thrown).toEqual([]);
};

describe('SEC-10 no request ends the process', () => {
  test.each([
    '//',
    '///',
    '//[',
    'http://',
    '/\\',
    '*',
    '/%',
    '/realtime/v1/websocket?apikey=%',
    '?',
    'http://[/x',
  ])('SEC-10 an upgrade of %s is refused', async (target) => {
    expect(await rawRequest(server.port, upgrade(target, HANDSHAKE))).toMatch(/^HTTP\/1\.1 (?:400|401|404) /);
    await expectAlive();
  });

  test.each(['', 'x', '127.0.0.1:99999999', 'evil.example'])(
    'SEC-10 an upgrade for host "%s" is refused',
    async (host) => {
      expect(await rawRequest(server.port, upgrade('/', HANDSHAKE, host))).toMatch(
        /^HTTP\/1\.1 (?:400|421) /,
      );
      await expectAlive();
    },
  );

  test('SEC-10 clients that reset a refused upgrade do not end the process', async () => {
    for (const target of ['/nope', '/realtime/v1/websocket', `/realtime/v1/websocket?apikey=falsa`]) {
      for (let n = 0; n < 40; n += 1) {
        const socket = await rawSocket(server.port, upgrade(target, HANDSHAKE));
        socket.write('x'.repeat(50_000));
        socket.resetAndDestroy();
      }
    }
    await expectAlive();
  });

  test('SEC-10 invalid handshakes and frames do not end the process', async () => {
    const path = `/realtime/v1/websocket?apikey=${server.keys.publishable}&vsn=2.0.0`;
    for (const headers of [
      [],
      ['Sec-WebSocket-Key: x'],
      [...HANDSHAKE.slice(0, 1), 'Sec-WebSocket-Version: 99'],
    ])
      expect(await rawRequest(server.port, upgrade(path, headers))).toMatch(/^HTTP\/1\.1 4\d\d /);
    for (const frame of [
      '\u0000\u0000\u0000',
      '\u00ff'.repeat(2000),
      '\u0081\u007f\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff',
    ]) {
      const socket = await rawSocket(server.port, upgrade(path, HANDSHAKE));
      await new Promise<void>((resolve) => socket.once('data', () => resolve()));
      socket.write(Buffer.from(frame, 'latin1'));
      await new Promise<void>((resolve) => socket.once('close', () => resolve()));
    }
    await expectAlive();
  });

  test.each([
    ['double slash', 'GET // HTTP/1.1\r\n\r\n'],
    ['no HTTP', 'BOGUS\r\n\r\n'],
    ['unknown version', 'GET / HTTP/9.9\r\n\r\n'],
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
    ['TRACE', 'TRACE /rest/v1/profiles HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'],
    [
      'broken chunk',
      'POST /rest/v1/profiles HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n',
    ],
    [
      'two lengths',
      'POST /rest/v1/profiles HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`],
    ['bytes above 127', `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: \u00ff\u00fe\r\nConnection: close\r\n\r\n`],
    ['odd path', 'GET //x//..%2f/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'],
  ])('SEC-10 a request with %s does not end the process', async (_name, text) => {
    await rawRequest(server.port, text);
    await expectAlive();
  });

  test('SEC-10 interrupted uploads and downloads do not end the process', async () => {
    const head = (path: string, type: string) =>
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\napikey: ${server.keys.publishable}\r\nContent-Type: ${type}\r\nContent-Length: 60000\r\n\r\n{"a":`;
    for (const path of [
      '/rest/v1/profiles',
      '/rest/v1/rpc/track_order',
      '/auth/v1/token?grant_type=password',
      '/functions/v1/update-quote-status',
      '/_dev/whatsapp/failures',
    ]) {
      for (let n = 0; n < 10; n += 1) {
        const socket = await rawSocket(server.port, head(path, 'application/json'));
        socket.resetAndDestroy();
      }
    }
    await expectAlive();
  });

  test('SEC-10 a failure after the body was read is answered too', async () => {
    const handler = createHandler(
      { originOf: () => 'http://x', clientOf: () => '', isProxy: () => false },
      silentLog,
    );
    handler.open([
      async ({ incoming }) => {
        await readBody(incoming, { bytes: 10 });
        throw new Error('broken');
      },
    ]);
    const { server: http, port } = await listen(0, '127.0.0.1', handler.listener, () => undefined);
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' });
    await closeServer(http);
    expect(answer.status).toBe(500);
  });

  test('SEC-10 an error of the listening socket is logged', async () => {
    const lines: string[] = [];
    const { server: http } = await listen(
      0,
      '127.0.0.1',
      () => undefined,
      (line) => lines.push(line),
    );
    http.emit('error', new Error('accept EMFILE'));
    await closeServer(http);
    expect(lines).toEqual(['Conexiones: accept EMFILE']);
  });
});
