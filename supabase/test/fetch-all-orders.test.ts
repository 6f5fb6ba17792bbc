/** The two readers of all orders, as the interface calls them, against a real server (DATA-03, DATA-06). */
import { fetchAllOrders, readAllOrders } from '@taller/shared/orders/export/fetch-all-orders.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { actAsBrowser } from './support/browser.ts';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
let down = false;

beforeAll(async () => {
  shop = await openShop();
  await makeOrder(shop, { customer_name: 'Primera', created_at: '2026-01-01T12:00:00Z' });
  await makeOrder(shop, { customer_name: 'Segunda', created_at: '2026-01-02T12:00:00Z' });
  await actAsBrowser(shop, shop.people.admin, (path) => {
    if (down && path.startsWith('/rest/')) throw new TypeError('fetch failed');
  });
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
