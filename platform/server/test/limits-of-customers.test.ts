/**
 * Anybody can register, so each limit is tested against a registered customer (SEC-92). A limit added to limits.ts
 * fails here until this test has an entry for it.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import * as limits from '../src/config/limits.ts';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { registeredClient } from './support/people.ts';
import { rawRequest, rawSocket } from './support/raw-request.ts';

type Limit = keyof typeof limits;

/** An attack that the limit ends, or the limit that holds for customers instead. */
type Meets = ((token: string) => Promise<void>) | { readonly instead: Limit };

const PROBES = `create function public.nap() returns text language plpgsql as $$ begin
  perform pg_sleep(0.3); return 'listo'; end $$;
  create function public.size(text text) returns int language sql as $$ select length(text) $$;
  create function public.large() returns text language sql as $$ select repeat('x', 20000000) $$;`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ['127.0.0.1'], prepare: (sql) => sql.unsafe(PROBES) });
});
afterAll(() => server.close());

/** Somebody who has just registered, without any help by the shop. */
async function newToken(): Promise<string> {
  const { client } = await registeredClient(server);
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

const headers = (token: string) => ({
  apikey: server.keys.publishable,
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});
const read = (token: string, path: string) =>
  fetch(`${server.url}/rest/v1/${path}`, { headers: headers(token) });
const post = (token: string, path: string, bytes = 0) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: headers(token),
    body: JSON.stringify(bytes === 0 ? {} : { text: 'x'.repeat(bytes) }),
  });

/** The start of a request with a body that does not come. */
const unfinished = (token: string) =>
  [
    'POST /rest/v1/rpc/size HTTP/1.1',
    `Host: 127.0.0.1:${server.port}`,
    ...Object.entries(headers(token)).map(([name, value]) => `${name}: ${value}`),
    'Content-Length: 20000',
    '',
    '{',
  ].join('\r\n');

interface Reply {
  readonly event: string;
  readonly payload: { readonly status?: string };
}

