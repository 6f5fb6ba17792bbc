/** The last page that lists can be read to (SEC-62). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LAST_PAGE } from '@taller/shared/values/address-state.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** The lists, with what they need besides the page. */
const LISTS: Readonly<Record<string, object>> = {
  customer_devices: { p_id: randomUUID(), p_limit: 20 },
  customer_orders: { p_id: randomUUID(), p_limit: 20 },
  list_account_changes: {},
  list_activity: {},
  list_calls: { p_limit: 20 },
  list_drawers: {},
  list_inventory: {},
  list_looks: {},
  list_message_orders: { p_limit: 20 },
  list_requested_parts: {},
  list_tax_documents: { p_month: '2026-01-01' },
  list_undocumented_payments: { p_month: '2026-01-01' },
  report_orders: { p_card: 'total', p_limit: 20 },
  report_results: { p_limit: 20 },
  search_orders: {},
  search_profiles: { p_search: '', p_staff: true, p_limit: 20 },
};

function read(name: string, page: number, by: 'admin' | 'customer' = 'admin') {
  const others = LISTS[name] ?? {};
  const place = 'p_limit' in others ? { p_offset: (page - 1) * 20 } : { p_page: page };
  return shop.clientOf(by).rpc(name as 'search_orders', { ...others, ...place } as never);
}

test('SEC-62 these are the functions that read a list by its pages', async () => {
  const found = await shop.sql`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proargnames && array['p_page', 'p_offset'] order by 1`;
  expect(found.map(({ name }) => name as string)).toEqual(Object.keys(LISTS));
});

test.each(Object.keys(LISTS))(
  'SEC-62 %s is read to its last page, and refuses pages after it in words',
  async (name) => {
    expect((await read(name, LAST_PAGE)).error).toBeNull();
    for (const page of [0, -5]) expect((await read(name, page)).error).toBeNull();
    for (const page of [LAST_PAGE + 1, 100_000_000]) {
      const { data, error } = await read(name, page);
      expect(data).toBeNull();
      expect(error?.code).toBe('22023');
      expect(error?.message).toBe('Las listas llegan hasta la página 10.000: acota lo que buscas.');
      expect((await read(name, page, 'customer')).error?.code).toBe('42501');
    }
  },
);
