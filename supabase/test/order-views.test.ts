/** The views of the desk's list and their counts through the API (ORD-61, ORD-62). */
import { randomUUID } from 'node:crypto';
import { ORDER_VIEWS } from '@taller/shared/orders/order-filter.ts';
import { ORDER_STATUSES, statusFacts } from '@taller/shared/orders/status/order-status.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { openShop, type Actor, type Shop } from './support/shop.ts';
import { setWait } from './support/waits.ts';

const STAFF = ['technician', 'receptionist', 'admin'] as const;
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  for (const status of ORDER_STATUSES)
    for (const price of [0, 25_000, null])
      await makeOrder(shop, {
        status,
        quote: price ?? 0,
        total_amount: price,
        technician_id: price === 0 ? shop.people.technician.id : null,
      });
  await setWait(shop.people.technician, (await makeOrder(shop, { quote: 90_000, total_amount: 90_000 })).id);
});
afterAll(() => shop[Symbol.asyncDispose]());

type Args = {
  p_view?: string;
  p_search?: string;
  p_field?: string;
  p_message_failed?: boolean;
  p_wait_reason?: string;
};

async function list(actor: Actor, args: Args) {
  const { data, error } = await shop.clientOf(actor).rpc('search_orders', args);
  if (error) throw error;
  return data;
}
async function counts(actor: Actor): Promise<Record<string, number>> {
  const { data, error } = await shop.clientOf(actor).rpc('count_order_views');
  if (error) throw error;
  return Object.fromEntries(data.map(({ view, total }) => [view, total]));
}
/** Status and price of the orders of a view. */
const kindsIn = async (actor: Actor, view: string) =>
  (await list(actor, { p_view: view }))
    .map(({ status, total_amount }) => `${status} ${total_amount || 'sin precio'}`)
    .filter((kind, index, all) => all.indexOf(kind) === index)
    .sort();

/** A message about an order, the newest one. */
async function addMessage(order: string, state: string): Promise<void> {
  await shop.sql`
    insert into public.whatsapp_messages (order_id, event, occurrence, template, params, phone, state, created_at)
    values (${order}, 'completed', (select count(*) + 1 from public.whatsapp_messages where order_id = ${order}),
      'order_completed', '{}', '56912345678', ${state}, clock_timestamp() + interval '1 second')`;
}

test('ORD-61 each view has the orders that wait for its step', async () => {
  expect(await kindsIn('receptionist', 'to_quote')).toEqual(['in_progress sin precio', 'pending sin precio']);
  expect(await kindsIn('receptionist', 'waiting')).toEqual(['quoted 25000', 'quoted sin precio']);
  expect(await kindsIn('receptionist', 'to_repair')).toEqual([
    'approved 25000',
    'approved sin precio',
    'in_progress 25000',
    'pending 25000',
  ]);
  expect(await kindsIn('receptionist', 'ready')).toEqual(['completed 25000', 'completed sin precio']);
  // Orders cancelled before the shop kept track of the devices to return are history.
  expect(await kindsIn('receptionist', 'to_return')).toEqual(['rejected 25000', 'rejected sin precio']);
});

test('ORD-61 an order that is not closed is in exactly one of the steps, a closed one in none', async () => {
  const steps = await Promise.all(
    ['to_quote', 'waiting', 'to_repair', 'on_hold', 'ready', 'to_return'].map((view) =>
      list('admin', { p_view: view }),
    ),
  );
  const shown = steps.flat().map(({ id }) => id);
  const open = ORDER_STATUSES.filter((status) => statusFacts(status).phase !== 'closed');
  const rows = await shop.sql`select id from public.service_orders where status = any (${open})`;
  expect(shown.toSorted()).toEqual(rows.map(({ id }) => String(id)).sort());
});

test('ORD-61 own orders are the caller’s orders that are not closed', async () => {
  const mine = await list('technician', { p_view: 'mine' });
  expect(mine.map(({ status }) => status).sort()).toEqual(
    ORDER_STATUSES.filter((status) => statusFacts(status).phase !== 'closed').toSorted(),
  );
  expect(new Set(mine.map(({ technician_id }) => technician_id))).toEqual(
    new Set([shop.people.technician.id]),
  );
  expect(await list('receptionist', { p_view: 'mine' })).toEqual([]);
});

test('ORD-61 a failed message counts while it is the newest of its order; earlier front ends ask as before', async () => {
  const order = await makeOrder(shop, { status: 'delivered' });
  const isIn = async (args: Args) => (await list('receptionist', args)).some(({ id }) => id === order.id);
  await addMessage(order.id, 'failed');
  expect(await isIn({ p_view: 'message_failed' })).toBe(true);
  expect(await isIn({ p_message_failed: true })).toBe(true);
  const before = (await counts('receptionist')).message_failed ?? 0;
  await addMessage(order.id, 'sent');
  expect(await isIn({ p_view: 'message_failed' })).toBe(false);
  expect(await isIn({ p_message_failed: true })).toBe(false);
  expect((await counts('receptionist')).message_failed).toBe(before - 1);
});

