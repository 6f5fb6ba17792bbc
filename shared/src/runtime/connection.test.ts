// @vitest-environment jsdom
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const realFetch = globalThis.fetch;
let respond: (response: ServerResponse) => void;
const server = createServer((_, response) => respond(response));

beforeEach(async () => {
  vi.resetModules();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const supabaseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    input === '/config.json'
      ? Promise.resolve(Response.json({ supabaseUrl, supabaseKey: 'k' }))
      : realFetch(input, init),
  );
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

test.each([
  [200, 'ok'],
  [502, 'lost'],
])('SHELL-13 an answer %i whose body never comes counts by its status: %s', async (status, connection) => {
  respond = (response) => {
    response.writeHead(status, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' });
    response.flushHeaders();
  };
  const { startConnectionProbe, useConnection } = await import('#src/runtime/connection.ts');
  const { result } = renderHook(() => useConnection());
  startConnectionProbe((task) => task());
  await vi.waitFor(() => expect(result.current).toBe(connection), { timeout: 60_000 });
});
