/** The customer's decision by line (QUO-03), what it promises (QUO-05), and until when (QUO-07). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change, storedOrder } from './support/orders.ts';
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
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const ids = (...lines: SentLine[]) => lines.map(({ id = '' }) => id);
const decisions = async (id: string) =>
  shop.sql`select type, message, total_amount::int as total, quote_lines as lines
    from public.decision_history where order_id = ${id} order by created_at`;

/** A quote with choices as it is on the page. */
async function onThePage() {
  const quote = screenQuote();
  const order = await quotedByLines(shop, quote.lines);
  const { version } = await shownQuote(shop, order.id);
  return { ...quote, order, version };
}

describe('QUO-03 the customer decides by line', () => {
  test('QUO-03 the page reads the lines in their order, without costs and products', async () => {
    const { order, lines } = await onThePage();
    const quote = await shownQuote(shop, order.id);
    expect(quote).toMatchObject({ total_amount: 75_000, tax_rate: 19, expired: false });
    expect(quote.lines.map((line) => [line.id, line.chosen])).toEqual(
      lines.map((line, index) => [line.id, index < 2]),
    );
    expect(Object.keys(quote.lines[0] ?? {})).not.toContain('product_id');
  });

  test('QUO-03 options and alternatives as chosen are approved, and kept with the decision', async () => {
    const { order, version, compatible, protector } = await onThePage();
    const chosen = ids(compatible, protector);
    expect(await answerQuote(shop.anon, order.id, { version, chosen, total_amount: 58_000 })).toEqual({
      status: 200,
      body: { status: 'approved', orderNumber: order.order_number },
    });
    expect(await storedOrder(shop, order.id)).toMatchObject({
      status: 'approved',
      total_amount: '58000',
      quote: '58000',
    });
    const stored = await linesOf(shop, order.id);
    expect(stored.map((line) => line.chosen)).toEqual([true, false, true, true]);
    expect(await decisions(order.id)).toEqual([
      {
        type: 'success',
        message: 'El cliente aprobó el presupuesto de $58.000.',
        total: 58_000,
        lines: stored,
      },
    ]);
    const { data } = await shop.people.customer.client
      .from('decision_history')
      .select('total_amount, quote_lines')
      .eq('order_id', order.id)
      .single();
    expect(data).toEqual({ total_amount: 58_000, quote_lines: stored });
    const [confirmation] = await shop.sql`select params from public.whatsapp_messages
      where order_id = ${order.id} and event = 'approved'`;
    expect(confirmation?.params).toContain('$58.000');
  });

  test('QUO-03 more than the shop suggested is the customer’s consent, and the price that it promises', async () => {
    const { order, version, original, protector } = await onThePage();
    const chosen = ids(original, protector);
    await answerQuote(shop.anon, order.id, { version, chosen, total_amount: 83_000 });
    const [kept] =
      await shop.sql`select amount::int from private.approved_prices where order_id = ${order.id}`;
    expect(kept?.amount).toBe(83_000);
  });

  test('QUO-03 without choices the suggested lines are approved; a rejection changes none', async () => {
    const { order, version } = await onThePage();
    expect((await answerQuote(shop.anon, order.id, { version, total_amount: 75_000 })).status).toBe(200);
    const other = await onThePage();
    const before = await linesOf(shop, other.order.id);
    const rejection = { decision: 'rejected', version: other.version };
    const chosen = ids(other.compatible);
    const answer = await answerQuote(shop.anon, other.order.id, {
      ...rejection,
      chosen,
      total_amount: 50_000,
    });
    expect(answer.status).toBe(200);
    expect(await linesOf(shop, other.order.id)).toEqual(before);
    expect(await decisions(other.order.id)).toMatchObject([
      { type: 'failure', total: 75_000, lines: before },
    ]);
  });

  test('QUO-03 choices that cannot be, or another sum than shown, decide nothing', async () => {
    const { order, version, original, compatible, protector } = await onThePage();
    const answer = (chosen: unknown, total: number) =>
      answerQuote(shop.anon, order.id, { version, chosen, total_amount: total });
    const invalid = { status: 400, body: { error: 'invalid' } };
    expect(await answer([], 15_000)).toEqual(invalid);
    expect(await answer(ids(original, compatible), 110_000)).toEqual(invalid);
    expect(await answer([original.id, randomUUID()], 75_000)).toEqual(invalid);
    expect(await answer('all', 75_000)).toEqual(invalid);
    expect(await answer(['x'], 75_000)).toEqual(invalid);
    expect(await answerQuote(shop.anon, order.id, { chosen: ids(original) })).toEqual(invalid);
    expect((await answer(ids(compatible, protector), 57_999)).body).toMatchObject({ error: 'changed' });
    expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', total_amount: '75000' });
    expect(await decisions(order.id)).toEqual([]);
  });

  test.each<[string, (lines: SentLine[]) => SentLine[]]>([
    [
      'a price with the same sum',
      ([a, b, ...rest]) => [{ ...a, unit_price: 25_000 }, { ...b, unit_price: 50_000 }, ...rest],
    ],
    ['a condition', ([a, b, ...rest]) => [a as SentLine, { ...b, condition: 'used' }, ...rest]],
    ['a description', ([a, ...rest]) => [{ ...a, description: 'Otra cosa' }, ...rest]],
    ['a note', ([a, ...rest]) => [{ ...a, note: 'Sin garantía' }, ...rest]],
    ['the price of an alternative', ([a, b, c, d]) => [a, b, { ...c, unit_price: 1 }, d] as SentLine[]],
  ])('QUO-03 %s that changed meanwhile is not approved, and the new quote is sent', async (_, changed) => {
    const { order, version, original, lines } = await onThePage();
    expect((await saveLines(shop.people.technician, order.id, changed([...lines]))).error).toBeNull();
    const answer = await answerQuote(shop.anon, order.id, {
      version,
      chosen: ids(original),
      total_amount: 75_000,
    });
    expect(answer.body).toMatchObject({ error: 'changed' });
    const sent =
      await shop.sql`select from public.whatsapp_messages where order_id = ${order.id} and event = 'quoted'`;
    expect(sent).toHaveLength(2);
  });

  test('QUO-03 who wrote costs or products meanwhile stands in nobody’s way', async () => {
    const { order, version, original, lines } = await onThePage();
    const costs = lines.map((line) => ({ ...line, unit_cost: 1000, product_id: randomUUID() }));
    await saveLines(shop.people.technician, order.id, costs);
    const answer = await answerQuote(shop.anon, order.id, {
      version,
      chosen: ids(original),
      total_amount: 75_000,
    });
    expect(answer.status).toBe(200);
  });
});

