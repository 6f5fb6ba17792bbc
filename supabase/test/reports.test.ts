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
import {
  alignedTo,
  NOW,
  parameters,
  randomFilter,
  randomOrder,
  writeOrders as writeRows,
} from './support/random-report-orders.ts';
import { openShop, type Shop } from './support/shop.ts';

const PIN = '7391';
let shop: Shop;
let technicians: string[];
beforeAll(async () => {
  shop = await openShop();
  technicians = [shop.people.technician.id, shop.people.admin.id];
  await shop.sql`insert into private.report_pin (hash) values (extensions.crypt(${PIN}, extensions.gen_salt('bf', 4)))`;
});
afterAll(() => shop[Symbol.asyncDispose]());

const order = randomOrder(() => technicians);
const filter = randomFilter(() => technicians);
const writeOrders = (orders: readonly ReportOrder[]) => writeRows(shop.sql, orders);

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
          const expected = plainOverview(orders, chosen, NOW);
          expect(alignedTo(expected, figures), JSON.stringify(chosen)).toEqual(expected);
        }
      },
    ),
    { seed: 7, numRuns: 40, endOnFailure: true },
  );
});

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
});

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
});

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
});

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