/** An open socket with what it was answered, and whether the server has ended it. */
async function open() {
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.keys.publishable}&vsn=1.0.0`,
  );
  const state = { ended: false, replies: [] as Reply[] };
  socket.on('close', () => (state.ended = true));
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => state.replies.push(JSON.parse(data.toString()) as Reply));
  await once(socket, 'open');
  const send = (event: string, topic: string, payload: unknown = {}) =>
    socket.send(JSON.stringify({ topic, event, payload, ref: '1', join_ref: '1' }));
  const joins = (...statuses: string[]) =>
    state.replies.filter(
      ({ event, payload }) => event === 'phx_reply' && statuses.includes(payload.status ?? ''),
    );
  return { socket, state, send, joins };
}
const join = (token: string) => ({ config: { postgres_changes: [] }, access_token: token });

const SOCKETS: Meets = async (token) => {
  const opened: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n <= limits.SOCKETS_PER_PERSON; n += 1) {
    const one = await open();
    one.send('phx_join', 'realtime:a', join(token));
    await expect.poll(() => one.state.ended || one.joins('ok', 'error').length > 0).toBe(true);
    opened.push(one);
  }
  await expect.poll(() => opened.filter(({ state }) => state.ended).length).toBeGreaterThan(0);
  for (const { socket } of opened) socket.terminate();
};

/** A socket that the server ends. */
const isEnded = async (attack: (one: Awaited<ReturnType<typeof open>>) => void) => {
  const one = await open();
  attack(one);
  await expect.poll(() => one.state.ended).toBe(true);
};

const MEETS: Readonly<Record<Limit, Meets>> = {
  ANONYMOUS_SOCKETS_PER_PEER: { instead: 'SOCKETS_PER_PERSON' },
  ANONYMOUS_SOCKETS: { instead: 'SOCKETS_PER_PERSON' },
  SIGNED_IN_SOCKETS: { instead: 'SOCKETS_PER_PERSON' },
  SOCKETS_PER_PERSON: SOCKETS,
  ANONYMOUS_SOCKET_MS: async (token) => {
    const one = await open();
    one.send('phx_join', `realtime:${'x'.repeat(limits.TOPIC_LENGTH)}`, join(token));
    await expect.poll(() => one.state.ended).toBe(true);
    expect(one.joins('ok')).toEqual([]);
    one.socket.terminate();
  },
  UPGRADES_PER_PEER: async (token) => {
    const ask = [
      `GET /realtime/v1/websocket?apikey=${server.keys.publishable}&vsn=1.0.0 HTTP/1.1`,
      `Host: 127.0.0.1:${server.port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Authorization: Bearer ${token}`,
      'x-forwarded-for: 203.0.113.77',
      '',
      '',
    ].join('\r\n');
    const sockets = Array.from({ length: 2 * limits.UPGRADES_PER_PEER.burst }, () =>
      connect(server.port, '127.0.0.1').on('error', () => undefined),
    );
    const answers = await Promise.all(
      sockets.map(async (socket) => {
        socket.write(ask);
        return String((await once(socket, 'data'))[0]).slice(9, 12);
      }),
    );
    expect(answers).toContain('429');
    for (const socket of sockets) socket.destroy();
  },
  CHANNELS_PER_SOCKET: async (token) => {
    const one = await open();
    for (let n = 0; n <= limits.CHANNELS_PER_SOCKET; n += 1)
      one.send('phx_join', `realtime:${n}`, join(token));
    await expect.poll(() => one.state.ended || one.joins('error').length > 0).toBe(true);
    expect(one.joins('ok').length).toBeLessThanOrEqual(limits.CHANNELS_PER_SOCKET);
    one.socket.terminate();
  },
  MESSAGES_PER_SOCKET: (token) =>
    isEnded(({ send }) => {
      send('phx_join', 'realtime:a', join(token));
      for (let n = 0; n < 3 * limits.MESSAGES_PER_SOCKET.burst; n += 1) send('heartbeat', 'phoenix');
    }),
  MESSAGE_BYTES: (token) =>
    isEnded(({ send }) => {
      send('phx_join', 'realtime:a', { ...join(token), filler: 'x'.repeat(limits.MESSAGE_BYTES) });
    }),
  // A topic that is too long is ignored, and a socket without a topic counts as anonymous.
  TOPIC_LENGTH: { instead: 'ANONYMOUS_SOCKET_MS' },
  // A customer receives no rows of others, only replies to their own messages.
  UNREAD_BYTES: { instead: 'MESSAGES_PER_SOCKET' },
  ANONYMOUS_REQUEST: { instead: 'SIGNED_IN_REQUEST' },
  SIGNED_IN_REQUEST: async (token) => {
    const { filters } = limits.SIGNED_IN_REQUEST;
    const many = Array.from({ length: filters + 1 }, (_, n) => `order_number.eq.${n}`).join(',');
    expect((await read(token, `service_orders?select=id&or=(${many})`)).status).toBe(400);
    const deep = 'id,decision_history(id,service_orders(id,decision_history(id)))';
    expect((await read(token, `service_orders?select=${deep}`)).status).toBe(400);
  },
  SERVICE_REQUEST: { instead: 'SIGNED_IN_REQUEST' },
  COLUMN_REPEATS: async (token) => {
    const names = Array.from({ length: limits.COLUMN_REPEATS + 1 }, (_, n) => `a${n}:id`).join(',');
    expect((await read(token, `service_orders?select=${names}`)).status).toBe(400);
  },
  ANSWER_BYTES: async (token) => {
    const { status } = await post(token, '/rest/v1/rpc/large');
    expect(status).toBeGreaterThanOrEqual(400);
  },
  REST_CONNECTIONS: { instead: 'CUSTOMER_PLACES' },
  AUTH_CONNECTIONS: { instead: 'AUTH_PLACES' },
  STORAGE_CONNECTIONS: { instead: 'CUSTOMER_PLACES' },
  ANONYMOUS_PLACES: { instead: 'CUSTOMER_PLACES' },
  CUSTOMER_PLACES: async (token) => {
    const { perCaller, waitingPerCaller } = limits.CUSTOMER_PLACES;
    const asked = Array.from({ length: perCaller + waitingPerCaller + 20 }, () =>
      post(token, '/rest/v1/rpc/nap'),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(statuses).toContain(200);
  },
  STAFF_PLACES: { instead: 'CUSTOMER_PLACES' },
  // Limited by peer, since a log-in has no user yet.
  AUTH_PLACES: { instead: 'CUSTOMER_PLACES' },
  FUNCTION_PLACES: { instead: 'FUNCTION_BODY' },
  WAITING_TOTAL: { instead: 'CUSTOMER_PLACES' },
  QUEUE_WAIT_MS: { instead: 'CUSTOMER_PLACES' },
  SMALL_BODY: async (token) => {
    expect((await post(token, '/rest/v1/rpc/size', limits.SMALL_BODY - 1000)).status).toBe(200);
    expect((await post(token, '/rest/v1/rpc/size', limits.SMALL_BODY + 1000)).status).toBe(413);
  },
  STAFF_BODY: { instead: 'SMALL_BODY' },
  IMPORT_BODY: async (token) => {
    expect((await post(token, '/rest/v1/rpc/check_import', limits.SMALL_BODY + 1000)).status).toBe(413);
  },
  IMPORT_CALL: { instead: 'IMPORT_BODY' },
  OBJECT_BODY: async (token) => {
    expect((await post(token, '/storage/v1/object/things/a', limits.SMALL_BODY + 1000)).status).toBe(413);
  },
  // A file that fills the disk is larger than a customer may send.
  OBJECT_RESERVE: { instead: 'OBJECT_BODY' },
  FUNCTION_BODY: async (token) => {
    const path = '/functions/v1/update-quote-status';
    expect((await post(token, path, limits.FUNCTION_BODY + 1000)).status).toBe(413);
  },
  SMALL_BODY_MS: async (token) => {
    expect(await rawRequest(server.port, unfinished(token))).not.toMatch(/^HTTP\/1\.1 2/);
  },
  BODIES: async (token) => {
    const sockets: Socket[] = [];
    for (let n = 0; n < limits.BODIES.customer.requestsPerCaller; n += 1)
      sockets.push(await rawSocket(server.port, unfinished(token)));
    expect(await rawRequest(server.port, unfinished(token))).toMatch(/^HTTP\/1\.1 429 /);
    for (const socket of sockets) socket.destroy();
  },
  // Connections are counted before anybody has said who asks (request-limits.test.ts).
  CONNECTIONS: { instead: 'BODIES' },
  HEADERS_MS: { instead: 'SMALL_BODY_MS' },
  REQUEST_MS: { instead: 'SMALL_BODY_MS' },
  SILENCE_MS: { instead: 'CONNECTIONS' },
  SLOW_CHECK_MS: { instead: 'SMALL_BODY_MS' },
  HEADER_BYTES: async (token) => {
    const filler = { 'x-filler': 'x'.repeat(limits.HEADER_BYTES) };
    const { status } = await fetch(`${server.url}/rest/v1/profiles`, {
      headers: { ...headers(token), ...filler },
    });
    expect(status).toBe(431);
  },
};

const attacks = Object.entries(MEETS).flatMap(([limit, meets]) =>
  typeof meets === 'function' ? [[limit, meets] as const] : [],
);

test.each(attacks)(
  'SEC-92 somebody who has just registered meets %s',
  async (_limit, expectTheLimit) => expectTheLimit(await newToken()),
  60_000,
);

test('SEC-92 every limit of the server says what a customer meets', () => {
  expect(Object.keys(MEETS).toSorted()).toEqual(Object.keys(limits).toSorted());
  const ends = (limit: Limit): boolean => {
    const meets = MEETS[limit];
    return typeof meets === 'function' || ends(meets.instead);
  };
  expect(Object.keys(MEETS).filter((limit) => !ends(limit as Limit))).toEqual([]);
});
