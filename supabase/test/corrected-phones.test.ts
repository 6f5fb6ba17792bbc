/** A phone that was wrong is corrected in all orders of its customer at once (ORD-125). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { newRut, openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const WRONG = '+56 9 8123 7654';
const RIGHT = '+56 9 8123 7655';

async function customerWithOrders() {
  const customer_rut = newRut();
  const make = (columns = {}) => makeOrder(shop, { customer_rut, customer_phone: WRONG, ...columns });
  const corrected = await make();
  const others = [await make({ customer_phone: '981237654' }), await make({ status: 'delivered' })];
  const another = await make({ customer_phone: '+56 9 7000 0000' });
  const unrelated = await makeOrder(shop, { customer_rut: newRut(), customer_phone: WRONG });
  await change(shop.people.receptionist, corrected.id, { customer_phone: RIGHT });
  return { corrected, others, untouched: [another, unrelated] };
}

test('ORD-125 the other orders with the wrong number get the right one, with a line each, once', async () => {
  const { receptionist } = shop.people;
  const { corrected, others, untouched } = await customerWithOrders();
  const about = { p_order_id: corrected.id, p_phone: WRONG };
  const [first] = others;
  expect((await receptionist.client.rpc('count_phone_orders', about)).data).toBe(2);
  expect((await receptionist.client.rpc('correct_phone', about)).data).toBe(2);
  expect((await receptionist.client.rpc('correct_phone', about)).data).toBe(0);
  expect((await receptionist.client.rpc('count_phone_orders', about)).data).toBe(0);

  for (const { id, version } of others)
    expect(await storedOrder(shop, id)).toMatchObject({ customer_phone: RIGHT, version: version + 1 });
  for (const { id, version } of untouched) expect(await storedOrder(shop, id)).toMatchObject({ version });
  const events = await shop.sql`select actor_name, changes from public.order_events
    where order_id = ${first?.id ?? ''} and kind = 'edited'`;
  expect(events).toEqual([
    { actor_name: receptionist.fullName, changes: { customer_phone: ['981237654', RIGHT] } },
  ]);
  // A message that waits goes to the right number.
  const messages =
    await shop.sql`select phone from public.whatsapp_messages where order_id = ${first?.id ?? ''}`;
  expect(messages).toEqual([{ phone: '56981237655' }]);
});

test('ORD-125 technicians and customers correct no phones', async () => {
  const { corrected, others } = await customerWithOrders();
  const about = { p_order_id: corrected.id, p_phone: WRONG };
  for (const { client } of [shop.people.technician, shop.people.customer]) {
    expect((await client.rpc('correct_phone', about)).error?.code).toBe('42501');
    expect((await client.rpc('count_phone_orders', about)).error?.code).toBe('42501');
  }
  for (const { id, version } of others) expect(await storedOrder(shop, id)).toMatchObject({ version });
});

test('CUST-17 ORD-125 a RUT of repeated digits never corrects phones in the orders of others', async () => {
  const { receptionist } = shop.people;
  const placeholder = { customer_rut: '11111111-1', customer_phone: '+56 9 0000 0000' };
  const order = await makeOrder(shop, placeholder);
  const others = await makeOrder(shop, { ...placeholder, customer_name: 'Otra Persona' });
  await change(receptionist, order.id, { customer_phone: '+56 9 8123 4567' });
  const about = { p_order_id: order.id, p_phone: '+56 9 0000 0000' };
  expect((await receptionist.client.rpc('count_phone_orders', about)).data).toBe(0);
  expect((await receptionist.client.rpc('correct_phone', about)).data).toBe(0);
  expect((await storedOrder(shop, others.id)).customer_phone).toBe('+56 9 0000 0000');
});
