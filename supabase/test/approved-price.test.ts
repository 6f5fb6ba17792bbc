/** A price above the approved one requires the customer's approval again (ORD-50). */
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  'ORD-50 a %s who raises it while %s asks again, and the customer is written to',
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

test('ORD-50 a lower price is fine, and so is going back up to what was approved', async () => {
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

test.each(['delivered', 'cancelled'])('ORD-50 a price is not raised while %s', async (status) => {
  const order = await approved(status);
  const { error } = await change(shop.people.admin, order.id, PRICE);
  expect(error).toMatchObject({
    code: '23514',
    message: 'El cliente aprobó $22.990. Para cobrar más, envíale antes un nuevo presupuesto.',
  });
  expect(await storedOrder(shop, order.id)).toMatchObject({ status, total_amount: '22990' });
});

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
  'ORD-50 a quote that the shop takes back to %s does not set the price free',
  async (status) => {
    const { technician } = shop.people;
    const order = await approved();
    expect((await change(technician, order.id, { status: 'quoted', total_amount: 22_990 })).error).toBeNull();
    const early = await change(technician, order.id, PRICE);
    expect(early.error).toMatchObject({
      code: '23514',
      message:
        'El cliente aprobó $22.990 y tiene un presupuesto sin responder. Para cobrar más, pasa la orden a En Progreso y envíale otro.',
    });
    expect((await change(technician, order.id, { ...PRICE, status })).error?.code).toBe('23514');
    expect((await change(technician, order.id, { status })).error).toBeNull();
    expect((await change(technician, order.id, PRICE)).error).toBeNull();
    expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', total_amount: '229900' });
    expect((await messages(order.id)).map(({ amount }) => amount as string)).toEqual(['$22.990', '$229.900']);
  },
);

test('ORD-50 a rejected quote ends the promise of the one before', async () => {
  const { technician } = shop.people;
  const order = await approved();
  await change(technician, order.id, PRICE);
  expect((await decide(shop.anon, order.id, 'rejected')).status).toBe(200);
  expect((await change(technician, order.id, { status: 'in_progress' })).error).toBeNull();
  expect((await change(technician, order.id, { total_amount: 300_000 })).error).toBeNull();
  expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'in_progress', total_amount: '300000' });
});
