import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data/data-error.ts';
import type { InventoryItem } from '#src/domain/schemas/inventory.ts';
import { inventoryKeys } from './keys.ts';

/** A new product. `id` is made by the form, so that a repeated save adds one only. */
export function useAddItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, item }: { id: string; item: InventoryItem }) => {
      const database = await supabase();
      const answer = await database.from('inventory').insert({ id, ...item });
      // The first try arrived although its answer did not: the row is there.
      if (answer.error?.code !== '23505') unwrap(answer);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: inventoryKeys.all }),
  });
}

/**
 * Changes a product that was read at `version`. `conflict` when a colleague changed it since, `not-found` when it is gone.
 */
export function useUpdateItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      id,
      version,
      item,
    }: {
      id: string;
      version: number;
      item: InventoryItem & { min_stock: number };
    }) => {
      const database = await supabase();
      const changed = unwrap(
        await database.from('inventory').update(item).eq('id', id).eq('version', version).select('id'),
      );
      if ((changed?.length ?? 0) > 0) return;
      const present = unwrap(await database.from('inventory').select('id').eq('id', id).maybeSingle());
      throw present
        ? new DataError('conflict', 'Otra persona cambió este producto.')
        : new DataError('not-found', 'El producto ya no existe.');
    },
    onSettled: () => client.invalidateQueries({ queryKey: inventoryKeys.all }),
  });
}
