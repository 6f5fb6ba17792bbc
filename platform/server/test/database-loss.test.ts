import { createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { StoredMail } from '../src/mail/mailbox.ts';
import { startBreakable, type BreakableServer } from './support/own-cluster.ts';
import { redeem } from './support/people.ts';

let broken: BreakableServer;
beforeAll(async () => {
  broken = await startBreakable();
});
afterAll(() => broken[Symbol.asyncDispose]());

const PATIENCE = { timeout: 60_000, interval: 50 };
const statusOf = async (path: string) => (await fetch(`${broken.server.url}${path}`)).status;
const serviceHeaders = () => ({
  apikey: broken.server.keys.secret,
  authorization: `Bearer ${broken.server.keys.secret}`,
});
const addSupplier = async (name: string): Promise<number> => {
  const response = await fetch(`${broken.server.url}/rest/v1/suppliers`, {
    method: 'POST',
    headers: { ...serviceHeaders(), 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  await response.arrayBuffer();
  return response.status;
};

/** Eight writers that run until they are stopped. @returns acknowledged writes and other responses. */
function traffic(prefix: string) {
  const stopping = new AbortController();
  const acknowledged: string[] = [];
  const refusals = new Set<number>();
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const name = `${prefix}-${writer}-${n}`;
      const status = await addSupplier(name);
      if (status === 201) acknowledged.push(name);
      else refusals.add(status);
    }
  });
  const stop = async () => {
    stopping.abort();
    await Promise.all(writers);
  };
  return { acknowledged, refusals, stop };
}

/** Failure under load; afterwards every acknowledged write is there once, and writing continues. */
async function expectToSurvive(prefix: string, damage: () => Promise<void> | void): Promise<void> {
  const { acknowledged, refusals, stop } = traffic(prefix);
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(40), PATIENCE);
  await damage();
  await vi.waitFor(() => expect(refusals.size).toBeGreaterThan(0), PATIENCE);
  await vi.waitFor(async () => expect(await addSupplier(`${prefix}-after`)).toBe(201), PATIENCE);
  const before = acknowledged.length;
  // Every writer's connection works again: the pool leaked none.
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 80), PATIENCE);
  await stop();
  const rows = await broken.sql<{ name: string; n: number }[]>`
    select name, count(*)::int as n from suppliers where name like ${`${prefix}-%`} group by name`;
  const counts = new Map(rows.map(({ name, n }) => [name, n]));
  expect(acknowledged.filter((name) => counts.get(name) !== 1)).toEqual([]);
  expect([...refusals]).toEqual([503]);
}

test('OPS-01 the service goes on by itself after its postmaster was killed under traffic; nothing acknowledged is lost', () =>
  expectToSurvive('postmaster', () => broken.killPostmaster()));

test('OPS-01 the service recovers after one PostgreSQL backend was killed, which ends all others', () =>
  expectToSurvive('backend', async () => {
    const [backend] = await broken.sql<{ pid: number }[]>`
      select pid from pg_stat_activity where usename = 'authenticator' limit 1`;
    broken.killBackend(backend?.pid ?? 0);
  }));

test('OPS-01 the service recovers after every connection was terminated', () =>
  expectToSurvive('terminated', async () => {
    await broken.sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'`;
  }));

test('OPS-06 while the database is out of reach everything that needs it is answered 503 with Retry-After, and nobody is signed out', async () => {
  const { url, keys } = broken.server;
  const client = createClient(url, keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const credentials = { email: 'ana@prueba.test', password: 'clave-de-prueba' };
  const data = { full_name: 'Ana Prueba', rut: '11111111-1', phone: '+56911112222' };
  await client.auth.signUp({ ...credentials, options: { data } });
  const [mail] = (await (await fetch(`${url}/_dev/mails.json`)).json()) as StoredMail[];
  await redeem(client, mail?.link ?? '');
  await client.auth.updateUser({ password: credentials.password });
  const { data: signedIn } = await client.auth.signInWithPassword(credentials);
  const session = signedIn.session;
  if (!session) throw new Error('no session');
  const authorization = `Bearer ${session.access_token}`;
  const post = (path: string, body: object) => ({
    path,
    init: { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
  });
  const requests = [
    { path: '/rest/v1/public_order_status?limit=1', init: {} },
    { path: '/rest/v1/profiles?select=id', init: { headers: { authorization } } },
    { path: '/auth/v1/user', init: { headers: { authorization } } },
    post('/auth/v1/token?grant_type=password', credentials),
    post('/auth/v1/token?grant_type=refresh_token', { refresh_token: session.refresh_token }),
    post('/auth/v1/recover', { email: credentials.email }),
  ];
  const giveBack = broken.takeAway();
  try {
    await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(503), PATIENCE);
    expect(await statusOf('/healthz')).toBe(503);
    expect(await statusOf('/livez')).toBe(200);
    const answers = await Promise.all(
      requests.map(async ({ path, init }) => {
        const headers = { apikey: keys.publishable, ...('headers' in init ? init.headers : {}) };
        const answer = await fetch(`${url}${path}`, { ...init, headers });
        return [path, answer.status, answer.headers.get('retry-after'), await answer.text()];
      }),
    );
    const said = expect.stringContaining(
      'La base de datos no responde en este momento. Intenta de nuevo en unos segundos.',
    );
    expect(answers).toEqual(requests.map(({ path }) => [path, 503, '2', said]));
  } finally {
    giveBack();
  }
  await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), PATIENCE);
  const { data: own } = await client.from('profiles').select('email');
  expect(own).toEqual([{ email: credentials.email }]);
  const refreshed = await client.auth.refreshSession({ refresh_token: session.refresh_token });
  expect(refreshed.error).toBeNull();
});

test('OPS-01 a realtime subscriber is sent to join again after the database was away, and gets what comes then', async () => {
  const { url, keys } = broken.server;
  const client = createClient(url, keys.secret, { realtime: { reconnectAfterMs: () => 50 } });
  const got: unknown[] = [];
  let joins = 0;
  client
    .channel('suppliers')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notifications' }, ({ new: row }) =>
      got.push(row.message),
    )
    .subscribe((status) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) joins += 1;
    });
  await vi.waitFor(() => expect(joins).toBe(1), PATIENCE);
  broken.killPostmaster();
  await vi.waitFor(() => expect(joins).toBe(2), PATIENCE);
  await vi.waitFor(
    () => broken.sql`insert into notifications (type, message) values ('quote_approved', 'después')`,
    PATIENCE,
  );
  await vi.waitFor(() => expect(got).toContain('después'), PATIENCE);
  await client.removeAllChannels();
});
