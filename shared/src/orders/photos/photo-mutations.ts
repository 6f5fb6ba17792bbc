import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from '#src/messages/keys.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
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

interface SendPhotos {
  orderId: string;
  /** Ids. */
  photos: readonly string[];
}

/** Sends a message with a link to photos of an order (REC-57). */
export function useSendPhotosMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'fotos.mensaje',
    mutationFn: async ({ orderId, photos }: SendPhotos, { id }) => {
      const database = await supabase();
      unwrap(await database.rpc('send_photos', { p_id: id, p_order_id: orderId, p_photos: [...photos] }));
    },
    onSettled: (_result, _error, { orderId }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: messageKeys.all }),
        client.invalidateQueries({ queryKey: orderKeys.timeline(orderId) }),
        // One that was chosen may be gone.
        client.invalidateQueries({ queryKey: orderKeys.photos(orderId), exact: true }),
      ]),
  });
}
