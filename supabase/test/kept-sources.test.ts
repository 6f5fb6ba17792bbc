/** The sources that the suppliers' report keeps (REP-38): as computed, whoever moves pieces meanwhile. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addInventoryItem, type Item } from './support/inventory.ts';
import { makeOrder } from './support/orders.ts';
import { movePart, requestPart, wrongSources } from './support/parts.ts';
import { reportOf, setPin } from './support/results.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await setPin(shop);
});
afterAll(() => shop[Symbol.asyncDispose]());

const fittedOf = async (supplier: string) => {
  const { rows } = await reportOf<{ rows: { supplier_name: string; fitted: number }[] }>(shop, 'suppliers');
  return rows.find((row) => row.supplier_name === supplier)?.fitted ?? 0;
};

/** A product of which pieces of a supplier came, and a delivered order. */
async function stockOf(
  supplier: string,
): Promise<{ item: Item; order: { id: string; order_number: number } }> {
  const item = await addInventoryItem(shop.people.technician, 9);
  await shop.sql`update public.inventory_movements set supplier_name = ${supplier} where item_id = ${item.id}`;
  const order = await makeOrder(shop, { status: 'delivered', delivered_at: '2026-11-20T12:00:00Z' });
  return { item, order };
}

async function writeOff(item: Item, number: number, quantity: number): Promise<void> {
  const { error } = await shop.people.technician.client.rpc('write_off_inventory', {
    p_item_id: item.id,
    p_quantity: quantity,
    p_order_number: number,
  });
  expect(error).toBeNull();
}

test('REP-38 what is kept of the sources follows each movement: taken, given back, taken again, deleted', async () => {
  const { item, order } = await stockOf('Este');
  await writeOff(item, order.order_number, 2);
  expect(await fittedOf('Este')).toBe(2);
  const other = await makeOrder(shop);
  const { id } = await requestPart(shop.people.technician, other.id, { p_item_id: item.id });
  expect(await movePart(shop, shop.people.technician, id, 'fitted')).toBeNull();
  await writeOff(item, order.order_number, 1);
  expect(await fittedOf('Este')).toBe(3);
  expect(await movePart(shop, shop.people.technician, id, 'returned')).toBeNull();
  await shop.sql`delete from public.service_orders where id = ${other.id}`;
  expect(await fittedOf('Este')).toBe(3);
  expect(await wrongSources(shop)).toEqual([]);
  await shop.sql`delete from public.inventory_movements where item_id = ${item.id} and delta < 0`;
  expect(await fittedOf('Este')).toBe(0);
  expect(await wrongSources(shop)).toEqual([]);
});

test('REP-38 a movement that commits after a report is in the next one, and waits for no report', async () => {
  const { item, order } = await stockOf('Oeste');
  await writeOff(item, order.order_number, 1);
  await shop.sql.begin(async (tx) => {
    await tx`
      insert into public.inventory_movements
        (item_id, kind, delta, quantity_after, unit_cost, brand, model, order_id, order_number)
      values (${item.id}, 'written_off', -2, 6, 1000, 'Marca', 'Modelo', ${order.id}, ${order.order_number})`;
    expect(await fittedOf('Oeste')).toBe(1);
    expect(await fittedOf('Oeste')).toBe(1);
  });
  expect(await fittedOf('Oeste')).toBe(3);
  expect(await wrongSources(shop)).toEqual([]);
});

test('REP-38 two reports at once both tell what moved', async () => {
  const { item, order } = await stockOf('Centro');
  await writeOff(item, order.order_number, 4);
  expect(await Promise.all([fittedOf('Centro'), fittedOf('Centro'), fittedOf('Centro')])).toEqual([4, 4, 4]);
  expect(await shop.sql`select from private.moved_items`).toEqual([]);
});
