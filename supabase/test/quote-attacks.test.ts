/** Attacks on a quote by customers and staff (QUO-14). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import {
  answerQuote,
  discount,
  labour,
  linesOf,
  part,
  quotedByLines,
  saveLines,
  screenQuote,
  shownQuote,
  type SentLine,
} from './support/quotes.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.sql`
    update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
});
afterAll(() => shop[Symbol.asyncDispose]());

const ids = (...lines: SentLine[]) => lines.map(({ id = '' }) => id);
const decisions = (id: string) =>
  shop.sql`select type, total_amount::int as total from public.decision_history where order_id = ${id}`;
const quotesSent = async (id: string) =>
  (await shop.sql`select from public.whatsapp_messages where order_id = ${id} and event = 'quoted'`).length;

async function onThePage() {
  const quote = screenQuote();
  const order = await quotedByLines(shop, quote.lines);
  const { version } = await shownQuote(shop, order.id);
  const answer = (rest: Record<string, unknown> = {}) =>
    answerQuote(shop.anon, order.id, {
      version,
      chosen: ids(quote.original),
      total_amount: 75_000,
      ...rest,
    });
  return { ...quote, order, version, answer };
}

describe('QUO-14 the customer', () => {
  test('QUO-14 a page that suggested another alternative of the same price approves nothing', async () => {
    const samsung = part('Samsung', 40_000, { choice: 'Pantalla', chosen: true });
    const generic = part('Genérica', 40_000, { choice: 'Pantalla' });
    const order = await quotedByLines(shop, [samsung, generic]);
    const { version } = await shownQuote(shop, order.id);
    const swapped = [
      { ...samsung, chosen: false },
      { ...generic, chosen: true },
    ];
    expect((await saveLines(shop.people.technician, order.id, swapped)).error).toBeNull();
    const asShown = await answerQuote(shop.anon, order.id, { version, total_amount: 40_000 });
    expect([asShown.status, asShown.body]).toMatchObject([409, { error: 'changed' }]);
    expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted' });
    // It is another quote: sent, and of now.
    expect(await quotesSent(order.id)).toBe(2);
    const now = await shownQuote(shop, order.id);
    expect(
      (await answerQuote(shop.anon, order.id, { version: now.version, total_amount: 40_000 })).status,
    ).toBe(200);
  });

  test('QUO-14 two tabs at once: one answer is taken, one message is sent', async () => {
    const { order, answer, compatible } = await onThePage();
    const answers = await Promise.all([
      answer(),
      answer({ chosen: ids(compatible), total_amount: 50_000 }),
      answer({ decision: 'rejected' }),
    ]);
    expect(answers.map(({ status }) => Number(status)).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const [kept, ...more] = await decisions(order.id);
    expect(more).toEqual([]);
    expect((await storedOrder(shop, order.id)).status).toBe(
      kept?.type === 'success' ? 'approved' : 'rejected',
    );
    expect((await answer()).body).toMatchObject({ error: 'already_decided' });
    const sent = await shop.sql`select from public.whatsapp_messages
      where order_id = ${order.id} and event in ('approved', 'rejected')`;
    expect(sent).toHaveLength(1);
  });

  test('QUO-14 an order that was cancelled meanwhile is not approved', async () => {
    const { order, answer } = await onThePage();
    const { error } = await change(shop.people.admin, order.id, {
      status: 'cancelled',
      cancellation_reason: 'Sin repuesto',
    });
    expect(error).toBeNull();
    expect(await answer()).toMatchObject({ status: 409, body: { status: 'cancelled' } });
    expect(await decisions(order.id)).toEqual([]);
  });

  test('QUO-14 version, lines and sum of another order’s quote decide nothing', async () => {
    const { answer, order } = await onThePage();
    const other = await onThePage();
    expect((await answer({ version: other.version, chosen: ids(other.original) })).status).toBe(409);
    expect((await answer({ chosen: ids(other.original) })).status).toBe(400);
    expect((await decisions(order.id)).concat(await decisions(other.order.id))).toEqual([]);
  });

  test.each([-1, 0, 74_999, 75_001, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER])(
    'QUO-14 a sum of %d is not what was shown',
    async (total) => {
      const { order, answer } = await onThePage();
      expect(await answer({ total_amount: total })).toMatchObject({
        status: 409,
        body: { error: 'changed' },
      });
      expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', total_amount: '75000' });
    },
  );

  test('QUO-14 nobody leaves out a fixed line, nor takes one twice', async () => {
    const { order, answer, original, fitting, protector } = await onThePage();
    const twice = [...ids(original, protector), ...ids(protector, fitting)];
    expect((await answer({ chosen: twice, total_amount: 91_000 })).status).toBe(409);
    expect((await answer({ chosen: ids(original), total_amount: 60_000 })).status).toBe(409);
    expect((await answer({ chosen: twice, total_amount: 83_000 })).status).toBe(200);
    expect(await storedOrder(shop, order.id)).toMatchObject({ total_amount: '83000' });
  });
});

describe('QUO-14 the staff', () => {
  async function approved(lines = screenQuote().lines) {
    const order = await quotedByLines(shop, lines);
    const { version, total_amount: total } = await shownQuote(shop, order.id);
    const answer = await answerQuote(shop.anon, order.id, { version, total_amount: total });
    expect(answer.status).toBe(200);
    return { order };
  }
  const noteApproval = async (by: Person, id: string) => {
    const { version, total_amount: total } = await shownQuote(shop, id);
    return by.client.rpc('record_approval', {
      p_order_id: id,
      p_channel: 'phone',
      p_said_by: 'Ana',
      p_amount: total,
      p_version: version ?? '',
    });
  };

  test('QUO-14 a quote of one number that becomes two units is other work, which its writer approves for nobody', async () => {
    const { order } = await approved([labour('Servicio técnico', 60_000)]);
    const { technician, receptionist } = shop.people;
    const [line] = await linesOf(shop, order.id);
    const twice = { ...line, quantity: 2, unit_price: 30_000 };
    expect((await saveLines(technician, order.id, [twice])).data).toMatchObject({ status: 'quoted' });
    const [event] = await shop.sql`
      select changes ? 'quote_lines' as told from public.order_events where order_id = ${order.id} order by id desc limit 1`;
    expect(event?.told).toBe(true);
    expect((await noteApproval(technician, order.id)).error?.code).toBe('42501');
    expect((await noteApproval(receptionist, order.id)).error).toBeNull();
  });

  test.each<[string, (lines: SentLine[]) => Record<string, unknown>]>([
    ['a total', () => ({ total_amount: 80_000 })],
    ['a quote', () => ({ quote: 80_000 })],
    ['a line’s price', (lines) => ({ quote_lines: lines.map((line) => ({ ...line, unit_price: 99_000 })) })],
    ['an adjustment', (lines) => ({ quote_lines: [...lines, labour('Ajuste', 1)] })],
    ['a line that costs nothing', (lines) => ({ quote_lines: [...lines, labour('Otra cosa', 0)] })],
    [
      'a discount that pays for another part',
      (lines) => ({ quote_lines: [...lines, part('Lámina', 9000), discount(9000)] }),
    ],
  ])('QUO-14 %s that is raised after the approval waits for another one', async (_, columns) => {
    for (const by of ['technician', 'receptionist', 'admin'] as const) {
      const { order } = await approved();
      const person = shop.people[by];
      const { data, error } = await change(person, order.id, columns(await linesOf(shop, order.id)));
      expect([error, data]).toMatchObject([null, { status: 'quoted' }]);
      for (const status of ['in_progress', 'completed', 'delivered'])
        expect((await change(person, order.id, { status, warranty_days: 30 })).error?.code).toBe('23514');
      expect((await noteApproval(person, order.id)).error?.code).toBe('42501');
      // Taking the change back and forth does not help either.
      const undo = { p_order_id: order.id, p_version: Number((await storedOrder(shop, order.id)).version) };
      expect((await person.client.rpc('undo_status', undo)).error).toBeNull();
      expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'approved', total_amount: '75000' });
      expect((await change(person, order.id, { advance_payment: 75_001 })).error).not.toBeNull();
    }
  });

  test('QUO-14 a price that was lowered and taken back up stays the approved one', async () => {
    const { order } = await approved();
    const { technician } = shop.people;
    await change(technician, order.id, { status: 'in_progress', total_amount: 10_000 });
    const undo = { p_order_id: order.id, p_version: Number((await storedOrder(shop, order.id)).version) };
    expect((await technician.client.rpc('undo_status', undo)).error).toBeNull();
    expect((await change(technician, order.id, { total_amount: 75_001 })).data).toMatchObject({
      status: 'quoted',
    });
  });
});

test('QUO-01 a price typed as one number beside 50 lines is an adjustment, and the lines can be saved as before', async () => {
  const lines = Array.from({ length: 50 }, (_, index) => labour(`Trabajo ${index}`, 1000));
  const order = await quotedByLines(shop, lines);
  const { technician } = shop.people;
  expect((await change(technician, order.id, { total_amount: 45_000 })).error).toBeNull();
  const adjusted = await linesOf(shop, order.id);
  expect([adjusted.length, adjusted.at(-1)]).toMatchObject([
    51,
    { description: 'Ajuste', unit_price: -5000 },
  ]);
  const noted = adjusted.map((line) => ({ ...line, note: 'Revisado' }));
  expect((await saveLines(technician, order.id, noted)).error).toBeNull();
  expect((await change(technician, order.id, { total_amount: 55_000 })).error).toBeNull();
  expect(await linesOf(shop, order.id)).toHaveLength(51);
  const one = labour('Uno más', 1000);
  const tooMany = [
    [...adjusted.slice(0, 50), one],
    [...adjusted, { ...discount(1), description: 'Ajuste' }],
  ];
  for (const wrong of tooMany)
    expect((await saveLines(technician, order.id, wrong)).error?.message).toMatch('hasta 50 líneas');
});

test('PRIV-02 a customer’s own data say what was taken of a quote, and what was offered', async () => {
  const { order, answer, compatible } = await onThePage();
  expect((await answer({ chosen: ids(compatible), total_amount: 50_000 })).status).toBe(200);
  const { data } = await shop.people.customer.client.rpc('export_own_data');
  const own = (data as { ordenes: Record<string, unknown>[] }).ordenes.find(
    ({ numero }) => numero === order.order_number,
  );
  const taken = [
    { description: 'Cambio de pantalla', chosen: true },
    { description: 'Pantalla original', chosen: false },
    { description: 'Pantalla compatible', chosen: true },
    { description: 'Lámina', chosen: false },
  ];
  expect(own).toMatchObject({ presupuesto: taken, decisiones: [{ presupuesto: taken }] });
  expect(JSON.stringify(own)).not.toContain('product_id');
});

test('QUO-14 an id that is none of a quote’s, however often, is refused', async () => {
  const { answer } = await onThePage();
  const many = Array.from({ length: 90 }, () => randomUUID());
  expect((await answer({ chosen: many })).status).toBe(400);
  const order = await makeOrder(shop, { status: 'quoted', quote: 1000 });
  const { version } = await shownQuote(shop, order.id);
  const plain = { version, total_amount: 1000 };
  expect((await answerQuote(shop.anon, order.id, { ...plain, chosen: many })).status).toBe(400);
  expect((await answerQuote(shop.anon, order.id, { ...plain, chosen: [] })).status).toBe(200);
});
