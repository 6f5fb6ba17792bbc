/** Test products for the import. */
import { randomUUID } from 'node:crypto';
import type { InventoryImportRow } from '@taller/shared/stock/inventory/import-inventory.ts';
import type { Person, Shop } from './shop.ts';

let line = 1;

/** A valid row of a unique product. */
export function importRowOf(change: Partial<InventoryImportRow> = {}): InventoryImportRow {
  line += 1;
  return {
    row: line,
    key: randomUUID(),
    brand: 'Samsung',
    model: `Galaxy ${randomUUID()}`,
    type: 'Pantalla',
    supplier: 'FullMobile',
    quantity: 5,
    cost_price: 44_990,
    min_stock: 0,
    ...change,
  };
}

export interface ImportOptions {
  existing?: 'add' | 'skip';
  /** Key of the file. */
  file?: string;
  name?: string;
  /** The receptionist by default. */
  by?: Person;
}

/** Imports a batch through the API. */
export async function sendImport(
  shop: Shop,
  rows: readonly object[],
  { existing = 'skip', file = 'file', name = 'stock.csv', by }: ImportOptions = {},
) {
  const { data, error } = await (by ?? shop.people.receptionist).client.rpc('import_inventory', {
    p_file_name: name,
    p_file_key: file,
    p_existing: existing,
    p_rows: rows as never,
  });
  return { outcomes: data?.map(({ outcome }) => outcome), rows: data ?? [], error };
}

/** The stored items with the row's model. */
export const importedItems = (shop: Shop, row: InventoryImportRow) =>
  shop.sql`
    select i.id, i.item_number, i.brand, i.model, i.quantity, i.cost_price::int, i.min_stock, t.name as type, s.name as supplier
    from public.inventory i join public.component_types t on t.id = i.component_type_id join public.suppliers s on s.id = i.supplier_id
    where private.name_key(i.model) = private.name_key(${row.model}) order by i.item_number`;
