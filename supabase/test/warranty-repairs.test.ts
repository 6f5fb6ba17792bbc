/** Orders under an earlier one’s warranty: link, price, outcome, and who may write them (WARR, decision 59). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { deliveredOrder, takeIn, takeInReturn, viewsOf } from './support/returns.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let desk: Person;
let bench: Person;
beforeAll(async () => {
  shop = await openShop();
  desk = shop.people.receptionist;
  bench = shop.people.technician;
});
afterAll(() => shop[Symbol.asyncDispose]());

const CHARGED = /^Una reparación en garantía no se cobra/;
const QUOTED = /^Una reparación en garantía no lleva presupuesto/;
const TAKE_BACK =
  'La orden tiene un presupuesto enviado: vuelve antes la orden a Pendiente, y anota después la garantía.';
const NO_OUTCOME = 'Anota cómo terminó la garantía: cubierta, no cubierta o por cortesía.';
const NOT_COVERED = { warranty_outcome: 'not_covered', warranty_reason: ' Se mojó ' };

test('WARR-02 a return is taken in without a price and is one of those to repair, as the counts say', async () => {
  const original = await deliveredOrder(shop, { ago: 10, days: 30 });
  const counts = async () => {
    const { data } = await desk.client.rpc('count_order_views');
    return Object.fromEntries((data ?? []).map(({ view, total }) => [view, total]));
  };
  const before = await counts();
  const { data } = await takeIn(shop, desk, { warranty_of: original.order_number });
  expect(data).toMatchObject({
    warranty_of: original.order_number,
    warranty_repair: true,
    not_warranty: false,
    total_amount: 0,
  });
  expect(await viewsOf(desk, data?.id ?? '')).toEqual(['to_repair']);
  expect(await counts()).toMatchObject({
    to_quote: before.to_quote,
    to_repair: Number(before.to_repair) + 1,
  });
  const { data: rows } = await bench.client.rpc('search_orders', { p_view: 'to_repair' });
  expect(rows?.find(({ id }) => id === data?.id)).toMatchObject({ warranty_repair: true });
});

test('WARR-02 a second and a third return are the original’s, whichever order is named', async () => {
  const original = await deliveredOrder(shop, { ago: 10, days: 30 });
  let named = original.order_number;
  for (let time = 0; time < 3; time += 1) {
    const came = await takeInReturn(shop, named);
    expect(came.warranty_of).toBe(original.order_number);
    await change(bench, came.id, { status: 'completed' });
    const { error } = await change(desk, came.id, { status: 'delivered', warranty_outcome: 'covered' });
    expect(error).toBeNull();
    named = came.order_number;
  }
  const { data } = await desk.client.rpc('order_warranty', { p_order_id: original.id });
  expect((data as { returns: unknown[] }).returns).toHaveLength(3);
});

test('WARR-02 WARR-06 a return that was delivered with days of its own has returns of its own', async () => {
  const original = await deliveredOrder(shop, { ago: 10, days: 30 });
  const first = await takeInReturn(shop, original.order_number);
  const given = { status: 'delivered', warranty_outcome: 'covered', warranty_days: 60 };
  expect((await change(desk, first.id, given)).data).toMatchObject({ warranty_days: 60 });
  expect((await takeInReturn(shop, first.order_number)).warranty_of).toBe(first.order_number);
});

test('WARR-03 of link and ‘No es garantía’ the one that was said last counts, and is remembered', async () => {
  const { order_number: number } = await deliveredOrder(shop, { ago: 10, days: 30 });
  const { id } = await takeInReturn(shop, number);
  const says = async (columns: Record<string, unknown>) => (await change(desk, id, columns)).data;
  expect(await says({ not_warranty: true })).toMatchObject({
    warranty_of: null,
    not_warranty: true,
    warranty_repair: false,
  });
  expect(await viewsOf(desk, id)).toEqual(['to_quote']);
  expect(await says({ notes: 'Hola' })).toMatchObject({ not_warranty: true });
  expect(await says({ warranty_of: number })).toMatchObject({ warranty_of: number, not_warranty: false });
  const { data } = await takeIn(shop, desk, { not_warranty: true });
  expect(data).toMatchObject({ not_warranty: true, warranty_of: null });
});

test('WARR-05 a return has no price and no quote; one that becomes a return loses its price', async () => {
  const { order_number: number } = await deliveredOrder(shop, { ago: 10, days: 30 });
  const priced = await takeIn(shop, desk, { warranty_of: number, quote: 9000, total_amount: 9000 });
  expect(priced.error?.message).toMatch(CHARGED);
  const { id } = await makeOrder(shop, { quote: 9000, total_amount: 9000 });
  expect((await change(desk, id, { warranty_of: number })).data).toMatchObject({ total_amount: 0, quote: 0 });
  for (const columns of [{ total_amount: 500 }, { quote: 500 }])
    expect((await change(bench, id, columns)).error?.message).toMatch(CHARGED);
  expect((await change(bench, id, { status: 'quoted' })).error?.message).toMatch(QUOTED);
  const open = await makeOrder(shop, { status: 'quoted', quote: 9000, total_amount: 9000 });
  expect((await change(desk, open.id, { warranty_of: number })).error?.message).toBe(TAKE_BACK);
  expect((await change(desk, open.id, { status: 'pending' })).error).toBeNull();
  expect((await change(desk, open.id, { warranty_of: number })).error).toBeNull();
});

test('WARR-05 what the warranty does not cover is quoted as any order, and has the days that are named', async () => {
  const { order_number: number } = await deliveredOrder(shop, { ago: 10, days: 30 });
  const { id } = await takeInReturn(shop, number);
  expect((await change(bench, id, NOT_COVERED)).data).toMatchObject({
    warranty_repair: false,
    warranty_reason: 'Se mojó',
  });
  expect(await viewsOf(bench, id)).toEqual(['to_quote']);
  const quoted = { status: 'quoted', quote: 9000, total_amount: 9000 };
  expect((await change(bench, id, quoted)).data).toMatchObject({ status: 'quoted', total_amount: 9000 });
  expect((await change(bench, id, { warranty_outcome: 'goodwill' })).error?.message).toBe(TAKE_BACK);
  await change(bench, id, { status: 'completed' });
  expect((await change(desk, id, { status: 'delivered', warranty_days: 15 })).data).toMatchObject({
    warranty_days: 15,
    warranty_of: number,
  });
});

test('WARR-06 a return is not delivered before somebody says how it ended, and why it was not covered', async () => {
  const { order_number: number } = await deliveredOrder(shop, { ago: 10, days: 30 });
  for (const outcome of ['covered', 'goodwill'] as const) {
    const { id } = await takeInReturn(shop, number);
    const delivery = { status: 'delivered' };
    expect((await change(desk, id, delivery)).error?.message).toBe(NO_OUTCOME);
    expect((await change(bench, id, { warranty_outcome: 'not_covered' })).error?.message).toBe(
      'Escribe por qué la garantía no lo cubre.',
    );
    expect((await change(desk, id, { ...delivery, warranty_outcome: outcome })).data).toMatchObject({
      status: 'delivered',
      warranty_days: 0,
      warranty_outcome: outcome,
    });
    expect((await change(desk, id, { warranty_outcome: null })).error?.message).toBe(NO_OUTCOME);
  }
  const { id } = await makeOrder(shop);
  expect((await change(bench, id, { warranty_outcome: 'covered' })).error?.message).toBe(
    'Esta orden no entró por garantía.',
  );
  const late = await makeOrder(shop, { status: 'delivered', warranty_days: 5 });
  expect((await change(desk, late.id, { warranty_of: number })).error?.message).toBe(NO_OUTCOME);
});

test('WARR-06 a return that is handed back unrepaired needs no outcome', async () => {
  const { order_number: number } = await deliveredOrder(shop, { ago: 10, days: 30 });
  const { id } = await takeInReturn(shop, number);
  const handedBack = { status: 'delivered', unrepaired_reason: 'El cliente se arrepintió' };
  expect((await change(desk, id, handedBack)).data).toMatchObject({ status: 'delivered', warranty_days: 0 });
  const stopped = await takeInReturn(shop, number);
  await change(bench, stopped.id, { status: 'cancelled', cancellation_reason: 'Sin repuesto' });
  expect((await change(desk, stopped.id, { status: 'delivered' })).error).toBeNull();
});

test('WARR-06 ‘Deshacer’ of the delivery takes the outcome back, price and days with it', async () => {
  await shop.sql`
    update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
  const { order_number: number } = await deliveredOrder(shop, { ago: 10, days: 30 });
  const { id } = await takeInReturn(shop, number);
  const delivery = {
    status: 'delivered',
    warranty_days: 20,
    quote: 9000,
    total_amount: 9000,
    ...NOT_COVERED,
  };
  const { data } = await change(desk, id, delivery);
  expect(data).toMatchObject({ total_amount: 9000, warranty_repair: false });
  await desk.client.rpc('undo_status', { p_order_id: id, p_version: Number(data?.version) });
  expect(await storedOrder(shop, id)).toMatchObject({
    status: 'pending',
    total_amount: '0',
    warranty_days: null,
    warranty_outcome: null,
    warranty_reason: null,
    warranty_repair: true,
  });
});

test('WARR-08 the desk links, technicians write the outcome, customers neither; the reason is its order’s', async () => {
  const { order_number: number } = await deliveredOrder(shop, { ago: 10, days: 30 });
  const { id } = await makeOrder(shop);
  for (const columns of [{ warranty_of: number }, { not_warranty: true }])
    expect((await change(bench, id, columns)).error).toMatchObject({ code: '42501' });
  expect((await change(desk, id, { warranty_of: number })).error).toBeNull();
  expect((await change(bench, id, NOT_COVERED)).error).toBeNull();
  expect((await change(desk, id, { warranty_repair: true })).error).toMatchObject({ code: '42501' });
  for (const actor of ['anon', 'customer', 'other'] as const) {
    const orders = shop.clientOf(actor).from('service_orders');
    for (const columns of [{ warranty_of: null }, { not_warranty: true }, { warranty_outcome: 'covered' }])
      expect((await orders.update(columns).eq('id', id).select('id')).data ?? [], actor).toEqual([]);
    const { data } = await orders.select('warranty_reason').eq('id', id);
    expect(data ?? [], actor).toEqual(actor === 'customer' ? [{ warranty_reason: 'Se mojó' }] : []);
  }
  expect(await storedOrder(shop, id)).toMatchObject({ warranty_of: number, warranty_outcome: 'not_covered' });
});
