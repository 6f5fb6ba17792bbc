/** A device that goes back unrepaired costs nothing, unless the shop says so (ORD-92). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const handBack = { status: 'delivered', warranty_days: 0 };

test.each(['rejected', 'cancelled'])(
  'ORD-92 an order that was %s is handed back for nothing',
  async (status) => {
    const { receptionist } = shop.people;
    const { id } = await makeOrder(shop, {
      status,
      quote: 45_990,
      total_amount: 45_990,
      advance_payment: 10_000,
    });
    expect((await change(receptionist, id, { ...handBack, final_payment: 35_990 })).error).toMatchObject({
      message: 'El pago supera el saldo de la orden.',
    });
    expect((await change(receptionist, id, handBack)).data).toMatchObject({
      status: 'delivered',
      total_amount: 0,
      quote: 0,
      advance_payment: 10_000,
    });
    const [event] = await shop.sql`select changes -> 'total_amount' as total from public.order_events
    where order_id = ${id} order by id desc limit 1`;
    expect(event).toEqual({ total: [45_990, 0] });
  },
);

test('ORD-92 the review is charged if the same save says so, and is paid as any price', async () => {
  const { id } = await makeOrder(shop, { status: 'rejected', quote: 45_990, total_amount: 45_990 });
  const review = { ...handBack, quote: 8000, total_amount: 8000, final_payment: 8000 };
  expect((await change(shop.people.receptionist, id, review)).data).toMatchObject({
    total_amount: 8000,
    final_payment: 8000,
  });
});

test('ORD-92 a repair that is handed over costs what it costs', async () => {
  const { id } = await makeOrder(shop, { status: 'completed', quote: 45_990, total_amount: 45_990 });
  await change(shop.people.receptionist, id, handBack);
  expect(await storedOrder(shop, id)).toMatchObject({ total_amount: '45990' });
});

test('ORD-92 the desk undoes a payment and gives money back in any state, and the timeline keeps both amounts', async () => {
  const { receptionist, technician } = shop.people;
  const { id } = await makeOrder(shop, {
    status: 'delivered',
    warranty_days: 30,
    quote: 20_000,
    total_amount: 20_000,
    final_payment: 20_000,
  });
  expect((await change(technician, id, { final_payment: 0 })).error).toMatchObject({ code: '42501' });
  expect((await change(receptionist, id, { status: 'in_progress' })).error).toBeNull();
  expect((await change(receptionist, id, { final_payment: 0 })).data).toMatchObject({ final_payment: 0 });
  const [event] = await shop.sql`select actor_id, changes from public.order_events
    where order_id = ${id} order by id desc limit 1`;
  expect(event).toEqual({ actor_id: receptionist.id, changes: { final_payment: [20_000, 0] } });
});
