/** The people of orders, for the desk's 'Clientes' (CUST-30). */
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
const AMARU = {
  customer_name: 'Amaru Quispe',
  customer_rut: '15254750-1',
  customer_phone: '+56 9 7311 4455',
};
beforeAll(async () => {
  shop = await openShop();
  for (const equipment_model of ['Galaxy A54', 'iPhone 13'])
    await makeOrder(shop, { ...AMARU, equipment_model });
  for (const customer_name of ['Sin Cédula', 'Sin Cédula'])
    await makeOrder(shop, { customer_name, customer_rut: '11111111-1', customer_phone: '+56 9 6000 0001' });
});
afterAll(() => shop[Symbol.asyncDispose]());

const find = async (p_search: string, role: 'receptionist' | 'technician' = 'receptionist') => {
  const { data, error } = await shop.people[role].client.rpc('find_customers', { p_search });
  expect(error).toBeNull();
  return data?.map(({ customer_name, orders }) => [customer_name, orders]);
};

test.each(['quispe amaru', '15.254.750-1', '15254750', '9 7311 4455'])(
  'CUST-30 the desk finds a person once, with all of their orders, by %s',
  async (search) => {
    expect(await find(search)).toEqual([['Amaru Quispe', 2]]);
  },
);

test('CUST-30 people who share a RUT of repeated digits are not one person', async () => {
  expect(await find('sin cédula')).toEqual([
    ['Sin Cédula', 1],
    ['Sin Cédula', 1],
  ]);
});

test('CUST-30 a company with hundreds of orders hides nobody who came before it or has a part of its name', async () => {
  await makeOrder(shop, { customer_name: 'Nahuel Loncon', customer_rut: '17111222-2' });
  const company = orderColumns({ customer_name: 'Nahuel y Compañía', customer_rut: '76432198-7' });
  await shop.sql`insert into public.service_orders ${shop.sql(Array.from({ length: 250 }, () => company))}`;
  const people = [
    ['Nahuel y Compañía', 250],
    ['Nahuel Loncon', 1],
  ];
  expect(await find('nahuel')).toEqual(people);
  expect((await find(''))?.slice(0, 2)).toEqual(people);
});

test('CUST-30 without a search those who came last are there', async () => {
  expect(await find('')).toContainEqual(['Amaru Quispe', 2]);
});

test('CUST-30 ORD-02 a technician, who finds no orders by phone, finds nobody by it', async () => {
  expect(await find('9 7311 4455', 'technician')).toEqual([]);
  expect(await find('15.254.750-1', 'technician')).toEqual([['Amaru Quispe', 2]]);
});

test('CUST-30 an account that proved the RUT is told, one that only claims it is not', async () => {
  const account = async () =>
    (await shop.people.receptionist.client.rpc('find_customers', { p_search: 'quispe' })).data?.[0]
      ?.has_account;
  const { id } = shop.people.customer;
  await shop.sql`update public.profiles set rut = '15254750-1', rut_verified_at = null where id = ${id}`;
  expect(await account()).toBe(false);
  await shop.sql`update public.profiles set rut_verified_at = now() where id = ${id}`;
  expect(await account()).toBe(true);
});

test('CUST-30 customers and anonymous visitors find nobody', async () => {
  for (const actor of ['customer', 'anon'] as const) {
    const { error } = await shop.clientOf(actor).rpc('find_customers', { p_search: 'quispe' });
    expect(error?.code, actor).toBe('42501');
  }
});
