import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import type { EditedItem, InventoryItem } from '../stock-schemas.ts';
import { inventoryKeys } from '#src/stock/keys.ts';
import type { Catalog } from './inventory-queries.ts';

/** A new product. */
export function useAddItemMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'inventario.nuevo',
    mutationFn: async (item: InventoryItem, { id }) => {
      const database = await supabase();
      unwrap(await database.from('inventory').insert({ id, ...item }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: inventoryKeys.all }),
  });
}

interface ItemChange {
  id: string;
  /** The version that was read. */
  version: number;
  item: EditedItem;
}

/** The changed row, or null if it is no longer at that version. */
async function changeItem({ id, version, item }: ItemChange) {
  const database = await supabase();
  const changed = unwrap(
    await database.from('inventory').update(item).eq('id', id).eq('version', version).select('id'),
  );
  return changed[0] ?? null;
}

async function storedItem(id: string) {
  const database = await supabase();
  return unwrap(
    await database
      .from('inventory')
      .select('version, brand, model, quantity, cost_price, component_type_id, supplier_id, min_stock, place')
      .eq('id', id)
      .maybeSingle(),
  );
}

const says = (stored: EditedItem, item: EditedItem) =>
  (Object.keys(item) as (keyof EditedItem)[]).every((column) => stored[column] === item[column]);

/**
 * Changes a product that was read at `version`. `conflict` after a concurrent change, `not-found` if it was deleted.
 */
export function useUpdateItemMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'inventario.editar',
    mutationFn: async (change: ItemChange, { unanswered }) => {
      if (await changeItem(change)) return;
      const stored = await storedItem(change.id);
      if (!stored) throw new DataError('not-found', 'El producto ya no existe.');
      if (says(stored, change.item)) return;
      // The stored values were sent by this form before, so its correction overwrites nobody else's change.
      const isOwn = unanswered.some(({ item }) => says(stored, item));
      if (isOwn && (await changeItem({ ...change, version: stored.version }))) return;
      throw new DataError('conflict', 'Otra persona cambió este producto.');
    },
    onSettled: () => client.invalidateQueries({ queryKey: inventoryKeys.all }),
  });
}

interface WriteOff {
  itemId: string;
  quantity: number;
  orderNumber: number;
}

/**
 * Writes parts off for an order (INV-03) and returns the remaining quantity. At 0 a product without a minimum is
 * deleted.
 */
export function useWriteOffMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'baja',
    mutationFn: async ({ itemId, quantity, orderNumber }: WriteOff, { id }) => {
      const database = await supabase();
      const answer = await database.rpc('write_off_inventory', {
        p_item_id: itemId,
        p_quantity: quantity,
        p_order_number: orderNumber,
        p_request_id: id,
      });
      return unwrap(answer);
    },
    onSettled: () => client.invalidateQueries({ queryKey: inventoryKeys.all }),
  });
}

/** Adds a type or a supplier (INV-02). `conflict` if the name exists, ignoring case and accents. */
export function useAddCatalogNameMutation(catalog: Catalog) {
  const client = useQueryClient();
  return useOnceMutation({
    name: `catalogo.${catalog}`,
    mutationFn: async (name: string, { id }) => {
      const database = await supabase();
      unwrap(await database.from(catalog).insert({ id, name }));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: inventoryKeys.catalog(catalog) }),
  });
}
