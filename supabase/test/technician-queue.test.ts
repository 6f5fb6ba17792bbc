/** The queue of a technician, with the reason of each place (TIME-30 to TIME-32). */
import { QUEUE_PARTS } from '@taller/shared/orders/work/work-queries.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliveredOrder, takeInReturn } from './support/returns.ts';
import { change, makeOrder } from './support/orders.ts';
import { openShop, type Actor, type Person, type Shop } from './support/shop.ts';
import { dayFromToday, endWait, setWait, waitsOf } from './support/waits.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => shop.sql`delete from public.service_orders where id is not null`);

interface Asked {
  p_technician?: string;
  p_mine?: number;
  p_free?: number;
}

async function queueOf(actor: Actor, asked: Asked = {}) {
  const { data, error } = await shop.clientOf(actor).rpc('technician_queue', asked);
  if (error) throw error;
  return data;
}
/** Order numbers and reasons of a part. */
const reasonsOf = async (actor: Actor, part = 'mine') =>
  (await queueOf(actor)).filter((row) => row.part === part).map((row) => [row.order_number, row.reason]);

/** An order of the technician, taken in some days ago. */
async function mine(columns: Record<string, string | number> = {}, ago = 0) {
  const row = { technician_id: shop.people.technician.id, total_amount: 0, ...columns };
  const order = await makeOrder(shop, { ...row, quote: row.total_amount });
  await shop.sql`
    update public.service_orders set created_at = now() - make_interval(days => ${ago}) where id = ${order.id}`;
  return order;
}

test('TIME-30 returns come first, then promises, ended waits, the oldest, the value', async () => {
  const { technician } = shop.people;
  const fresh = await mine();
  const cheap = await mine({ total_amount: 20_000 });
  const dear = await mine({ total_amount: 90_000 });
  const old = await mine({}, 9);
  const older = await mine({ total_amount: 5_000 }, 20);
  const arrived = await mine({ total_amount: 10_000 });
  await setWait(technician, arrived.id);
  await endWait(technician, String((await waitsOf(shop, arrived.id))[0]?.id));
  const approved = await mine({
    status: 'approved',
    approved_at: new Date(Date.now() - 3_600_000).toISOString(),
  });
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const due = await mine({ promised_at: inHours(5) });
  const overdue = await mine({ promised_at: inHours(-2) });
  await shop.sql`update public.service_orders set promised_at = ${inHours(500)} where id = ${fresh.id}`;
  const first = await deliveredOrder(shop, { ago: 3, days: 30 });
  const back = await takeInReturn(shop, first.order_number);
  await change(technician, back.id, { technician_id: technician.id });
  expect(await reasonsOf('technician')).toEqual([
    [back.order_number, 'return'],
    [overdue.order_number, 'overdue'],
    [due.order_number, 'at_risk'],
    [approved.order_number, 'approved'],
    [arrived.order_number, 'wait_ended'],
    [older.order_number, 'age'],
    [old.order_number, 'age'],
    [dear.order_number, 'value'],
    [cheap.order_number, 'value'],
    [fresh.order_number, 'new'],
  ]);
});

test('TIME-25 TIME-30 a promise is at risk in the queue when it is so in the views, and not before', async () => {
  const [{ at } = {}] = await shop.sql<{ at: Date }[]>`
    select private.after_open_time(now(), interval '3 hours') as at`;
  const begun = await mine({ status: 'in_progress', promised_at: String(at?.toISOString()) });
  const waiting = await mine({ promised_at: String(at?.toISOString()) });
  expect(await reasonsOf('technician')).toEqual([
    [waiting.order_number, 'at_risk'],
    [begun.order_number, 'new'],
  ]);
  const { data } = await shop.people.technician.client.rpc('search_orders', { p_view: 'at_risk' });
  expect(data?.map(({ id }) => id)).toEqual([waiting.id]);
  const [first] = await queueOf('technician');
  expect(first?.at_risk_from).toBe(data?.[0]?.at_risk_from);
});

