/** A device that goes back unrepaired costs nothing, unless the shop says so (ORD-92). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide } from './support/decide-quote.ts';
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

const REASON = 'No tiene arreglo';

test('TIME-14 a repair that failed is handed over with its reason, for nothing and without a warranty', async () => {
  const { technician, receptionist } = shop.people;
  for (const [by, status] of [
    [technician, 'in_progress'],
    [receptionist, 'completed'],
  ] as const) {
    const { id, order_number: number } = await makeOrder(shop, {
      status,
      quote: 45_990,
      total_amount: 45_990,
    });
    const delivery = {
      status: 'delivered',
      warranty_days: 30,
      total_amount: 0,
      unrepaired_reason: `  ${REASON} `,
    };
    expect((await change(by, id, delivery)).data, status).toMatchObject({
      unrepaired_reason: REASON,
      total_amount: 0,
      warranty_days: 0,
    });
    const [event] = await shop.sql`select changes -> 'unrepaired_reason' as reason from public.order_events
      where order_id = ${id} and kind = 'status' order by id desc limit 1`;
    expect(event).toEqual({ reason: [null, REASON] });
    const { data } = await shop.anon.from('public_order_status').select().eq('order_number', number);
    expect(data).toMatchObject([{ status: 'delivered', unrepaired: true }]);
    const [message] = await shop.sql`select params from public.whatsapp_messages
      where order_id = ${id} and event = 'delivered'`;
    expect(message?.params).toContain('Lo entregamos sin reparar');
  }
});

test('TIME-14 a review that costs what the repair would have cost is charged, and nothing above an approved price', async () => {
  const { receptionist, customer } = shop.people;
  const order = await makeOrder(shop, { status: 'in_progress', quote: 10_000, total_amount: 10_000 });
  const paid = {
    ...handBack,
    unrepaired_reason: REASON,
    quote: 10_000,
    total_amount: 10_000,
    final_payment: 10_000,
  };
  expect((await change(receptionist, order.id, paid)).data).toMatchObject({
    total_amount: 10_000,
    final_payment: 10_000,
  });
  const { id } = await makeOrder(shop, { status: 'quoted', quote: 20_000, total_amount: 20_000 });
  await decide(customer.client, id, 'approved');
  const dear = { ...handBack, unrepaired_reason: REASON, quote: 20_001, total_amount: 20_001 };
  expect((await change(receptionist, id, dear)).error?.message).toMatch(/^El cliente aprobó \$20\.000/);
  expect(await storedOrder(shop, id)).toMatchObject({ status: 'approved', unrepaired_reason: null });
});

test('TIME-14 the reason of a stopped order is that it was stopped, and the review is charged as before', async () => {
  const { receptionist, technician } = shop.people;
  const rejected = await makeOrder(shop, { status: 'rejected', quote: 45_990, total_amount: 45_990 });
  expect((await change(receptionist, rejected.id, { ...handBack, total_amount: 8000 })).data).toMatchObject({
    unrepaired_reason: 'El cliente rechazó el presupuesto.',
    total_amount: 8000,
  });
  const cancelled = await makeOrder(shop);
  await change(technician, cancelled.id, { status: 'cancelled', cancellation_reason: 'Sin repuesto' });
  expect((await change(receptionist, cancelled.id, handBack)).data).toMatchObject({
    unrepaired_reason: 'Sin repuesto',
  });
});

test('TIME-14 the reason comes with the delivery, ends with it, and comes back with it', async () => {
  const { receptionist } = shop.people;
  await shop.sql`
    update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
  const { id } = await makeOrder(shop, { status: 'completed', quote: 20_000, total_amount: 20_000 });
  const reasonOf = async () => (await storedOrder(shop, id)).unrepaired_reason;
  expect((await change(receptionist, id, { unrepaired_reason: REASON })).data).toMatchObject({
    unrepaired_reason: null,
  });
  await change(receptionist, id, { ...handBack, unrepaired_reason: REASON });
  await change(receptionist, id, { unrepaired_reason: 'Otro' });
  expect(await reasonOf()).toBe(REASON);
  const { data } = await change(receptionist, id, { status: 'in_progress' });
  expect(await reasonOf()).toBeNull();
  await receptionist.client.rpc('undo_status', { p_order_id: id, p_version: Number(data?.version) });
  expect(await reasonOf()).toBe(REASON);
});

test('TIME-14 the reports count such deliveries by reason, and show them', async () => {
  const { admin, receptionist } = shop.people;
  const report = async () => {
    const args = { p_from: '2020-05-01', p_to: '2020-05-31', p_parts: ['orders'] };
    return (await admin.client.rpc('report_overview', args)).data;
  };
  for (const reason of [REASON, REASON, 'No hay repuesto']) {
    const { id } = await makeOrder(shop, { status: 'completed', created_at: '2020-05-10T15:00:00Z' });
    await change(receptionist, id, { ...handBack, unrepaired_reason: reason });
  }
  expect(await report()).toMatchObject({
    unrepaired: {
      orders: 3,
      reasons: [
        { reason: REASON, orders: 2 },
        { reason: 'No hay repuesto', orders: 1 },
      ],
    },
  });
  const { data } = await admin.client.rpc('report_orders', {
    p_card: 'unrepaired',
    p_from: '2020-05-01',
    p_to: '2020-05-31',
  });
  expect(data).toHaveLength(3);
});

test('TIME-14 a customer neither writes the reason nor reads that of another', async () => {
  const { id } = await makeOrder(shop, { status: 'completed' });
  await change(shop.people.receptionist, id, { ...handBack, unrepaired_reason: REASON });
  for (const actor of ['anon', 'other'] as const) {
    const orders = shop.clientOf(actor).from('service_orders');
    expect((await orders.select('unrepaired_reason').eq('id', id)).data ?? [], actor).toEqual([]);
    expect((await orders.update({ unrepaired_reason: 'Mío' }).eq('id', id).select('id')).data ?? []).toEqual(
      [],
    );
  }
  expect((await storedOrder(shop, id)).unrepaired_reason).toBe(REASON);
});
