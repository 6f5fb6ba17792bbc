/** Receiving a screen order into the inventory: suggested items, and a new one (INV-04). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addInventoryItem } from './support/inventory.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let technician: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());

const addItem = (quantity: number) => addInventoryItem(technician, quantity);

const buy = async (modelo: string) => {
  const { data, error } = await technician.client
    .from('pedidos_pantallas')
    .insert({
      modelo,
      numero_orden: 'FM-9',
      fecha_compra: '2026-11-01T12:00:00Z',
      precio_costo: 21_000,
      cantidad: 3,
      proveedor: 'Stark Comunicaciones',
    })
    .select('id')
    .single();
  if (error) throw error;
  return data.id;
};

test('INV-04 a new item is of the purchase’s supplier, which is added if it is not there', async () => {
  const { component_type_id: type } = await addItem(1);
  const { data: itemId, error } = await technician.client.rpc('receive_screen_order', {
    p_screen_order_id: await buy('Samsung Galaxy A99'),
    p_brand: 'Samsung',
    p_model: 'Galaxy A99',
    p_component_type_id: type,
  });
  expect(error).toBeNull();
  const [item] = await shop.sql`
    select i.brand, i.model, i.quantity, i.cost_price::int, s.name as supplier
    from public.inventory i join public.suppliers s on s.id = i.supplier_id where i.id = ${String(itemId)}`;
  expect(item).toEqual({
    brand: 'Samsung',
    model: 'Galaxy A99',
    quantity: 3,
    cost_price: 21_000,
    supplier: 'Stark Comunicaciones',
  });
});

test('INV-04 the items that a purchase most likely is, best first', async () => {
  const base = await addItem(1);
  const models = ['Onyx Q77 OLED', 'Onyx Q7', 'Onyx Q77', 'Onyx tapa'];
  await shop.sql`
    insert into public.inventory (brand, model, quantity, cost_price, component_type_id, supplier_id)
    select 'Motorola', model, 1, 1, ${base.component_type_id}, ${base.supplier_id} from unnest(${models}::text[]) as model`;
  const suggest = async (text: string) =>
    (await technician.client.rpc('suggest_items', { p_text: text, p_supplier: 'FullMobile' })).data?.map(
      ({ model }) => model,
    );
  expect((await suggest('Pantalla motorola ÓNYX q77 oled c/marco'))?.slice(0, 2)).toEqual([
    'Onyx Q77 OLED',
    'Onyx Q77',
  ]);
  expect((await suggest('onyx'))?.length).toBe(4);
  expect(await suggest("%_' nada")).toEqual([]);
  expect(await suggest('')).toEqual([]);
});