test('ORD-62 the counts are those of the lists, for every role, and follow a change', async () => {
  const agree = async () => {
    for (const actor of STAFF) {
      const counted = await counts(actor);
      const views = ORDER_VIEWS.filter((view) => view !== 'mine' || actor === 'technician');
      expect(Object.keys(counted).sort()).toEqual(['all', ...views].sort());
      expect((await list(actor, {}))[0]?.total).toBe(counted.all);
      for (const view of views)
        expect((await list(actor, { p_view: view }))[0]?.total ?? 0, `${actor} ${view}`).toBe(counted[view]);
    }
  };
  await agree();
  const before = await counts('admin');
  const order = await makeOrder(shop, { status: 'pending', quote: 0, total_amount: 0 });
  await agree();
  await shop.sql`update public.service_orders set status = 'quoted' where id = ${order.id}`;
  await agree();
  const after = await counts('admin');
  expect(after.waiting).toBe((before.waiting ?? 0) + 1);
  expect(after.to_quote).toBe(before.to_quote);
});

test('ORD-62 a view is counted to 1,001 and no further', { tags: ['exhaustive'] }, async () => {
  await using large = await openShop();
  const row = { ...(await makeOrder(large, { status: 'quoted' })) };
  await large.sql`
    insert into public.service_orders (customer_name, customer_phone, customer_rut, equipment_type, equipment_brand,
      equipment_model, status)
    select o.customer_name, o.customer_phone, o.customer_rut, o.equipment_type, o.equipment_brand, o.equipment_model,
      'quoted'
    from public.service_orders o, generate_series(1, 1100) where o.id = ${row.id}`;
  const { data } = await large.people.admin.client.rpc('count_order_views');
  expect(data).toContainEqual({ view: 'waiting', total: 1001 });
  expect(data).toContainEqual({ view: 'all', total: 1001 });
});

test('ORD-61 a view is searched by text and by number like the list', async () => {
  const name = `Vista ${randomUUID().slice(0, 8)}`;
  const ready = await makeOrder(shop, { customer_name: name, status: 'completed' });
  const quoted = await makeOrder(shop, { customer_name: name, status: 'quoted' });
  const ids = async (args: Args) => (await list('receptionist', args)).map(({ id }) => id);
  expect(await ids({ p_view: 'ready', p_search: name, p_field: 'customer_name' })).toEqual([ready.id]);
  expect(await ids({ p_view: 'waiting', p_search: name, p_field: 'customer_name' })).toEqual([quoted.id]);
  const number = String(quoted.order_number).padStart(6, '0');
  expect(await ids({ p_view: 'waiting', p_search: number })).toEqual([quoted.id]);
  expect(await ids({ p_view: 'ready', p_search: number })).toEqual([]);
});

test('ORD-61 ORD-16 the export of a view has its orders', async () => {
  const { data } = await shop.people.receptionist.client.rpc('export_orders', { p_view: 'waiting' });
  expect(data?.map(({ id }) => id)).toEqual(
    (await list('receptionist', { p_view: 'waiting' })).map(({ id }) => id),
  );
});

test('ORD-61 a view that does not exist is refused, and no text of it reaches a statement', async () => {
  for (const view of ['', 'todo', "ready' or true --", 'all'])
    for (const rpc of ['search_orders', 'export_orders'] as const) {
      const { error } = await shop.people.admin.client.rpc(rpc, { p_view: view });
      expect(error, `${rpc} ${view}`).toMatchObject({ code: '22023', message: 'La vista no existe.' });
    }
});

test('ORD-62 nobody but the staff counts or lists views', async () => {
  for (const actor of ['anon', 'customer', 'other'] as const) {
    expect((await shop.clientOf(actor).rpc('count_order_views')).error?.code, actor).toBe('42501');
    expect((await shop.clientOf(actor).rpc('search_orders', { p_view: 'ready' })).error?.code, actor).toBe(
      '42501',
    );
  }
});

test('ORD-61 a cancelled device is to be handed back until it is, or its order goes on', async () => {
  const { technician, receptionist } = shop.people;
  await shop.sql`
    update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
  const isIn = async (id: string, actor: Actor = 'receptionist') =>
    (await list(actor, { p_view: 'to_return' })).some((order) => order.id === id);
  const [order, reopened] = [await makeOrder(shop), await makeOrder(shop)];
  for (const { id } of [order, reopened]) {
    expect(await isIn(id)).toBe(false);
    await change(technician, id, { status: 'cancelled', cancellation_reason: 'Sin repuesto' });
  }
  for (const actor of STAFF) expect(await isIn(order.id, actor)).toBe(true);
  const { data } = await change(receptionist, order.id, { status: 'delivered', warranty_days: 0 });
  expect(await isIn(order.id)).toBe(false);
  const { error } = await receptionist.client.rpc('undo_status', {
    p_order_id: order.id,
    p_version: Number(data?.version),
  });
  expect(error).toBeNull();
  expect(await isIn(order.id)).toBe(true);
  await change(technician, reopened.id, { status: 'in_progress' });
  expect(await isIn(reopened.id)).toBe(false);
});

test('ORD-61 an order cancelled after its device was returned is not to be handed back', async () => {
  const order = await makeOrder(shop, { status: 'delivered' });
  await shop.sql`update public.service_orders set status = 'cancelled' where id = ${order.id}`;
  expect((await list('admin', { p_view: 'to_return' })).map(({ id }) => id)).not.toContain(order.id);
});
