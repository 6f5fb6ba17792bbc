/** The reports' figures (REP-01 to REP-05) against a reference computation over random orders, and access to them. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shopInstant } from '@taller/shared/values/dates.ts';
import {
  cardOrders,
  chosenOrders,
  earnedMonth,
  measureOf,
  monthSums,
  plainOverview,
  sumOf,
  type PlainFilter,
  type ReportOrder,
} from './support/report-figures.ts';
import { earningsFor } from './support/counted-attempts.ts';
import { openShop, type Shop } from './support/shop.ts';

const PIN = '7391';
const MINUTE = 60_000;
const DAY = 86_400_000;
/** One instant for the whole file; the idle ages are hours away from every limit. */
const NOW = Date.now();
const TYPES = ['smartphone', 'laptop', 'desktop', 'tablet', 'others', 'other'];
const STATUSES = [
  'pending',
  'in_progress',
  'quoted',
  'approved',
  'rejected',
  'completed',
  'cancelled',
  'delivered',
];
/** Days around both changes of Chile's clocks (first Sundays after 2 April and 2 September), and ordinary ones. */
const DAYS = [
  '2026-04-03',
  '2026-04-04',
  '2026-04-05',
  '2026-09-05',
  '2026-09-06',
  '2026-09-07',
  '2026-07-15',
  '2025-12-31',
  '2026-01-01',
];

let shop: Shop;
let technicians: string[];
beforeAll(async () => {
  shop = await openShop();
  technicians = [shop.people.technician.id, shop.people.admin.id];
  await shop.sql`insert into private.report_pin (hash) values (extensions.crypt(${PIN}, extensions.gen_salt('bf', 4)))`;
});
afterAll(() => shop[Symbol.asyncDispose]());

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 });
/** Minutes of the day: often the first and last two. */
const time = fc.oneof(
  fc.constantFrom('00:00', '00:01', '23:58', '23:59'),
  fc.constantFrom('10:30', '14:00', '03:30'),
);
const created = fc.oneof(
  fc.tuple(fc.constantFrom(...DAYS), time).map(([day, clock]) => shopInstant(day, clock)),
  fc.integer({ min: 0, max: 500 }).map((days) => new Date(NOW - days * DAY - 6 * 60 * MINUTE)),
);
const later = fc.integer({ min: 1, max: 40 * 24 * 60 }).map((minutes) => minutes * MINUTE);

const order = fc
  .record({
    id: fc.uuid({ version: 4 }),
    status: fc.constantFrom(...STATUSES),
    equipment_type: fc.constantFrom(...TYPES),
    technician: maybe(fc.constantFrom(0, 1)),
    customer_rut: fc.constantFrom('11111111-1', '22222222-2'),
    imei: maybe(fc.constantFrom('111', '222')),
    equipment_model: fc.constantFrom('Uno', 'Dos'),
    total_amount: maybe(fc.integer({ min: 0, max: 900_000 })),
    warranty_days: maybe(fc.constantFrom(0, 30, 90)),
    created_at: created,
    idle: fc.integer({ min: 0, max: 45 }),
    times: fc.tuple(maybe(later), maybe(later), maybe(later), maybe(later), maybe(later)),
  })
  .map(({ technician, times, idle, ...rest }): ReportOrder => {
    const [quoted, approved, rejected, completed, delivered] = times.map((after) =>
      after === null ? null : new Date(rest.created_at.getTime() + after),
    );
    return {
      ...rest,
      technician_id: technician === null ? null : (technicians[technician] ?? null),
      updated_at: new Date(NOW - idle * DAY - 5 * 60 * MINUTE),
      quoted_at: quoted ?? null,
      approved_at: approved ?? null,
      rejected_at: rejected ?? null,
      completed_at: completed ?? null,
      delivered_at: delivered ?? null,
    };
  });

