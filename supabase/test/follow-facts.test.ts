/** The embedded server follows the facts of the shop in the database. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
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

test('CFG-03 changes in the database are read at once, the newest last', async () => {
  const facts = new CurrentFacts(NEUTRAL_FACTS);
  const read: string[] = [];
  const onRead = () => read.push(facts.get().shop.name);
  const follower = await followFacts({ adminUrl: server.adminUrl, facts, onRead, log: console.log });
  await vi.waitFor(() => expect(read.at(-1)).toBe('Servicio Técnico'), PATIENCE);
  for (const name of ['Ancla', 'Boya', 'Timón']) await rename(name);
  await vi.waitFor(() => expect(read.at(-1)).toBe('Timón'), PATIENCE);
  await follower.stop();
});

test('CFG-03 facts that cannot be read are logged, and read as soon as they can be, without another change', async () => {
  const facts = new CurrentFacts(NEUTRAL_FACTS);
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const follower = await followFacts({ adminUrl: server.adminUrl, facts, log });
  await server.sql`alter function public.shop_facts() rename to shop_facts_away`;
  try {
    await rename('Faro');
    await vi.waitFor(
      () => expect(lines.at(0)).toContain('No se pudieron leer los datos de la tienda'),
      PATIENCE,
    );
  } finally {
    await server.sql`alter function public.shop_facts_away() rename to shop_facts`;
  }
  await vi.waitFor(() => expect(facts.get().shop.name).toBe('Faro'), PATIENCE);
  await follower.stop();
});

test('CFG-03 the state is the same object until the facts change, and has the image that they name', async () => {
  const facts = new CurrentFacts(NEUTRAL_FACTS);
  await facts.refresh(server.sql);
  const before = facts.state();
  await facts.refresh(server.sql);
  expect(facts.state()).toBe(before);
  const [image] = await server.sql<[{ hash: string }]>`
    insert into private.shop_images (hash, type, width, height, content)
    select encode(sha256(content), 'hex'), 'image/png', 40, 40, content from (select 'logo'::bytea as content) i
    returning hash`;
  const logo = { hash: image.hash, type: 'image/png', width: 40, height: 40 };
  await server.sql`update public.setting_sections
    set value = value || ${server.sql.json({ logo })} where section = 'look'`;
  await facts.refresh(server.sql);
  expect(facts.state()).toMatchObject({ facts: { look: { logo } } });
  expect([...facts.state().images].map(([hash, content]) => [hash, Buffer.from(content).toString()])).toEqual(
    [[image.hash, 'logo']],
  );
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
