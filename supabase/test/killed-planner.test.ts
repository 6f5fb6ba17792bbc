/** The job that plans reminders is killed again and again (TIME-47). */
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { planAt, remind, reminders } from './support/reminders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await remind(shop);
});
afterAll(() => shop[Symbol.asyncDispose]());

const KILLS = 50;
const NOON = '2026-04-08 12:00';

/** Plans on a connection of its own, which is cut after some milliseconds. @returns whether the answer arrived. */
async function planAndKill(afterMs: number): Promise<boolean> {
  const sql = postgres(shop.adminUrl, { max: 1, onnotice: () => {} });
  const [own] = await sql`select pg_backend_pid() as pid`;
  const planning = planAt({ sql }, NOON).then(
    () => true,
    () => false,
  );
  await shop.sql`select pg_terminate_backend(${Number(own?.pid)}) from pg_sleep(${afterMs / 1000})`;
  const answered = await planning;
  await sql.end({ timeout: 1 });
  return answered;
}

test(`TIME-47 after ${KILLS} kills of the planner each reminder is there once, and two planners at once add none`, async () => {
  let answered = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (let n = 0; n < 3; n += 1)
      await makeOrder(shop, {
        customer_phone: `+5697${String(100_000 + kill * 3 + n)}0`,
        status: 'quoted',
        total_amount: 10_000,
      });
    await shop.sql`update public.service_orders set quoted_at = '2026-04-06 12:00-04' where quoted_at > '2026-05-01' or quoted_at is null`;
    if (await planAndKill((kill % 10) * 4)) answered += 1;
  }
  expect(answered).toBeLessThan(KILLS);
  await Promise.all([planAt(shop, NOON), planAt(shop, NOON), planAt(shop, NOON)]);
  const all = await reminders(shop);
  expect(all).toHaveLength(3 * KILLS);
  expect(new Set(all.map(({ order_id }) => order_id)).size).toBe(3 * KILLS);
});
