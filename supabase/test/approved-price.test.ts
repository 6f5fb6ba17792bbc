/** A price above the approved one requires the customer's approval again (ORD-50). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide } from './support/decide-quote.ts';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const PRICE = { quote: 229_900, total_amount: 229_900 };

/** An order approved at $22.990, in a later status. */
async function approved(status = 'approved') {
  const order = await makeOrder(shop, { status: 'quoted', quote: 22_990 });
  await decide(shop.anon, order.id, 'approved');
  const warranty = status === 'delivered' ? { warranty_days: 30 } : {};
  if (status !== 'approved')
    await shop.sql`update public.service_orders set ${shop.sql({ status, ...warranty })} where id = ${order.id}`;
  return order;
}
const messages = (id: string) =>
  shop.sql`select params[3] as amount from public.whatsapp_messages where order_id = ${id} and event = 'quoted'
    order by created_at`;

test.each([
  ['technician', 'approved'],
  ['admin', 'approved'],
  ['receptionist', 'approved'],
  ['technician', 'in_progress'],
  ['technician', 'completed'],
  ['technician', 'pending'],
] as const)(
  'ORD-50 a %s who raises the price of an order that is %s asks the customer again, who gets a message',
  async (actor, status) => {
    const order = await approved(status);
    expect((await change(shop.people[actor], order.id, PRICE)).error).toBeNull();
    expect(await storedOrder(shop, order.id)).toMatchObject({
      status: 'quoted',
      total_amount: '229900',
      quote: '229900',
      approved_at: null,
      quoted_at: expect.any(Date),
    });
    expect((await messages(order.id)).map(({ amount }) => amount as string)).toEqual(['$229.900']);
    expect((await decide(shop.anon, order.id, 'approved')).status).toBe(200);
    expect(await storedOrder(shop, order.id)).toMatchObject({
      status: 'approved',
    });
  },
);

test('ORD-50 a price can be lowered, and raised again up to the approved one', async () => {
  const order = await approved();
  for (const total of [2299, 22_990, 15_000, 20_000]) {
    expect((await change(shop.people.technician, order.id, { total_amount: total })).error).toBeNull();
    expect(await storedOrder(shop, order.id)).toMatchObject({
      status: 'approved',
      total_amount: String(total),
      approved_at: expect.any(Date),
    });
  }
  expect(await messages(order.id)).toHaveLength(0);
});

test.each(['delivered', 'cancelled'])(
  'ORD-50 the price of an order that is %s is not raised',
  async (status) => {
    const order = await approved(status);
    const { error } = await change(shop.people.admin, order.id, PRICE);
    expect(error).toMatchObject({
      code: '23514',
      message: 'El cliente aprobó $22.990. Para cobrar más, envíale antes un nuevo presupuesto.',
    });
    expect(await storedOrder(shop, order.id)).toMatchObject({ status, total_amount: '22990' });
  },
);

test.each(['in_progress', 'completed', 'pending'])(
  'ORD-50 a price is not raised in the same step as the order becomes %s',
  async (status) => {
    const order = await approved();
    const { error } = await change(shop.people.technician, order.id, { ...PRICE, status });
    expect(error?.code).toBe('23514');
    expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'approved', total_amount: '22990' });
  },
);

test('ORD-50 without an approval the price is the shop’s, and a new quote by the dialog is a new quote', async () => {
  const free = await makeOrder(shop, { status: 'in_progress', quote: 22_990 });
  await change(shop.people.technician, free.id, PRICE);
  expect(await storedOrder(shop, free.id)).toMatchObject({ status: 'in_progress', total_amount: '229900' });
  const order = await approved('in_progress');
  expect((await change(shop.people.receptionist, order.id, { ...PRICE, status: 'quoted' })).error).toBeNull();
  expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', approved_at: null });
});

test.each(['in_progress', 'pending'])(
  'ORD-50 a quote that the shop resets to %s keeps the price limit',
  async (status) => {
    const { technician } = shop.people;
    const order = await approved();
    expect((await change(technician, order.id, { status: 'quoted', total_amount: 22_990 })).error).toBeNull();
    expect((await change(technician, order.id, { ...PRICE, status })).error?.code).toBe('23514');
    expect((await change(technician, order.id, { status })).error).toBeNull();
    expect((await change(technician, order.id, PRICE)).error).toBeNull();
    expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', total_amount: '229900' });
    expect((await messages(order.id)).map(({ amount }) => amount as string)).toEqual(['$22.990', '$229.900']);
  },
);

test('ORD-50 an open quote is raised as another quote: of that day, and sent again', async () => {
  const { technician } = shop.people;
  const order = await approved();
  await change(technician, order.id, { status: 'quoted', total_amount: 22_990 });
  await shop.sql`update public.service_orders set quoted_at = '2026-01-02T15:00:00Z' where id = ${order.id}`;
  const { data, error } = await change(technician, order.id, PRICE);
  expect(error).toBeNull();
  expect(data).toMatchObject({ status: 'quoted', total_amount: 229_900 });
  expect(data?.quoted_at).not.toMatch(/^2026-01-02/);
  expect((await messages(order.id)).map(({ amount }) => amount as string)).toEqual(['$22.990', '$229.900']);
});

const UNAPPROVED =
  'El cliente aprobó $22.990 y no ha aprobado $229.900. Espera su respuesta, anota su aprobación o vuelve a ese precio.';

