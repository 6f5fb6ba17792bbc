/** The reports' periods and sections (REP-20 to REP-22) against a reference computation over random orders. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '@taller/shared/values/dates.ts';
import { plainEarnedIn, plainFigures, type ReportOrder } from './support/report-figures.ts';
import { earningsFor } from './support/counted-attempts.ts';
import {
  alignedTo,
  DAYS,
  NOW,
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
const someOrders = fc.array(order, { minLength: 0, maxLength: 60 });

test('REP-20, REP-21 the figures of a period, of the one before and of its steps are those of a plain computation', async () => {
  await fc.assert(
    fc.asyncProperty(
      someOrders,
      filter,
      fc.record({
        from: fc.constantFrom(...DAYS),
        length: fc.integer({ min: 0, max: 70 }),
        gap: fc.integer({ min: 1, max: 40 }),
        step: fc.integer({ min: 3, max: 9 }),
      }),
      async (orders, { technician, type }, { from, length, gap, step }) => {
        await writeOrders(orders);
        const { client } = shop.people.admin;
        const beforeTo = addDays(from, -gap);
        const period = {
          from,
          to: addDays(from, length),
          beforeFrom: addDays(beforeTo, -length),
          beforeTo,
          step,
        };
        const chosen = { technician, type };
        const compared = { p_before_from: period.beforeFrom, p_before_to: beforeTo, p_step: step };
        const whose = { p_technician: technician ?? undefined, p_type: type ?? undefined };
        const { data, error } = await client.rpc('report_figures', {
          p_from: from,
          p_to: period.to,
          ...compared,
          ...whose,
        });
        expect(error).toBeNull();
        const { people, ...figures } = data as Record<string, unknown>;
        const expected = plainFigures(orders, period, chosen, NOW);
        expect(alignedTo(expected, figures), JSON.stringify(period)).toEqual(expected);
        expect(people).toContainEqual(expect.objectContaining({ id: technicians[0] }));
        const earnings = await earningsFor(client, PIN, {
          ...whose,
          p_period_from: from,
          p_period_to: period.to,
          ...compared,
        });
        expect(earnings).toMatchObject({ period: plainEarnedIn(orders, period, chosen, NOW) });
      },
    ),
    { seed: 7, numRuns: 30, endOnFailure: true },
  );
});

test('REP-20 a line has at most 31 steps, whatever step is asked for', async () => {
  const { data } = await shop.people.admin.client.rpc('report_figures', {
    p_from: '2020-01-01',
    p_to: '2026-01-01',
    p_before_from: '2019-01-01',
    p_before_to: '2019-12-31',
    p_step: 0,
  });
  expect((data as { received: { line: number[] } }).received.line.length).toBeLessThanOrEqual(31);
});

test('REP-22 a section has only its own figures, the same as all sections together', async () => {
  await writeOrders(fc.sample(order, { numRuns: 40, seed: 3 }));
  const { client } = shop.people.admin;
  const read = async (parts?: string[]) => {
    const { data, error } = await client.rpc('report_overview', { p_type: 'laptop', p_parts: parts });
    if (error) throw new Error(error.message);
    const { idle, ...figures } = data as Record<string, unknown>;
    // The ages of the oldest grow between two calls.
    const { oldest: _oldest, ...ages } = (idle ?? {}) as { oldest?: unknown };
    return { ...figures, ...(idle === undefined ? {} : { idle: ages }) } as Record<string, unknown>;
  };
  const all = await read();
  const figuresOf = {
    orders: ['summary', 'frequency', 'unrepaired'],
    times: ['resolution', 'idle'],
    quotes: ['quotes'],
    technicians: ['technicians'],
    people: ['people'],
  };
  expect(Object.keys(all).toSorted()).toEqual(Object.values(figuresOf).flat().toSorted());
  for (const [part, names] of Object.entries(figuresOf)) {
    const expected = Object.fromEntries(names.map((name) => [name, all[name]]));
    expect(alignedTo(expected, await read([part])), part).toEqual(expected);
  }
});
