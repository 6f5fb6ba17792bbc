/** Test items of the inventory. */
import { randomUUID } from 'node:crypto';
import type { Person, Shop } from './shop.ts';

export interface Item {
  id: string;
  component_type_id: string;
  supplier_id: string;
}

/** Adds an item as the screen does. */
export async function addInventoryItem(by: Person, quantity: number): Promise<Item> {
  const name = randomUUID();
  const type = await by.client.from('component_types').insert({ name }).select('id').single();
  const supplier = await by.client.from('suppliers').insert({ name }).select('id').single();
  const item = { brand: 'Samsung', model: 'Galaxy A15', quantity, cost_price: 44_990 };
  const { data, error } = await by.client
    .from('inventory')
    .insert({ ...item, component_type_id: type.data?.id ?? '', supplier_id: supplier.data?.id ?? '' })
    .select('id, component_type_id, supplier_id')
    .single();
  if (error) throw error;
  return data;
}

/** The quantity; null if the item no longer exists. */
export async function storedQuantity(shop: Shop, item: Item): Promise<number | null> {
  const [row] = await shop.sql`select quantity from public.inventory where id = ${item.id}`;
  return row ? Number(row.quantity) : null;
}

/** Every movement of the item, oldest first. */
export async function storedLedger(shop: Shop, item: Item) {
  const rows = await shop.sql`
    select kind, delta, quantity_after, order_number, actor_name from public.inventory_movements where item_id = ${item.id} order by id`;
  return rows.map((row) => ({ ...row }));
}
