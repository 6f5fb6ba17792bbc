/** Customers without a RUT: known by a document and its country (ORD-102). */
import { normaliseRut } from '@taller/shared/values/rut.ts';
import { tidyDocument } from '@taller/shared/values/foreign-document.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const insert = (customer_rut: string) => makeOrder(shop, { customer_rut, customer_name: customer_rut });

test('ORD-102 page and database store a document alike, and only with country and number', async () => {
  const [row] = await shop.sql`select private.normalize_rut(${'ar / aab 123.456'}) as document,
    private.normalize_rut(${'15.254.750-1'}) as rut`;
  expect(row).toEqual({ document: tidyDocument('AR/aab 123.456'), rut: normaliseRut('15.254.750-1') });
  await insert('AR/AAB123456');
  for (const wrong of ['AR/', 'AR/1', 'AAB123456', '--/AAB123456', `AR/${'1'.repeat(21)}`])
    await expect(insert(wrong)).rejects.toThrow(/service_orders_customer_rut_check/);
});

test('ORD-102 earlier orders are those of the same document of the same country, and the search finds them', async () => {
  await insert('PE/X1234567');
  await insert('VE/X1234567');
  const { client } = shop.people.receptionist;
  const known = await client.rpc('find_order_customer', { p_rut: 'pe/x-1234567' });
  expect(known.data?.map((order) => order.customer_name)).toEqual(['PE/X1234567']);
  const found = await client.rpc('search_orders', { p_search: 'x1234567', p_field: 'customer_rut' });
  expect(found.data?.map((order) => order.customer_name).toSorted()).toEqual(['PE/X1234567', 'VE/X1234567']);
});

test('ORD-102 no account has a document in the place of its RUT', async () => {
  const { customer } = shop.people;
  await expect(
    shop.sql`update public.profiles set rut = 'PE/X1234567' where id = ${customer.id}`,
  ).rejects.toThrow(/profiles_rut_check/);
});
