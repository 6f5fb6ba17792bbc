/** Reading all orders and exporting the desk's list (DATA-03, DATA-06, ORD-16). */
import { allOrderBatches } from '@taller/shared/orders/export-orders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOrder, orderOf } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

const MANY = 1_150;
let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
  const { sql } = shop;
  // Several have the same creation time: the order of the pages must not depend on it.
  await sql`insert into public.service_orders ${sql(
    Array.from({ length: MANY }, (_, index) => ({
      ...orderOf(shop.people.customer),
      customer_name: index % 2 === 0 ? `José Pérez ${index}` : `Ana Soto ${index}`,
      equipment_brand: index % 5 === 0 ? 'Motorola' : 'Samsung',
      status: index % 3 === 0 ? 'completed' : 'pending',
      technician_id: index % 4 === 0 ? shop.people.technician.id : null,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 7))).toISOString(),
    })),
  )}`;
});
afterAll(() => shop[Symbol.asyncDispose]());

interface Filter {
  p_search?: string;
  p_field?: string;
  p_status?: string;
  p_technician?: string;
}

/** Every order of an export, batch by batch as the interface reads them. */
async function exported(by: Person, filter: Filter) {
  const rows: { id: string; order_number: number; created_at: string }[] = [];
  const sizes: number[] = [];
  for (;;) {
    const last = rows.at(-1);
    const { data, error } = await by.client.rpc('export_orders', {
      ...filter,
      ...(last && { p_before: last.created_at, p_before_id: last.id }),
    });
    if (error) throw error;
    sizes.push(data.length);
    if (data.length === 0) return { rows, sizes };
    rows.push(...data);
  }
}

/** Every order on the pages of the desk's list. */
async function listed(by: Person, filter: Filter) {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data, error } = await by.client.rpc('search_orders', { ...filter, p_page: page });
    if (error) throw error;
    if (data.length === 0) return ids;
    ids.push(...data.map((row) => row.id));
  }
}

describe('DATA-03 all orders', () => {
  test('DATA-03 all orders are read newest first in batches of 1000 by range until an empty page, each once', async () => {
    const { client } = shop.people.admin;
    const sizes: number[] = [];
    const seen: { id: string; created_at: string }[] = [];
    for await (const batch of allOrderBatches(client)) {
      sizes.push(batch.length);
      seen.push(...batch);
    }
    expect(sizes).toEqual([1000, 150]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(MANY);
    const times = seen.map(({ created_at }) => Date.parse(created_at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test('DATA-06 reading all orders fails loudly when a batch cannot be read', async () => {
    const control = new AbortController();
    const read = async () => {
      for await (const batch of allOrderBatches(shop.people.admin.client, control.signal)) {
        expect(batch).toHaveLength(1000);
        control.abort();
      }
    };
    await expect(read()).rejects.toMatchObject({ name: 'DataError' });
  });

  test('DATA-02 a customer reads only their own orders, whatever the request', async () => {
    const ids: string[] = [];
    for await (const batch of allOrderBatches(shop.people.other.client))
      ids.push(...batch.map(({ id }) => id));
    expect(ids).toEqual([]);
  });
});

describe('ORD-16 exporting what is filtered', () => {
  test.each([
    ['a name, without its accent', { p_search: 'jose perez 1', p_field: 'customer_name' }],
    ['a brand and a status', { p_search: 'motorola', p_field: 'equipment_brand', p_status: 'completed' }],
    ['a status', { p_status: 'pending' }],
    ['a number', { p_search: '12', p_field: 'order_number' }],
    ['a number and a status', { p_search: '2', p_field: 'order_number', p_status: 'completed' }],
    ['all fields', { p_search: 'ana soto 19', p_field: 'all' }],
    ['nothing', { p_search: 'no existe', p_field: 'customer_name' }],
  ] as const)('ORD-16 %s: the same orders as on the pages of the list', async (_name, filter) => {
    const { rows, sizes } = await exported(shop.people.admin, filter);
    expect(rows.map(({ id }) => id).toSorted()).toEqual((await listed(shop.people.admin, filter)).toSorted());
    expect(sizes.slice(0, -2).every((size) => size === 1000)).toBe(true);
    const times = rows.map(({ created_at }) => Date.parse(created_at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test('ORD-16 an export without a filter has every order once, in batches of 1000', async () => {
    const { rows, sizes } = await exported(shop.people.technician, {});
    expect(sizes).toEqual([1000, MANY - 1000, 0]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(MANY);
  });

  test('ORD-16 an export by technician has the orders of that technician', async () => {
    const { rows } = await exported(shop.people.receptionist, { p_technician: shop.people.technician.id });
    expect(rows).toHaveLength(Math.ceil(MANY / 4));
  });

  test('ORD-16 an order that comes in during an export makes it neither repeat nor skip one', async () => {
    const { data: first } = await shop.people.admin.client.rpc('export_orders', { p_status: 'pending' });
    const last = first?.at(-1);
    const newcomer = await makeOrder(shop, { status: 'pending' });
    const { data: second } = await shop.people.admin.client.rpc('export_orders', {
      p_status: 'pending',
      p_before: last?.created_at,
      p_before_id: last?.id,
    });
    const both = [...(first ?? []), ...(second ?? [])].map(({ id }) => id);
    expect(new Set(both).size).toBe(both.length);
    expect(both).not.toContain(newcomer.id);
    await shop.sql`delete from public.service_orders where id = ${newcomer.id}`;
  });

  test('ORD-02 the fields that only an admin searches are refused to others, as in the list', async () => {
    for (const p_field of ['all', 'customer_phone', 'imei']) {
      const { error } = await shop.people.technician.client.rpc('export_orders', { p_search: 'a', p_field });
      expect(error?.code).toBe('42501');
    }
  });

  test('DATA-02 customers and the public export nothing', async () => {
    for (const client of [shop.people.customer.client, shop.anon]) {
      const { data, error } = await client.rpc('export_orders', {});
      expect(data).toBeNull();
      expect(error?.code).toBe('42501');
    }
  });
});
