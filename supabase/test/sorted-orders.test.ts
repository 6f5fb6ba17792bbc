/** Other orders of the desk's list than the newest first, through the API (ORD-75). */
import { ORDER_STATUSES } from '@taller/shared/orders/status/order-status.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

interface Args {
  p_search?: string;
  p_field?: string;
  p_status?: string;
  p_technician?: string;
  p_view?: string;
  p_page?: number;
  p_sort?: string;
  p_descending?: boolean;
}
type Row = Awaited<ReturnType<typeof page>>[number];

let shop: Shop;
/** 45 orders: three pages, with equal names, devices, statuses and prices, and some without a price. */
beforeAll(async () => {
  shop = await openShop();
  const customers = ['Ñusta Álvarez', 'ana Soto', 'Zoe Díaz', 'Bruno Muñoz'];
  for (let index = 0; index < 45; index += 1)
    await makeOrder(shop, {
      created_at: new Date(Date.UTC(2026, 0, 1, 0, (index * 7) % 45)).toISOString(),
      customer_name: customers[index % 4] ?? '',
      equipment_brand: ['Samsung', 'apple', 'Xiaomi'][index % 3] ?? '',
      equipment_model: `Modelo ${index % 5}`,
      status: ORDER_STATUSES[index % ORDER_STATUSES.length] ?? 'pending',
      total_amount: index % 6 === 0 ? null : (index % 6) * 10_000,
      quote: (index % 6) * 10_000,
      technician_id: index % 2 === 0 ? shop.people.technician.id : null,
    });
});
afterAll(() => shop[Symbol.asyncDispose]());

async function page(args: Args) {
  const { data, error } = await shop.people.receptionist.client.rpc('search_orders', args);
  if (error) throw error;
  return data;
}
async function allPages(args: Args): Promise<Row[]> {
  const pages = await Promise.all([1, 2, 3, 4].map((p_page) => page({ ...args, p_page })));
  expect(pages[3]).toEqual([]);
  return pages.flat();
}

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other));
const newest = (one: Row, other: Row) => byText(other.created_at, one.created_at);
const place = ({ status }: Row) => ORDER_STATUSES.findIndex((known) => known === status);

/** The ascending order of each column. */
const SORTS: Readonly<Record<string, (one: Row, other: Row) => number>> = {
  created: (one, other) => byText(one.created_at, other.created_at),
  customer: (one, other) => byText(folded(one.customer_name), folded(other.customer_name)),
  device: (one, other) =>
    byText(folded(one.equipment_brand), folded(other.equipment_brand)) ||
    byText(folded(one.equipment_model), folded(other.equipment_model)),
  status: (one, other) => place(one) - place(other),
  price: (one, other) => one.total_amount - other.total_amount,
  changed: (one, other) => byText(one.updated_at, other.updated_at),
};
/** Ties are newest first in a column's usual direction, and always in a status. */
const NEWEST_FIRST_WHEN_DESCENDING = ['created', 'price', 'changed'];
const FILTERS: Readonly<Record<string, Args>> = {
  'all orders': {},
  'a status': { p_status: 'delivered' },
  'a technician': { p_technician: 'own' },
  'a view': { p_view: 'ready' },
  'a name': { p_search: 'muñoz', p_field: 'customer_name' },
  'a name in a status': { p_search: 'soto', p_field: 'customer_name', p_status: 'in_progress' },
  'a brand in a view': { p_search: 'apple', p_field: 'equipment_brand', p_view: 'to_repair' },
  'the first digits of a number': { p_search: '1', p_field: 'order_number' },
  'a whole number': { p_search: '000012', p_field: 'order_number' },
  'what is no number': { p_search: 'abc', p_field: 'order_number' },
};

describe.each(Object.keys(SORTS))('ORD-75 by %s', (p_sort) => {
  test.each([true, false])(
    'every page of every filter is in order, with the same orders (descending: %s)',
    async (p_descending) => {
      for (const [name, filter] of Object.entries(FILTERS)) {
        const args = {
          ...filter,
          ...(filter.p_technician === 'own' && { p_technician: shop.people.technician.id }),
        };
        const plain = await allPages(args);
        const sorted = await allPages({ ...args, p_sort, p_descending });
        const order = SORTS[p_sort] ?? newest;
        const way = p_descending ? -1 : 1;
        const ties = NEWEST_FIRST_WHEN_DESCENDING.includes(p_sort) ? -way : way;
        const expected = plain.toSorted(
          (one, other) =>
            way * order(one, other) || (p_sort === 'status' ? newest(one, other) : ties * newest(one, other)),
        );
        expect(
          sorted.map(({ order_number }) => order_number),
          name,
        ).toEqual(expected.map(({ order_number }) => order_number));
        expect(sorted[0]?.total, name).toBe(plain[0]?.total);
      }
    },
  );
});

test('ORD-75 an unknown column is refused, and the rights on search fields stay', async () => {
  await expect(page({ p_sort: 'customer_rut' })).rejects.toMatchObject({ code: '22023' });
  await expect(page({ p_sort: "price'; drop table x; --" })).rejects.toMatchObject({ code: '22023' });
  await expect(page({ p_sort: 'price', p_field: 'imei', p_search: '1' })).rejects.toMatchObject({
    code: '42501',
  });
  for (const actor of ['anon', 'customer'] as const) {
    const { error } = await shop.clientOf(actor).rpc('search_orders', { p_sort: 'price' });
    expect(error?.code).toBe('42501');
  }
});

test('ORD-75 a change moves its order in the next reading', async () => {
  const order = await makeOrder(shop, { customer_name: 'Último de todos' });
  await shop.sql`update public.service_orders set notes = 'Llamar' where id = ${order.id}`;
  const [first] = await page({ p_sort: 'changed', p_descending: true });
  expect(first?.id).toBe(order.id);
  await shop.sql`update public.service_orders set customer_name = 'Aaa' where id = ${order.id}`;
  expect((await page({ p_sort: 'customer' }))[0]?.id).toBe(order.id);
});
