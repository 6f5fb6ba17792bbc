/** Request targets in forms that no browser sends (SEC-10). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { rawRequest } from './support/raw-request.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function statusOf(line: string): Promise<number> {
  const target = line.replaceAll('HOST', `127.0.0.1:${server.port}`);
  const head = [`${target} HTTP/1.1`, `Host: 127.0.0.1:${server.port}`, `apikey: ${server.keys.publishable}`];
  const answer = await rawRequest(server.port, [...head, 'Connection: close', '', ''].join('\r\n'));
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
}

const PATHS = [
  '/rest/v1/rpc/shop_facts',
  '/auth/v1/settings',
  '/functions/v1/update-quote-status',
  '/',
  '/config.json',
];

test.each(
  PATHS.flatMap((path) => [
    `http://u:p@HOST${path}`,
    `http://u@HOST${path}`,
    `//u:p@HOST${path}`,
    `http://evil.example${path}`,
    `//evil.example${path}`,
    `http:\\\\u:p@HOST${path}`,
  ]),
)('SEC-10 GET %s is refused with 400', async (target) => {
  expect(await statusOf(`GET ${target}`)).toBe(400);
});

test.each([
  'GET *',
  'OPTIONS *',
  'GET http://',
  'GET http://[/x',
  'GET //',
  'GET ?',
  'GET ftp://HOST/',
  'GET x',
])('SEC-10 %s is refused with 400', async (line) => {
  expect(await statusOf(line)).toBe(400);
});

test('SEC-10 CONNECT is answered with 405', async () => {
  expect(await statusOf('CONNECT evil.example:443')).toBe(405);
});

test('SEC-10 a request target with the absolute URL of this server is served', async () => {
  expect(await statusOf('GET http://HOST/healthz')).toBe(200);
  expect(await statusOf('GET http://HOST/rest/v1/rpc/shop_facts')).toBe(200);
});

test.each(['%', '%zz', '%ff', '%00', '%c0%ae%c0%ae', 'a%2', '%u0041'])(
  'SEC-10 an invalid percent-encoding (%s) is not an error of the server',
  async (odd) => {
    for (const path of PATHS)
      expect(await statusOf(`GET ${path.replace(/\/$/, '')}/${odd}`)).toBeLessThan(500);
    expect(await statusOf(`GET /rest/v1/profiles?select=${odd}`)).toBeLessThan(500);
  },
);

test('SEC-10 a path that is too long is refused, a long one is not found', async () => {
  expect(await statusOf(`GET /${'a'.repeat(20_000)}`)).toBe(431);
  expect(await statusOf(`GET /${'a'.repeat(8000)}.txt`)).toBe(404);
  expect(await statusOf(`GET /rest/v1/${'a'.repeat(8000)}`)).toBeLessThan(500);
});
