/** Random shops: the money reports are what a straightforward computation of the same rows says (REP-25 to REP-32). */
import { randomUUID } from 'node:crypto';
import { shopDay } from '@taller/shared/values/dates.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import type { StoredLine } from './support/quotes.ts';
import {
  amountOf,
  BASES,
  commissionOf,
  costOf,
  marginBy,
  sum,
  type Base,
  type PlainOrder,
} from './support/plain-results.ts';
import { reportOf, setPin } from './support/results.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
let people: string[];
const PRODUCTS = [randomUUID(), randomUUID()];
beforeAll(async () => {
  shop = await openShop();
  await setPin(shop);
  people = [(await shop.addPerson('technician')).id, (await shop.addPerson('technician')).id];
});
afterAll(() => shop[Symbol.asyncDispose]());

const money = fc.integer({ min: 0, max: 90_000 });
const line = fc.record({
  kind: fc.constantFrom('labour', 'part', 'discount'),
  price: money,
  quantity: fc.integer({ min: 1, max: 3 }),
  off: fc.boolean(),
  chosen: fc.boolean(),
  product: fc.option(fc.constantFrom(0, 1)),
  cost: fc.option(money),
});
const order = fc.record({
  day: fc.constantFrom(
    '2026-08-31T16:00:00Z',
    '2026-09-01T02:00:00Z',
    '2026-09-01T15:00:00Z',
    '2026-10-10T15:00:00Z',
  ),
  status: fc.constantFrom('in_progress', 'completed', 'delivered', 'delivered', 'delivered'),
  technician: fc.option(fc.constantFrom(0, 1), { freq: 4 }),
  type: fc.constantFrom('smartphone', 'laptop'),
  lines: fc.array(line, { maxLength: 4 }),
  stock: fc.array(fc.tuple(fc.constantFrom(0, 1), fc.integer({ min: -2, max: 3 }), money), { maxLength: 3 }),
  returned: fc.option(fc.constantFrom('2026-09-15T15:00:00Z', '2026-10-20T15:00:00Z'), { freq: 2 }),
});
type Order = typeof order extends fc.Arbitrary<infer O> ? O : never;
type Planned = Order['lines'][number];

/** A line as it is stored: discounts of a quote never take it below nothing. */
const stored = ({ kind, price, quantity, off, chosen, product }: Planned): StoredLine => ({
  id: randomUUID(),
  kind,
  description: 'Línea',
  quantity: kind === 'discount' ? 1 : quantity,
  unit_price: kind === 'discount' ? -Math.floor(price / 90) - 1 : price + 1000,
  discount: kind !== 'discount' && off ? 900 : 0,
  condition: kind === 'part' ? 'new' : null,
  choice: null,
  optional: false,
  chosen,
  note: '',
  product_id: kind === 'part' && product !== null ? (PRODUCTS[product] ?? null) : null,
});

interface Written extends PlainOrder {
  returned: string | null;
}

/** Writes an order in several steps, as its life has them. */
async function write(planned: Order): Promise<Written> {
  const work = stored({
    kind: 'labour',
    price: 4000,
    quantity: 1,
    off: false,
    chosen: true,
    product: null,
    cost: null,
  });
  const lines = planned.lines.length === 0 ? [] : [work, ...planned.lines.map(stored)];
  const costs = new Map(
    planned.lines.flatMap(({ cost }, at) =>
      cost === null ? [] : [[lines[at + 1]?.id ?? '', cost] as const],
    ),
  );
  const income = lines.length === 0 ? 7000 : sum(lines.filter(({ chosen }) => chosen).map(amountOf));
  const technician = planned.technician === null ? null : (people[planned.technician] ?? null);
  const made = await makeOrder(shop, {
    quote: 7000,
    technician_id: technician,
    equipment_type: planned.type,
  });
  const { id } = made;
  const { sql } = shop;
  const move = async (status: string) =>
    sql`update public.service_orders set status = ${status}, created_at = ${planned.day}, completed_at = ${planned.day},
      delivered_at = ${planned.day}, warranty_days = 0 where id = ${id}`;
  // Costs, lines, stock and status come in another order each time.
  const steps = [
    async () => {
      for (const [line_id, unit_cost] of costs)
        await sql`insert into private.line_costs ${sql({ order_id: id, line_id, unit_cost })}`;
    },
    async () => {
      if (lines.length > 0)
        await sql`update public.service_orders set quote_lines = ${sql.json(lines as never)}, total_amount = ${income},
          quote = ${income} where id = ${id}`;
    },
    async () => {
      for (const [at, delta, unit_cost] of planned.stock)
        await sql`insert into public.inventory_movements
          (item_id, kind, delta, quantity_after, unit_cost, brand, model, order_id, order_number)
          values (${PRODUCTS[at] ?? ''}, 'written_off', ${-delta}, 5, ${unit_cost}, 'a', 'b', ${id}, ${made.order_number})`;
    },
    () => move(planned.status),
  ];
  const first = income % steps.length;
  for (const step of [...steps.slice(first), ...steps.slice(0, first)]) await step();
  await move(planned.status);
  if (planned.returned !== null && planned.status === 'delivered')
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      const row = { ...(await tx`select * from public.service_orders where id = ${id}`)[0] };
      await tx`insert into public.service_orders ${tx({
        customer_name: row['customer_name'],
        customer_phone: row['customer_phone'],
        customer_rut: row['customer_rut'],
        equipment_type: 'laptop',
        equipment_brand: 'a',
        equipment_model: 'b',
        created_at: planned.returned,
        warranty_of: made.order_number,
        order_number: 900_000 + made.order_number,
        status: 'pending',
      } as never)}`;
    });
  return {
    ...planned,
    id,
    number: made.order_number,
    technician: technician ?? '',
    income,
    lines,
    costs,
    stock: planned.stock.map(([at, quantity, cost]) => [PRODUCTS[at] ?? '', quantity, cost] as const),
  };
}

