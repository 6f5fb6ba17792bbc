import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import type { InventoryItem } from '../stock-schemas.ts';
import { inventoryKeys } from './keys.ts';

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

type EditedItem = InventoryItem & { min_stock: number };

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
      .select('version, brand, model, quantity, cost_price, component_type_id, supplier_id, min_stock')
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
