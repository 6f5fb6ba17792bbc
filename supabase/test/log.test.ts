import { randomUUID } from 'node:crypto';
import { captureConsole } from '@taller/server/log/capture-console.ts';
import { createLog } from '@taller/server/log/log.ts';
import { startTestServer } from '@taller/server/testing/start-test-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderOf } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

/** Personal data that the log must never contain, in the formats of the requests. */
const MARKS = {
  name: 'Zoraida Marcadísima',
  email: 'zoraida.marca@correo.test',
  rut: '7654321-6',
  phone: '+56 9 8123 4567',
  password: 'clave-marcada-77',
  note: 'secreto marcado de la clienta',
  address: '198.51.100.77',
  browser: 'NavegadorMarcado/1.0',
  token: 'eyJtYXJjYQ.eyJtYXJjYTIx.ZmlybWFtYXJjYWRh',
} as const;
const FORMS = [
  ...Object.values(MARKS),
  ...'Zoraida zoraida correo.test 7654321 7.654.321 81234567 marcad'.split(' '),
  ...Object.values(MARKS).map(encodeURIComponent),
];
const KEYS = 'time level msg request method route status ms role code part trouble'.split(' ');

const lines: string[] = [];
const { warn, error } = console;
let shop: Shop;

beforeAll(async () => {
  captureConsole(createLog({ write: (line) => lines.push(line), format: 'json', level: 'debug' }));
  shop = await openShop({
    log: (line) => lines.push(line),
    prepare: (sql) =>
      sql
        .unsafe(`create function public.break_down(p_note text) returns void language plpgsql as $f$
          begin raise exception using errcode = 'XX001', message = p_note; end $f$;
          create function public.session_name() returns text language sql as
          $f$ select current_setting('application_name') $f$`)
        .simple(),
  });
});

afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  Object.assign(console, { warn, error });
});

/** Sends a request with marked browser headers. */
async function send(
  path: string,
  init: Omit<RequestInit, 'headers'> & { token?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const response = await fetch(shop.url + path, {
    ...init,
    headers: {
      apikey: shop.publishableKey,
      'content-type': 'application/json',
      'user-agent': MARKS.browser,
      'x-forwarded-for': MARKS.address,
      ...(init.token ? { authorization: `Bearer ${init.token}` } : {}),
      ...init.headers,
    },
  });
  return new Response(await response.text(), { status: response.status, headers: response.headers });
}

const post = (path: string, body: unknown, token?: string) =>
  send(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), token });

/** Parsed log lines, once the request's own has been written. */
async function lineOf(response: Response): Promise<Record<string, unknown>> {
  const id = response.headers.get('x-request-id');
  const find = () =>
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find(({ request, status }) => request === id && status !== undefined);
  await expect.poll(find).toBeDefined();
  return find() ?? {};
}

test('OPS-40 a request leaves one line: time, level, id, method, template, status, time taken and role', async () => {
  const before = Date.now();
  const response = await send(`/rest/v1/service_orders?customer_rut=eq.${MARKS.rut}&select=id`);
  const line = await lineOf(response);
  expect(line).toMatchObject({
    level: 'info',
    method: 'GET',
    route: '/rest/v1/service_orders',
    status: response.status,
    role: 'anon',
  });
  expect(Date.parse(line.time as string)).toBeGreaterThanOrEqual(before);
  expect(line.ms).toBeGreaterThanOrEqual(0);
});

test('OPS-41 a proxy’s request id is kept and returned; an invalid one is replaced', async () => {
  const given = randomUUID();
  expect((await send('/healthz', { headers: { 'x-request-id': given } })).headers.get('x-request-id')).toBe(
    given,
  );
  for (const bad of [MARKS.email, '7654321-6', 'a'.repeat(40), '../../etc', 'ZORAIDA0000000000']) {
    const own = (await send('/healthz', { headers: { 'x-request-id': bad } })).headers.get('x-request-id');
    expect(own).toMatch(/^[0-9a-f]{12}$/);
  }
});

test('OPS-41 only a trusted proxy chooses the id of a request', async () => {
  await using other = await startTestServer({ trustedProxies: ['203.0.113.7'] });
  const given = randomUUID();
  const { headers } = await fetch(`${other.url}/healthz`, { headers: { 'x-request-id': given } });
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}$/);
});

test('OPS-42 a failure of the server names its code to the customer, to PostgreSQL and to the log', async () => {
  const broken = await post('/rest/v1/rpc/break_down', { p_note: MARKS.note });
  const id = broken.headers.get('x-request-id') ?? '';
  expect(broken.status).toBe(500);
  expect(((await broken.json()) as { message: string }).message).toMatch(new RegExp(`\\(código ${id}\\)$`));
  expect(await lineOf(broken)).toMatchObject({ level: 'error', status: 500, code: 'XX001', request: id });
  const asked = await post('/rest/v1/rpc/session_name', {});
  expect(await asked.json()).toBe(`taller ${asked.headers.get('x-request-id')}`);
});