const dayOf = (moment: string) => shopDay(new Date(moment));

const PERIODS = [
  { p_from: '2026-08-01', p_to: '2026-08-31' },
  { p_from: '2026-09-01', p_to: '2026-09-30' },
  { p_from: '2026-08-01', p_to: '2026-10-31' },
];

interface Row {
  kind: string;
  key: string;
  orders: number;
  income: number;
  tax: number;
  unknown_orders: number;
  cost: number;
  margin: number;
}

async function compare(orders: readonly Written[], base: Base, percent: number): Promise<void> {
  await shop.sql`update public.setting_sections set value = ${shop.sql.json({
    rules: [{ from: '2026-01-01', base, percent, people: [] }],
  })} where section = 'commission'`;
  const over = orders.filter(({ status }) => status !== 'in_progress');
  for (const period of PERIODS) {
    const isIn = (moment: string) => period.p_from <= dayOf(moment) && dayOf(moment) <= period.p_to;
    const chosen = over.filter(({ day }) => isIn(day));
    const { rows } = await reportOf<{ rows: Row[] }>(shop, 'margin', period);
    const found = (kind: string) =>
      Object.fromEntries(
        rows
          .filter((row) => row.kind === kind && row.orders > 0)
          .toSorted((a, b) => (a.key < b.key ? -1 : 1))
          .map(({ key, orders: count, income, tax: part, unknown_orders: unknown, cost, margin }) => [
            key,
            { orders: count, income, tax: part, unknown, cost, margin },
          ]),
      );
    expect(found('total')).toEqual(marginBy(chosen, () => ''));
    expect(found('technician')).toEqual(marginBy(chosen, ({ technician }) => technician));
    expect(found('type')).toEqual(marginBy(chosen, ({ type }) => type));
    expect(found('month')).toEqual(marginBy(chosen, ({ day }) => dayOf(day).slice(0, 7)));
    const listed = await reportOf<{ rows: { id: string; cost: number | null }[] }>(shop, 'orders', {
      ...period,
      p_limit: 1000,
    });
    expect(new Map(listed.rows.map(({ id, cost }) => [id, cost]))).toEqual(
      new Map(chosen.toSorted((a, b) => b.number - a.number).map((one) => [one.id, costOf(one)])),
    );
    const { people: paid } = await reportOf<{ people: { id: string; amount: number }[] }>(
      shop,
      'commissions',
      period,
    );
    const earned = (id: string) =>
      sum(
        over
          .filter((one) => one.technician === id && isIn(one.day))
          .map((one) => commissionOf(one, base, percent)),
      ) -
      sum(
        over
          .filter(
            ({ technician, returned, status }) =>
              technician === id && status === 'delivered' && returned !== null && isIn(returned),
          )
          .map((one) => commissionOf(one, base, percent)),
      );
    for (const id of people)
      expect([period, base, paid.find((one) => one.id === id)?.amount ?? 0]).toEqual([
        period,
        base,
        earned(id),
      ]);
    const { rows: given } = await reportOf<{ rows: { discount: number }[] }>(shop, 'discounts', period);
    const discounts = chosen.flatMap(({ lines }) =>
      lines
        .filter((one) => one.chosen)
        .map((one) => (one.kind === 'discount' ? -amountOf(one) : one.discount)),
    );
    expect(sum(given.map(({ discount }) => discount))).toBe(sum(discounts));
  }
}

for (const { runs, tags } of [
  { runs: 5, tags: [] as string[] },
  { runs: 60, tags: ['exhaustive'] },
])
  test(
    `REP-25 in ${runs} random shops margin, commissions and discounts are a plain computation's`,
    { tags },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(order, { minLength: 4, maxLength: 10 }),
          fc.constantFrom(...BASES),
          fc.integer({ min: 0, max: 100 }),
          async (planned, base, percent) => {
            await shop.sql`delete from public.inventory_movements where true`;
            await shop.sql`update public.service_orders set warranty_of = null where warranty_of is not null`;
            await shop.sql`delete from public.service_orders where true`;
            const orders: Written[] = [];
            for (const each of planned) orders.push(await write(each));
            await compare(orders, base, percent);
          },
        ),
        { numRuns: runs, seed: 20_261_127, endOnFailure: true },
      );
    },
  );
