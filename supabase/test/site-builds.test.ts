import { randomUUID } from 'node:crypto';
import type { SiteBuilds, SiteChange, SiteChanged } from '@taller/shared/system-status/site-control.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeHandler } from '../functions/_shared/site-builds.ts';
import type { FunctionDeps } from '../functions/_shared/function-deps.ts';
import { openShop, type Actor, type Shop } from './support/shop.ts';

const SITE: SiteBuilds = {
  shell: { build: 's1', publishedAt: '2026-11-20T15:00:00Z' },
  backs: [{ part: 'mfe-orders', from: 'v2', to: 'v1' }],
  previews: [
    {
      remote: 'mfe-orders',
      build: 'v3',
      path: '/dashboard#vista-previa=secreto',
      expiresAt: '2026-12-01T15:00:00Z',
    },
  ],
};
const BACK = { action: 'back', part: 'mfe-orders', from: 'v2', to: 'v1' };

let shop: Shop;
let withoutSite: Shop;
/** Changes requested from the site. */
let asked: SiteChange[] = [];
/** Outcome of a change; change-site.test.ts covers the real site's rules with real folders. */
let end: () => Promise<SiteChanged>;
let read: () => Promise<SiteBuilds>;

beforeAll(async () => {
  const change = (one: SiteChange) => {
    asked.push(one);
    return end();
  };
  [shop, withoutSite] = await Promise.all([
    openShop({ siteControl: { read: () => read(), change } }),
    openShop(),
  ]);
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await withoutSite[Symbol.asyncDispose]();
});
beforeEach(async () => {
  asked = [];
  end = async () => ({ done: true, build: 'v1', opened: true });
  read = async () => SITE;
  await shop.sql`truncate private.site_changes`;
});

