/** Commissions by technician, computed by hand, and their rehearsal (REP-32, REP-33). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pinTicket } from './support/counted-attempts.ts';
import { change, makeOrder } from './support/orders.ts';
import { discount, labour, part } from './support/quotes.ts';
import { PIN, repairedOrder, reportOf, setDay, setPin } from './support/results.ts';
import { takeInReturn } from './support/returns.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';
import { dayFromToday } from './support/waits.ts';

let shop: Shop;
let ana: Person;
let luz: Person;
beforeAll(async () => {
  shop = await openShop();
  await setPin(shop);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.sql`delete from public.service_orders where true`;
  [ana, luz] = [await shop.addPerson('technician'), await shop.addPerson('technician')];
  await setRules([]);
});

type Rule = Record<string, unknown>;
const rule = (from: string, base: string, percent: number, people: object[] = []): Rule => ({
  from,
  base,
  percent,
  people,
});
const setRules = (rules: Rule[]) =>
  shop.sql`update public.setting_sections set value = ${shop.sql.json({ rules } as never)} where section = 'commission'`;

interface Line {
  id: string;
  orders: number;
  base: number;
  earned: number;
  returns: number;
  taken_back: number;
  amount: number;
  unknown: number;
}
const commissions = async (from: string, to: string) =>
  (await reportOf<{ people: Line[] }>(shop, 'commissions', { p_from: from, p_to: to })).people;
const amounts = async (from: string, to: string) =>
  (await commissions(from, to)).map(({ id, amount }) => [id, amount]);

const OCTOBER = ['2026-10-01', '2026-10-31'] as const;
/** Labour 20.000 and parts 80.000 at 50.000, less 10.000: 90.000, of which 18.000 are work. */
const lines = () => [
  labour('Cambio', 20_000),
  part('Pantalla', 80_000, { unit_cost: 50_000 }),
  discount(10_000),
];

describe('REP-32 the rule', () => {
  test.each([
    ['total', 90_000],
    ['labour', 18_000],
    // 90.000 less 14.370 of tax and 50.000 of costs.
    ['margin', 25_630],
  ])('REP-32 a commission is of %s, after the discount, in whole pesos', async (base, of) => {
    await repairedOrder(shop, { day: '2026-10-05', by: ana, lines: lines() });
    await setRules([rule('2026-01-01', base, 33)]);
    expect(await commissions(...OCTOBER)).toMatchObject([
      { id: ana.id, orders: 1, base: of, amount: Math.floor((of * 33) / 100), returns: 0 },
    ]);
  });

  test('REP-32 the share of work is right, however much of it there is before the discounts', async () => {
    const most = 1_000_000_000;
    const many = (line: () => object) => Array.from({ length: 10 }, line);
    await repairedOrder(shop, {
      day: '2026-10-05',
      by: ana,
      lines: [...many(() => labour('Cambio', most)), part('Pantalla', most), ...many(() => discount(most))],
    });
    await setRules([rule('2026-01-01', 'labour', 100)]);
    expect(await commissions(...OCTOBER)).toMatchObject([{ base: 909_090_909, amount: 909_090_909 }]);
  });

  test('REP-32 a person may have an own percentage, and each day has the rule that holds on it', async () => {
    for (const day of ['2026-09-30', '2026-10-14', '2026-10-15'])
      for (const by of [ana, luz]) await repairedOrder(shop, { day, by, lines: 10_000 });
    await setRules([
      rule('2026-10-15', 'total', 20),
      rule('2026-10-01', 'total', 10, [{ id: luz.id, percent: 50 }]),
    ]);
    expect(await amounts('2026-09-01', '2026-09-30')).toEqual([]);
    expect(await amounts('2026-10-01', '2026-10-14')).toEqual([
      [luz.id, 5000],
      [ana.id, 1000],
    ]);
    expect(await amounts('2026-10-15', '2026-10-31')).toEqual(
      expect.arrayContaining([
        [ana.id, 2000],
        [luz.id, 2000],
      ]),
    );
  });

  test('REP-32 no margin that is not known, none below nothing, and nobody without a technician', async () => {
    await repairedOrder(shop, { day: '2026-10-05', by: ana, lines: 30_000 });
    await repairedOrder(shop, {
      day: '2026-10-05',
      by: ana,
      lines: [labour('Caro', 1000, { unit_cost: 9000 })],
    });
    await setDay(shop, (await makeOrder(shop, { status: 'delivered' })).id, '2026-10-05');
    await setRules([rule('2026-01-01', 'margin', 50)]);
    expect(await commissions(...OCTOBER)).toMatchObject([{ orders: 2, base: 0, amount: 0, unknown: 1 }]);
  });
});

