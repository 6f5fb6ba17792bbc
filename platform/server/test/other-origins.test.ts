/** A site on a static host asks the embedded server from another origin. */
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

test.each([
  'rest/v1/rpc/get_quote',
  'rest/v1/rpc/shop_facts',
  'rest/v1/rpc/report_part_failures',
  'rest/v1/service_orders',
  'auth/v1/token?grant_type=password',
  'auth/v1/factors',
])('OPS-70 a site on another origin may call %s', async (path) => {
  const preflight = await fetch(`${server.url}/${path}`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://sitio.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'apikey,authorization,content-profile,content-type,x-client-info',
    },
  });
  const { status, headers } = preflight;
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  for (const header of ['apikey', 'authorization', 'content-profile', 'content-type', 'x-client-info'])
    expect(headers.get('access-control-allow-headers')).toContain(header);
});

test.each([
  ['POST', 'auth/v1/token?grant_type=password', 400],
  ['GET', 'auth/v1/user', 401],
  ['POST', 'rest/v1/rpc/get_quote', 401],
])('OPS-70 a site on another origin can read why it is refused: %s %s', async (method, path, status) => {
  const answer = await fetch(`${server.url}/${path}`, {
    method,
    headers: { origin: 'https://sitio.example' },
  });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, '*']);
});