async function call(actor: Actor, body: unknown, at = shop) {
  const { data } = await at.clientOf(actor).auth.getSession();
  const token = data.session?.access_token;
  const answer = await fetch(`${at.url}/functions/v1/site-builds`, {
    method: 'POST',
    headers: { apikey: at.publishableKey, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const changes = () => shop.sql`select action, part, build, outcome from private.site_changes order by id`;

test('SHELL-87 SHELL-88 admins alone read the publications, with the links of previews, and change them', async () => {
  expect(await call('admin', {})).toEqual({ status: 200, body: { site: SITE } });
  for (const actor of ['anon', 'customer', 'technician', 'receptionist'] as const) {
    for (const body of [{}, { ...BACK, requestId: randomUUID() }]) {
      const answer = await call(actor, body);
      expect([401, 403]).toContain(answer.status);
      expect(JSON.stringify(answer.body)).not.toContain('secreto');
    }
  }
  expect(asked).toEqual([]);
  expect(await changes()).toEqual([]);
});

test('SHELL-88 an admin whose session is over changes nothing', async () => {
  const leaving = await shop.addPerson('admin');
  const { data } = await leaving.client.auth.getSession();
  await shop.sql`delete from auth.sessions where user_id = ${leaving.id}`;
  const answer = await fetch(`${shop.url}/functions/v1/site-builds`, {
    method: 'POST',
    headers: { apikey: shop.publishableKey, authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify({ ...BACK, requestId: randomUUID() }),
  });
  expect([401, 403]).toContain(answer.status);
  expect(asked).toEqual([]);
});

test('SHELL-88 a change is done once for each request, at the same time too, and noted with who asked and how it ended', async () => {
  const requestId = randomUUID();
  let resolve: (outcome: SiteChanged) => void = () => undefined;
  const promise = new Promise<SiteChanged>((done) => (resolve = done));
  end = () => promise;
  const both = Promise.all([1, 2].map(() => call('admin', { ...BACK, requestId })));
  await expect.poll(() => asked.length).toBe(1);
  expect(await changes()).toEqual([{ action: 'back', part: 'mfe-orders', build: 'v2', outcome: null }]);
  const done = { done: true, build: 'v1', opened: true } as const;
  resolve(done);
  expect(await both).toEqual([1, 2].map(() => ({ status: 200, body: done })));
  expect(await call('admin', { ...BACK, requestId })).toEqual({ status: 200, body: done });
  expect(asked).toEqual([BACK]);
  const { data } = await shop.clientOf('admin').rpc('list_site_changes');
  expect(data).toMatchObject([{ action: 'back', part: 'mfe-orders', build: 'v2', outcome: done }]);
  expect((await call('admin', { ...BACK, from: 'v9', requestId })).status).toBe(400);
});

/** The function with clients that a test can hold or break. */
const handlerFor = (caller: { rpc: unknown }, sql: Shop['sql'] | null) =>
  makeHandler({
    client: () => caller,
    admin: () => ({
      rpc: async (_: string, { p_id, p_outcome }: { p_id: number; p_outcome: SiteChanged }) => {
        if (!sql) return { error: { code: '57P01' } };
        await sql`select public.end_site_change(${p_id}, ${sql.json(p_outcome)})`;
        return { error: null };
      },
    }),
    site: { read: () => read(), change: (one: SiteChange) => (asked.push(one), end()) },
    log: () => undefined,
  } as unknown as FunctionDeps);

test('SHELL-88 a change whose end could not be noted is not made again by the same request', async () => {
  const handler = handlerFor(shop.clientOf('admin'), null);
  const body = JSON.stringify({ ...BACK, requestId: randomUUID() });
  for (const _ of [1, 2]) {
    const answer = await handler(new Request('http://taller.test', { method: 'POST', body }));
    expect([answer.status, await answer.json()]).toEqual([200, { done: true, build: 'v1', opened: true }]);
  }
  expect(asked).toEqual([BACK]);
});

test.each([
  ['42501', 403],
  ['PGRST303', 401],
  ['57P01', 503],
])(
  'SHELL-88 a refusal %s right before the change is answered %i, and nothing is changed',
  async (code, status) => {
    let asks = 0;
    const admin = {
      rpc: async (...ask: Parameters<Shop['anon']['rpc']>) => {
        asks += 1;
        return asks === 1 ? shop.clientOf('admin').rpc(...ask) : { data: null, error: { code } };
      },
    };
    const body = JSON.stringify({ ...BACK, requestId: randomUUID() });
    const answer = await handlerFor(
      admin,
      shop.sql,
    )(new Request('http://taller.test', { method: 'POST', body }));
    expect([answer.status, asked]).toEqual([status, []]);
  },
);

test('SHELL-88 the slower of two requests with one id changes nothing after the other has ended', async () => {
  let resolve: (outcome: SiteChanged) => void = () => undefined;
  const promise = new Promise<SiteChanged>((done) => (resolve = done));
  end = () => promise;
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((done) => (goOn = done));
  let isHolding = false;
  let answered = 0;
  const admin = {
    rpc: async (...ask: Parameters<Shop['anon']['rpc']>) => {
      const isHeld = isHolding;
      const answer = await shop.clientOf('admin').rpc(...ask);
      if (!isHeld) return answer;
      answered += 1;
      await held;
      return answer;
    },
  };
  const handler = handlerFor(admin, shop.sql);
  const body = JSON.stringify({ ...BACK, requestId: randomUUID() });
  const send = () => handler(new Request('http://taller.test', { method: 'POST', body }));
  const first = send();
  await expect.poll(() => asked.length).toBe(1);
  isHolding = true;
  const second = send();
  await expect.poll(() => answered).toBe(1);
  const done = { done: true, build: 'v1' } as const;
  resolve(done);
  expect(await (await first).json()).toEqual(done);
  goOn();
  expect(await (await second).json()).toEqual(done);
  expect(asked).toEqual([BACK]);
});

test('SHELL-88 a refusal of the site is an answer, and an interrupted change is completed by the same request', async () => {
  const refused = { done: false, why: 'Otra publicación está en curso.' } as const;
  end = async () => refused;
  expect(await call('admin', { ...BACK, requestId: randomUUID() })).toEqual({ status: 200, body: refused });
  const requestId = randomUUID();
  end = () => Promise.reject(new Error('killed'));
  expect(await call('admin', { ...BACK, requestId })).toEqual({ status: 500, body: { error: 'unknown' } });
  const done = { done: true, build: 'v1' } as const;
  end = async () => done;
  expect(await call('admin', { ...BACK, requestId })).toEqual({ status: 200, body: done });
  expect((await changes()).map(({ outcome }) => outcome as unknown)).toEqual([refused, done]);
});

test('SHELL-87 SHELL-88 invalid changes are refused before anything is recorded', async () => {
  const close = { action: 'close-preview', part: 'mfe-orders', build: 'v3' };
  for (const wrong of [
    { ...BACK, part: '../mfe-orders' },
    { ...BACK, from: 'v2 --site /' },
    { ...BACK, to: '../v1' },
    { ...BACK, action: 'publish' },
    { ...close, part: 'shell' },
    { ...close, build: '' },
  ])
    expect((await call('admin', { ...wrong, requestId: randomUUID() })).status).toBe(400);
  expect((await call('admin', BACK)).status).toBe(400);
  expect((await call('admin', { ...BACK, requestId: 'x' })).status).toBe(400);
  expect((await call('admin', { ...close, requestId: randomUUID() })).status).toBe(200);
  expect(asked).toEqual([close]);
});

test('SHELL-87 a site that cannot be read is an answer, and the next one reads it', async () => {
  read = () => Promise.reject(new Error('release.json está dañado'));
  expect(await call('admin', {})).toEqual({ status: 500, body: { error: 'unknown' } });
  read = async () => SITE;
  expect((await call('admin', {})).status).toBe(200);
});

test('SHELL-88 a server without a site says so to admins only', async () => {
  expect(await call('admin', {}, withoutSite)).toEqual({ status: 200, body: { site: null } });
  const change = { ...BACK, requestId: randomUUID() };
  expect((await call('admin', change, withoutSite)).status).toBe(404);
  expect((await call('technician', change, withoutSite)).status).toBe(403);
  expect(await withoutSite.sql`select from private.site_changes`).toEqual([]);
});
