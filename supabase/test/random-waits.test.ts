/** Random lives of orders: an order never has two open waits, and its waits never overlap (TIME-10). */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';
import { dayFromToday, endWait, resumeWait, seen, setWait, waitsOf } from './support/waits.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.sql`
    update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
});
afterAll(() => shop[Symbol.asyncDispose]());

const STAFF = ['technician', 'receptionist', 'admin'] as const;
/** Most leave work to do, or nothing can wait any more. */
const STATUSES = ['pending', 'in_progress', 'quoted', 'in_progress', 'completed', 'cancelled', 'delivered'];

/** Fields required by a status and refused with any other. */
const COLUMNS: Readonly<Record<string, object>> = {
  cancelled: { cancellation_reason: 'Sin arreglo' },
  delivered: { warranty_days: 30 },
};

const step = fc.record({
  by: fc.constantFrom(...STAFF),
  act: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('set' as const),
        reason: fc.constantFrom('part', 'customer', 'lab', 'gone'),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('resume' as const), back: fc.integer({ min: 0, max: 1 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom(...STATUSES) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Two people at once, each time. Not biased: short lives and first choices break nothing. */
const aLife = fc.noBias(fc.array(fc.tuple(step, step), { minLength: 8, maxLength: 12 }));

/** One person's step on the order, as it is when they look at it; refusals are part of life. */
async function live(id: string, { by, act }: Step): Promise<void> {
  const person = shop.people[by];
  const waits = await waitsOf(shop, id);
  const last = waits.at(-1);
  if (act.kind === 'set')
    await setWait(person, id, {
      p_reason: act.reason,
      p_expected_on: dayFromToday(3),
      ...(last && last.outcome === null && seen(last)),
    });
  else if (act.kind === 'end' && last) await endWait(person, last.id);
  else if (act.kind === 'resume') {
    // Only who ended a wait takes that back; a late press may be about one before the last.
    const ended = waits.filter(({ outcome }) => outcome === 'arrived').at(-1 - act.back);
    const whoEnded = STAFF.find((role) => shop.people[role].id === ended?.ended_by);
    if (ended && whoEnded) await resumeWait(shop.people[whoEnded], ended.id);
  } else if (act.kind === 'status') await change(person, id, { status: act.status, ...COLUMNS[act.status] });
  else {
    const { version } = await storedOrder(shop, id);
    await person.client.rpc('undo_status', { p_order_id: id, p_version: Number(version) });
  }
}

/** Orders that break a rule, of which there are none. */
const broken = () => shop.sql`
  select w.order_id, 'two open' as rule from public.order_waits w where w.ended_at is null
  group by w.order_id having count(*) > 1
  union all
  select one.order_id, 'overlap' from public.order_waits one
  join public.order_waits other on other.order_id = one.order_id and other.id > one.id
    and tstzrange(one.started_at, one.ended_at) && tstzrange(other.started_at, other.ended_at)
  union all
  select o.id, 'waits for nothing' from public.service_orders o join public.order_waits w on w.order_id = o.id
  where w.ended_at is null and o.status <> all (private.statuses_in('open'))
  union all
  select o.id, 'does not know whether it waits' from public.service_orders o
  where o.on_hold <> exists (select from public.order_waits w where w.order_id = o.id and w.ended_at is null)`;

const LENGTHS = [
  { runs: 20, tags: [] as string[] },
  { runs: 60, tags: ['exhaustive'] },
];

for (const { runs, tags } of LENGTHS)
  test(
    `TIME-10 ${runs} random lives of orders have one open wait at most, and none that overlap`,
    { tags },
    async () => {
      let waits = 0;
      await fc.assert(
        fc.asyncProperty(aLife, async (life) => {
          const { id } = await makeOrder(shop, { quote: 20_000, total_amount: 20_000 });
          for (const both of life) await Promise.all(both.map((each) => live(id, each)));
          waits += (await waitsOf(shop, id)).length;
          expect([...(await broken())]).toEqual([]);
        }),
        { numRuns: runs, seed: 2, endOnFailure: true },
      );
      expect(waits).toBeGreaterThan(runs / 2);
    },
  );
