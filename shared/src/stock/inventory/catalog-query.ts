import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { inventoryKeys } from './keys.ts';

/** The two lists that products refer to. */
export type Catalog = 'component_types' | 'suppliers';

/** Id and name of every type or supplier, sorted by name. */
export function catalogQuery(catalog: Catalog) {
  return queryOptions({
    queryKey: inventoryKeys.catalog(catalog),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      return unwrap(await client.from(catalog).select('id, name').order('name').abortSignal(signal)) ?? [];
    },
    staleTime: 5 * 60_000,
  });
}
