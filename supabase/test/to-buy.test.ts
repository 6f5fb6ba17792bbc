/** A product of which none is left stays in 'por comprar' with its label, minimum and place (PART-47). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addInventoryItem } from './support/inventory.ts';
import { importRowOf, sendImport } from './support/inventory-import.ts';
import { makeOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';
import { settle, startStocktake } from './support/stocktakes.ts';

let shop: Shop;
let technician: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());

/** A product without stock, with a minimum of 2 and a place. @returns its row, as stored. */
async function emptyProduct(model: string) {
  const item = await addInventoryItem(technician, 1);
  const columns = { model, min_stock: 2, place: ' Cajón 3 ' };
  expect((await technician.client.from('inventory').update(columns).eq('id', item.id)).error).toBeNull();
  const order = await makeOrder(shop);
  const { error } = await technician.client.rpc('write_off_inventory', {
    p_item_id: item.id,
    p_quantity: 1,
    p_order_number: order.order_number,
  });
  expect(error).toBeNull();
  return toBuy(model);
}
async function toBuy(model: string) {
  const { data } = await technician.client.rpc('list_inventory', { p_low: true, p_search: model });
  const [row] = data ?? [];
  if (!row || data?.length !== 1) throw new Error(`${data?.length} products of ${model} are to be bought`);
  return row;
}
const kept = ({ id, item_number, min_stock, place, quantity }: Awaited<ReturnType<typeof toBuy>>) => ({
  id,
  item_number,
  min_stock,
  place,
  quantity,
});

test('PART-47 its last piece leaves label, minimum and place, and an edit of anything else keeps them', async () => {
  const before = kept(await emptyProduct('Flex A52'));
  expect(before).toMatchObject({ quantity: 0, min_stock: 2, place: 'Cajón 3' });
  const { error } = await technician.client
    .from('inventory')
    .update({ brand: 'Sony', cost_price: 9000 })
    .eq('id', before.id);
  expect(error).toBeNull();
  expect(kept(await toBuy('Flex A52'))).toEqual(before);
});

test.each(['add', 'skip'] as const)('PART-47 an import that has it keeps them («%s»)', async (existing) => {
  const model = `Flex ${existing}`;
  const before = await emptyProduct(model);
  const row = importRowOf({
    brand: before.brand,
    model,
    type: before.component_type_name,
    supplier: before.supplier_name,
    quantity: 1,
    place: 'Otro',
  });
  const { outcomes } = await sendImport(shop, [row], { existing, file: model });
  expect(outcomes).toEqual([existing === 'add' ? 'imported' : 'skipped']);
  const quantity = existing === 'add' ? 1 : 0;
  expect(kept(await toBuy(model))).toEqual({ ...kept(before), quantity });
});

test('PART-47 a stocktake that finds none keeps them', async () => {
  const model = 'Flex contado';
  const before = await emptyProduct(model);
  await technician.client.from('inventory').update({ quantity: 1 }).eq('id', before.id);
  const id = await startStocktake(technician, before.component_type_id);
  expect(await settle(technician, id)).toBeNull();
  expect(kept(await toBuy(model))).toEqual(kept(before));
});

test('PART-47 an import brings a place, and one that is too long is refused by its row', async () => {
  const row = importRowOf({ min_stock: 9, place: ' Estante B2 ' });
  expect((await sendImport(shop, [row], { file: 'places' })).error).toBeNull();
  expect(await toBuy(row.model)).toMatchObject({ place: 'Estante B2' });
  const { error } = await sendImport(shop, [importRowOf({ place: 'x'.repeat(41) })], { file: 'long' });
  expect(error?.message).toContain('El lugar puede tener hasta 40 letras.');
  const { data } = await technician.client.rpc('export_inventory', { p_search: row.model });
  expect(data).toMatchObject([{ place: 'Estante B2' }]);
});
