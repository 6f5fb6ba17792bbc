/** The installation's section of the settings: address, retention periods and sessions (CFG-43, CFG-44). */
import { setSiteUrl } from '@taller/server/database/site-url.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeData } from './support/change-data.ts';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const change = (changes: Readonly<Record<string, unknown>>) =>
  changeData(shop, shop.people.admin.client, changes);

const stored = async (): Promise<Record<string, unknown>> =>
  (await shop.sql`select value from public.setting_sections where section = 'data'`)[0]?.value as Record<
    string,
    unknown
  >;

test('CFG-43 the staff and customers read nothing of it, an admin changes it, and its history says who', async () => {
  for (const actor of ['anon', 'customer', 'technician', 'receptionist'] as const) {
    const client = shop.clientOf(actor);
    const read = await client.from('setting_sections').select('section').eq('section', 'data');
    expect(read.data ?? []).toEqual([]);
    expect((await changeData(shop, client, { mail_days: 7 })).status).toBe(403);
  }
  expect((await change({ mail_days: 7 })).data).toMatchObject({
    saved: true,
    changed_by_name: shop.people.admin.fullName,
  });
  expect((await shop.anon.rpc('shop_facts')).data).not.toHaveProperty('facts.data');
  await change({ mail_days: 30 });
});

test.each([
  'taller.cl',
  'ftp://taller.cl',
  'javascript:alert(1)',
  'https://taller.cl/',
  'https://taller.cl/taller',
  'https://taller.cl?x=1',
  'https://alguien@taller.cl',
  'https://taller.cl\nhttps://otro.cl',
  '',
])('CFG-43 %j is no address of a site', async (url) => {
  const before = await stored();
  const { error } = await change({ site_url: url });
  expect(error).toMatchObject({ code: '23514', faults: [{ path: 'site_url' }] });
  expect(await stored()).toEqual(before);
});

test('CFG-43 the link of the next quote begins with the address, earlier ones stay', async () => {
  const quote = async () => {
    const { id } = await makeOrder(shop, { status: 'in_progress' });
    const changes = { status: 'quoted', total_amount: 10_000, technical_work: 'Pantalla' };
    const { error } = await shop.people.technician.client.from('service_orders').update(changes).eq('id', id);
    expect(error).toBeNull();
    const link = async () =>
      String(
        (
          await shop.sql`select params from public.whatsapp_messages where order_id = ${id} and event = 'quoted'`
        )[0]?.params,
      );
    return { id, link };
  };
  await change({ site_url: 'https://antes.example' });
  const first = await quote();
  await change({ site_url: 'https://despues.example:8443' });
  const second = await quote();
  expect(await second.link()).toContain(`https://despues.example:8443/decision-presupuesto/${second.id}`);
  expect(await first.link()).toContain(`https://antes.example/decision-presupuesto/${first.id}`);
});

test.each(['http://taller_web:3000', 'https://mi_taller.local'])(
  'CFG-43 the name of a local network stays as the operator gives it: %s',
  async (siteUrl) => {
    await setSiteUrl(shop.sql, { siteUrl }, 'http://127.0.0.1:4321');
    expect((await stored()).site_url).toBe(siteUrl);
  },
);

test('CFG-43 a start replaces only a local address by its own; SITE_URL overrides an admin’s setting', async () => {
  const after = async (siteUrl: string | undefined) => {
    await setSiteUrl(shop.sql, { siteUrl }, 'http://127.0.0.1:4321');
    return (await stored()).site_url;
  };
  await change({ site_url: 'https://mio.example' });
  expect(await after(undefined)).toBe('https://mio.example');
  expect(await after('https://suyo.example/')).toBe('https://suyo.example');
  await change({ site_url: 'http://localhost:3000' });
  expect(await after(undefined)).toBe('http://127.0.0.1:4321');
  const version = async () =>
    (await shop.sql`select version from public.setting_sections where section = 'data'`)[0]
      ?.version as number;
  const before = await version();
  await after(undefined);
  expect(await version()).toBe(before);
});

