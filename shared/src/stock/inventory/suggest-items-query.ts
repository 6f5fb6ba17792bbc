import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { inventoryKeys } from './keys.ts';

/** An item in a list of suggestions. */
export interface ItemChoice {
  id: string;
  item_number: number;
  brand: string;
  model: string;
  quantity: number;
  component_type_name: string;
  supplier_name: string;
}

/** The items that match a text best, at most eight; ties go to the supplier's own. */
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
