/** A deleted order leaves who deleted it and when, for all staff who had it open (ORD-17). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

test('ORD-17 staff read who deleted an order and when; customers do not, and nobody changes it', async () => {
  const { admin, technician, customer } = shop.people;
  const order = await makeOrder(shop);
  expect((await admin.client.from('service_orders').delete().eq('id', order.id)).error).toBeNull();
  const read = (client: typeof admin.client) =>
    client
      .from('order_events')
      .select('order_number, actor_name')
      .eq('order_id', order.id)
      .eq('kind', 'deleted')
      .maybeSingle();
  const told = { order_number: order.order_number, actor_name: admin.fullName };
  expect((await read(technician.client)).data).toEqual(told);
  expect((await read(customer.client)).data).toBeNull();
  expect((await admin.client.from('order_events').delete().eq('order_id', order.id)).error?.code).toBe(
    '42501',
  );
  // It is no access to personal data: it names the colleague.
  const looks = await shop.sql`select kind from private.looks where actor_id = ${technician.id}`;
  expect(looks).toHaveLength(0);
});