test('OPS-43 marked personal data, sent in every kind of request, is nowhere in the log', async () => {
  const admin = shop.people.admin.client;
  const { data } = await admin.auth.getSession();
  const token = data.session?.access_token;
  const order = {
    ...orderOf({ fullName: MARKS.name, phone: MARKS.phone, rut: MARKS.rut }),
    work_description: MARKS.note,
  };
  const { email, password } = MARKS;
  const before = lines.length;
  const answers = [
    // Accounts
    await post('/auth/v1/signup', {
      email,
      password,
      data: { full_name: MARKS.name, rut: MARKS.rut, phone: MARKS.phone },
    }),
    await post('/auth/v1/token?grant_type=password', { email, password }),
    await post('/auth/v1/token?grant_type=refresh_token', { refresh_token: MARKS.token }),
    await post('/auth/v1/recover', { email }),
    await post('/auth/v1/verify', { type: 'signup', email, token: MARKS.note }),
    await post(`/auth/v1/${MARKS.name}`, { email }),
    await send(`/auth/v1/verify?type=signup&token=${MARKS.token}&redirect_to=/auth`),
    await send('/auth/v1/user', { token: MARKS.token }),
    await post('/auth/v1/token?grant_type=password', `{"email": "${email}", "password": ${password}`),
    // Orders, and everything that the database rejects
    await post('/rest/v1/service_orders', order, token),
    await post('/rest/v1/service_orders', { ...order, quote: MARKS.note }, token),
    await post('/rest/v1/service_orders', { ...order, equipment_type: MARKS.name }, token),
    await post('/rest/v1/service_orders', { ...order, customer_email: email, [MARKS.name]: 1 }, token),
    await post('/rest/v1/service_orders', `{"customer_name": ${MARKS.name}`, token),
    await post('/rest/v1/profiles', { id: shop.people.admin.id, email, full_name: MARKS.name }, token),
    await send(`/rest/v1/service_orders?customer_name=eq.${MARKS.name}&select=id`, { token }),
    await send(`/rest/v1/service_orders?id=eq.${MARKS.name}&select=id`, { token }),
    await send(`/rest/v1/service_orders?select=${MARKS.name}(${MARKS.rut})`, { token }),
    await send(`/rest/v1/service_orders?order=${MARKS.name}`, { token }),
    await send(`/rest/v1/${MARKS.name}?select=id`, { token }),
    await send(`/rest/v1/${MARKS.rut}?select=((`),
    await post(`/rest/v1/rpc/${MARKS.name}`, { p: MARKS.note }, token),
    await post('/rest/v1/rpc/break_down', { p_note: MARKS.note }, token),
    await post('/rest/v1/rpc/search_profiles', { p_text: MARKS.name, p_search: MARKS.rut }, token),
    // Imports
    await post('/rest/v1/rpc/import_orders', { p_batch_id: randomUUID(), p_rows: [order, {}] }, token),
    await post('/rest/v1/rpc/import_orders', { p_batch_id: MARKS.name, p_rows: MARKS.note }, token),
    // Functions, messages, webhooks
    await post('/functions/v1/update-quote-status', { orderId: MARKS.name, decision: MARKS.note }),
    await post(
      '/functions/v1/update-quote-status',
      { orderId: randomUUID(), decision: 'approved' },
      MARKS.token,
    ),
    await post('/functions/v1/open-device-code', { orderId: randomUUID(), reason: MARKS.note }, token),
    await post('/functions/v1/send-messages', { orderId: MARKS.name }),
    await post('/functions/v1/whatsapp-webhook', { entry: [{ from: MARKS.phone, body: MARKS.note }] }),
    await post(`/functions/v1/${MARKS.name}`, { email }),
    // Pages, and unknown paths
    await send(`/orders/view/${MARKS.rut}?token=${MARKS.token}`),
    await send(`/decision-presupuesto/${MARKS.name}`),
    await send(`/${MARKS.name}/${MARKS.phone}?rut=${MARKS.rut}`),
    await send('/config.json', { method: 'PROPPATCH' }),
  ];
  const gone = new Set(answers.map(({ status }) => status));
  for (const status of [200, 201, 400, 401, 404, 500]) expect(gone, String(status)).toContain(status);
  const socket = new WebSocket(
    `${shop.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${MARKS.token}&vsn=1.0.0`,
  );
  await new Promise((resolve) => socket.addEventListener('close', resolve));
  for (const answer of answers) await lineOf(answer);

  const written = lines.slice(before);
  expect(written.length).toBeGreaterThanOrEqual(answers.length);
  for (const line of written) expect(KEYS).toEqual(expect.arrayContaining(Object.keys(JSON.parse(line))));
  for (const form of FORMS) expect(written.filter((line) => line.includes(form))).toEqual([]);
});
