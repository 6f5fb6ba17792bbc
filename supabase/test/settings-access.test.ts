/** Only admins save and undo settings, and only through the function that validates them (CFG-23). */
import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import type { Database } from '@taller/shared/db/database.types.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveSection as save, undoChange as undo } from './support/settings-calls.ts';
import { type Actor, ACTORS, openShop, type Shop } from './support/shop.ts';
import { changesOf, renewSettings, storedSection } from './support/stored-settings.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Every test starts with a new shop's settings. */
beforeEach(() => renewSettings(shop));

type Client = Shop['anon'];

const admin = (): Client => shop.people.admin.client;

const stored = (section: string) => storedSection(shop, section);
const history = (section: string) => changesOf(shop, section);

test.each(ACTORS.filter((actor): actor is Exclude<Actor, 'admin'> => actor !== 'admin'))(
  'CFG-23 %s neither saves nor undoes, nor learns whether a section or a change exists',
  async (actor) => {
    await save(admin(), 'terms', { items: ['Una'] }, 1);
    const [change] = await history('terms');
    const client = shop.clientOf(actor);
    for (const answer of [
      await save(client, 'terms', { items: [] }, 2),
      await save(client, 'otra', { items: [] }, 2),
      await undo(client, change?.id as number),
      await undo(client, 999_999),
    ])
      expect(answer.status).toBe(403);
    expect((await client.from('setting_changes').select('*')).data ?? []).toEqual([]);
    expect(await stored('terms')).toEqual({ value: { items: ['Una'] }, version: 2 });
  },
);

test('CFG-23 a session that was ended saves nothing, though its token has not run out', async () => {
  const { client } = await shop.addPerson('admin');
  const { data } = await client.auth.getSession();
  await client.auth.signOut({ scope: 'local' });
  const response = await fetch(`${shop.url}/functions/v1/save-settings`, {
    method: 'POST',
    headers: {
      apikey: shop.publishableKey,
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ requestId: randomUUID(), section: 'terms', value: { items: [] }, version: 1 }),
  });
  expect(response.status).toBeGreaterThanOrEqual(401);
  expect(response.status).toBeLessThanOrEqual(403);
  expect((await stored('terms')).version).toBe(1);
});

test('CFG-23 an admin who became a technician saves nothing more, nor repeats an earlier request', async () => {
  const request = randomUUID();
  const { client, id } = await shop.addPerson('admin');
  await save(client, 'terms', { items: ['Una'] }, 1, request);
  await shop.sql`update public.profiles set role = 'technician' where id = ${id}`;
  expect((await save(client, 'terms', { items: ['Una'] }, 1, request)).status).toBe(403);
});

test.each(ACTORS)('CFG-23 %s cannot write past the function that checks', async (actor) => {
  await save(admin(), 'terms', { items: ['Una'] }, 1);
  const [change] = await history('terms');
  const client = shop.clientOf(actor);
  const p_request_id = randomUUID();
  const id = actor === 'anon' ? null : shop.people[actor].id;
  const p_actor = { sub: shop.people.admin.id, session_id: null, aal: 'aal2' };
  const png = { p_content: 'iVBORw0K', p_type: 'image/png', p_width: 1, p_height: 1 };
  for (const acting of [p_actor, { ...p_actor, sub: id }]) {
    const past = [
      { p_section: 'terms', p_value: { items: [7] }, p_version: 2 },
      { p_change_id: change?.id, p_checked: { items: [] } },
      png,
    ];
    const names = ['save_setting_section', 'undo_setting_change', 'save_shop_image'] as const;
    for (const [at, name] of names.entries()) {
      const call = client.rpc(name, { p_actor: acting, p_request_id, ...past[at] } as never);
      expect([name, (await call).error?.code]).toEqual([name, '42501']);
    }
  }
  await client
    .from('setting_sections')
    .update({ value: { items: [7] } })
    .eq('section', 'terms');
  expect(await stored('terms')).toEqual({ value: { items: ['Una'] }, version: 2 });
});

test('CFG-23 the database asks for the admin again, where it writes', async () => {
  const service = createClient<Database>(shop.url, shop.secretKey, { auth: { persistSession: false } });
  const { client, id } = await shop.addPerson('admin');
  const { data } = await client.auth.getSession();
  const claims = JSON.parse(atob((data.session?.access_token ?? '').split('.')[1] ?? '')) as object;
  const write = (p_actor: unknown, item: string, version: number) =>
    service.rpc('save_setting_section', {
      p_actor: p_actor as never,
      p_request_id: randomUUID(),
      p_section: 'terms',
      p_value: { items: [item] },
      p_version: version,
    });
  expect((await write(claims, 'Una', 1)).data).toMatchObject([{ saved: true, version: 2 }]);
  const other = shop.people.technician.id;
  for (const acting of [null, {}, { sub: other }, { ...claims, sub: other }])
    expect((await write(acting, 'Otra', 2)).error?.code).toBe('42501');
  await shop.sql`delete from auth.sessions where user_id = ${id}`;
  expect((await write(claims, 'Otra', 2)).error?.code).toBe('42501');
  expect(await stored('terms')).toEqual({ value: { items: ['Una'] }, version: 2 });
});
