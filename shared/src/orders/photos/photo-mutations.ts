import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';

/** Removes a photo. Sent twice it happens once (REC-45). */
export function useRemovePhotoMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: { id: string; order_id: string }) => {
      const database = await supabase();
      unwrap(await database.rpc('remove_photo', { p_id: id }));
    },
    onSettled: (_result, _error, photo) =>
      Promise.all([
        client.invalidateQueries({ queryKey: orderKeys.photos(photo.order_id), exact: true }),
        client.invalidateQueries({ queryKey: orderKeys.timeline(photo.order_id) }),
      ]),
  });
}
