/** Search of the desk's palette (UI-07). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
const NUMBER = 9043;
beforeAll(async () => {
  shop = await openShop();
  const order = await makeOrder(shop, {
    customer_name: 'Amaru Quispe',
    customer_rut: '15254750-1',
    customer_phone: '+56 9 7311 4455',
    equipment_brand: 'Samsung',
    equipment_model: 'Galaxy A54',
    imei: '356938035643809',
  });
  await shop.sql`update public.service_orders set order_number = ${NUMBER} where id = ${order.id}`;
  // Its phone ends in the other one's number.
  await makeOrder(shop, {
    customer_name: 'Con el Número',
    customer_phone: `+56 9 1111 ${NUMBER}`,
  });
});
afterAll(() => shop[Symbol.asyncDispose]());

const find = async (search: string, role: 'receptionist' | 'admin' | 'technician' = 'receptionist') => {
  const { data, error } = await shop.people[role].client.rpc('find_orders', { p_search: search });
  expect(error).toBeNull();
  return data?.map((order) => order.customer_name);
};

test.each([
  '973114455',
  '+56 9 7311 4455',
  '09 7311-4455',
  '4455',
  '356938035643809',
  '35-693803-564380-9',
  'a54 samsung',
  'quispe amaru',
  '\u202A9 7311 4455\u202C',
])('UI-07 ORD-02 the desk finds an order by %s', async (search) => {
  expect(await find(search)).toEqual(['Amaru Quispe']);
  expect(await find(search, 'admin')).toEqual(['Amaru Quispe']);
});

test('UI-07 the order with the number comes before those whose phone has the digits', async () => {
  expect(await find(`${NUMBER}`)).toEqual(['Amaru Quispe', 'Con el Número']);
  expect(await find(' ')).toEqual([]);
});

test.each(['a54 samsung', 'quispe amaru', 'galaxy quispe', `${NUMBER}`, `#00${NUMBER}`, '15.254.750-1'])(
  'UI-07 ORD-02 a technician finds an order by %s, a field of their list',
  async (search) => {
    expect(await find(search, 'technician')).toEqual(['Amaru Quispe']);
  },
);

test.each(['973114455', '+56 9 7311 4455', '4455', '7311', '356938035643809', 'samsung 4455', '-', '+'])(
  'UI-07 ORD-02 a technician, whose list has no phones and IMEI, finds nothing by %s',
  async (search) => {
    expect(await find(search, 'technician')).toEqual([]);
  },
);

test('UI-07 customers and anonymous visitors do not find by it', async () => {
  for (const actor of ['customer', 'anon'] as const) {
    const { error } = await shop.clientOf(actor).rpc('find_orders', { p_search: '4455' });
    expect(error?.code, actor).toBe('42501');
  }
});
