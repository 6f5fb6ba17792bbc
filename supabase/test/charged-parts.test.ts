/**
 * Charges of an order for its parts, and the stock with them, when they were no products first (PART-03,
 * PART-04).
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addInventoryItem, storedLedger, type Item } from './support/inventory.ts';
import { makeOrder } from './support/orders.ts';
import { brokenStock, movePart, requestPart, stockOf, walkPart } from './support/parts.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let technician: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician, admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());
afterEach(async () => expect(await brokenStock(shop)).toEqual([]));

const chargeOf = async (orderId: string) => {
  const { data } = await admin.client.rpc('order_parts', { p_order_id: orderId });
  return data?.reduce((sum, { total_cost: cost }) => sum + (cost ?? 0), 0);
};
const ledgerOf = async (item: Item) =>
  (await storedLedger(shop, item)).slice(1).map(({ kind, delta }) => `${String(kind)} ${String(delta)}`);

test.each(['fitted', 'faulty', 'sent_back'])(
  'PART-03 a part that came as no product takes none of the stock when it is %s, whichever product is named',
  async (step) => {
    const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 2)];
    const { id } = await requestPart(technician, order.id);
    await walkPart(shop, technician, id, 'ordered', 'arrived');
    expect(await movePart(shop, technician, id, step, { p_item_id: item.id })).toBeNull();
    expect([await stockOf(shop, item), await ledgerOf(item)]).toEqual([[2, 0], []]);
  },
);

test('PART-04 what no product was fitted is put away as one, and gives the order nothing back', async () => {
  const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 2)];
  const { id } = await requestPart(technician, order.id);
  await walkPart(shop, technician, id, 'arrived', 'fitted');
  expect(await movePart(shop, technician, id, 'returned', { p_item_id: item.id })).toBeNull();
  expect([await stockOf(shop, item), await ledgerOf(item)]).toEqual([[3, 0], ['received 1']]);
  expect(await chargeOf(order.id)).toBe(0);
});

test('PART-04 the order gives back what it was charged, whatever the product costs by then', async () => {
  const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 3)];
  const parts = [];
  for (const cost_price of [10_000, 12_000]) {
    await technician.client.from('inventory').update({ cost_price }).eq('id', item.id);
    const { id } = await requestPart(technician, order.id, { p_item_id: item.id });
    await walkPart(shop, technician, id, 'fitted');
    parts.push(id);
  }
  await technician.client.from('inventory').update({ cost_price: 50_000 }).eq('id', item.id);
  expect(await chargeOf(order.id)).toBe(22_000);
  for (const id of parts) await walkPart(shop, technician, id, 'returned');
  expect(await chargeOf(order.id)).toBe(0);
});
