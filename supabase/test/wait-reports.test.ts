/** The waiting times of orders in the reports (TIME-09). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** An order from 1 to 15 October 2026, with waits as [reason, label, first day, last day, expected day]. */
async function orderWith(
  waits: readonly (readonly [string, string, number, number, number | null])[],
  columns: Record<string, string> = {},
): Promise<void> {
  const day = (date: number) => `2026-10-${String(date).padStart(2, '0')}`;
  const at = (date: number) => `${day(date)}T15:00:00Z`;
  const { id } = await makeOrder(shop, {
    status: 'delivered',
    created_at: at(1),
    completed_at: at(15),
    technician_id: shop.people.technician.id,
    ...columns,
  });
  for (const [reason, label, from, to, expected] of waits)
    await shop.sql`
      insert into public.order_waits (order_id, reason, label, stops_clock, expected_on, started_at, ended_at, outcome)
      values (${id}, ${reason}, ${label}, true, ${expected === null ? null : day(expected)}, ${at(from)}, ${at(to)},
        'arrived')`;
}

const report = async (args: Record<string, string>) => {
  const { data, error } = await shop.people.admin.client.rpc('report_waits', args);
  if (error) throw error;
  return data;
};

test('TIME-09 the days that orders waited are counted by reason, of the orders that a period completed', async () => {
  await orderWith([['part', 'Repuesto', 2, 8, 6]]);
  await orderWith([
    ['part', 'Pieza', 3, 9, 20],
    ['lab', 'Laboratorio', 10, 14, null],
  ]);
  await orderWith([]);
  await orderWith([['part', 'Pieza', 2, 4, 3]], { completed_at: '2026-11-15T15:00:00Z' });
  const october = { p_from: '2026-10-01', p_to: '2026-10-31' };
  expect(await report(october)).toEqual({
    done: 3,
    waited: 2,
    days: 14,
    waited_days: 8,
    reasons: [
      { reason: 'part', label: 'Pieza', orders: 2, days: 6, late: 1 },
      { reason: 'lab', label: 'Laboratorio', orders: 1, days: 4, late: 0 },
    ],
  });
  expect(await report({})).toMatchObject({ done: 4, waited: 3 });
  expect(await report({ ...october, p_technician: shop.people.receptionist.id })).toEqual({
    done: 0,
    waited: 0,
    days: null,
    waited_days: null,
    reasons: [],
  });
});

test('TIME-09 nobody but an admin reads them', async () => {
  for (const actor of ['anon', 'customer', 'technician', 'receptionist'] as const)
    expect((await shop.clientOf(actor).rpc('report_waits', {})).error?.code, actor).toBe('42501');
});
