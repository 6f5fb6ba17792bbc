/** Requests of a stranger to the money reports, and lives of orders that count only once (REP-25 to REP-33). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pinTicket } from './support/counted-attempts.ts';
import { change, makeOrder } from './support/orders.ts';
import { giveBack, paymentsOf, takePayment } from './support/payments.ts';
import { labour } from './support/quotes.ts';
import { askReport, PIN, repairedOrder, reportOf, setPin } from './support/results.ts';
import { takeInReturn } from './support/returns.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await setPin(shop);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['private.payment_shares', 'private.payments', 'public.service_orders'])
    await shop.sql.unsafe(`delete from ${table} where true`);
});

const OCTOBER = { p_from: '2026-10-01', p_to: '2026-10-31' };
const repaired = (day: string, columns = {}) =>
  repairedOrder(shop, {
    day,
    by: shop.people.technician,
    lines: [labour('Cambio', 10_000, { unit_cost: 0 })],
    columns,
  });
interface Total {
  kind: string;
  orders: number;
  income: number;
}
const total = async (args: object = OCTOBER) =>
  (await reportOf<{ rows: Total[] }>(shop, 'margin', args)).rows.find(({ kind }) => kind === 'total');

const PAGED = ['orders', 'commission_orders', 'balances'];

describe('REP-26 what nobody should send', () => {
  test.each(PAGED)('REP-26 pages of %s are of 1 to 1,000 orders, wherever they begin', async (name) => {
    await repaired('2026-10-05');
    for (const page of [
      { p_limit: -5 },
      { p_limit: 0 },
      { p_limit: 2_147_483_647 },
      { p_limit: null },
      { p_offset: -7 },
      { p_offset: null },
    ]) {
      const { rows } = await reportOf<{ rows: object[] }>(shop, name, { ...OCTOBER, ...page });
      expect([page, rows.length <= 1]).toEqual([page, true]);
    }
    const { rows } = await reportOf<{ rows: object[] }>(shop, name, { ...OCTOBER, p_offset: 100_000 });
    expect(rows).toEqual([]);
  });

  test('REP-26 a technician or kind that nobody has finds nothing; quotes are letters', async () => {
    await repaired('2026-10-05');
    for (const args of [
      { p_technician: randomUUID() },
      { p_type: "smartphone' or true --" },
      { p_type: '' },
    ]) {
      expect(await total({ ...OCTOBER, ...args })).toMatchObject({ orders: 0, income: 0 });
      const { rows } = await reportOf<{ rows: object[] }>(shop, 'orders', { ...OCTOBER, ...args });
      expect(rows).toEqual([]);
    }
    expect(await total()).toMatchObject({ orders: 1, income: 10_000 });
    const sorted = await reportOf<{ rows: object[] }>(shop, 'orders', { p_sort: "income'; drop table x" });
    expect(sorted.rows).toHaveLength(1);
  });

  test('REP-26 a report that does not exist, and days that end before they begin, are refused in words', async () => {
    const ask = (name: string, args: object = {}) => askReport(shop.people.admin.client, name, args);
    for (const name of ['', 'MARGIN', "margin' --"])
      await expect(ask(name)).rejects.toThrow('22023 Ese informe no existe.');
    for (const name of ['margin', 'orders', 'commissions', 'payments', 'discounts'])
      await expect(ask(name, { p_from: '2026-02-02', p_to: '2026-02-01' })).rejects.toThrow(/posterior/);
  });

  test('REP-34 one date alone is refused in words instead of counting all of the time', async () => {
    for (const name of ['margin', 'orders', 'commissions', 'payments', 'discounts', 'suppliers'])
      for (const args of [{ p_from: '2026-10-01' }, { p_to: '2026-10-31' }])
        await expect(askReport(shop.people.admin.client, name, args)).rejects.toThrow(
          '22023 Elige las dos fechas, o ninguna.',
        );
  });
});

describe('REP-25 lives of an order', () => {
  test('REP-25 one without lines has no income, no cost and no margin', async () => {
    await repairedOrder(shop, { day: '2026-10-05', by: shop.people.technician, lines: [] });
    const { rows } = await reportOf<{ rows: object[] }>(shop, 'orders', OCTOBER);
    expect(rows).toMatchObject([{ income: 0, tax: 0, cost: 0, margin: 0, discount: 0 }]);
  });

  test('REP-25 one that is opened again after its payment earns nothing until it is over again', async () => {
    const { id } = await repaired('2026-10-05');
    await takePayment(shop.people.receptionist, { [id]: 10_000 }, { p_method: 'debit' });
    await shop.sql`update public.service_orders set status = 'in_progress' where id = ${id}`;
    expect(await total()).toMatchObject({ orders: 0, income: 0 });
    expect(await reportOf(shop, 'balances', { p_part: 'refund' })).toMatchObject({ total_count: 0 });
    expect((await change(shop.people.technician, id, { status: 'completed' })).error).toBeNull();
    expect(await total({})).toMatchObject({ orders: 1, income: 10_000 });
  });

  test('REP-29 what is given back in another month is of that month, and takes nothing from the margin', async () => {
    const { id } = await repaired('2026-10-05');
    await takePayment(shop.people.receptionist, { [id]: 10_000 }, { p_method: 'debit' });
    await giveBack(shop.people.receptionist, id, 4000, { p_method: 'cash' });
    const [payment, refund] = await paymentsOf(shop.people.receptionist, id);
    await shop.sql`update private.payments set created_at = '2026-10-05T15:00:00Z' where id = ${payment?.id ?? ''}`;
    await shop.sql`update private.payments set created_at = '2026-11-02T15:00:00Z' where id = ${refund?.id ?? ''}`;
    const methods = async (args: object) =>
      (await reportOf<{ methods: { method: string; net: number }[] }>(shop, 'payments', args)).methods;
    expect(await methods(OCTOBER)).toMatchObject([{ method: 'debit', net: 10_000 }]);
    expect(await methods({ p_from: '2026-11-01', p_to: '2026-11-30' })).toMatchObject([
      { method: 'cash', net: -4000 },
    ]);
    expect(await total()).toMatchObject({ orders: 1, income: 10_000 });
  });

  test('REP-32 a device that comes back three times takes its commission back once', async () => {
    const value = { rules: [{ from: '2020-01-01', base: 'total', percent: 10, people: [] }] };
    await shop.sql`update public.setting_sections set value = ${shop.sql.json(value)} where section = 'commission'`;
    const { order_number: number } = await repaired('2026-10-05');
    await shop.sql`update public.service_orders set delivered_at = now() - interval '9 days', warranty_days = 90
      where order_number = ${number}`;
    for (const ago of [6, 4, 2]) {
      const { id } = await takeInReturn(shop, number, ago);
      await shop.sql`update public.service_orders set status = 'rejected' where id = ${id}`;
    }
    const { people } = await reportOf<{ people: object[] }>(shop, 'commissions');
    expect(people).toMatchObject([{ earned: 1000, returns: 1, taken_back: 1000, amount: 0 }]);
  });
});

describe('REP-33 rules that no form sends', () => {
  const rule = { from: '2026-01-01', base: 'total', percent: 10, people: [] };
  test.each<[string, unknown]>([
    ['more than everything', [{ ...rule, percent: 101 }]],
    ['less than nothing', [{ ...rule, percent: -1 }]],
    ['a part of a per cent', [{ ...rule, percent: 1.5 }]],
    ['no number', [{ ...rule, percent: 'x' }]],
    ['too much for a person', [{ ...rule, people: [{ id: randomUUID(), percent: 500 }] }]],
    ['nobody', [{ ...rule, people: [{ id: 'x', percent: 5 }] }]],
    ['no people', [{ ...rule, people: null }]],
    ['no day', [{ ...rule, from: '2026-02-31' }]],
    ['no end of days', [{ ...rule, from: 'infinity' }]],
    ['another base', [{ ...rule, base: 'tips' }]],
    ['no rule', [7]],
    ['no list', { from: '2026-01-01' }],
    ['a null', null],
  ])('REP-33 a rehearsal of %s is refused in words', async (_name, p_rules) => {
    const { client } = shop.people.admin;
    const { error } = await client.rpc('rehearse_commissions', {
      p_rules: p_rules as never,
      ...(await pinTicket(client, PIN)),
    });
    expect(error).toMatchObject({
      code: '22023',
      message: expect.stringMatching(/^Las reglas no son válidas/),
    });
  });

  test('REP-33 two rules of one day are one, the last one', async () => {
    await makeOrder(shop, { quote: 10_000 });
    const { client } = shop.people.admin;
    const { error, data } = await client.rpc('rehearse_commissions', {
      p_rules: [rule, { ...rule, percent: 20 }] as never,
      ...(await pinTicket(client, PIN)),
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ outcome: 'ok' });
  });
});
