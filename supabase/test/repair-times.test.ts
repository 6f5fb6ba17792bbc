/** The repair times on the public pages: from the shop's own orders, where enough are known. */
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => shop.sql`delete from public.service_orders where true`);

/** Delivered orders of a kind, received `ago` days before today: one for each number of days until it was finished. */
const delivered = async (days: readonly number[], columns: Record<string, string> = {}, ago = 100) => {
  const rows = days.map((took) => {
    const at = (day: number) => new Date(Date.now() - (ago - day) * 86_400_000).toISOString();
    const dates = { created_at: at(0), completed_at: at(took), delivered_at: at(took + 1) };
    return orderColumns({ status: 'delivered', ...dates, ...columns });
  });
  await shop.sql`insert into public.service_orders ${shop.sql(rows)}`;
};

const said = async () => {
  const { data } = await shop.anon.rpc('shop_facts');
  return (data as { facts: Record<string, unknown> }).facts.repairTimes;
};

/** Durations of `count` repairs in days, half of which took at most `days`. */
const around = (days: number, count: number) =>
  Array.from({ length: count }, (_, at) => (at < count / 2 ? days - 0.4 : days + 3));

test('PUB-31 with 19 delivered orders of a kind nothing is said of it, with 20 in how many days half of them were finished', async () => {
  await delivered(around(2, 19));
  expect(await said()).toBeUndefined();
  await delivered([1]);
  expect(await said()).toEqual([{ type: 'smartphone', days: 2 }]);
});

test('PUB-31 kinds are said by frequency, in whole days and at least one', async () => {
  await delivered(around(4.2, 20), { equipment_type: 'laptop' });
  await delivered(Array.from({ length: 25 }, () => 0.1));
  expect(await said()).toEqual([
    { type: 'smartphone', days: 1 },
    { type: 'laptop', days: 4 },
  ]);
});

test('PUB-31 orders of more than 180 days ago, open ones, and other devices say nothing', async () => {
  await delivered(around(2, 30), {}, 181);
  await delivered(around(2, 30), { status: 'completed' });
  await delivered(around(2, 30), { equipment_type: 'others' });
  expect(await said()).toBeUndefined();
});

test('PUB-31 orders finished at the moment of their intake, as after an import, do not count in the usual repair times', async () => {
  const at = new Date(Date.now() - 10 * 86_400_000).toISOString();
  await delivered(around(2, 30), { created_at: at, completed_at: at });
  expect(await said()).toBeUndefined();
});
