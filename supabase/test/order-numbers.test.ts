/** Order numbers have no unexplained gaps: rejected requests use none (ORD-20). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder, orderOf } from './support/orders.ts';
import { openShop, type Client, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

async function take(client: Client, columns: Record<string, unknown> = {}) {
  const { data, error } = await client
    .from('service_orders')
    .insert({ ...orderOf(shop.people.customer), ...columns })
    .select('id, order_number, customer_phone')
    .single();
  return { order: data, state: error?.code };
}

test('ORD-20 an order sent twice, one without the right and one against a rule take no number', async () => {
  const { receptionist, technician, customer, admin } = shop.people;
  const id = randomUUID();
  const first = await take(receptionist.client, { id });
  expect(await take(receptionist.client, { id })).toEqual({ order: null, state: '23505' });
  expect((await take(technician.client)).state).toBe('42501');
  expect((await take(customer.client)).state).toBe('42501');
  expect((await take(receptionist.client, { customer_rut: 'nadie' })).state).toBe('23514');
  const next = await take(admin.client);
  expect(next.order?.order_number).toBe(Number(first.order?.order_number) + 1);
});

test('ORD-20 orders taken in at once have numbers of their own, without a gap', async () => {
  const { receptionist, admin } = shop.people;
  const taken = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => take((turn % 2 ? receptionist : admin).client)),
  );
  const numbers = taken.map(({ order }) => Number(order?.order_number)).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, place) => Number(numbers[0]) + place));
});

test('ORD-20 several orders in one call have a number each', async () => {
  const one = orderOf(shop.people.customer);
  const { data } = await shop.people.admin.client
    .from('service_orders')
    .insert([one, one, one])
    .select('order_number');
  const [first = 0] = (data ?? []).map((row) => row.order_number);
  expect(data?.map((row) => row.order_number)).toEqual([first, first + 1, first + 2]);
});

test('ORD-20 the number of a deleted order is not given again; numbers go on behind one taken over', async () => {
  const { admin, receptionist } = shop.people;
  const last = await take(receptionist.client);
  await admin.client.from('service_orders').delete().eq('id', String(last.order?.id));
  expect((await take(receptionist.client)).order?.order_number).toBe(Number(last.order?.order_number) + 1);
  await makeOrder(shop, { order_number: 9000 });
  expect((await take(receptionist.client)).order?.order_number).toBe(9001);
});

test('ORD-20 nobody reads or moves the numbers by hand', async () => {
  const { error } = await shop.people.admin.client.rpc('next_order_number' as never);
  expect(error).not.toBeNull();
  const [rights] =
    await shop.sql`select has_table_privilege('authenticated', 'private.order_numbers', 'select, update') as may`;
  expect(rights?.may).toBe(false);
});

test('ORD-21 a message that waits goes to the corrected phone', async () => {
  const { receptionist } = shop.people;
  const { order } = await take(receptionist.client, { customer_phone: '911112222' });
  await receptionist.client
    .from('service_orders')
    .update({ customer_phone: '933334444' })
    .eq('id', String(order?.id));
  const messages =
    await shop.sql`select phone, state from public.whatsapp_messages where order_id = ${String(order?.id)}`;
  expect(messages).toEqual([{ phone: '56933334444', state: 'queued' }]);
});
