/** The embedded server follows the facts of the shop in the database. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import type { PublishFacts, ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { CurrentFacts } from '@taller/server/facts/current-facts.ts';
import { followFacts } from '@taller/server/facts/follow-facts.ts';
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const PATIENCE = { timeout: 60_000, interval: 20 };
const rename = (name: string) =>
  server.sql`update public.setting_sections set value = jsonb_set(value, '{name}', to_jsonb(${name}::text)) where section = 'shop'`;

test('CFG-03 a change in the database is published at once, one after the other, the newest last', async () => {
  const facts = new CurrentFacts(NEUTRAL_FACTS);
  const published: string[] = [];
  let running = 0;
  let most = 0;
  const publish = async ({ shop }: ShopFacts) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    published.push(shop.name);
    running -= 1;
  };
  const follower = await followFacts({ adminUrl: server.adminUrl, facts, publish, log: console.log });
  await vi.waitFor(() => expect(published.at(-1)).toBe('Servicio Técnico'), PATIENCE);
  for (const name of ['Ancla', 'Boya', 'Timón']) await rename(name);
  await vi.waitFor(() => expect(published.at(-1)).toBe('Timón'), PATIENCE);
  expect(facts.get().shop.name).toBe('Timón');
  expect([most, follower.behindSince()]).toEqual([1, null]);
  await follower.stop();
});

test('CFG-03 a failure is reported, leaves plain pages correct, and is retried', async () => {
  const facts = new CurrentFacts(NEUTRAL_FACTS);
  const lines: string[] = [];
  let broken = true;
  const publish = async () => {
    if (broken) throw new Error('no queda espacio');
  };
  const log = (line: string) => lines.push(line);
  const follower = await followFacts({ adminUrl: server.adminUrl, facts, publish, log });
  await vi.waitFor(() => expect(follower.behindSince()).not.toBeNull(), PATIENCE);
  expect(lines.at(0)).toContain('no queda espacio');
  await rename('Faro');
  await vi.waitFor(() => expect(facts.get().shop.name).toBe('Faro'), PATIENCE);
  broken = false;
  await vi.waitFor(() => expect(follower.behindSince()).toBeNull(), PATIENCE);
  await follower.stop();
});

test('CFG-03 PUB-12 pages without a script and mails say the current facts', async () => {
  await server.sql`update public.setting_sections
    set value = value || '{"name": "Muelle", "fullName": "Muelle SpA", "phone": "56322550999"}' where section = 'shop'`;
  await vi.waitFor(async () => {
    await fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: server.keys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `ana-${Date.now()}@taller.test`,
        password: 'clave-segura-1',
        data: { full_name: 'Ana Prueba', rut: '11111111-1', phone: '+56911112222' },
      }),
    });
    const [mail] = await server.mails();
    expect(mail?.text).toContain('Muelle SpA\n+56 32 255 0999');
    expect(mail?.html).toContain('Muelle</p>');
  }, PATIENCE);
});

test('CFG-03 OPS-07 stopping aborts a publication in progress, and waits until it has ended', async () => {
  const listeners = async () => {
    const [row] = await server.sql<[{ n: number }]>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and query = 'listen "setting_sections"'`;
    return row.n;
  };
  const others = await listeners();
  const steps: string[] = [];
  let begun = false;
  const publish: PublishFacts = async (_facts, _images, signal) => {
    begun = true;
    await once(signal, 'abort');
    // Lasts longer than the end of the follower's own connection.
    await vi.waitFor(async () => expect(await listeners()).toBe(others), PATIENCE);
    await listeners();
    steps.push('ended');
    signal.throwIfAborted();
  };
  const facts = new CurrentFacts(NEUTRAL_FACTS);
  const log = (line: string) => steps.push(line);
  const follower = await followFacts({ adminUrl: server.adminUrl, facts, publish, log });
  await vi.waitFor(() => expect(begun).toBe(true), PATIENCE);
  await follower.stop();
  expect(steps).toEqual(['ended']);
});
