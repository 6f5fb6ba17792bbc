import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { inventoryKeys } from './keys.ts';

/** What a list to choose an item from shows of it. */
export interface ItemChoice {
  id: string;
  item_number: number;
  brand: string;
  model: string;
  quantity: number;
  component_type_name: string;
  supplier_name: string;
}

/** The items that a text most likely means, best first, at most eight; of equals those of the supplier come first. */
export function suggestItemsQuery(text: string, supplier: string) {
  return queryOptions({
    queryKey: inventoryKeys.suggestions(text, supplier),
    queryFn: async ({ signal }): Promise<ItemChoice[]> => {
      const client = await supabase();
      const answer = await client
        .rpc('suggest_items', { p_text: text, p_supplier: supplier })
        .abortSignal(signal);
      return unwrap(answer) ?? [];
    },
  });
}
