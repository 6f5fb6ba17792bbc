/** Numbers copied from a phone, with marks that nobody sees: one rule in the browser and in the database. */
import { isDiallable, normalisePhone } from '@taller/shared/values/phone.ts';
import { plainMarks } from '@taller/shared/values/plain-marks.ts';
import { normaliseRut } from '@taller/shared/values/rut.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const MARKED = '\u202A+56\u00A09\u20117311\u200B4455\u202C';

const PHONES = [
  '+56 9 9658 1177',
  '933896898',
  '09 7259 9470',
  '0322255014',
  '32 225 5014',
  '+91 98123 45678',
  '(+54) 9 11 2345-6789',
  '0054 9 11 2345 6789',
  '\u200E+1 305 555 0123',
  '+49 (0)151 2345 6789',
  '0044 ( 0 ) 20 7946 0958',
  '(0)9 7259 9470',
  MARKED,
  '133',
];

test('MSG-20 ORD-100 page and database read a phone, a RUT and its marks alike', async () => {
  for (const text of PHONES) {
    const [row] =
      await shop.sql`select private.whatsapp_phone(${text}) as phone, private.plain_marks(${text}) as plain`;
    expect(row, text).toEqual({ phone: normalisePhone(text), plain: plainMarks(text) });
  }
  const rut = '\u206615.254.750\u20111\u2069';
  const [row] = await shop.sql`select private.normalize_rut(${rut}) as rut`;
  expect(row?.rut).toBe('15254750-1');
  expect(normaliseRut(rut)).toBe('15254750-1');
});

test('ORD-100 an order is stored and found by its visible numbers, and its message has the digits', async () => {
  const order = await makeOrder(shop, {
    customer_phone: MARKED,
    imei: '\u200E356938035643809',
    customer_name: 'Con marcas',
  });
  const [stored] =
    await shop.sql`select customer_phone, imei from public.service_orders where id = ${order.id}`;
  expect(stored).toEqual({
    customer_phone: '+56 9-73114455',
    imei: '356938035643809',
  });
  expect(isDiallable(stored?.customer_phone as string)).toBe(true);
  const admin = shop.people.admin.client;
  for (const typed of [
    '\u202A9 7311 4455\u202C',
    '09 7311 4455',
    '+56\u201197311\u20114455',
    '0056973114455',
  ])
    for (const field of ['customer_phone', 'all']) {
      const { data, error } = await admin.rpc('search_orders', { p_search: typed, p_field: field });
      expect(error).toBeNull();
      expect(
        data?.map((row) => row.customer_name),
        `${typed} in ${field}`,
      ).toEqual(['Con marcas']);
    }
});