describe('QUO-05 an approval is for these lines', () => {
  async function approved() {
    const quote = await onThePage();
    const chosen = ids(quote.original);
    await answerQuote(shop.anon, quote.order.id, { version: quote.version, chosen, total_amount: 75_000 });
    return quote;
  }

  test.each<[string, (lines: SentLine[]) => unknown]>([
    ['a used part for a new one', ([a, b]) => [a, { ...b, choice: null, condition: 'used' }]],
    ['the other alternative', ([a, b, c]) => [a, { ...b, chosen: false }, { ...c, chosen: true }]],
    [
      'another part of the same price',
      ([a, b]) => [a, { ...b, choice: null, description: 'Pantalla genérica' }],
    ],
    ['less work for less', ([, b]) => [{ ...b, choice: null }]],
    ['an option that was not taken', ([a, b, c, d]) => [a, b, c, { ...d, chosen: true }]],
    ['one number as a line', () => [labour('Servicio técnico', 75_000)]],
  ])('QUO-05 %s asks the customer again', async (_, changed) => {
    const { order, lines } = await approved();
    const { error } = await saveLines(shop.people.technician, order.id, changed(lines));
    expect(error).toBeNull();
    expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', approved_at: null });
    const { error: refusal } = await change(shop.people.technician, order.id, { status: 'in_progress' });
    expect(refusal?.code).toBe('23514');
  });

  test('QUO-05 less for the same asks nobody, nor does what was not chosen', async () => {
    const { order, lines, fitting, original } = await approved();
    const { technician } = shop.people;
    expect((await saveLines(technician, order.id, [...lines, discount(5000)])).error).toBeNull();
    expect(
      (await saveLines(technician, order.id, [fitting, { ...original, choice: null }])).error,
    ).toBeNull();
    expect((await change(technician, order.id, { quote: 60_000, total_amount: 60_000 })).error).toBeNull();
    expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'approved', total_amount: '60000' });
  });

  test('QUO-05 a price as one number is other work than was approved, also together with the next step', async () => {
    const order = await quotedByLines(shop, [labour('Ajuste', 60_000)]);
    const { version } = await shownQuote(shop, order.id);
    await answerQuote(shop.anon, order.id, { version, chosen: [], total_amount: 60_000 });
    const { technician } = shop.people;
    expect((await saveLines(technician, order.id, [])).error).toBeNull();
    const price = { quote: 15_000, total_amount: 15_000 };
    const { error } = await change(technician, order.id, { status: 'completed', ...price });
    expect(error?.message).toMatch('El cliente aprobó otros trabajos o repuestos.');
    expect((await change(technician, order.id, price)).error).toBeNull();
    expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', total_amount: '15000' });
  });

  test('QUO-05 a delivered order keeps its work and parts', async () => {
    const { order, fitting } = await approved();
    await shop.sql`update public.service_orders set status = 'delivered', warranty_days = 30 where id = ${order.id}`;
    const { error } = await saveLines(shop.people.admin, order.id, [fitting, part('Pantalla', 1000)]);
    expect(error?.message).toMatch('El cliente aprobó otros trabajos o repuestos.');
  });

  test('QUO-05 whoever changed the work notes no approval of it by phone', async () => {
    const { order, fitting } = await approved();
    const { technician, receptionist } = shop.people;
    await saveLines(technician, order.id, [fitting, part('Pantalla', 60_000, { condition: 'used' })]);
    const { version } = await shownQuote(shop, order.id);
    const note = (by: typeof technician) =>
      by.client.rpc('record_approval', {
        p_order_id: order.id,
        p_channel: 'phone',
        p_said_by: 'Ana',
        p_amount: 75_000,
        p_version: version,
      });
    expect((await note(technician)).error?.code).toBe('42501');
    expect((await note(receptionist)).error).toBeNull();
  });
});