const filter = fc
  .record({
    from: maybe(fc.constantFrom(...DAYS)),
    length: maybe(fc.integer({ min: -1, max: 400 })),
    technician: fc.option(fc.constantFrom(0, 1), { nil: null, freq: 1 }),
    type: fc.option(fc.constantFrom(...TYPES), { nil: null, freq: 1 }),
  })
  .map(({ from, length, technician, type }): PlainFilter => {
    const to = length === null ? null : addDays(from ?? '2026-04-01', length);
    return { from, to, technician: technician === null ? null : (technicians[technician] ?? null), type };
  });

async function writeOrders(orders: readonly ReportOrder[]): Promise<void> {
  await shop.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from public.service_orders`;
    const rows = orders.map((row, index) => ({
      ...row,
      order_number: index + 1,
      customer_name: `Cliente ${index % 7}`,
      customer_phone: '+56 9 5000 1000',
      equipment_brand: 'Marca',
    }));
    if (rows.length > 0) await tx`insert into public.service_orders ${tx(rows)}`;
    await tx`delete from private.warranty_returns`;
    await tx`insert into private.warranty_returns select r.order_id from private.find_warranty_returns() r`;
  });
}

const parameters = ({ from, to, technician, type }: PlainFilter) => ({
  p_from: from ?? undefined,
  p_to: to ?? undefined,
  p_technician: technician ?? undefined,
  p_type: type ?? undefined,
});

/** Figures to nine digits: floating-point sums depend on the order of their terms. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    typeof part === 'number' ? Number(part.toPrecision(9)) : part,
  );

async function overview(chosen: PlainFilter) {
  const { data, error } = await shop.people.admin.client.rpc('report_overview', parameters(chosen));
  if (error) throw new Error(error.message);
  const answer = data as Record<string, never>;
  const { oldest, ...idle } = answer['idle'] as unknown as { oldest: unknown[] };
  const lines = answer['technicians'] as unknown as { id: string; name?: string }[];
  const people = lines.map(({ name: _name, ...line }) => line).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { ...answer, idle, technicians: people, people: undefined, oldest };
}

const someOrders = fc.array(order, { minLength: 0, maxLength: 60 });

test('REP-03, REP-04 every figure is that of a plain computation, whatever the orders and the filters', async () => {
  await fc.assert(
    fc.asyncProperty(
      someOrders,
      fc.array(filter, { minLength: 2, maxLength: 4 }),
      async (orders, filters) => {
        await writeOrders(orders);
        for (const chosen of filters) {
          const { oldest: _oldest, ...figures } = await overview(chosen);
          expect(rounded(figures), JSON.stringify(chosen)).toEqual(
            rounded(plainOverview(orders, chosen, NOW)),
          );
        }
      },
    ),
    { seed: 7, numRuns: 40, endOnFailure: true },
  );
}, 90_000);

test('REP-03 each figure opens exactly its orders, page by page and in order', async () => {
  await fc.assert(
    fc.asyncProperty(someOrders, filter, async (orders, chosen) => {
      await writeOrders(orders);
      for (const [card, expected] of Object.entries(cardOrders(orders, chosen, NOW))) {
        const read = async (page: number) => {
          const request = {
            p_card: card,
            ...parameters(chosen),
            p_sort: 'total_amount',
            p_descending: false,
          };
          const { data, error } = await shop.people.admin.client.rpc('report_orders', {
            ...request,
            p_offset: page * 25,
            p_limit: 25,
          });
          if (error) throw new Error(error.message);
          return data;
        };
        const rows = [...(await read(0)), ...(await read(1)), ...(await read(2))];
        expect(rows.map(({ id }) => id).toSorted(), card).toEqual(expected.map(({ id }) => id).toSorted());
        expect(rows.every(({ total_count }) => total_count === expected.length)).toBe(true);
        const amounts = rows.map(({ total_amount }) => total_amount ?? 0);
        expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
        const byId = new Map(expected.map((each) => [each.id, each]));
        const said = rows.map(
          (row) => [measureOf(card, byId.get(row.id) as ReportOrder, NOW), row.measure] as const,
        );
        // Days of idle orders increase during the test: a hundredth of a day is a quarter of an hour.
        const wrong = said.filter(([plain, measure]) =>
          plain === null || measure === null ? plain !== measure : Math.abs(plain - measure) > 0.01,
        );
        expect(wrong, card).toEqual([]);
        const { data: slowest } = await shop.people.admin.client.rpc('report_orders', {
          p_card: card,
          ...parameters(chosen),
          p_sort: 'measure',
          p_limit: 1000,
        });
        const measures = slowest?.map(({ measure }) => measure) ?? [];
        expect(measures, card).toEqual(measures.toSorted((a, b) => b - a));
      }
    }),
    { seed: 7, numRuns: 6, endOnFailure: true },
  );
}, 90_000);

test('REP-02 the total and the months are plain sums, a missing amount counts 0', async () => {
  await fc.assert(
    fc.asyncProperty(someOrders, filter, async (orders, chosen) => {
      await writeOrders(orders);
      const answer = (await earningsFor(shop.people.admin.client, PIN, parameters(chosen))) as unknown as {
        total: number;
        months: { month: string; amount: number; previous: number }[];
      };
      expect(answer.total).toBe(sumOf(cardOrders(orders, chosen, NOW)['earned'] ?? []));
      const sums = monthSums(chosenOrders(orders, { ...chosen, from: null, to: null }));
      expect(answer.months).toHaveLength(12);
      for (const { month, amount, previous } of answer.months) {
        const before = `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;
        expect({ month, amount, previous }).toEqual({
          month,
          amount: sums.get(month) ?? 0,
          previous: sums.get(before) ?? 0,
        });
      }
    }),
    { seed: 7, numRuns: 30, endOnFailure: true },
  );
}, 60_000);

