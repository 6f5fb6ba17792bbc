import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BodyBudget, OverBudget } from '../src/http/body-budget.ts';
import { keepRoom } from '../src/http/connections.ts';
import { ConcurrencyLimitError, ConcurrencyLimiter } from '../src/http/concurrency-limiter.ts';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { registeredClient } from './support/people.ts';
import { rawRequest, rawSocket } from './support/raw-request.ts';

const NAP = `create function public.nap(seconds float default 0) returns text language plpgsql as $$ begin
  perform pg_sleep(seconds); return 'listo'; end $$;
  create function public.size(text text) returns int language sql as $$ select length(text) $$;`;

// A statement's own time-out is no limit of these: 180 requests at once take longer than it on a busy machine.
const PATIENT = `create or replace function private.statement_timeout(p_role text, p_account uuid) returns text
  language sql stable security definer set search_path = '' as $$ select '60s' $$;`;

let server: TestServer;
let token: string;
let staffToken: string;

/** The access token of somebody who has just registered, and was then given a role. */
async function tokenOf(role = 'customer'): Promise<string> {
  const { client, id } = await registeredClient(server);
  await server.sql`update profiles set role = ${role} where id = ${id}`;
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

/** The session that a token belongs to. */
const sessionOf = (accessToken: string): string =>
  (JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as { session_id: string })
    .session_id;

beforeAll(async () => {
  server = await startTestServer({
    trustedProxies: ['127.0.0.1'],
    prepare: (sql) => sql.unsafe(NAP + PATIENT),
  });
  token = await tokenOf();
  staffToken = await tokenOf('receptionist');
});
afterAll(() => server.close());

/** A function call by an anonymous client at an address, or by whoever has a token. */
const rpc = (call: string, { from = '203.0.113.1', as = '', body = '{}' } = {}): Promise<Response> =>
  fetch(`${server.url}/rest/v1/rpc/${call}`, {
    method: 'POST',
    body,
    headers: {
      apikey: server.keys.publishable,
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(as === '' ? {} : { authorization: `Bearer ${as}` }),
    },
  });

describe('SEC-14 limits of concurrent requests', () => {
  test(
    'SEC-14 slow anonymous requests leave places for users, for log-ins and for other anonymous callers',
    { tags: ['exhaustive'] },
    async () => {
      const nap = { body: '{"seconds": 2}' };
      const sleeping = Array.from({ length: 30 }, (_, n) =>
        rpc('nap', { ...nap, from: `203.0.113.${n % 2}` }),
      );
      const finished: string[] = [];
      const done = (name: string) => () => finished.push(name);
      await Promise.all([
        Promise.race(sleeping).then(done('sleeper')),
        rpc('nap', { as: token }).then(done('person')),
        fetch(`${server.url}/auth/v1/user`, {
          headers: { apikey: server.keys.publishable, authorization: `Bearer ${token}` },
        }).then(done('auth')),
      ]);
      expect(finished.at(-1)).toBe('sleeper');
      const elsewhere = rpc('nap', { from: '198.51.100.7' }).then(done('elsewhere'));
      await Promise.all([elsewhere, ...sleeping.map((sleeper) => sleeper.then(done('all')))]);
      expect(finished.indexOf('elsewhere')).toBeLessThan(finished.lastIndexOf('all') - 10);
    },
  );

  test('SEC-14 a shop behind one address: thirty tabs load at once, and all are answered', async () => {
    const loads = Array.from({ length: 90 }, () => rpc('nap'));
    const signedIn = Array.from({ length: 90 }, () => rpc('nap', { as: token }));
    const statuses = await Promise.all([...loads, ...signedIn].map(async (load) => (await load).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('SEC-14 callers take turns, and a caller with too many requests is refused', async () => {
    const limiter = new ConcurrencyLimiter({ total: 1, perCaller: 1, waitingPerCaller: 3 });
    const order: string[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const ask = (caller: string) => limiter.run(caller, async () => gate.then(() => void order.push(caller)));
    const all = ['many', 'many', 'many', 'many', 'one', 'other'].map(ask);
    await expect(ask('many')).rejects.toBeInstanceOf(ConcurrencyLimitError);
    open();
    await Promise.all(all);
    expect(order).toEqual(['many', 'many', 'one', 'other', 'many', 'many']);
  });

  test('SEC-14 one caller leaves places for others', async () => {
    const limiter = new ConcurrencyLimiter({ total: 3, perCaller: 2, waitingPerCaller: 10 });
    const started: string[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const all = ['many', 'many', 'many', 'one'].map((caller) =>
      limiter.run(caller, () => {
        started.push(caller);
        return gate;
      }),
    );
    await Promise.resolve();
    expect(started).toEqual(['many', 'many', 'one']);
    open();
    await Promise.all(all);
  });
});

describe('SEC-15 limits of request bodies', () => {
  const head = (path: string, length: number, headers: string[] = []) =>
    [
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${server.port}`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
      ...headers,
      '',
      '',
    ].join('\r\n');

  test('SEC-15 without a key the answer comes before the body', async () => {
    expect(await rawRequest(server.port, head('/rest/v1/profiles', 8_000_000))).toMatch(/^HTTP\/1\.1 401 /);
    expect(await rawRequest(server.port, head('/auth/v1/signup', 8_000_000))).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  const text = (bytes: number) => ({ body: JSON.stringify({ text: 'x'.repeat(bytes) }) });
  const TOO_LARGE = { code: '413', message: 'Payload too large', details: null, hint: 'Send less at once.' };

  test('SEC-15 anonymous callers and customers can send 64 kB, staff 1 MB', async () => {
    for (const [as, most] of [
      ['', 63_000],
      [token, 63_000],
      [staffToken, 990_000],
    ] as const) {
      const accepted = await rpc('size', { ...text(most), as });
      expect([accepted.status, await accepted.json()]).toEqual([200, most]);
      const refused = await rpc('size', { ...text(most + 15_000), as });
      expect([refused.status, await refused.json()]).toEqual([413, TOO_LARGE]);
    }
  });

  test('SEC-15 staff can send 8 MB to an import, a customer 64 kB', async () => {
    const batch = { body: JSON.stringify({ p_rows: [{ notes: 'x'.repeat(7_000_000) }] }) };
    const answered = await rpc('check_import', { ...batch, as: staffToken });
    expect(await answered.json()).toMatchObject({ code: '42501' });
    expect(await (await rpc('check_import', { ...batch, as: token })).json()).toEqual(TOO_LARGE);
  });

  test('SEC-15 a signed-out caller can send no more than an anonymous one', async () => {
    const ended = await tokenOf('receptionist');
    await server.sql`delete from auth.sessions where id = ${sessionOf(ended)}`;
    expect(await (await rpc('size', { ...text(65_000), as: ended })).json()).toEqual(TOO_LARGE);
  });

  test('SEC-15 four customers announce large bodies and do not finish them: staff are answered', async () => {
    const customers = [token, await tokenOf(), await tokenOf(), await tokenOf()];
    const attack = customers.flatMap((as) => [as, as]);
    const sockets = await Promise.all(
      attack.map(async (as) => {
        const credentials = [`apikey: ${server.keys.publishable}`, `Authorization: Bearer ${as}`];
        const socket = await rawSocket(server.port, head('/rest/v1/rpc/size', 8_000_000, credentials));
        const answer = once(socket, 'data');
        const sent = new Promise<void>((resolve) =>
          socket.write(Buffer.alloc(7_999_999, 'x'), () => resolve()),
        );
        return { socket, first: Promise.race([answer.then(String), sent.then(() => 'taken')]) };
      }),
    );
    const firsts = await Promise.all(sockets.map(({ first }) => first));
    expect((await rpc('size', { ...text(100), as: staffToken })).status).toBe(200);
    for (const first of firsts) expect(first).toMatch(/^HTTP\/1\.1 413 /);
    for (const { socket } of sockets) socket.destroy();
  });

  test('SEC-15 a customer who holds all of their places leaves those of staff', async () => {
    const sleeping = Array.from({ length: 3 }, async () =>
      rpc('nap', { body: '{"seconds": 2}', as: await tokenOf() }),
    );
    const finished: string[] = [];
    const more = Array.from({ length: 12 }, () => rpc('nap', { body: '{"seconds": 1}', as: token }));
    await Promise.all([
      Promise.race([...sleeping, ...more]).then(() => finished.push('customer')),
      rpc('nap', { as: staffToken }).then(() => finished.push('staff')),
    ]);
    expect(finished).toEqual(['staff', 'customer']);
    await Promise.all([...sleeping, ...more]);
  });

  test('SEC-15 unfinished bodies of one visitor are refused beyond 150', async () => {
    const key = [`apikey: ${server.keys.publishable}`, 'x-forwarded-for: 203.0.113.9'];
    const sockets: Socket[] = [];
    for (let n = 0; n < 150; n += 1)
      sockets.push(await rawSocket(server.port, `${head('/rest/v1/rpc/size', 20_000, key)}{`));
    expect(await rawRequest(server.port, head('/rest/v1/rpc/size', 20_000, key))).toMatch(/^HTTP\/1\.1 429 /);
    expect((await rpc('nap', { from: '203.0.113.10' })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test('SEC-15 bytes are counted by caller and in total, and given back', () => {
    const budget = new BodyBudget({ perCaller: 100, total: 150, requestsPerCaller: 2 });
    const first = budget.reserve('a');
    first.add(90);
    expect(() => budget.reserve('a').add(11)).toThrow(OverBudget);
    expect(() => budget.reserve('a')).toThrow(OverBudget);
    expect(() => budget.reserve('b').add(61)).toThrow(OverBudget);
    first.release();
    expect(() => budget.reserve('b').add(61)).not.toThrow();
  });
});

describe('SEC-15 limits of connections', () => {
  test('SEC-15 idle connections make room for new ones, those with a request under way stay', async () => {
    const http = createServer((request, response) => {
      if (request.url === '/now') response.end('now');
    });
    keepRoom(http, { total: 20, perPeer: 20 }, () => false);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    const ends: string[] = [];
    const watch = (socket: Socket, name: string) => socket.once('close', () => ends.push(name));
    watch(await rawSocket(port, 'GET /never HTTP/1.1\r\nHost: x\r\n\r\n'), 'under way');
    for (let n = 0; n < 60; n += 1) watch(await rawSocket(port), 'idle');
    expect(await (await fetch(`http://127.0.0.1:${port}/now`)).text()).toBe('now');
    expect(new Set(ends)).toEqual(new Set(['idle']));
    http.closeAllConnections();
    http.close();
  });

  test('SEC-15 a peer that asks and does not read loses its oldest connections, and others are answered', async () => {
    const closed: string[] = [];
    const http = createServer((request, response) => {
      const { url = '' } = request;
      if (url === '/now') response.end('now');
      else {
        request.socket.once('close', () => closed.push(url));
        response.end(Buffer.alloc(20_000_000));
      }
    });
    keepRoom(http, { total: 2000, perPeer: 20 }, () => false);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    for (let n = 0; n < 50; n += 1) {
      const asked = once(http, 'request');
      const socket = await rawSocket(port, `GET /${n} HTTP/1.1\r\nHost: x\r\n\r\n`);
      socket.pause();
      await asked;
    }
    expect(await (await fetch(`http://127.0.0.1:${port}/now`)).text()).toBe('now');
    expect(closed).toEqual(Array.from({ length: 31 }, (_, n) => `/${n}`));
    http.closeAllConnections();
    http.close();
  });

  test('SEC-15 beyond the total the peer with the most connections makes room, a proxy included', async () => {
    const http = createServer(() => undefined);
    keepRoom(http, { total: 20, perPeer: 5 }, () => true);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    const ends: number[] = [];
    for (let n = 0; n < 22; n += 1) {
      const asked = once(http, 'request');
      const socket = await rawSocket(port, 'GET /never HTTP/1.1\r\nHost: x\r\n\r\n');
      socket.once('close', () => ends.push(n));
      await asked;
    }
    await vi.waitUntil(() => ends.length === 2, { timeout: 60_000 });
    expect(ends).toEqual([0, 1]);
    http.closeAllConnections();
    http.close();
  });
});