test('QUO-12 a yes by phone is for what was chosen, and the message says what that is', async () => {
  const { order, version, original, compatible, protector } = await onThePage();
  const note = (chosen: string[], amount: number) =>
    shop.people.receptionist.client.rpc('record_approval', {
      p_order_id: order.id,
      p_channel: 'phone',
      p_said_by: 'Ana',
      p_amount: amount,
      p_version: version,
      p_chosen: chosen,
    });
  expect((await note(ids(original, compatible), 110_000)).error?.code).toBe('23514');
  expect((await note([], 0)).error?.code).toBe('23514');
  expect((await note(ids(compatible, protector), 75_000)).error?.code).toBe('23514');
  expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', total_amount: '75000' });
  expect((await note(ids(compatible, protector), 58_000)).error).toBeNull();
  expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'approved', total_amount: '58000' });
  expect((await decisions(order.id))[0]).toMatchObject({ type: 'success', total: 58_000 });
  const [message] = await shop.sql`
    select params[2] as answer from public.whatsapp_messages where order_id = ${order.id} and event = 'approved'`;
  expect(message?.answer).toBe('aprobado por teléfono, con Pantalla compatible, Lámina');
});

describe('QUO-07 a quote is valid for some days', () => {
  const validFor = (days: number) =>
    shop.sql`update public.setting_sections set value = value || ${shop.sql.json({ quoteDays: days })} where section = 'desk'`;
  const sentAgo = (id: string, days: number) =>
    shop.sql`update public.service_orders set quoted_at = now() - make_interval(days => ${days}) where id = ${id}`;

  test('QUO-07 one that expired says so and is not decided, until it is sent again', async () => {
    const { order, version, original } = await onThePage();
    const answer = { version, chosen: ids(original), total_amount: 75_000 };
    try {
      await validFor(3);
      await sentAgo(order.id, 4);
      expect(await shownQuote(shop, order.id)).toMatchObject({ expired: true });
      expect(await answerQuote(shop.anon, order.id, answer)).toEqual({
        status: 409,
        body: { error: 'expired', status: 'quoted', orderNumber: order.order_number },
      });
      await shop.sql`update public.whatsapp_messages set created_at = now() - interval '4 days', state = 'sent',
        sent_at = now() where order_id = ${order.id}`;
      const { technician } = shop.people;
      expect((await technician.client.rpc('resend_quote', { p_order_id: order.id })).error).toBeNull();
      expect(await shownQuote(shop, order.id)).toMatchObject({ expired: false });
      expect((await answerQuote(shop.anon, order.id, answer)).status).toBe(200);
    } finally {
      await validFor(0);
    }
  });

  test('QUO-07 without a number of days, and on its last day, it is decided', async () => {
    const { order, version } = await onThePage();
    await sentAgo(order.id, 3);
    expect(await shownQuote(shop, order.id)).toMatchObject({ valid_until: null, expired: false });
    try {
      await validFor(3);
      const [day] = await shop.sql`select to_char(private.shop_day(now()), 'YYYY-MM-DD') as today`;
      expect(await shownQuote(shop, order.id)).toMatchObject({ valid_until: day?.today, expired: false });
      expect((await answerQuote(shop.anon, order.id, { version, total_amount: 75_000 })).status).toBe(200);
    } finally {
      await validFor(0);
    }
  });
});
