/** Orders in which nothing happens (TIME-37). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';
import { dayFromToday, endWait, setWait, waitsOf } from './support/waits.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

test('TIME-37 an order is idle after the shop’s days without a change, unless what it waits for is not due', async () => {
  const { receptionist, technician } = shop.people;
  const idle = async () =>
    (await receptionist.client.rpc('search_orders', { p_view: 'idle' })).data?.map(({ id }) => id) ?? [];
  const rest = (id: string, days: number) =>
    shop.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update public.service_orders set updated_at = now() - make_interval(days => ${days}) where id = ${id}`;
      await tx`
      update public.order_waits set started_at = started_at - make_interval(days => ${days}),
        ended_at = ended_at - make_interval(days => ${days}) where order_id = ${id}`;
    });
  const [still, moved, ready] = [
    await makeOrder(shop),
    await makeOrder(shop),
    await makeOrder(shop, { status: 'completed' }),
  ];
  const [due, later, unknown, ended] = [
    await makeOrder(shop),
    await makeOrder(shop),
    await makeOrder(shop),
    await makeOrder(shop),
  ];
  await setWait(technician, later.id, { p_expected_on: dayFromToday(2) });
  await setWait(technician, due.id, { p_expected_on: dayFromToday(0) });
  await setWait(technician, unknown.id);
  await setWait(technician, ended.id);
  for (const { id } of [still, ready, due, later, unknown, ended]) await rest(id, 6);
  await rest(moved.id, 5);
  await shop.sql`
    update public.order_waits set expected_on = expected_on - 1 where order_id = ${due.id}`;
  await endWait(technician, String((await waitsOf(shop, ended.id))[0]?.id));
  expect((await idle()).sort()).toEqual([still.id, due.id, unknown.id].sort());
  const { data } = await receptionist.client.rpc('count_order_views');
  expect(data).toContainEqual({ view: 'idle', total: 3 });
  await shop.sql`
    update public.setting_sections set value = value || '{"idleDays": 5}' where section = 'desk'`;
  expect(await idle()).toHaveLength(4);
});
