/** Old imported orders are closed in bulk, without messages (ORD-122). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';
import { endWait, openWaitOf, setWait } from './support/waits.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const imported = (status: string, created_at: string, columns = {}) =>
  makeOrder(shop, { status, created_at, updated_at: created_at, import_key: randomUUID(), ...columns });

const close = (p_before: string, by = shop.people.admin) => by.client.rpc('close_old_orders', { p_before });

test('ORD-122 imported orders from before a day are handed over or cancelled once, with a line each and no message', async () => {
  const { admin } = shop.people;
  const ready = await imported('completed', '2020-03-01T12:00:00Z');
  const begun = await imported('in_progress', '2020-03-01T12:00:00Z');
  // Midnight in Chile is 03:00 UTC in summer.
  const last = await imported('quoted', '2021-01-01T02:59:59Z');
  const next = await imported('pending', '2021-01-01T03:00:00Z');
  const own = await makeOrder(shop, { created_at: '2020-03-01T12:00:00Z' });
  const touched = await imported('pending', '2020-03-01T12:00:00Z');
  await change(shop.people.receptionist, touched.id, { notes: 'Vino a preguntar' });
  const done = await imported('delivered', '2020-03-01T12:00:00Z');

  const before = await shop.sql`select count(*)::int as n from public.whatsapp_messages`;
  expect((await admin.client.rpc('count_old_orders', { p_before: '2021-01-01' })).data).toEqual([
    { delivered: 1, cancelled: 2 },
  ]);
  expect((await close('2021-01-01')).data).toBe(0);
  const { version } = await storedOrder(shop, ready.id);
  expect((await close('2021-01-01')).data).toBe(0);

  expect(await storedOrder(shop, ready.id)).toMatchObject({
    status: 'delivered',
    delivered_at: new Date('2020-03-01T12:00:00Z'),
    version,
  });
  for (const { id } of [begun, last])
    expect(await storedOrder(shop, id)).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'Orden antigua, cerrada en conjunto',
    });
  for (const { id } of [next, own, touched])
    expect(await storedOrder(shop, id)).toMatchObject({ status: 'pending' });
  expect(await storedOrder(shop, done.id)).toMatchObject({ version: 1 });

  expect(await shop.sql`select count(*)::int as n from public.whatsapp_messages`).toEqual(before);
  const events = await shop.sql`select actor_name, changes -> 'status' as status from public.order_events
    where order_id = ${ready.id} and kind = 'status'`;
  expect(events).toEqual([{ actor_name: admin.fullName, status: ['completed', 'delivered'] }]);
  // Cancelled long ago, their devices are not on the shelf.
  const { data: shelf } = await admin.client.rpc('search_orders', { p_view: 'to_return' });
  expect(shelf).toEqual([]);
});

test('ORD-122 an imported order that waits, or has waited, is one that somebody works on', async () => {
  const { admin, technician } = shop.people;
  const [waits, waited] = [
    await imported('pending', '2018-03-01T12:00:00Z'),
    await imported('pending', '2018-03-01T12:00:00Z'),
  ];
  for (const { id } of [waits, waited]) await setWait(technician, id);
  await endWait(technician, (await openWaitOf(shop, waited.id)).id);
  expect((await admin.client.rpc('count_old_orders', { p_before: '2019-01-01' })).data).toEqual([
    { delivered: 0, cancelled: 0 },
  ]);
  expect((await close('2019-01-01')).data).toBe(0);
  for (const { id } of [waits, waited])
    expect(await storedOrder(shop, id)).toMatchObject({ status: 'pending' });
});

test('ORD-122 only admins count and close old orders', async () => {
  for (const actor of ['technician', 'receptionist', 'customer'] as const) {
    expect((await close('2030-01-01', shop.people[actor])).error?.code).toBe('42501');
    const { error } = await shop.people[actor].client.rpc('count_old_orders', { p_before: '2030-01-01' });
    expect(error?.code).toBe('42501');
  }
});

test('ORD-122 more than 200 are closed in portions', async () => {
  await shop.sql`
    insert into public.service_orders (status, created_at, import_key, customer_name, customer_phone, customer_rut,
      equipment_type, equipment_brand, equipment_model)
    select 'pending', '2015-01-01', 'viejo ' || n, 'Ana Rojas', '912345678', '11111111-1', 'smartphone', 'Samsung', 'A52'
    from generate_series(1, 201) as n`;
  expect((await close('2016-01-01')).data).toBe(1);
  expect((await close('2016-01-01')).data).toBe(0);
});
