/** A second phone gets the messages when the first one is a landline (ORD-124). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, orderOf, storedOrder } from './support/orders.ts';
import { newRut, openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const LANDLINE = '+56 32 225 5014';
const MOBILE = '+56 9 8123 7654';

const phonesOf = async (id: string) =>
  (await shop.sql`select phone from public.whatsapp_messages where order_id = ${id}`).map(({ phone }) =>
    String(phone),
  );

test('ORD-124 messages go to the second phone while the first is a landline', async () => {
  const order = await makeOrder(shop, { customer_phone: LANDLINE, second_phone: MOBILE });
  expect(await phonesOf(order.id)).toEqual(['56981237654']);
  await change(shop.people.receptionist, order.id, { customer_phone: '+56 9 7000 0000' });
  expect(await phonesOf(order.id)).toEqual(['56970000000']);
});

test('ORD-124 a mobile added later gets the waiting messages; a second landline or a second mobile does not', async () => {
  const order = await makeOrder(shop, { customer_phone: LANDLINE });
  expect(await phonesOf(order.id)).toEqual(['56322255014']);
  await change(shop.people.receptionist, order.id, { second_phone: '22 345 6789' });
  expect(await phonesOf(order.id)).toEqual(['56322255014']);
  await change(shop.people.receptionist, order.id, { second_phone: ` \u202A${MOBILE}\u202C` });
  expect(await phonesOf(order.id)).toEqual(['56981237654']);
  expect(await storedOrder(shop, order.id)).toMatchObject({ second_phone: MOBILE });

  const mobiles = await makeOrder(shop, { customer_phone: '+56 9 7000 0000', second_phone: MOBILE });
  expect(await phonesOf(mobiles.id)).toEqual(['56970000000']);
});

test('ORD-124 a reply and a search by the second phone find the order', async () => {
  const { admin, receptionist } = shop.people;
  const order = await makeOrder(shop, { customer_phone: LANDLINE });
  await change(receptionist, order.id, { second_phone: '+56 9 6111 2233' });
  await shop.sql`select public.record_reply('segundo', '56961112233', 'Voy mañana', now())`;
  expect(
    await shop.sql`select order_id from public.whatsapp_replies where provider_message_id = 'segundo'`,
  ).toEqual([{ order_id: order.id }]);
  const { data: found } = await receptionist.client.rpc('find_orders', { p_search: '9 6111 2233' });
  expect(found?.map(({ id }) => id)).toEqual([order.id]);
  const { data: listed } = await admin.client.rpc('search_orders', { p_search: '961112233', p_field: 'all' });
  expect(listed?.map(({ id }) => id)).toEqual([order.id]);
});

test('ORD-124 technicians do not change it, and it goes with the person', async () => {
  const { admin, technician } = shop.people;
  const customer_rut = newRut();
  const person = { ...orderOf(shop.people.customer), customer_rut, customer_phone: LANDLINE };
  const order = await makeOrder(shop, { ...person, second_phone: MOBILE, status: 'delivered' });
  expect((await change(technician, order.id, { second_phone: '+56 9 1111 1111' })).error?.code).toBe('42501');
  await shop.sql`select private.anonymize_orders(array[${order.id}::uuid])`;
  expect(await storedOrder(shop, order.id)).toMatchObject({ second_phone: null });
  const events = await shop.sql`select changes::text from public.order_events where order_id = ${order.id}`;
  expect(JSON.stringify(events)).not.toContain('8123');
  const { data: found } = await admin.client.rpc('search_orders', { p_search: '981237654', p_field: 'all' });
  expect(found?.map(({ id }) => id)).not.toContain(order.id);
});
