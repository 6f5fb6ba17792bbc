/** A second phone gets the messages when the first one is a landline (ORD-124). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymize } from './support/anonymize.ts';
import { change, makeOrder, orderOf, storedOrder } from './support/orders.ts';
import { tracesOf } from './support/personal-traces.ts';
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

const closed = { status: 'delivered', warranty_days: 90 };
const reply = async (id: string, phone: string) => {
  await shop.sql`insert into public.whatsapp_replies (phone, body, provider_message_id, received_at)
    values (${phone}, 'Ya voy', ${id}, now())`;
  return async () =>
    (await shop.sql`select from public.whatsapp_replies where provider_message_id = ${id}`).length;
};

test('PRIV-06 ORD-124 the mobile that messages go to finds its customer, and everything under it goes too', async () => {
  const { admin, receptionist } = shop.people;
  const [rut, mobile] = [newRut(), '+56 9 6444 5501'];
  const order = await makeOrder(shop, {
    ...closed,
    customer_rut: rut,
    customer_phone: LANDLINE,
    second_phone: mobile,
  });
  const account = await shop.addPerson('customer', { proven: false, rut, phone: mobile });
  const left = await reply('second-1', mobile);
  await receptionist.client.rpc('find_orders', { p_search: '9 6444 5501' });
  await receptionist.client.from('saved_views').insert({ name: 'Ella', search: '9 6444 5501', field: 'all' });
  await shop.sql`insert into public.appointments (full_name, phone, appointment_date, reason)
    values ('Su hija', ${mobile}, now(), 'Retiro')`;
  expect((await anonymize(admin, 'phone', '9 6444-5501')).data).toEqual({
    outcome: 'done',
    orders: 1,
    accounts: 1,
  });
  expect(await storedOrder(shop, order.id)).toMatchObject({ customer_name: 'Cliente anonimizado' });
  expect(await left()).toBe(0);
  expect(await tracesOf(shop.sql, ['64445501', rut, account.id])).toEqual([]);
});

test('PRIV-06 ORD-124 a second phone beside a mobile finds nobody: it may be a relative’s', async () => {
  const relative = '+56 9 6444 5502';
  const order = await makeOrder(shop, { ...closed, customer_phone: MOBILE, second_phone: relative });
  expect((await anonymize(shop.people.admin, 'phone', relative)).data).toMatchObject({ outcome: 'nothing' });
  expect((await storedOrder(shop, order.id)).second_phone).toBe(relative);
});

test('PRIV-06 ORD-124 an account that claims the second phone of another person’s order erases nothing of its owner', async () => {
  const owned = '+56 9 6444 5503';
  await makeOrder(shop, { ...closed, customer_rut: newRut(), customer_phone: LANDLINE, second_phone: owned });
  const left = await reply('second-2', owned);
  const claimant = await shop.addPerson('customer', { phone: owned, proven: false });
  expect((await anonymize(shop.people.admin, 'account', claimant.id)).data).toMatchObject({ accounts: 1 });
  expect(await left()).toBe(1);
});

test('PRIV-06 ORD-124 erasing a customer keeps what stands under a second phone that is somebody else’s too', async () => {
  const [rut, shared] = [newRut(), '+56 9 6444 5504'];
  await makeOrder(shop, { ...closed, customer_rut: rut, customer_phone: LANDLINE, second_phone: shared });
  await makeOrder(shop, { ...closed, customer_rut: newRut(), customer_phone: shared });
  const left = await reply('second-3', shared);
  expect((await anonymize(shop.people.admin, 'rut', rut)).data).toMatchObject({ outcome: 'done', orders: 1 });
  expect(await left()).toBe(1);
});
