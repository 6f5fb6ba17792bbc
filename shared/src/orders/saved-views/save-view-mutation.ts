import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '#src/orders/keys.ts';
import { toColumns, type SavedFilter } from './saved-view.ts';

/** Saves a filter of the list under a name (ORD-80). `conflict` if the name is taken, ignoring case and accents. */
export function useSaveViewMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'vista.nueva',
    mutationFn: async ({ name, filter }: { name: string; filter: SavedFilter }, { id }) => {
      const database = await supabase();
      unwrap(await database.from('saved_views').insert({ id, name, ...toColumns(filter) }));
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: orderKeys.savedViewCounts() });
      return client.invalidateQueries({ queryKey: orderKeys.savedViews() });
    },
  });
}
