/** Margin and discounts of a small shop, computed by hand (REP-25, REP-26, REP-28). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addInventoryItem } from './support/inventory.ts';
import { change, makeOrder } from './support/orders.ts';
import { discount, labour, part, saveLines } from './support/quotes.ts';
import { repairedOrder, reportOf, setPin, fitItem } from './support/results.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let ana: Person;
let luz: Person;
beforeAll(async () => {
  shop = await openShop();
  await setPin(shop);
  ana = shop.people.technician;
  luz = await shop.addPerson('technician');
  await openMonth();
});
afterAll(() => shop[Symbol.asyncDispose]());

const OCTOBER = { p_from: '2026-10-01', p_to: '2026-10-31' };
const day = (date: number) => `2026-10-${String(date).padStart(2, '0')}`;

interface MarginRow {
  kind: string;
  key: string;
  name: string;
  orders: number;
  income: number;
  tax: number;
  unknown_orders: number;
  unknown_income: number;
  cost: number;
  net: number;
  margin: number;
}
const marginOf = async (kind: string, key = '', args: object = OCTOBER) => {
  const { rows } = await reportOf<{ rows: MarginRow[] }>(shop, 'margin', args);
  return rows.find((row) => row.kind === kind && row.key === key);
};
interface OrderRow {
  order_number: number;
  income: number;
  tax: number;
  discount: number;
  cost: number | null;
  margin: number | null;
  technician: string | null;
}
const orders = async (args: object = {}) =>
  reportOf<{ rows: OrderRow[]; total_count: number }>(shop, 'orders', { ...OCTOBER, ...args });

let product: { order_number: number };

async function openMonth(): Promise<void> {
  // A product of the stock whose line says 25.000 and whose ledger says 44.990: the ledger's counts, once.
  const item = await addInventoryItem(ana, 5);
  product = await repairedOrder(shop, {
    day: day(2),
    by: ana,
    lines: [
      labour('Cambio', 20_000),
      part('Pantalla', 80_000, { product_id: item.id, unit_cost: 25_000 }),
      discount(7000),
    ],
  });
  await fitItem(shop, product, item, 1);
  // Two free parts of 12.000, one line with a discount; what was not chosen costs nothing.
  await repairedOrder(shop, {
    day: day(3),
    by: luz,
    columns: { equipment_type: 'laptop' },
    lines: [
      labour('Armado', 15_000),
      part('Memoria', 40_000, { quantity: 2, discount: 5000, unit_cost: 12_000 }),
      part('Lámina', 8000, { optional: true, unit_cost: 1000 }),
    ],
  });
  // One number without a cost: nobody knows what it left.
  await repairedOrder(shop, { day: day(4), by: ana, lines: 30_000 });
  // One number with a part of 40.000 from the stock: a loss.
  await repairedOrder(shop, { day: day(5), by: luz, lines: 30_000, parts: [[1, 40_000]] });
  // Work whose part has no cost.
  await repairedOrder(shop, {
    day: day(6),
    by: ana,
    lines: [labour('Cambio', 10_000, { unit_cost: 500 }), part('Batería', 20_000)],
  });
  // Nothing was charged: there is nothing to know.
  await repairedOrder(shop, { day: day(7), by: ana, lines: [] });
  // Another month, and an order that is not over.
  await repairedOrder(shop, { day: '2026-09-30', by: ana, lines: [labour('Otro', 9000, { unit_cost: 0 })] });
  const open = await makeOrder(shop, { status: 'in_progress', technician_id: ana.id });
  await saveLines(ana, open.id, [labour('Abierta', 5000, { unit_cost: 1 })]);
}

describe('REP-26 margin', () => {
  test('REP-26 income, tax, cost and margin of a month, with the orders of unknown cost apart', async () => {
    expect(await marginOf('total')).toEqual({
      kind: 'total',
      key: '',
      name: '',
      orders: 6,
      // 93.000 + 90.000 + 30.000 + 30.000 + 30.000 + 0
      income: 273_000,
      // 14.849 + 14.370 + 3 × 4790
      tax: 43_589,
      unknown_orders: 2,
      unknown_income: 60_000,
      // 44.990 + 24.000 + 40.000
      cost: 108_990,
      // (93.000 - 14.849) + (90.000 - 14.370) + (30.000 - 4790)
      net: 178_991,
      margin: 70_001,
    });
  });

  test('REP-26 the same by technician, kind of device and month, whose sums are the total', async () => {
    const { rows } = await reportOf<{ rows: MarginRow[] }>(shop, 'margin');
    const by = (kind: string) => rows.filter((row) => row.kind === kind);
    const sum = (kind: string, field: 'income' | 'margin' | 'cost' | 'unknown_orders') =>
      by(kind).reduce((total, row) => total + row[field], 0);
    for (const kind of ['technician', 'type', 'month'])
      for (const field of ['income', 'margin', 'cost', 'unknown_orders'] as const)
        expect([kind, field, sum(kind, field)]).toEqual([kind, field, sum('total', field)]);
    expect(by('month').map(({ key, income }) => [key, income])).toEqual([
      ['2026-10', 273_000],
      ['2026-09', 9000],
    ]);
    expect(await marginOf('type', 'laptop')).toMatchObject({ orders: 1, cost: 24_000, margin: 51_630 });
    expect(await marginOf('technician', luz.id)).toMatchObject({
      name: luz.fullName,
      orders: 2,
      cost: 64_000,
    });
    expect(await marginOf('total', '', { ...OCTOBER, p_technician: luz.id, p_type: 'laptop' })).toMatchObject(
      {
        orders: 1,
        income: 90_000,
      },
    );
  });

  test('REP-26 its income is that of «Total Ganado» by day of delivery', async () => {
    const { data: ticket } = await shop.people.admin.client.rpc('try_report_pin', { p_pin: '7391' });
    const { data } = await shop.people.admin.client.rpc('report_earnings', {
      p_ticket: ticket ?? '',
      p_period_from: OCTOBER.p_from,
      p_period_to: OCTOBER.p_to,
      p_before_from: '2026-09-01',
      p_before_to: '2026-09-30',
    });
    expect(data).toMatchObject({ total: 282_000, period: { now: 273_000, before: 9000, orders: 6 } });
  });

  test('REP-26 by order: sorted and paged, the unknown last, no cost twice', async () => {
    const { rows, total_count: total } = await orders({ p_sort: 'margin' });
    expect(total).toBe(6);
    expect(rows.map(({ income, cost, margin }) => [income, cost, margin])).toEqual([
      [90_000, 24_000, 51_630],
      [93_000, 44_990, 33_161],
      [0, 0, 0],
      [30_000, 40_000, -14_790],
      [30_000, null, null],
      [30_000, null, null],
    ]);
    const first = await orders({ p_sort: 'income', p_limit: 1 });
    const second = await orders({ p_sort: 'income', p_limit: 1, p_offset: 1 });
    expect([first, second].map((page) => page.rows.map(({ income }) => income))).toEqual([
      [93_000],
      [90_000],
    ]);
  });

  test('REP-26 what comes back to the stock costs nothing, and a cost that is written later counts', async () => {
    const { order_number: number } = product;
    const cost = async () => (await orders()).rows.find((row) => row.order_number === number)?.cost;
    await shop.sql.begin(async (tx) => {
      await tx`insert into public.inventory_movements
        (item_id, kind, delta, quantity_after, unit_cost, brand, model, order_id, order_number)
        select item_id, 'returned', 1, 5, unit_cost, brand, model, order_id, order_number
        from public.inventory_movements where order_number = ${number} and kind = 'written_off'`;
    });
    // Now it is the line's.
    expect(await cost()).toBe(25_000);
    await shop.sql`delete from public.inventory_movements where order_number = ${number} and kind = 'returned'`;
    expect(await cost()).toBe(44_990);
    const plain = (await orders()).rows.filter((row) => row.cost === null).map((row) => row.order_number);
    const [row] = await shop.sql`select id, quote_lines from public.service_orders
      where order_number = any (${plain}) and jsonb_array_length(quote_lines) = 1`;
    const [line] = (row?.quote_lines ?? []) as object[];
    const { error } = await saveLines(shop.people.admin, String(row?.id), [{ ...line, unit_cost: 4000 }]);
    expect(error).toBeNull();
    expect((await orders()).rows.filter((one) => one.cost === null)).toHaveLength(1);
    await saveLines(shop.people.admin, String(row?.id), [{ ...line, unit_cost: null }]);
    expect((await orders()).rows.filter((one) => one.cost === null)).toHaveLength(2);
  });
});

describe('REP-25 what is kept of an order', () => {
  const stored = () => shop.sql`
    select (select count(*) from private.earned_orders) as kept,
      (select count(*) from (select * from private.earned_orders except
        select f.* from private.find_earned_orders(array(select id from public.service_orders)) f) d) as other`;

  test('REP-25 it follows changes, of whoever repaired before it was reassigned, and goes with the order', async () => {
    const { id } = await repairedOrder(shop, { day: '2026-08-05', by: ana, lines: 12_000 });
    const technician = async () =>
      (await shop.sql`select technician_id from private.earned_orders where order_id = ${id}`)[0]
        ?.technician_id as string;
    expect(await technician()).toBe(ana.id);
    expect((await change(shop.people.admin, id, { technician_id: luz.id })).error).toBeNull();
    expect((await change(shop.people.admin, id, { technician_id: null })).error).toBeNull();
    expect(await technician()).toBe(ana.id);
    await shop.sql`update public.service_orders set status = 'in_progress' where id = ${id}`;
    expect(await technician()).toBeUndefined();
    await shop.sql`update public.service_orders set technician_id = ${luz.id} where id = ${id}`;
    expect((await change(luz, id, { status: 'completed' })).error).toBeNull();
    expect(await technician()).toBe(luz.id);
    expect(await stored()).toMatchObject([{ other: '0' }]);
    await shop.people.admin.client.from('service_orders').delete().eq('id', id);
    expect(await technician()).toBeUndefined();
  });

  test.each(['the order', 'the part'])(
    'REP-25 an order that is completed while a part is written off for it has both, whoever ends first: %s',
    async (first) => {
      const item = await addInventoryItem(ana, 5);
      await shop.sql`update public.inventory set cost_price = 7000 where id = ${item.id}`;
      const order = await makeOrder(shop, { status: 'in_progress', technician_id: ana.id, quote: 20_000 });
      const repair = await shop.sql.reserve();
      const stock = await shop.sql.reserve();
      await repair`begin`;
      await repair`update public.service_orders set status = 'completed' where id = ${order.id}`;
      await stock`begin`;
      await stock`update public.inventory set quantity = quantity - 1 where id = ${item.id}`;
      await stock`insert into public.inventory_movements
        (item_id, kind, delta, quantity_after, unit_cost, brand, model, order_id, order_number)
        values (${item.id}, 'written_off', -1, 4, 7000, 'a', 'b', ${order.id}, ${order.order_number})`;
      if (first === 'the order') await repair`commit`;
      // Wants what the stock holds: with the row of the results in hand, the two would lock up.
      const wanted = repair`update public.inventory set cost_price = 7100 where id = ${item.id}`.execute();
      await stock`commit`;
      await wanted;
      if (first === 'the part') await repair`commit`;
      for (const connection of [repair, stock]) connection.release();
      expect(await shop.sql`select cost from private.earned_orders where order_id = ${order.id}`).toEqual([
        { cost: '7000' },
      ]);
      expect(await stored()).toMatchObject([{ other: '0' }]);
    },
  );
});

test('REP-28 discounts of lines and of quotes by who wrote them and month', async () => {
  const { rows } = await reportOf<{ rows: object[] }>(shop, 'discounts', OCTOBER);
  expect(rows).toEqual([
    { id: ana.id, name: ana.fullName, month: '2026-10', orders: 1, discount: 7000, income: 93_000 },
    { id: luz.id, name: luz.fullName, month: '2026-10', orders: 1, discount: 5000, income: 90_000 },
  ]);
});