describe('ORD-50 while the price is above the approved one', () => {
  /** Approved at $22.990 and raised by a technician: the quote waits for an answer. */
  async function raised() {
    const order = await approved('in_progress');
    expect((await change(shop.people.technician, order.id, PRICE)).error).toBeNull();
    return order;
  }

  test.each(
    (['technician', 'receptionist', 'admin'] as const).flatMap((actor) =>
      ['pending', 'in_progress', 'completed', 'delivered'].map((status) => [actor, status] as const),
    ),
  )('ORD-50 a %s does not take it to %s', async (actor, status) => {
    const order = await raised();
    const { error } = await change(shop.people[actor], order.id, { status, warranty_days: 30 });
    expect(error).toMatchObject({ code: '23514', message: UNAPPROVED });
    expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', final_payment: '0' });
  });

  test('ORD-50 a change of several orders refuses it in the same words', async () => {
    const order = await raised();
    // Taken out of its quote by other means: the state counts, not the step.
    await shop.sql`update public.service_orders set status = 'in_progress' where id = ${order.id}`;
    const { version } = await storedOrder(shop, order.id);
    const { data } = await shop.people.admin.client.rpc('change_orders', {
      p_request_id: randomUUID(),
      p_orders: [{ id: order.id, version }] as never,
      p_change: { status: 'completed' },
    });
    expect(data).toMatchObject([{ outcome: 'refused', reason: UNAPPROVED, status: 'in_progress' }]);
  });

  test.each(['completed', 'delivered'])(
    'ORD-50 an order above the approved price does not become %s, nor takes a payment above it',
    async (status) => {
      const order = await raised();
      await shop.sql`update public.service_orders set status = 'in_progress' where id = ${order.id}`;
      const done = { status, warranty_days: 30 };
      expect((await change(shop.people.admin, order.id, done)).error).toMatchObject({ message: UNAPPROVED });
      expect(
        (await change(shop.people.receptionist, order.id, { advance_payment: 22_991 })).error,
      ).toMatchObject({
        code: '23514',
        message: 'El cliente aprobó $22.990: no recibas más que eso sin su aprobación.',
      });
      expect(
        (await change(shop.people.receptionist, order.id, { advance_payment: 22_990 })).error,
      ).toBeNull();
    },
  );

  test('ORD-50 an order that was delivered above the approved price takes no further payment, and its notes still change', async () => {
    const order = await raised();
    await shop.sql`update public.service_orders set status = 'delivered', warranty_days = 30 where id = ${order.id}`;
    const { receptionist } = shop.people;
    expect((await change(receptionist, order.id, { final_payment: 229_900 })).error?.code).toBe('23514');
    expect((await change(receptionist, order.id, { final_payment: 22_990 })).error).toBeNull();
    expect((await change(receptionist, order.id, { notes: 'Llamó' })).error).toBeNull();
  });

  test('ORD-50 an order above the approved price goes on once approved, cancelled, or back at that price', async () => {
    const { technician } = shop.people;
    const first = await raised();
    expect((await decide(shop.anon, first.id, 'approved')).status).toBe(200);
    expect((await change(technician, first.id, { status: 'completed' })).error).toBeNull();
    const second = await raised();
    expect(
      (await change(technician, second.id, { status: 'cancelled', cancellation_reason: 'No quiso' })).error,
    ).toBeNull();
    const third = await raised();
    const back = { status: 'in_progress', quote: 22_990, total_amount: 22_990 };
    expect((await change(technician, third.id, back)).error).toBeNull();
    expect((await change(technician, third.id, { status: 'completed' })).error).toBeNull();
  });

  test('ORD-50 a rejection keeps the price limit: the earlier promise stands', async () => {
    const { technician } = shop.people;
    const order = await raised();
    expect((await decide(shop.anon, order.id, 'rejected')).status).toBe(200);
    expect((await change(technician, order.id, { status: 'in_progress' })).error).toBeNull();
    expect((await change(technician, order.id, { status: 'completed' })).error).toMatchObject({
      message: UNAPPROVED,
    });
    expect((await change(technician, order.id, { total_amount: 300_000 })).data).toMatchObject({
      status: 'quoted',
    });
  });
});

test.each(['approved', 'completed', 'delivered'])(
  'ORD-50 an order that is %s takes no payment above the approved price',
  async (status) => {
    const { receptionist } = shop.people;
    const order = await approved(status);
    expect((await change(receptionist, order.id, { advance_payment: 22_991 })).error).toMatchObject({
      code: '23514',
      message: 'El cliente aprobó $22.990: no recibas más que eso sin su aprobación.',
    });
    expect((await change(receptionist, order.id, { advance_payment: 22_990 })).error).toBeNull();
  },
);

test('ORD-50 an advance from before the approval stays, and is not raised further', async () => {
  const { receptionist } = shop.people;
  const order = await makeOrder(shop, { status: 'quoted', quote: 22_990, advance_payment: 30_000 });
  await decide(shop.anon, order.id, 'approved');
  expect((await change(receptionist, order.id, { notes: 'Llamó' })).error).toBeNull();
  expect((await change(receptionist, order.id, { advance_payment: 30_001 })).error?.code).toBe('23514');
  expect((await change(receptionist, order.id, { advance_payment: 22_990 })).error).toBeNull();
});

test.each([
  ['raised', PRICE],
  ['quoted again', { status: 'quoted' }],
])(
  'ORD-50 an approval whose amount was not kept is a promise, also after the price was %s',
  async (_, first) => {
    const { technician } = shop.people;
    const order = await approved('in_progress');
    await shop.sql`delete from private.approved_prices where order_id = ${order.id}`;
    expect((await change(technician, order.id, first)).data).toMatchObject({ status: 'quoted' });
    await shop.sql`update public.service_orders set status = 'in_progress' where id = ${order.id}`;
    await change(technician, order.id, PRICE);
    await shop.sql`update public.service_orders set status = 'in_progress' where id = ${order.id}`;
    expect((await change(technician, order.id, { status: 'completed' })).error).toMatchObject({
      code: '23514',
      message: UNAPPROVED,
    });
  },
);
