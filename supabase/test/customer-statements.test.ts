/** The monthly statement agrees with the ledger, whatever happened (CARD-08); pages of a card (CARD-10). */
import * as fc from 'fast-check';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { correctPayment, giveBack, paymentsOf, takePayment } from './support/payments.ts';
import { newRut, openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

interface Statement {
  name: string;
  opening: number;
  delivered: number;
  paid: number;
  closing: number;
  lines: {
    kind: 'order' | 'payment';
    at: string;
    amount: number;
    orders?: number[];
    order_number?: number;
  }[];
}
const statementOf = (
  p_id: string,
  p_month: string,
  by: 'receptionist' | 'technician' | 'customer' = 'receptionist',
) => shop.people[by].client.rpc('customer_statement', { p_id, p_month });
const statement = async (id: string, month: string) => {
  const { data, error } = await statementOf(id, month);
  expect(error).toBeNull();
  return data as unknown as Statement;
};

const MONTHS = ['2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'];
/** A moment of these months, some at the very edge of one in the shop's time. */
const moment = fc.oneof(
  fc.integer({ min: 0, max: 150 * 24 * 3600 - 1 }).map((seconds) => `2026-06-01 00:00-04::${seconds}`),
  fc.constantFrom(
    '2026-07-01 00:00-04::-1',
    '2026-07-01 00:00-04::0',
    '2026-10-01 00:00-03::0',
    '2026-09-30 23:59-03::0',
  ),
);
const life = fc.record({
  price: fc.integer({ min: 1000, max: 90_000 }),
  advance: fc.nat(100),
  payment: fc.nat(100),
  fate: fc.constantFrom('delivered', 'delivered', 'completed', 'cancelled'),
  back: fc.boolean(),
  correct: fc.boolean(),
  at: moment,
  paidAt: fc.array(moment, { minLength: 6, maxLength: 6 }),
});

const LENGTHS = [
  { runs: 5, tags: [] as string[] },
  { runs: 120, tags: ['exhaustive'] },
];
for (const { runs, tags } of LENGTHS)
  test(
    `CARD-08 in ${runs} random lives of a company each statement goes on from the one before and ends with the ledger`,
    { tags },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(life, { minLength: 2, maxLength: 5 }), async (lives) => {
          const customer_rut = newRut();
          const desk = shop.people.receptionist;
          const ids: string[] = [];
          for (const { price } of lives)
            ids.push((await makeOrder(shop, { customer_rut, quote: price, total_amount: price })).id);
          // One payment over all of them, then each its own way.
          await takePayment(
            desk,
            Object.fromEntries(ids.map((id, at) => [id, Math.max(1, (lives[at]?.advance ?? 0) * 10)])),
          );
          for (const [at, { fate, payment, back, correct }] of lives.entries()) {
            const id = ids[at] ?? '';
            if (fate === 'cancelled')
              await change(shop.people.admin, id, { status: fate, cancellation_reason: 'No' });
            else await change(shop.people.admin, id, { status: fate, warranty_days: 0 });
            if (payment > 0) await takePayment(desk, { [id]: payment * 5 });
            if (back) await giveBack(desk, id, payment + 1);
            if (correct) await correctPayment(desk, (await paymentsOf(desk, id)).at(-1)?.id ?? id);
          }
          for (const [at, { at: when, paidAt }] of lives.entries()) {
            const [day, seconds] = when.split('::');
            await shop.sql`update public.service_orders set delivered_at = ${day ?? ''}::timestamptz + make_interval(secs => ${Number(seconds)})
            where id = ${ids[at] ?? ''} and status = 'delivered'`;
            for (const [place, { id }] of (await paymentsOf(desk, ids[at] ?? '')).entries()) {
              const [paidDay, later] = (paidAt[place % 6] ?? when).split('::');
              await shop.sql`update private.payments set created_at = ${paidDay ?? ''}::timestamptz + make_interval(secs => ${Number(later)}) where id = ${id}`;
            }
          }
          const [books] = await shop.sql`
          select coalesce(sum(total_amount) filter (where status = 'delivered'), 0)::bigint - sum(advance_payment + final_payment)::bigint as owed
          from public.service_orders where customer_rut = ${customer_rut}`;
          let before = 0;
          for (const month of MONTHS) {
            const now = await statement(ids[0] ?? '', month);
            expect(now.opening).toBe(before);
            const sum = (kind: string) =>
              now.lines.filter((line) => line.kind === kind).reduce((total, { amount }) => total + amount, 0);
            expect([sum('order'), sum('payment')]).toEqual([now.delivered, now.paid]);
            expect(now.closing).toBe(now.opening + now.delivered - now.paid);
            const [ledger] = await shop.sql`
            select coalesce(sum(s.amount), 0)::bigint as paid from private.payments p
            join private.payment_shares s on s.payment_id = p.id join public.service_orders o on o.id = s.order_id
            where o.customer_rut = ${customer_rut} and date_trunc('month', p.created_at at time zone 'America/Santiago') = ${month}`;
            expect(now.paid).toBe(Number(ledger?.paid));
            before = now.closing;
          }
          expect(before).toBe(Number(books?.owed));
        }),
        { numRuns: runs, seed: 20_261_127, endOnFailure: true },
      );
    },
  );

