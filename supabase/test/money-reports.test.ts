/** Payments by method and day, balances by age, and the accountant's file (REP-29 to REP-31). */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeDrawer, moveCash, openedDrawer } from './support/drawers.ts';
import { makeOrder } from './support/orders.ts';
import { correctPayment, giveBack, paymentsOf, takePayment } from './support/payments.ts';
import { askReport, reportOf, setPin } from './support/results.ts';
import { deliveredOrder } from './support/returns.ts';
import { addDocument } from './support/tax-documents.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let receptionist: Person;
beforeAll(async () => {
  shop = await openShop();
  await setPin(shop);
  ({ receptionist } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.sql`delete from private.payment_shares where true`;
  await shop.sql`delete from private.payments where true`;
  await shop.sql`delete from public.service_orders where true`;
});

const open = (columns = {}) => makeOrder(shop, { quote: 50_000, status: 'completed', ...columns });
/** Moves the newest payment of an order. */
const move = async (id: string, to: string) => {
  const payment = (await paymentsOf(receptionist, id)).at(-1)?.id ?? '';
  await shop.sql`update private.payments set created_at = ${to} where id = ${payment}`;
  return payment;
};

test('REP-37 a payment’s amount is the sum of its shares, whoever writes either, also two at once', async () => {
  const [one, two] = [await open(), await open()];
  await takePayment(receptionist, { [one.id]: 10_000, [two.id]: 5000 }, { p_method: 'cash' });
  const id = (await paymentsOf(receptionist, one.id))[0]?.id ?? '';
  const amount = async () =>
    Number((await shop.sql`select amount from private.payments where id = ${id}`)[0]?.amount);
  expect(await amount()).toBe(15_000);
  await shop.sql`update private.payments set amount = 1 where id = ${id}`;
  await shop.sql`update private.payment_shares set amount = 4000 where payment_id = ${id} and order_id = ${two.id}`;
  expect(await amount()).toBe(14_000);
  let second: Promise<unknown> | undefined;
  await shop.sql.begin(async (tx) => {
    // A restore or a replication writes like this.
    await tx`set local session_replication_role = replica`;
    await tx`insert into private.payment_shares values (${id}, ${one.id}, 'final', 300)`;
    second = shop.sql`insert into private.payment_shares values (${id}, ${two.id}, 'final', 20)`.execute();
    await vi.waitFor(
      async () => expect(await tx`select from pg_locks l where not l.granted`).not.toHaveLength(0),
      { timeout: 60_000 },
    );
  });
  await second;
  expect(await amount()).toBe(14_320);
  await shop.sql`delete from private.payment_shares where payment_id = ${id} and part = 'final'`;
  expect(await amount()).toBe(14_000);
});

describe('REP-29 payments by method and day', () => {
  test('REP-29 received, given back and corrected, by the shop’s day', async () => {
    const [one, two] = [await open(), await open()];
    await takePayment(receptionist, { [one.id]: 10_000, [two.id]: 5000 }, { p_method: 'cash' });
    // Half past ten at night in Santiago.
    await move(one.id, '2026-10-06T01:30:00Z');
    await takePayment(receptionist, { [one.id]: 20_000 }, { p_method: 'debit' });
    const wrong = await move(one.id, '2026-10-05T15:00:00Z');
    await giveBack(receptionist, one.id, 3000, { p_method: 'cash' });
    await move(one.id, '2026-10-06T15:00:00Z');
    await correctPayment(receptionist, wrong);
    await shop.sql`update private.payments set created_at = '2026-10-06T15:00:00Z' where corrects = ${wrong}`;
    const zero = { received: 0, given_back: 0, corrected: 0, moved: null, difference: null };
    expect(await reportOf(shop, 'payments', { p_from: '2026-10-01', p_to: '2026-10-31' })).toEqual({
      methods: [
        { ...zero, method: 'cash', payments: 2, received: 15_000, given_back: -3000, net: 12_000 },
        { ...zero, method: 'debit', payments: 2, received: 20_000, corrected: -20_000, net: 0 },
      ],
      days: [
        { ...zero, day: '2026-10-06', method: 'cash', payments: 1, given_back: -3000, net: -3000 },
        { ...zero, day: '2026-10-06', method: 'debit', payments: 1, corrected: -20_000, net: -20_000 },
        { ...zero, day: '2026-10-05', method: 'cash', payments: 1, received: 15_000, net: 15_000 },
        { ...zero, day: '2026-10-05', method: 'debit', payments: 1, received: 20_000, net: 20_000 },
      ],
    });
    const { days } = await reportOf<{ days: { day: string }[] }>(shop, 'payments', {
      p_from: '2026-01-01',
      p_to: '2026-12-31',
    });
    expect(days.map(({ day }) => day)).toEqual(['2026-10', '2026-10']);
    expect((await reportOf<{ days: object[] }>(shop, 'payments')).days).toHaveLength(2);
  });
});

test('REP-29 beside cash stand what was moved in and out of the drawers of the day, and by how much counts differed', async () => {
  await shop.sql`update public.setting_sections set value = value || '{"tills": ["Caja"]}' where section = 'desk'`;
  const drawer = await openedDrawer(receptionist, { p_count: { 1000: 10 } });
  const { id } = await open();
  await takePayment(receptionist, { [id]: 5000 }, { p_method: 'cash' });
  await moveCash(receptionist, drawer, 3000);
  await moveCash(receptionist, drawer, 1000, { p_kind: 'deposit' });
  const { data } = await closeDrawer(receptionist, drawer, { 1000: 12 });
  const seen = { p_reason: 'Vuelto mal dado', p_seen: data?.expected ?? 0 };
  expect((await closeDrawer(receptionist, drawer, { 1000: 12 }, seen)).data).toMatchObject({ closed: true });
  await move(id, '2026-10-06T15:00:00Z');
  // Moved at half past ten at night, counted on the day after.
  await shop.sql`update private.drawer_events set created_at = '2026-10-07T01:30:00Z' where true`;
  await shop.sql`update private.drawers set closed_at = '2026-10-07T15:00:00Z' where true`;
  const report = await reportOf<{ methods: object[]; days: object[] }>(shop, 'payments', {
    p_from: '2026-10-01',
    p_to: '2026-10-31',
  });
  expect(report.methods).toMatchObject([{ method: 'cash', net: 5000, moved: -2000, difference: -1000 }]);
  expect(report.days).toMatchObject([
    { day: '2026-10-07', method: 'cash', payments: 0, net: 0, moved: 0, difference: -1000 },
    { day: '2026-10-06', method: 'cash', payments: 1, net: 5000, moved: -2000, difference: 0 },
  ]);
  await shop.sql`update public.setting_sections set value = value || '{"tills": []}' where section = 'desk'`;
});

describe('REP-30 balances', () => {
  const balances = (part?: string) =>
    reportOf<{ ages: object[]; refund: object; total_count: number; rows: { amount: number }[] }>(
      shop,
      'balances',
      { p_part: part },
    );

  test('REP-30 what was delivered and is not paid, by days since the delivery; money to give back apart', async () => {
    for (const [ago, paid] of [
      [0, 10_000],
      [7, 0],
      [8, 0],
      [30, 20_000],
      [31, 0],
      [91, 29_999],
      [50, 30_000],
    ] as const)
      await deliveredOrder(shop, { ago, days: 0, quote: 30_000, advance_payment: paid });
    await deliveredOrder(shop, { ago: 1, days: 0, quote: 10_000, final_payment: 12_000 });
    await makeOrder(shop, { status: 'cancelled', quote: 10_000, advance_payment: 4000 });
    // An advance on a price that is not known yet, and one below the price.
    await makeOrder(shop, { status: 'in_progress', quote: 0, advance_payment: 5000 });
    await makeOrder(shop, { status: 'in_progress', quote: 9000, advance_payment: 5000 });
    expect(await balances()).toMatchObject({
      ages: [
        { age: 'week', orders: 2, amount: 50_000 },
        { age: 'month', orders: 2, amount: 40_000 },
        { age: 'quarter', orders: 1, amount: 30_000 },
        { age: 'older', orders: 1, amount: 1 },
      ],
      refund: { orders: 2, amount: 6000 },
      total_count: 6,
    });
    const listed = async (part?: string) => (await balances(part)).rows.map(({ amount }) => amount);
    expect(await listed()).toEqual([1, 30_000, 10_000, 30_000, 30_000, 20_000]);
    expect(await listed('month')).toEqual([10_000, 30_000]);
    expect(new Set(await listed('refund'))).toEqual(new Set([2000, 4000]));
    expect((await balances('week')).rows[1]).toMatchObject({ customer_name: shop.people.customer.fullName });
  });

  test('REP-30 an order delivered at an unknown time counts from its last change', async () => {
    await makeOrder(shop, { status: 'delivered', delivered_at: null, quote: 30_000, total_amount: 30_000 });
    expect(await balances()).toMatchObject({
      ages: [{ age: 'week', orders: 1, amount: 30_000 }, {}, {}, {}],
      rows: [{ amount: 30_000, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string }],
    });
  });

  test('REP-30 a shop in which everything is paid has ages of nothing', async () => {
    expect(await balances()).toMatchObject({
      ages: ['week', 'month', 'quarter', 'older'].map((age) => ({ age, orders: 0, amount: 0 })),
      refund: { orders: 0, amount: 0 },
      total_count: 0,
      rows: [],
    });
  });
});

describe('REP-31 the accountant’s file', () => {
  test('REP-31 every share of every payment of a month, with its order, also of one that is deleted', async () => {
    const [one, two] = [await open(), await open()];
    await takePayment(
      receptionist,
      { [one.id]: 10_000, [two.id]: 5000 },
      { p_method: 'transfer', p_reference: 'T-1' },
    );
    await move(one.id, '2026-10-06T15:00:00Z');
    await giveBack(receptionist, one.id, 3000, { p_method: 'cash' });
    const refund = await move(one.id, '2026-10-07T15:00:00Z');
    await shop.people.admin.client.from('service_orders').delete().eq('id', two.id);
    const { rows } = await reportOf<{ rows: object[] }>(shop, 'payment_file', {
      p_from: '2026-10-01',
      p_to: '2026-10-31',
    });
    const common = { by: receptionist.fullName, part: 'advance', corrects: null };
    expect(rows).toMatchObject([
      {
        ...common,
        kind: 'payment',
        method: 'transfer',
        amount: 10_000,
        order_number: one.order_number,
        reference: 'T-1',
        customer_rut: shop.people.customer.rut,
        total_amount: 50_000,
      },
      {
        ...common,
        kind: 'payment',
        method: 'transfer',
        amount: 5000,
        order_number: null,
        customer_name: null,
      },
      { ...common, payment: refund, kind: 'refund', method: 'cash', amount: -3000, note: 'Cobramos de más' },
    ]);
  });

  test('REP-31 a payment has the kinds and folios of its documents, those that count', async () => {
    const { id } = await open();
    const document = { kind: 'boleta', folio: 77, total: 6000 };
    await takePayment(receptionist, { [id]: 10_000 }, { p_method: 'debit', p_document: document });
    const payment = await move(id, '2026-10-06T15:00:00Z');
    expect(await addDocument(receptionist, payment, { kind: 'voucher', folio: 5 })).toBeNull();
    await takePayment(
      receptionist,
      { [id]: 500 },
      { p_method: 'debit', p_document: { kind: 'boleta', folio: 78 } },
    );
    await move(id, '2026-10-07T15:00:00Z');
    await shop.sql`update private.tax_documents set state = 'annulled' where folio = 78`;
    const { rows } = await reportOf<{ rows: object[] }>(shop, 'payment_file', {
      p_from: '2026-10-01',
      p_to: '2026-10-31',
    });
    expect(rows).toMatchObject([
      { amount: 10_000, documents: 'boleta + voucher', folios: '77 + 5' },
      { amount: 500, documents: null, folios: null },
    ]);
    await shop.sql`delete from private.tax_documents where true`;
  });

  test('REP-31 it is of a month: without days, or of more of them, it is refused in words', async () => {
    const ask = (args: object) => askReport(shop.people.admin.client, 'payment_file', args);
    await expect(ask({})).rejects.toThrow('22023 Elige un mes.');
    await expect(ask({ p_from: '2026-01-01', p_to: '2026-12-31' })).rejects.toThrow('22023 Elige un mes.');
    await expect(ask({ p_from: '2026-02-01', p_to: '2026-01-01' })).rejects.toThrow(/posterior/);
  });
});
