/** The terms that an order's sheet is printed with (CFG-27). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder, storedOrder } from './support/orders.ts';
import { saveSection } from './support/settings-calls.ts';
import { type Client, openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const print = (client: Client, orderId: string) => client.rpc('print_terms', { p_order_id: orderId });

/** Saves terms as an admin, and says their version. */
async function saveTerms(...items: string[]): Promise<number> {
  const [row] = await shop.sql`select version from public.setting_sections where section = 'terms'`;
  const { data, error } = await saveSection(
    shop.people.admin.client,
    'terms',
    { items },
    Number(row?.version),
  );
  expect(error).toBeNull();
  return Number(data?.version);
}

const noted = async (orderId: string) =>
  (await shop.sql`select printed_at from private.printed_terms where order_id = ${orderId}`).length;

test('CFG-27 an order keeps the terms of its first print; one that is printed later has the newer ones', async () => {
  const [first, second] = [await makeOrder(shop), await makeOrder(shop)];
  const old = await saveTerms('Una', 'Dos');
  const { technician, receptionist, admin } = shop.people;
  const printed = await print(technician.client, first.id);
  expect(printed.data).toEqual([
    { version: old, changed_at: expect.stringMatching(/^\d{4}-/), items: ['Una', 'Dos'] },
  ]);
  const newer = await saveTerms('Tres');
  expect(await noted(second.id)).toBe(0);
  for (const { client } of [technician, receptionist, admin]) {
    expect((await print(client, first.id)).data).toEqual(printed.data);
    expect((await print(client, second.id)).data).toMatchObject([{ version: newer, items: ['Tres'] }]);
  }
});

test('CFG-27 concurrent prints while the terms change use one version; printing does not change the order', async () => {
  const order = await makeOrder(shop);
  const before = await storedOrder(shop, order.id);
  const { technician, receptionist, admin } = shop.people;
  const [, ...answers] = await Promise.all([
    saveTerms('Mientras tanto'),
    ...[technician, receptionist, admin, technician].map(({ client }) => print(client, order.id)),
  ]);
  expect(answers[0]?.error).toBeNull();
  for (const { data } of answers) expect(data).toEqual(answers[0]?.data);
  expect(await storedOrder(shop, order.id)).toEqual(before);
});

test('CFG-27 customers print only their own orders; other orders record and reveal nothing', async () => {
  const order = await makeOrder(shop);
  for (const actor of ['anon', 'other'] as const) {
    expect((await print(shop.clientOf(actor), order.id)).error?.code).toBe('42501');
    expect((await print(shop.clientOf(actor), randomUUID())).error?.code).toBe('42501');
  }
  expect(await noted(order.id)).toBe(0);
  const own = await print(shop.people.customer.client, order.id);
  expect(own.error).toBeNull();
  await saveTerms('Después del cliente');
  expect((await print(shop.people.admin.client, order.id)).data).toEqual(own.data);
});

test('CFG-27 former staff print nothing, and an order that does not exist is not found', async () => {
  const order = await makeOrder(shop);
  const { client, id } = await shop.addPerson('technician');
  await shop.sql`update public.profiles set role = 'customer' where id = ${id}`;
  expect((await print(client, order.id)).error?.code).toBe('42501');
  expect((await print(shop.people.admin.client, randomUUID())).error?.code).toBe('P0002');
  expect(await noted(order.id)).toBe(0);
});

test('CFG-27 the browser neither reads nor writes the recorded terms, and deleting the order deletes them', async () => {
  const order = await makeOrder(shop);
  const { admin } = shop.people;
  await print(admin.client, order.id);
  expect((await admin.client.from('printed_terms' as never).select('*')).error).not.toBeNull();
  await admin.client.from('service_orders').delete().eq('id', order.id);
  expect(await noted(order.id)).toBe(0);
});
