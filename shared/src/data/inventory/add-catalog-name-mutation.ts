import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data/data-error.ts';
import type { Catalog } from './catalog-query.ts';
import { inventoryKeys } from './keys.ts';

/** Adds a type or a supplier (INV-02) and gives its row. `conflict` when the name is there already, case and accents ignored. */
export function useAddCatalogName(catalog: Catalog) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const database = await supabase();
      return unwrap(await database.from(catalog).insert({ name }).select('id, name').single());
    },
    onSuccess: () => client.invalidateQueries({ queryKey: inventoryKeys.catalog(catalog) }),
  });
}