test('REP-02 a month opens the orders that its sum counts', async () => {
  await fc.assert(
    fc.asyncProperty(someOrders, filter, async (orders, chosen) => {
      await writeOrders(orders);
      const everyDay = { ...chosen, from: null, to: null };
      const earned = cardOrders(orders, everyDay, NOW)['earned'] ?? [];
      for (const month of ['2025-12', '2026-01', '2026-04', '2026-09', '2026-10']) {
        const { data } = await shop.people.admin.client.rpc('report_orders', {
          p_card: 'earned',
          ...parameters(everyDay),
          p_month: `${month}-01`,
          p_limit: 1000,
        });
        const expected = earned.filter((each) => earnedMonth(each) === month).map(({ id }) => id);
        expect(data?.map(({ id }) => id).toSorted(), month).toEqual(expected.toSorted());
      }
    }),
    { seed: 7, numRuns: 15, endOnFailure: true },
  );
}, 60_000);

test('REP-04 percentages have two decimals, and other and others are two types', async () => {
  const [sample] = fc.sample(order, { numRuns: 1, seed: 1 });
  if (!sample) throw new Error('no order');
  const of = (equipment_type: string) => ({ ...sample, id: crypto.randomUUID(), equipment_type });
  await writeOrders([of('other'), of('others'), of('others')]);
  const { frequency } = (await overview({ from: null, to: null, technician: null, type: null })) as never as {
    frequency: unknown;
  };
  expect(frequency).toEqual([
    { type: 'others', count: 2, percentage: 66.67 },
    { type: 'other', count: 1, percentage: 33.33 },
  ]);
});

test.each(['2026-04-04', '2026-04-05', '2026-09-05', '2026-09-06'])(
  'REP-01 %s has its own first and last minute, whatever the clocks do that night',
  async (day) => {
    const [sample] = fc.sample(order, { numRuns: 1, seed: 1 });
    if (!sample) throw new Error('no order');
    const at = (created_at: Date) => ({ ...sample, id: crypto.randomUUID(), created_at });
    const first = at(shopInstant(day, '00:01'));
    const last = at(new Date(shopInstant(addDays(day, 1)).getTime() - 1000));
    const before = at(shopInstant(addDays(day, -1), '22:59'));
    const after = at(shopInstant(addDays(day, 1), '00:01'));
    await writeOrders([first, last, before, after]);
    const request = { p_card: 'total', p_from: day, p_to: day };
    const { data } = await shop.people.admin.client.rpc('report_orders', request);
    expect(data?.map(({ id }) => id).toSorted()).toEqual([first.id, last.id].toSorted());
  },
);
