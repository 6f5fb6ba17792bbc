import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import type { Catalog } from './catalog-query.ts';
import { inventoryKeys } from './keys.ts';

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
