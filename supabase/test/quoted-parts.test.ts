/** Parts requested by an approved quote (PART-12). */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addInventoryItem } from './support/inventory.ts';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { brokenStock, partsOf, requestPart, stockOf, walkPart } from './support/parts.ts';
import {
  answerQuote,
  labour,
  part,
  quotedByLines,
  saveLines,
  shownQuote,
  type SentLine,
} from './support/quotes.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let technician: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician } = shop.people);
  await shop.sql`update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
});
afterAll(() => shop[Symbol.asyncDispose]());
afterEach(async () => expect(await brokenStock(shop)).toEqual([]));

const approve = async (orderId: string, chosen: readonly SentLine[], total_amount: number) => {
  const { version } = await shownQuote(shop, orderId);
  const ids = chosen.map(({ id }) => id);
  return (await answerQuote(shop.anon, orderId, { version, chosen: ids, total_amount })).status;
};
const partsWithState = async (orderId: string) =>
  (await partsOf(technician, orderId)).map(
    ({ description, quantity, state }) => `${quantity} ${description}: ${state}`,
  );

test('PART-12 approval reserves what was chosen and is free, and leaves the rest to be ordered', async () => {
  const [screen, battery] = [await addInventoryItem(technician, 1), await addInventoryItem(technician, 1)];
  const optional = part('Lámina', 8000, { optional: true });
  const original = part('Original', 60_000, { choice: 'Pantalla', chosen: true, product_id: screen.id });
  const other = part('Compatible', 35_000, { choice: 'Pantalla' });
  const lines = [
    labour('Cambio', 10_000),
    original,
    other,
    part('Batería', 20_000, { quantity: 2, product_id: battery.id }),
    part('Cable', 5000),
    part('De un producto que ya no está', 1000, { product_id: randomUUID() }),
    optional,
  ];
  const order = await quotedByLines(shop, lines);
  expect(await partsWithState(order.id)).toEqual([]);
  expect(await approve(order.id, [original], 116_000)).toBe(200);
  expect((await partsWithState(order.id)).toSorted()).toEqual([
    '1 Cable: requested',
    '1 De un producto que ya no está: requested',
    '1 Original: reserved',
    '2 Batería: requested',
  ]);
  expect([await stockOf(shop, screen), await stockOf(shop, battery)]).toEqual([
    [1, 1],
    [1, 0],
  ]);
  const steps = (await partsOf(technician, order.id)).flatMap(
    (asked) => asked.steps as { made_by: string | null }[],
  );
  expect(new Set(steps.map((step) => step.made_by))).toEqual(new Set([null]));
});

test('PART-12 two quotes with the last one: one has it, and the other approval stands', async () => {
  const item = await addInventoryItem(technician, 1);
  const orders = await Promise.all(
    [0, 1].map(() => quotedByLines(shop, [part('Pantalla', 30_000, { product_id: item.id })])),
  );
  expect(await Promise.all(orders.map(({ id }) => approve(id, [], 30_000)))).toEqual([200, 200]);
  const states = await Promise.all(orders.map(({ id }) => partsWithState(id)));
  expect(states.flat().toSorted()).toEqual(['1 Pantalla: requested', '1 Pantalla: reserved']);
});

test('PART-12 another quote that is approved lets go of what it does not name, and keeps what was bought', async () => {
  const item = await addInventoryItem(technician, 5);
  const screen = part('Pantalla', 30_000, { product_id: item.id, quantity: 2 });
  const bought = part('Cable', 5000);
  const order = await quotedByLines(shop, [screen, bought]);
  await approve(order.id, [], 65_000);
  const cable = (await partsOf(technician, order.id)).find(({ description }) => description === 'Cable');
  await walkPart(shop, technician, cable?.id ?? '', 'ordered');
  const changed = [{ ...screen, quantity: 3 }, labour('Cambio', 1000)];
  await saveLines(technician, order.id, changed, { status: 'quoted' });
  expect(await stockOf(shop, item)).toEqual([5, 2]);
  expect(await approve(order.id, [], 91_000)).toBe(200);
  expect((await partsWithState(order.id)).toSorted()).toEqual([
    '1 Cable: ordered',
    '2 Pantalla: returned',
    '3 Pantalla: reserved',
  ]);
  expect(await stockOf(shop, item)).toEqual([5, 3]);
});

test('PART-12 an approval and a write-off of its product for the same order do not lock up', async () => {
  const item = await addInventoryItem(technician, 9);
  const order = await quotedByLines(shop, [part('Pantalla', 30_000, { product_id: item.id })]);
  const other = await makeOrder(shop);
  const write = { p_item_id: item.id, p_quantity: 1, p_order_number: order.order_number };
  const [approved, written, asked] = await Promise.all([
    approve(order.id, [], 30_000),
    technician.client.rpc('write_off_inventory', write),
    requestPart(technician, other.id, { p_item_id: item.id }),
  ]);
  expect([approved, written.error, asked.state]).toEqual([200, null, 'reserved']);
  expect(await stockOf(shop, item)).toEqual([8, 2]);
});

test('PART-12 a status that is put back to approved asks for nothing again but what was let go with it', async () => {
  const item = await addInventoryItem(technician, 1);
  const order = await quotedByLines(shop, [
    part('Pantalla', 30_000, { product_id: item.id }),
    part('Cable', 5000),
  ]);
  await approve(order.id, [], 35_000);
  const cable = (await partsOf(technician, order.id)).find(({ description }) => description === 'Cable');
  await walkPart(shop, technician, cable?.id ?? '', 'cancelled');
  const backTo = async () => {
    const { version } = await storedOrder(shop, order.id);
    const { error } = await technician.client.rpc('undo_status', {
      p_order_id: order.id,
      p_version: Number(version),
    });
    expect([error, (await storedOrder(shop, order.id)).status]).toEqual([null, 'approved']);
  };
  await change(technician, order.id, { status: 'in_progress' });
  await backTo();
  expect((await partsWithState(order.id)).toSorted()).toEqual(['1 Cable: cancelled', '1 Pantalla: reserved']);
  await change(technician, order.id, { status: 'cancelled', cancellation_reason: 'Sin arreglo' });
  await technician.client.rpc('return_parts', { p_request_id: randomUUID(), p_order_id: order.id });
  await backTo();
  expect((await partsWithState(order.id)).toSorted()).toEqual([
    '1 Cable: cancelled',
    '1 Pantalla: reserved',
    '1 Pantalla: returned',
  ]);
});
