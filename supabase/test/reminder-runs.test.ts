/** Runs of the planner that are bounded, or ended half way (TIME-53). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { planAt, remind, reminders } from './support/reminders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const NOON = '2026-06-03 12:00';
const QUOTES = 5;
beforeEach(async () => {
  await shop.sql`delete from public.service_orders`;
  await remind(shop);
  for (let n = 0; n < QUOTES; n += 1) {
    const { id } = await makeOrder(shop, {
      status: 'quoted',
      total_amount: 9000,
      customer_phone: `+5696200000${n}`,
    });
    await shop.sql`update public.service_orders set quoted_at = '2026-06-01 12:00-04'::timestamptz
      + make_interval(mins => ${n}) where id = ${id}`;
  }
});

test('TIME-53 a run plans so many at most, and the next ones the rest, each once', async () => {
  const planned: number[] = [];
  for (let run = 0; run < 4; run += 1) {
    const [row] = await shop.sql<{ planned: number }[]>`
      select private.plan_reminders_at(${NOON}::timestamp at time zone 'America/Santiago', 2) as planned`;
    planned.push(row?.planned ?? -1);
  }
  expect(planned).toEqual([2, 2, 1, 0]);
  expect(new Set((await reminders(shop)).map(({ order_id }) => order_id)).size).toBe(QUOTES);
});

test('TIME-53 a run that is ended half way leaves nothing behind, and the next one plans all', async () => {
  await expect(
    shop.sql.begin(async (tx) => {
      await tx`select private.plan_reminders_at(${NOON}::timestamp at time zone 'America/Santiago')`;
      await tx`set local statement_timeout = 1`;
      await tx`select pg_sleep(10)`;
    }),
  ).rejects.toMatchObject({ code: '57014' });
  expect(await reminders(shop)).toEqual([]);
  expect(await planAt(shop, NOON)).toBe(QUOTES);
});