test('TIME-30 what cannot be worked on is in no queue: it waits, its quote is out, or its work is over', async () => {
  const { technician } = shop.people;
  for (const status of ['quoted', 'rejected', 'completed', 'delivered', 'cancelled']) await mine({ status });
  const waiting = await mine();
  await setWait(technician, waiting.id, { p_expected_on: dayFromToday(3) });
  expect(await queueOf('technician')).toEqual([]);
  await endWait(technician, String((await waitsOf(shop, waiting.id))[0]?.id));
  expect(await reasonsOf('technician')).toEqual([[waiting.order_number, 'wait_ended']]);
  // Another wait is no end of the first.
  await setWait(technician, waiting.id, { p_reason: 'lab' });
  expect(await queueOf('technician')).toEqual([]);
});

test('TIME-31 each reason says since when', async () => {
  const approvedAt = new Date(Date.now() - 7_200_000).toISOString();
  await mine({ status: 'approved', approved_at: approvedAt });
  const old = await mine({}, 12);
  const [approved, aged] = await queueOf('technician');
  expect(Date.parse(String(approved?.since))).toBe(Date.parse(approvedAt));
  const [{ created_at } = {}] =
    await shop.sql`select created_at from public.service_orders where id = ${old.id}`;
  expect(Date.parse(String(aged?.since))).toBe(new Date(created_at as string).getTime());
});

test('TIME-32 a technician sees the own orders and those of nobody, and takes one: of two the second is refused', async () => {
  const { technician } = shop.people;
  const otherTechnician = await shop.addPerson('technician');
  const order = await makeOrder(shop);
  const others = await makeOrder(shop, { technician_id: otherTechnician.id });
  const numbers = async (actor: Actor, part: string) =>
    (await reasonsOf(actor, part)).map(([number]) => number);
  expect(await numbers('technician', 'mine')).toEqual([]);
  expect(await numbers('technician', 'free')).toEqual([order.order_number]);
  expect(await numbers('receptionist', 'mine')).toEqual([others.order_number]);
  const take = (person: Person) =>
    person.client
      .from('service_orders')
      .update({ technician_id: person.id })
      .eq('id', order.id)
      .eq('version', order.version)
      .select('id');
  expect((await take(technician)).data).toHaveLength(1);
  expect((await take(otherTechnician)).data).toEqual([]);
  expect(await numbers('technician', 'mine')).toEqual([order.order_number]);
  expect(await numbers('technician', 'free')).toEqual([]);
});

test('TIME-30 desk and admins see the queue of all technicians, or of one', async () => {
  const { technician } = shop.people;
  const order = await mine();
  for (const actor of ['receptionist', 'admin'] as const) {
    expect((await queueOf(actor)).map(({ id, part }) => [id, part])).toEqual([[order.id, 'mine']]);
    expect(await queueOf(actor, { p_technician: technician.id })).toHaveLength(1);
    expect(await queueOf(actor, { p_technician: shop.people.admin.id })).toEqual([]);
  }
});

test('TIME-30 each part is read as far as it was asked for, with how many it has', async () => {
  for (let nth = 0; nth < 3; nth += 1) {
    await mine();
    await makeOrder(shop);
  }
  const rows = await queueOf('technician', { p_mine: 2, p_free: 1 });
  expect(rows.map(({ part, total }) => [part, total])).toEqual([
    ['mine', 3],
    ['mine', 3],
    ['free', 3],
  ]);
  expect(new Set(rows.map(({ part }) => part))).toEqual(new Set(QUEUE_PARTS));
});

test('TIME-30 nobody but the staff has a queue', async () => {
  for (const actor of ['anon', 'customer'] as const)
    for (const name of ['technician_queue', 'order_board'] as const)
      expect((await shop.clientOf(actor).rpc(name)).error?.code, `${actor} ${name}`).toBe('42501');
});