test('CARD-08 a statement is the desk’s, of a RUT of its own, and of a month that has begun', async () => {
  const { id } = await makeOrder(shop, { customer_rut: newRut() });
  for (const by of ['technician', 'customer'] as const)
    expect((await statementOf(id, '2026-01-01', by)).error?.code, by).toBe('42501');
  expect((await statementOf(id, '2099-01-01')).error?.message).toBe('Elige un mes hasta el actual.');
  const nobody = await makeOrder(shop, { customer_rut: '22222222-2' });
  expect((await statementOf(nobody.id, '2026-01-01')).error?.code).toBe('P0002');
  expect((await statementOf(crypto.randomUUID(), '2026-01-01')).error?.code).toBe('P0002');
});

test('CARD-10 a company with 2,000 orders has them in pages, its devices once, and what it may pay, oldest first', async () => {
  const customer_rut = newRut();
  const row = (at: number) =>
    orderColumns({
      customer_name: 'Buses del Valle',
      customer_rut,
      equipment_model: `T${at % 30}`,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
      total_amount: 10_000,
      advance_payment: at % 100 === 0 ? 0 : 10_000,
      imei: at < 4 ? '356938035643809' : null,
    });
  for (let from = 0; from < 2000; from += 500)
    await shop.sql`insert into public.service_orders ${shop.sql(Array.from({ length: 500 }, (_, at) => ({ ...row(from + at), quote: 10_000 })))}`;
  const [newest] =
    await shop.sql`select id from public.service_orders where customer_rut = ${customer_rut} order by created_at desc limit 1`;
  const { client } = shop.people.receptionist;
  const p_id = String(newest?.id);
  const orders = async (p_offset: number, p_payable = false) =>
    (await client.rpc('customer_orders', { p_id, p_payable, p_offset })).data ?? [];
  expect((await orders(0)).map(({ total }) => total)).toEqual(Array.from({ length: 20 }, () => 2000));
  const pages = [...(await orders(0)), ...(await orders(20)), ...(await orders(1980))];
  expect(new Set(pages.map(({ id }) => id)).size).toBe(60);
  const payable = await orders(0, true);
  expect(payable).toHaveLength(20);
  expect(payable.map(({ created_at }) => created_at)).toEqual(
    payable.map(({ created_at }) => created_at).toSorted(),
  );
  expect(payable.every((order) => order.payable === 10_000 && order.total === 20)).toBe(true);
  const devices = (await client.rpc('customer_devices', { p_id, p_limit: 50 })).data ?? [];
  expect(devices).toHaveLength(31);
  expect(devices.find(({ imei }) => imei !== '')?.orders).toBe(4);
  const { data } = await client.rpc('customer_record', { p_id });
  expect(data).toMatchObject({ orders: 2000, owed: 200_000, refund: 0 });
  // The few with a balance are found by their own index.
  await shop.sql`analyze public.service_orders`;
  const plan = await shop.sql.begin(async (sql) => {
    // The planner would read so few rows without an index.
    await sql`set local enable_seqscan = off`;
    return sql`explain select from public.service_orders o where o.customer_rut = ${customer_rut}
      and private.order_balance(o.status, o.total_amount, o.advance_payment, o.final_payment) > 0`;
  });
  expect(JSON.stringify(plan)).toContain('service_orders_balance');
});
