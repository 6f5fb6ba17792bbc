import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';
import type { SavedViews } from './saved-view.ts';

/** Sets what the caller's desk opens with (ORD-82); the whole list with null. The last one set counts. */
export function useStartViewMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (start: SavedViews['start']) => {
      const database = await supabase();
      const choice =
        start === null ? {} : 'id' in start ? { p_saved_view: start.id } : { p_view: start.view };
      unwrap(await database.rpc('set_start_view', choice));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: orderKeys.savedViews() }),
  });
}
