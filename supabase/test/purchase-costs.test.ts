/** The cost of parts (PART-46): the purchase price, not the price that customers are told. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addInventoryItem, type Item } from './support/inventory.ts';
import { makeOrder } from './support/orders.ts';
import { movePart, requestPart, walkPart } from './support/parts.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';
import { startStocktake, takeStep } from './support/stocktakes.ts';

let shop: Shop;
let technician: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician, admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Buys a piece for an order and puts it there. */
async function buyFor(orderId: string, item: Item, cost?: number) {
  const { id } = await requestPart(technician, orderId, { p_item_id: item.id, p_quantity: 9 });
  const more = cost === undefined ? {} : { p_unit_cost: cost };
  expect(await movePart(shop, technician, id, 'ordered', more)).toBeNull();
  await walkPart(shop, technician, id, 'arrived', 'fitted');
  return id;
}
async function buyForShelf(item: Item, precio_costo: number) {
  const id = randomUUID();
  await technician.client.from('pedidos_pantallas').insert({
    id,
    modelo: 'Galaxy A15',
    numero_orden: 'X-1',
    fecha_compra: '2026-11-01T12:00:00Z',
    precio_costo,
    cantidad: 2,
    proveedor: 'FullMobile',
  });
  const { error } = await technician.client.rpc('receive_screen_order', {
    p_screen_order_id: id,
    p_item_id: item.id,
  });
  expect(error).toBeNull();
}
const chargesOf = async (orderId: string) =>
  (await admin.client.rpc('order_parts', { p_order_id: orderId })).data?.map(({ unit_cost: cost }) => cost);
const told = async (by: Person, item: Item) =>
  (await by.client.rpc('list_inventory', {})).data?.find(({ id }) => id === item.id);

test('PART-46 an order is charged what its part was bought for, and gives that back', async () => {
  const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 0)];
  const id = await buyFor(order.id, item, 21_000);
  expect(await chargesOf(order.id)).toEqual([21_000]);
  await buyFor((await makeOrder(shop)).id, item, 30_000);
  await walkPart(shop, technician, id, 'returned');
  expect(await chargesOf(order.id)).toEqual([21_000, 21_000]);
});

test('PART-46 the last purchase tells what a product costs, for the shelf too, and only to who sees costs', async () => {
  const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 1)];
  expect(await told(admin, item)).toMatchObject({ cost_price: 44_990, purchase_cost: null });
  await buyForShelf(item, 18_000);
  await buyForShelf(item, 19_500);
  expect(await told(admin, item)).toMatchObject({ cost_price: 44_990, purchase_cost: 19_500 });
  expect(await told(technician, item)).toMatchObject({ cost_price: 44_990, purchase_cost: null });
  await technician.client.rpc('write_off_inventory', {
    p_item_id: item.id,
    p_quantity: 1,
    p_order_number: order.order_number,
  });
  expect(await chargesOf(order.id)).toEqual([19_500]);
  // A purchase without a cost says nothing.
  await buyFor(order.id, item);
  expect(await told(admin, item)).toMatchObject({ purchase_cost: 19_500 });
  const [logged] = await shop.sql`
    select distinct cost_price_affected::integer as price from public.activity_logs where product_id = ${item.id}`;
  expect(logged).toEqual({ price: 44_990 });
  const { error } = await admin.client.from('inventory_movements').select('purchase_cost');
  expect(error?.code).toBe('42501');
});

test('PART-46 without a purchase the price of the inventory stands in, as before', async () => {
  const [order, item] = [await makeOrder(shop), await addInventoryItem(technician, 1)];
  const { id } = await requestPart(technician, order.id, { p_item_id: item.id });
  await walkPart(shop, technician, id, 'fitted');
  expect(await chargesOf(order.id)).toEqual([44_990]);
});

test('PART-35 PART-46 differences of a stocktake are worth what the pieces were bought for', async () => {
  const item = await addInventoryItem(technician, 1);
  await buyForShelf(item, 15_000);
  const id = await startStocktake(technician, item.component_type_id);
  await takeStep(technician, 'finish_stocktake', id);
  const { data } = await admin.client.rpc('stocktake_differences', { p_stocktake_id: id });
  expect(data).toMatchObject([{ difference: -3, unit_cost: 15_000 }]);
});
