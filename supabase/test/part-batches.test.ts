/** Parts of several orders at once (PART-45): one supplier, one box that arrives. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addInventoryItem } from './support/inventory.ts';
import { makeOrder } from './support/orders.ts';
import {
  brokenStock,
  movePart,
  partsOf,
  requestPart,
  stockOf,
  versionOf,
  walkPart,
} from './support/parts.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';
import { dayFromToday } from './support/waits.ts';

let shop: Shop;
let technician: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician, admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());
afterEach(async () => expect(await brokenStock(shop)).toEqual([]));

/** Two parts of two orders, of which one is a product. */
async function twoParts() {
  const item = await addInventoryItem(technician, 0);
  const orders = [await makeOrder(shop), await makeOrder(shop)] as const;
  const product = await requestPart(technician, orders[0].id, { p_item_id: item.id, p_quantity: 2 });
  const free = await requestPart(technician, orders[1].id, { p_description: 'Flex' });
  return { item, orders, ids: [product.id, free.id] as const };
}
const seen = (ids: readonly string[], costs: readonly (number | undefined)[] = []) =>
  Promise.all(
    ids.map(async (id, at) => ({ id, version: await versionOf(shop, id), unit_cost: costs[at] ?? null })),
  );
const move = (by: Person, p_parts: object, p_to: string, more = {}) =>
  by.client.rpc('move_parts', { p_request_id: randomUUID(), p_parts: p_parts as never, p_to, ...more });
const stateOf = async (orders: readonly { id: string }[]) =>
  (await Promise.all(orders.map(({ id }) => partsOf(admin, id)))).flat();

test('PART-45 several parts are ordered from one supplier and arrive together, each with its cost', async () => {
  const { item, orders, ids } = await twoParts();
  const p_expected_on = dayFromToday(3);
  const request = randomUUID();
  const parts = await seen(ids, [9000]);
  const order = () =>
    move(technician, parts, 'ordered', {
      p_request_id: request,
      p_supplier: ' Repuestos Ñuble ',
      p_expected_on,
    });
  expect([(await order()).data, (await order()).data]).toEqual([2, 2]);
  const ordered = { state: 'ordered', supplier_name: 'Repuestos Ñuble', expected_on: p_expected_on };
  expect(await stateOf(orders)).toMatchObject([
    { ...ordered, unit_cost: 9000 },
    { ...ordered, unit_cost: null },
  ]);
  expect((await move(shop.people.receptionist, await seen(ids), 'arrived')).data).toBe(2);
  expect((await stateOf(orders)).map(({ state }) => state)).toEqual(['arrived', 'arrived']);
  expect(await stockOf(shop, item)).toEqual([2, 2]);
  const [line] = await shop.sql`
    select supplier_name from public.inventory_movements where item_id = ${item.id} and kind = 'received'`;
  expect(line).toEqual({ supplier_name: 'Repuestos Ñuble' });
});

test('PART-45 one that is refused is named, and nothing happened to the others', async () => {
  const { item, orders, ids } = await twoParts();
  const before = await seen(ids);
  await movePart(shop, admin, ids[1], 'cancelled');
  const { error } = await move(technician, before, 'arrived');
  const number = String(orders[1].order_number).padStart(6, '0');
  expect(error?.message).toBe(
    `«Flex» de la orden ${number}: Otra persona ya movió este repuesto: está como «Anulado». Revisa en qué quedó.`,
  );
  expect(await stockOf(shop, item)).toEqual([0, 0]);
  expect((await stateOf(orders)).map(({ state }) => state)).toEqual(['requested', 'cancelled']);
  const none = await move(technician, [], 'arrived');
  expect(none.error?.message).toBe('Elige entre 1 y 100 repuestos.');
  const gone = await move(technician, [{ id: randomUUID(), version: 1 }], 'arrived');
  expect(gone.error?.message).toContain('ya no existe');
});

test('PART-45 two who take the same parts on at once: one does, and the other is told', async () => {
  const { item, ids } = await twoParts();
  const parts = await seen(ids);
  const both = await Promise.all([
    move(technician, parts, 'arrived'),
    move(admin, parts.toReversed(), 'arrived'),
  ]);
  expect(both.filter(({ error }) => error === null)).toHaveLength(1);
  expect(both.find(({ error }) => error)?.error?.message).toContain('Otra persona ya movió este repuesto');
  expect(await stockOf(shop, item)).toEqual([2, 2]);
});

test('PART-11 a supplier’s list has what is on its way from it, and what is asked for of its products', async () => {
  const { item, ids } = await twoParts();
  await walkPart(shop, technician, ids[1], 'ordered');
  const listed = async (p_supplier: string) =>
    (await technician.client.rpc('list_requested_parts', { p_supplier })).data;
  expect(await listed(item.supplier_id)).toMatchObject([{ id: ids[0], supplier_name: null }]);
  const [other] = await shop.sql`select id from public.suppliers where name = 'Repuestos Sur'`;
  expect((await listed(String(other?.id)))?.map(({ id }) => id)).toEqual([ids[1]]);
});

test('PART-48 what was bought for a cancelled order and is no product is put into the stock as one', async () => {
  const { item, orders, ids } = await twoParts();
  await movePart(shop, technician, ids[1], 'ordered', { p_unit_cost: 7000 });
  await walkPart(shop, technician, ids[1], 'arrived');
  await shop.sql`update public.service_orders set status = 'cancelled' where id = ${orders[1].id}`;
  expect(await movePart(shop, technician, ids[1], 'returned', { p_item_id: item.id })).toBeNull();
  expect(await stockOf(shop, item)).toEqual([1, 0]);
  const { data } = await admin.client.rpc('list_inventory', {});
  expect(data?.find(({ id }) => id === item.id)).toMatchObject({ purchase_cost: 7000 });
});