/** Rows of each kind that are 100 days old, and orders that were closed 8 years ago. */
async function makeOldRows(): Promise<void> {
  const { sql } = shop;
  const order = await makeOrder(shop, { status: 'in_progress' });
  await sql`insert into public.whatsapp_messages (order_id, event, occurrence, template, params, phone, state, created_at)
    values (${order.id}, 'completed', 1, 'x', array['Rosa'], '1', 'failed', now() - interval '100 days'),
      (${order.id}, 'completed', 2, 'x', array['Rosa'], '1', 'queued', now() - interval '100 days'),
      (null, 'test', 1, 'x', '{}', '1', 'sent', now() - interval '100 days')`;
  await sql`insert into public.appointments (full_name, phone, reason, appointment_date)
    values ('Rosa', '911112222', 'Pantalla', now() - interval '100 days')`;
  const gone = await makeOrder(shop);
  await shop.people.admin.client.from('service_orders').delete().eq('id', gone.id);
  await sql`update public.order_events set created_at = now() - interval '100 days' where order_id = ${gone.id}`;
  await sql`insert into public.whatsapp_replies (order_id, phone, body, provider_message_id, received_at)
    values (${order.id}, '1', 'Vieja', 'preview', now() - interval '100 days')`;
  await sql`insert into public.notifications (type, message, created_at)
    values ('customer_reply', 'Rosa respondió', now() - interval '100 days')`;
  await sql`insert into public.activity_logs (action_type, product_id, created_at)
    values ('edit', gen_random_uuid(), now() - interval '100 days')`;
  await sql`insert into private.site_changes (user_id, request_id, action, part, build, asked_at)
    values (gen_random_uuid(), gen_random_uuid(), 'back', 'shell', 'old', now() - interval '100 days')`;
  const [decision] = await sql`insert into public.decision_history (order_id, type, message, created_at)
    values (${order.id}, 'success', 'ok', now() - interval '100 days') returning id`;
  await sql`insert into public.decision_origins (decision_id, order_id, address)
    values (${decision?.id}, ${order.id}, '203.0.113.0/24')`;
  await sql`insert into private.looks (actor_id, actor_name, actor_role, kind, looked_at, hour)
    values (gen_random_uuid(), 'Vieja', 'admin', 'list', now() - interval '200 days', now() - interval '200 days')`;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.service_orders set status = 'delivered', delivered_at = now() - interval '8 years'
      where id = ${(await makeOrder(shop)).id}`;
  });
}

test('CFG-44 the preview of a shorter period counts exactly the rows that the cleaning then deletes', async () => {
  const { admin } = shop.people;
  await change({ order_years: 10, look_days: 730 });
  await makeOldRows();
  const shorter = {
    message_days: 90,
    activity_days: 90,
    origin_days: 90,
    look_days: 180,
    session_days: 7,
    order_years: 6,
  };
  const value = { ...(await stored()), ...shorter, mail_days: 1 };
  const { data, error } = await admin.client.rpc('preview_retention', { p_value: value as never });
  expect(error).toBeNull();
  expect(data).toEqual({
    message_days: 5,
    activity_days: 3,
    origin_days: 1,
    look_days: 1,
    session_days: 0,
    order_years: 1,
  });
  const [before] = await shop.sql`select public.run_retention() as removed`;
  expect(before?.removed).toEqual({});
  await change(shorter);
  const [run] = await shop.sql`select public.run_retention() as removed`;
  expect(run?.removed).toEqual({
    messages: 2,
    replies: 1,
    notifications: 1,
    visits: 1,
    activity: 1,
    site_changes: 1,
    deleted_orders: 1,
    origins: 1,
    looks: 1,
    orders: 1,
  });
});

test('CFG-44 longer periods delete nothing, and values other than numbers are refused', async () => {
  const { admin } = shop.people;
  const preview = (value: unknown) => admin.client.rpc('preview_retention', { p_value: value as never });
  expect((await preview({ ...(await stored()), order_years: 30, look_days: 3650 })).data).toEqual({});
  expect((await preview({ order_years: 'x' })).error?.code).toBe('22023');
});
