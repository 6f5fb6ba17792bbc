import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';

/** Deletes one of the user's views; succeeds if it is already deleted. */
export function useDeleteViewMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const database = await supabase();
      unwrap(await database.from('saved_views').delete().eq('id', id));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: orderKeys.savedViews() }),
  });
}
