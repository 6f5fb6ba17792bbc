/** A quote by lines: what the staff may write, and that its total is always the sum of its lines (QUO-01, QUO-02). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change, makeOrder, orderOf, storedOrder } from './support/orders.ts';
import {
  discount,
  labour,
  linesOf,
  part,
  quotedByLines,
  saveLines,
  screenQuote,
  type SentLine,
} from './support/quotes.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.sql`
    update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
});
afterAll(() => shop[Symbol.asyncDispose]());

const messages = (id: string) =>
  shop.sql`select params[3] as amount from public.whatsapp_messages where order_id = ${id} and event = 'quoted'`;

describe('QUO-01 lines', () => {
  test.each(['technician', 'receptionist', 'admin'] as const)(
    'QUO-01 a %s saves lines, which is sent to nobody: total and quote are the sum of what is chosen',
    async (actor) => {
      const order = await makeOrder(shop, { status: 'in_progress' });
      const { lines } = screenQuote();
      const { error, data } = await saveLines(shop.people[actor], order.id, [...lines, discount(2000)]);
      expect(error).toBeNull();
      expect(data).toMatchObject({ status: 'in_progress', total_amount: 73_000, quote: 73_000 });
      expect(await messages(order.id)).toHaveLength(0);
      expect((await linesOf(shop, order.id))[2]).toEqual({
        id: lines[2]?.id,
        kind: 'part',
        description: 'Pantalla compatible',
        quantity: 1,
        unit_price: 35_000,
        discount: 0,
        condition: 'refurbished',
        choice: 'Pantalla',
        optional: false,
        chosen: false,
        note: '',
        product_id: null,
      });
    },
  );

  test.each(['anon', 'customer', 'other'] as const)('QUO-01 %s saves none', async (actor) => {
    const order = await quotedByLines(shop, screenQuote().lines);
    const { data } = await shop
      .clientOf(actor)
      .from('service_orders')
      .update({ quote_lines: [] } as never)
      .eq('id', order.id)
      .select();
    expect(data ?? []).toEqual([]);
    expect(await storedOrder(shop, order.id)).toMatchObject({ total_amount: '75000' });
  });

  const one = labour('Mano de obra', 10_000);
  test.each<[string, unknown, RegExp]>([
    ['no list', { id: randomUUID() }, /no son válidas/],
    ['a text', ['Pantalla'], /no es válida/],
    ['no id', [{ ...one, id: 'a' }], /no es válida/],
    ['one id twice', [one, one], /no son válidas/],
    ['another kind', [{ ...one, kind: 'gift' }], /no es válida/],
    ['another condition', [part('Pantalla', 1, { condition: 'broken' as 'new' })], /no es válida/],
    ['no description', [{ ...one, description: ' \u200b ' }], /qué es cada línea/],
    ['a long description', [{ ...one, description: 'a'.repeat(121) }], /120 letras/],
    ['a long note', [{ ...one, note: 'a'.repeat(201) }], /hasta 200/],
    ['a long choice', [{ ...one, choice: 'a'.repeat(61) }], /hasta 60 letras/],
    ['no price', [{ ...one, unit_price: null }], /precio en pesos/],
    ['a fraction', [{ ...one, unit_price: 0.5 }], /precio en pesos/],
    ['a negative price', [{ ...one, unit_price: -1 }], /precio en pesos/],
    ['too high a price', [{ ...one, unit_price: 1_000_000_001 }], /precio en pesos/],
    ['no quantity', [{ ...one, quantity: 0 }], /entre 1 y 99/],
    ['too many of one', [{ ...one, quantity: 100 }], /entre 1 y 99/],
    ['a higher discount', [{ ...one, discount: 10_001 }], /no es mayor que el precio/],
    ['a discount that adds', [one, { ...discount(1), unit_price: 1 }], /de cuántos pesos/],
    ['an optional discount', [one, { ...discount(1), optional: true }], /de cuántos pesos/],
    ['a discount above all', [one, discount(10_001)], /puede llegar a elegir/],
    [
      'a discount above the least choice',
      [part('A', 9, { optional: true, chosen: true }), discount(1)],
      /elegir/,
    ],
    ['one alternative', [{ ...one, choice: 'Pantalla', chosen: true }], /al menos dos/],
    [
      'no chosen alternative',
      [{ ...one, choice: 'A' }, labour('B', 1, { choice: 'A' })],
      /una es la elegida/,
    ],
    ['an optional alternative', [{ ...one, choice: 'A', optional: true }], /no es además opcional/],
    ['too much', [{ ...one, unit_price: 999_999_999, quantity: 2 }], /hasta \$1.000.000.000/],
    ['too many', Array.from({ length: 51 }, () => labour('Mano de obra', 1)), /hasta 50 líneas/],
    ['a cost that is none', [{ ...one, unit_cost: -1 }], /costo en pesos/],
  ])('QUO-01 %s is refused in words, and nothing changes', async (_, lines, words) => {
    const order = await makeOrder(shop, { quote: 5000 });
    const before = await storedOrder(shop, order.id);
    const { error } = await saveLines(shop.people.technician, order.id, lines);
    expect(error?.message).toMatch(words);
    expect(error?.code).toMatch(/^(23514|22023)$/);
    expect(await storedOrder(shop, order.id)).toEqual(before);
  });

  test('QUO-01 lines that were sent twice, or on another version, change nothing more', async () => {
    const order = await makeOrder(shop);
    const { lines } = screenQuote();
    const save = () =>
      shop.people.technician.client
        .from('service_orders')
        .update({ quote_lines: lines } as never)
        .eq('id', order.id)
        .eq('version', order.version)
        .select();
    expect((await save()).data).toHaveLength(1);
    expect((await save()).data).toHaveLength(0);
    expect(await storedOrder(shop, order.id)).toMatchObject({ version: order.version + 1 });
  });

  test('QUO-01 no writer, whatever its rights, leaves a total that is not the sum of its lines', async () => {
    const order = await quotedByLines(shop, screenQuote().lines);
    await shop.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update public.service_orders set total_amount = 1, quote = 1 where id = ${order.id}`;
    });
    const { total_amount: total, quote_lines: lines } = await storedOrder(shop, order.id);
    expect([total, (lines as SentLine[]).map((line) => line.unit_price)]).toEqual([
      '1',
      [15_000, 60_000, -74_999],
    ]);
    await expect(
      shop.sql.begin(async (tx) => {
        await tx`alter table public.service_orders disable trigger settle_quote_lines_update`;
        await tx`update public.service_orders set total_amount = 2, quote = 2 where id = ${order.id}`;
      }),
    ).rejects.toThrow(/service_orders_total_of_lines/);
  });

  test('QUO-06 costs are written by whoever quotes, read by admins only, and kept by who does not see them', async () => {
    const order = await makeOrder(shop);
    const screen = part('Pantalla', 60_000, { unit_cost: 31_000 });
    const work = labour('Cambio', 15_000);
    const { technician, receptionist, admin } = shop.people;
    const { data } = await saveLines(technician, order.id, [screen, work]);
    expect(JSON.stringify(data)).not.toContain('cost');
    const without = { ...screen, unit_cost: undefined };
    expect((await saveLines(receptionist, order.id, [without])).error).toBeNull();
    const costs = (by: 'technician' | 'receptionist' | 'customer' | 'admin') =>
      shop.clientOf(by).rpc('line_costs', { p_order_id: order.id });
    expect((await costs('admin')).data).toEqual([{ line_id: screen.id, unit_cost: 31_000 }]);
    for (const by of ['technician', 'receptionist', 'customer'] as const)
      expect((await costs(by)).error?.code).toBe('42501');
    expect((await saveLines(admin, order.id, [{ ...screen, unit_cost: null }])).error).toBeNull();
    expect((await costs('admin')).data).toEqual([]);
  });
});

test('QUO-16 who does not see costs replaces only those that they wrote', async () => {
  const order = await makeOrder(shop);
  const { technician, admin } = shop.people;
  const costs = async () => (await admin.client.rpc('line_costs', { p_order_id: order.id })).data;
  const own = part('Pantalla', 60_000, { unit_cost: 31_000 });
  for (const unit_cost of [31_000, 30_000])
    expect((await saveLines(technician, order.id, [{ ...own, unit_cost }])).error).toBeNull();
  expect(await costs()).toEqual([{ line_id: own.id, unit_cost: 30_000 }]);

  expect((await saveLines(admin, order.id, [{ ...own, unit_cost: 40_000 }])).error).toBeNull();
  const other = await shop.addPerson('technician');
  for (const by of [technician, other])
    for (const unit_cost of [1, null])
      expect(
        (await saveLines(by, order.id, [{ ...own, unit_price: 61_000, unit_cost }])).error,
      ).toMatchObject({
        code: '42501',
        message:
          'El costo de una de las líneas ya lo escribió otra persona: déjalo vacío, o pide que lo corrija quien ve los costos.',
      });
  expect(await costs()).toEqual([{ line_id: own.id, unit_cost: 40_000 }]);
  expect(
    (await saveLines(other, order.id, [{ ...own, unit_price: 61_000, unit_cost: undefined }])).error,
  ).toBeNull();
  expect(await costs()).toEqual([{ line_id: own.id, unit_cost: 40_000 }]);
});

describe('QUO-02 a quote of one number', () => {
  test('QUO-02 a new order’s price is its one line, and none without a price', async () => {
    const { receptionist } = shop.people;
    const add = (columns: object) =>
      receptionist.client
        .from('service_orders')
        .insert({ ...orderOf(shop.people.customer), ...columns } as never)
        .select('quote_lines')
        .single();
    expect((await add({ quote: 25_000 })).data?.quote_lines).toMatchObject([
      { kind: 'labour', description: 'Servicio técnico', unit_price: 25_000, chosen: true },
    ]);
    expect((await add({ quote: 0, total_amount: 0 })).data?.quote_lines).toEqual([]);
  });

  test('QUO-02 another number is the price of the one line, which stays what it is', async () => {
    const order = await makeOrder(shop);
    await saveLines(shop.people.technician, order.id, [part('Batería', 20_000, { condition: 'used' })]);
    const [line] = await linesOf(shop, order.id);
    for (const price of [22_000, 0, 19_990]) {
      await change(shop.people.technician, order.id, { quote: price, total_amount: price });
      expect(await linesOf(shop, order.id)).toEqual([{ ...line, unit_price: price }]);
    }
  });

  test('QUO-02 of several lines an adjustment takes the difference, and goes when there is none', async () => {
    const { lines, fitting, original } = screenQuote();
    const order = await quotedByLines(shop, lines);
    const write = (price: number) => change(shop.people.technician, order.id, { total_amount: price });
    const stored = async () =>
      (await linesOf(shop, order.id)).map((line) => [line.kind, line.description, line.unit_price]);
    const kept = [
      ['labour', fitting.description, 15_000],
      ['part', original.description, 60_000],
    ];
    await write(70_000);
    expect(await stored()).toEqual([...kept, ['discount', 'Ajuste', -5000]]);
    await write(80_000);
    expect(await stored()).toEqual([...kept, ['labour', 'Ajuste', 5000]]);
    await write(75_000);
    expect(await stored()).toEqual(kept);
    await write(0);
    expect(await stored()).toEqual([...kept, ['discount', 'Ajuste', -75_000]]);
  });

  test('QUO-02 the timeline tells of lines, and of a number that it was another one', async () => {
    const order = await makeOrder(shop);
    const { technician } = shop.people;
    await change(technician, order.id, { quote: 9000, total_amount: 9000 });
    await saveLines(technician, order.id, [part('Batería', 9000)]);
    const events = await shop.sql`
      select array(select jsonb_object_keys(changes)) as changed from public.order_events
      where order_id = ${order.id} and kind = 'edited' order by id`;
    expect(events.map(({ changed }) => changed as string[])).toEqual([['total_amount'], ['quote_lines']]);
  });

  test('QUO-02 «Deshacer» brings the lines back', async () => {
    const { lines } = screenQuote();
    const order = await quotedByLines(shop, lines);
    const before = await linesOf(shop, order.id);
    const { data } = await saveLines(shop.people.technician, order.id, [labour('Limpieza', 9000)]);
    expect(data).toMatchObject({ status: 'quoted', total_amount: 9000 });
    const undo = { p_order_id: order.id, p_version: data?.version ?? 0 };
    expect((await shop.people.technician.client.rpc('undo_status', undo)).error).toBeNull();
    expect(await linesOf(shop, order.id)).toEqual(before);
    expect(await storedOrder(shop, order.id)).toMatchObject({ total_amount: '75000', quote: '75000' });
  });
});

test.each([
  ['in braces', (id: string) => `{${id}}`],
  ['in capitals', (id: string) => id.toUpperCase()],
  ['without hyphens', (id: string) => id.replaceAll('-', '')],
])('QUO-06 the cost of a line whose id is written %s replaces the earlier one', async (_, spell) => {
  const order = await makeOrder(shop, { status: 'in_progress' });
  const line = labour('Cambio', 20_000, { unit_cost: 9000 });
  expect((await saveLines(shop.people.admin, order.id, [line])).error).toBeNull();
  const again = { ...line, id: spell(String(line.id)), unit_price: 21_000, unit_cost: 4000 };
  expect((await saveLines(shop.people.admin, order.id, [again])).error).toBeNull();
  const costs = async () => (await shop.people.admin.client.rpc('line_costs', { p_order_id: order.id })).data;
  expect(await costs()).toEqual([{ line_id: line.id, unit_cost: 4000 }]);
  await saveLines(shop.people.admin, order.id, [{ ...again, unit_price: 22_000, unit_cost: null }]);
  expect(await costs()).toEqual([]);
});