describe('REP-32 who and when', () => {
  test('REP-32 it is of who had the order at its completion, not of who hands it over or has it since', async () => {
    const { id } = await repairedOrder(shop, { day: '2026-10-05', by: ana, lines: 10_000 });
    expect((await change(shop.people.admin, id, { technician_id: luz.id })).error).toBeNull();
    await setRules([rule('2026-01-01', 'total', 10)]);
    expect(await amounts(...OCTOBER)).toEqual([[ana.id, 1000]]);
  });

  test('REP-32 a return takes it back on its own day, once, from who earned it, by the rule of then', async () => {
    const [day, before] = [dayFromToday(-10), dayFromToday(-11)];
    const { order_number: number } = await repairedOrder(shop, { day, by: ana, lines: 10_000 });
    await setRules([rule('2026-01-01', 'total', 10), rule(dayFromToday(-5), 'total', 90)]);
    const back = await takeInReturn(shop, number, 3, { technician_id: luz.id });
    expect(await amounts(before, day)).toEqual([[ana.id, 1000]]);
    expect(await commissions(dayFromToday(-5), dayFromToday(0))).toMatchObject([
      { id: ana.id, orders: 0, returns: 1, earned: 0, taken_back: 1000, amount: -1000 },
    ]);
    expect(await amounts(before, dayFromToday(0))).toEqual([[ana.id, 0]]);
    await takeInReturn(shop, number, 1);
    expect(await amounts(dayFromToday(-5), dayFromToday(0))).toEqual([[ana.id, -1000]]);
    const { rows } = await reportOf<{ rows: object[] }>(shop, 'commission_orders', {
      p_from: before,
      p_to: dayFromToday(0),
      p_technician: ana.id,
    });
    expect(rows).toMatchObject([
      { order_number: number, amount: -1000, is_return: true, day: dayFromToday(-3) },
      { order_number: number, amount: 1000, is_return: false, day },
    ]);
    await shop.sql`delete from public.service_orders where warranty_of = ${number} and id <> ${back.id}`;
    await shop.sql`update public.service_orders set warranty_outcome = 'not_covered', warranty_reason = 'Se mojó'
      where id = ${back.id}`;
    expect(await amounts(dayFromToday(-5), dayFromToday(0))).toEqual([]);
  });
});

describe('REP-33 rehearsal', () => {
  const rehearse = async (rules: Rule[], pin = PIN) => {
    const { data, error } = await shop.people.admin.client.rpc('rehearse_commissions', {
      p_rules: rules as never,
      ...(await pinTicket(shop.people.admin.client, pin)),
    });
    if (error) throw error;
    return data as { outcome: string; periods?: { from: string; to: string; people: object[] }[] };
  };

  test('REP-33 the newest rule of a form beside the newest that is saved, over 90 days and 12 months', async () => {
    await repairedOrder(shop, { day: dayFromToday(-89), by: ana, lines: 10_000 });
    await repairedOrder(shop, { day: dayFromToday(-90), by: luz, lines: lines() });
    await setRules([rule('2030-01-01', 'total', 10), rule('2020-01-01', 'total', 99)]);
    const { periods } = await rehearse([rule('2031-01-01', 'labour', 50), rule('2025-01-01', 'total', 99)]);
    expect(periods?.map(({ people }) => people)).toEqual([
      [{ id: ana.id, name: ana.fullName, orders: 1, before: 1000, after: 5000 }],
      [
        { id: luz.id, name: luz.fullName, orders: 1, before: 9000, after: 9000 },
        { id: ana.id, name: ana.fullName, orders: 1, before: 1000, after: 5000 },
      ],
    ]);
    expect(periods?.map(({ from, to }) => [from, to])).toEqual([
      [dayFromToday(-89), dayFromToday(0)],
      [expect.stringMatching(/^\d{4}-\d\d-\d\d$/), dayFromToday(0)],
    ]);
    // Nothing is saved by it, and without rules there is nothing to pay.
    expect((await rehearse([])).periods?.[0]?.people).toMatchObject([{ before: 1000, after: 0 }]);
  });

  test('REP-33 a wrong PIN rehearses nothing', async () => {
    expect(await rehearse([rule('2026-01-01', 'total', 10)], '0000')).toEqual({
      outcome: 'wrong',
      set: true,
      locked_seconds: 0,
    });
    await rehearse([]);
  });
});
