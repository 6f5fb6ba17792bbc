/** The technicians of the list's filter (ORD-128). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

test('ORD-128 the list can be narrowed to the orders of a technician who works here no more', async () => {
  const { id, client } = shop.people.technician;
  const ids = async () => {
    const { data, error } = await shop.people.receptionist.client.rpc('order_technicians');
    expect(error).toBeNull();
    return data?.map((person) => person.id);
  };
  expect(await ids()).not.toContain(id);
  await makeOrder(shop, { technician_id: id });
  expect(await ids()).toContain(id);
  expect((await client.rpc('order_technicians')).data?.map((person) => person.id)).toContain(id);
  await shop.sql`delete from auth.users where id = ${id}`;
  expect(await ids()).toContain(id);
});
