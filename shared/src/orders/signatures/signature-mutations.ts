import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import type { Json } from '#src/db/database.types.ts';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '../keys.ts';
import type { NewSignature, SignedMoment } from './signature.ts';

const signed = ({ digest, name, strokes }: NewSignature) => ({
  p_digest: digest,
  p_name: name,
  ...(strokes && { p_strokes: strokes as Json }),
});

/** The orders signed at one moment: one, and the others of its visit that are handed over with it. */
interface SignedOrders {
  orderId: string;
  moment: SignedMoment;
  others: readonly string[];
}

interface SignOrder extends NewSignature, SignedOrders {}

/** Signs on the shop's screen (REC-70). */
export function useSignOrderMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'firma.pantalla',
    mutationFn: async ({ orderId, moment, others, ...signature }: SignOrder, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('sign_order', {
          p_request_id: id,
          p_order_id: orderId,
          p_moment: moment,
          p_with: [...others],
          ...signed(signature),
        }),
      );
    },
    // A visit's other orders are signed too.
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.details() }),
  });
}

/** Asks for a link to sign on the customer's phone; the result is its last part (REC-73). */
export const useAskSignatureMutation = () =>
  useOnceMutation({
    name: 'firma.enlace',
    mutationFn: async ({ orderId, moment, others }: SignedOrders, { id }) => {
      const database = await supabase();
      const asked = { p_request_id: id, p_order_id: orderId, p_moment: moment, p_with: [...others] };
      return unwrap(await database.rpc('ask_signature', asked));
    },
  });

/** Signs by a link (REC-73). */
export function useSignByLinkMutation(token: string) {
  const client = useQueryClient();
  return useOnceMutation({
    name: `firma.${token}`,
    mutationFn: async (signature: NewSignature, { id }) => {
      const database = await supabase();
      unwrap(await database.rpc('sign_by_link', { p_request_id: id, p_token: token, ...signed(signature) }));
    },
    // Refused, it may be another text by now.
    onError: () => client.invalidateQueries({ queryKey: orderKeys.linkSigning(token) }),
  });
}
