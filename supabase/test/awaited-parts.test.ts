/** Parts and the life of their order: arrival, cancellation, deletion, the shop's list (PART-09 to PART-12). */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addInventoryItem } from './support/inventory.ts';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { brokenStock, movePart, partsOf, requestPart, stockOf, walkPart } from './support/parts.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';
import { dayFromToday, setWait } from './support/waits.ts';

let shop: Shop;
let technician: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician, admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());
afterEach(async () => expect(await brokenStock(shop)).toEqual([]));

const number = (value: number) => String(value).padStart(6, '0');

describe('PART-09 an arrival wakes the order', () => {
  const noticesOf = async (orderId: string) =>
    (
      await shop.sql`select message from public.notifications
        where order_id = ${orderId} and type = 'part_arrived' order by created_at`
    ).map(({ message }) => String(message));

  test('PART-09 each arrival tells the technician, and the last one ends the wait for parts', async () => {
    const order = await makeOrder(shop, { technician_id: technician.id });
    const [one, two] = [
      await requestPart(technician, order.id, { p_description: 'Pantalla A15' }),
      await requestPart(technician, order.id, { p_description: 'Batería A15' }),
    ];
    await setWait(technician, order.id);
    await walkPart(shop, admin, one.id, 'ordered', 'arrived');
    expect(await storedOrder(shop, order.id)).toMatchObject({ on_hold: true });
    await walkPart(shop, admin, two.id, 'ordered', 'arrived');
    expect(await storedOrder(shop, order.id)).toMatchObject({ on_hold: false });
    const head = `Orden ${number(order.order_number)}: llegó`;
    expect(await noticesOf(order.id)).toEqual([
      `${head} Pantalla A15. Técnico: ${technician.fullName}.`,
      `${head} Batería A15. Ya tiene todos sus repuestos. Técnico: ${technician.fullName}.`,
    ]);
    const [wait] =
      await shop.sql`select outcome, ended_by from public.order_waits where order_id = ${order.id}`;
    expect(wait).toEqual({ outcome: 'arrived', ended_by: admin.id });
  });

  test('PART-09 a wait for something else goes on, and a part that is taken out again is no arrival', async () => {
    const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 1)];
    await setWait(technician, order.id, { p_reason: 'lab' });
    const { id } = await requestPart(technician, order.id);
    await walkPart(shop, technician, id, 'arrived');
    const own = await requestPart(technician, order.id, { p_item_id: item.id });
    await walkPart(shop, technician, own.id, 'fitted', 'arrived');
    expect(await storedOrder(shop, order.id)).toMatchObject({ on_hold: true });
    expect(await noticesOf(order.id)).toHaveLength(1);
  });
});

describe('PART-10 an order that is closed', () => {
  test('PART-10 gives back what it holds, once, and what it only asked for is not needed any more', async () => {
    const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 5)];
    await requestPart(technician, order.id, { p_item_id: item.id, p_quantity: 2 });
    await requestPart(technician, order.id);
    const ordered = await requestPart(technician, order.id);
    await walkPart(shop, technician, ordered.id, 'ordered');
    const back = (p_request_id: string) =>
      technician.client.rpc('return_parts', { p_request_id, p_order_id: order.id });
    expect((await back(randomUUID())).error?.message).toContain('sigue abierta');
    await change(technician, order.id, { status: 'cancelled', cancellation_reason: 'Sin arreglo' });
    expect(await stockOf(shop, item)).toEqual([5, 2]);
    const request = randomUUID();
    expect([(await back(request)).data, (await back(request)).data]).toEqual([1, 1]);
    expect(await stockOf(shop, item)).toEqual([5, 0]);
    const states = (await partsOf(admin, order.id)).map(({ state }) => state);
    expect(states).toEqual(['returned', 'cancelled', 'ordered']);
    expect((await back(randomUUID())).data).toBe(0);
  });

  test('PART-10 nothing is reserved, ordered or fitted for an order that was cancelled', async () => {
    const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 5)];
    const held = await requestPart(technician, order.id, { p_item_id: item.id });
    const asked = await requestPart(technician, order.id, { p_item_id: item.id, p_quantity: 9 });
    await change(technician, order.id, { status: 'cancelled', cancellation_reason: 'Sin arreglo' });
    expect((await movePart(shop, technician, held.id, 'fitted'))?.message).toContain('devuelve el repuesto');
    for (const to of ['ordered', 'reserved'])
      expect((await movePart(shop, technician, asked.id, to))?.message).toContain('ya no pide repuestos');
    await walkPart(shop, technician, held.id, 'returned');
  });

  test('PART-10 an order that is deleted leaves nothing reserved', async () => {
    const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 5)];
    await requestPart(technician, order.id, { p_item_id: item.id });
    expect((await admin.client.from('service_orders').delete().eq('id', order.id)).error).toBeNull();
    expect(await stockOf(shop, item)).toEqual([5, 0]);
  });
});

test('PART-11 the shop lists what is to order, on its way, late, held, to give back, and faulty', async () => {
  const item = await addInventoryItem(technician, 9);
  const [order, gone] = [await makeOrder(shop), await makeOrder(shop)];
  const free = async (...steps: string[]) => {
    const { id } = await requestPart(technician, order.id);
    await walkPart(shop, technician, id, ...steps);
    return id;
  };
  const toOrder = await free();
  const ordered = await free('ordered');
  const late = await free('ordered');
  await shop.sql`update private.requested_parts set expected_on = ${dayFromToday(-2)} where id = ${late}`;
  const arrived = await free('arrived');
  const faulty = await free('arrived', 'faulty');
  await free('arrived', 'fitted');
  await free('cancelled');
  const left = await requestPart(technician, gone.id, { p_item_id: item.id });
  await change(technician, gone.id, { status: 'cancelled', cancellation_reason: 'Sin arreglo' });
  const list = async (more: object) =>
    (await technician.client.rpc('list_requested_parts', more)).data?.map(({ id }) => id);
  const mine = [toOrder, ordered, late, arrived, faulty, left.id];
  const found = async (more: object) => (await list(more))?.filter((id) => mine.includes(id));
  expect(await found({ p_work: 'to_order' })).toEqual([toOrder]);
  expect(await found({ p_work: 'ordered' })).toEqual([late, ordered]);
  expect(await found({ p_work: 'overdue' })).toEqual([late]);
  expect(await found({ p_work: 'held' })).toEqual([arrived, left.id]);
  expect(await found({ p_work: 'to_return' })).toEqual([left.id]);
  expect(await found({ p_work: 'faulty' })).toEqual([faulty]);
  expect(await found({})).toEqual([late, toOrder, ordered, arrived, faulty, left.id]);
  const [supplier] = await shop.sql`select id from public.suppliers where name = 'Repuestos Sur'`;
  expect(await found({ p_supplier: supplier?.id })).toEqual([late, ordered]);
});
