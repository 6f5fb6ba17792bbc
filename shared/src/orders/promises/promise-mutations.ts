import { supabase } from '@taller/shared/runtime';
import { useQueryClient } from '@taller/shared/query';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '#src/orders/keys.ts';

/** A promise as its form sends it. */
export interface PromiseChange {
  orderId: string;
  /** An instant; null takes the promise away. */
  promisedAt: string | null;
  /** Needed for a change; '' for the first promise. */
  reason: string;
  /** The promise that the form has read. */
  known: string | null;
  /** The customer gets a message about it. */
  tell: boolean;
}

/** Promises a date, or another one (TIME-20, TIME-21). */
export function useSetPromiseMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'orden.compromiso',
    mutationFn: async ({ orderId, promisedAt, reason, known, tell }: PromiseChange, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('set_promise', {
          p_request_id: id,
          p_order_id: orderId,
          // The generated types know no null in an argument.
          p_promised_at: promisedAt as string,
          p_reason: reason,
          ...(known && { p_known: known }),
          p_tell: tell,
        }),
      );
    },
    // Refused too: the promise has changed meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  });
}
