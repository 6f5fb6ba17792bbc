/** The two readers of all orders, as the interface calls them, against a real server (DATA-03, DATA-06). */
import { fetchAllOrders, readAllOrders } from '@taller/shared/data/orders/fetch-all-orders.ts';
import { supabase } from '@taller/shared/runtime';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, PASSWORD, type Shop } from './support/shop.ts';

let shop: Shop;
let down = false;

beforeAll(async () => {
  shop = await openShop();
  await makeOrder(shop, { customer_name: 'Primera', created_at: '2026-01-01T12:00:00Z' });
  await makeOrder(shop, { customer_name: 'Segunda', created_at: '2026-01-02T12:00:00Z' });
  // What the browser has and Node has not: an origin for relative addresses, and a local storage.
  const network = globalThis.fetch;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    if (input === '/config.json') {
      return Promise.resolve(Response.json({ supabaseUrl: shop.url, supabaseKey: shop.publishableKey }));
    }
    const path = new URL(input instanceof Request ? input.url : input).pathname;
    if (down && path.startsWith('/rest/')) return Promise.reject(new TypeError('fetch failed'));
    return network(input, init);
  });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  const client = await supabase();
  const { error } = await client.auth.signInWithPassword({
    email: shop.people.admin.email,
    password: PASSWORD,
  });
  if (error) throw error;
});
afterEach(() => {
  down = false;
  vi.restoreAllMocks();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await shop[Symbol.asyncDispose]();
});

test('DATA-03 both read all orders, newest first', async () => {
  const names = (rows: { customer_name: string }[]) => rows.map(({ customer_name }) => customer_name);
  expect(names(await readAllOrders())).toEqual(['Segunda', 'Primera']);
  expect(names(await fetchAllOrders())).toEqual(['Segunda', 'Primera']);
});

test('DATA-06 when reading fails, the one for screens logs it and returns an empty list', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  down = true;
  expect(await fetchAllOrders()).toEqual([]);
  expect(logged).toHaveBeenCalledWith(
    'Orders could not be loaded',
    expect.objectContaining({ code: 'offline' }),
  );
});

test('DATA-06 when reading fails, the one for exports fails loudly', async () => {
  down = true;
  await expect(readAllOrders()).rejects.toMatchObject({ name: 'DataError', code: 'offline' });
});
