import { supabase } from '@taller/shared/runtime';
import { useMutation, useQueryClient } from '@taller/shared/query';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '#src/orders/keys.ts';
import type { OrderWait } from './order-wait.ts';
import type { WaitInput } from './wait-schema.ts';

interface WaitChange extends WaitInput {
  orderId: string;
  /** The open wait that the form has read; undefined for none. */
  seen: Pick<OrderWait, 'id' | 'version'> | undefined;
}

/** Puts an order on hold, or changes what it waits for (TIME-01). */
export function useSetWaitMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'orden.espera',
    mutationFn: async ({ orderId, seen, ...input }: WaitChange, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('set_wait', {
          p_request_id: id,
          p_order_id: orderId,
          p_reason: input.reason,
          p_note: input.note,
          ...(input.expectedOn && { p_expected_on: input.expectedOn }),
          ...(input.screenOrderId && { p_screen_order_id: input.screenOrderId }),
          ...(seen && { p_seen: seen.id, p_seen_version: seen.version }),
          p_tell: input.tell,
        }),
      );
    },
    // Refused too: the wait has changed meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  });
}

/** Ends a wait, as the awaited is here, or takes that back. Sent twice it happens once (TIME-03, TIME-08). */
export function useEndWaitMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ waitId, undo = false }: { waitId: string; undo?: boolean }) => {
      const database = await supabase();
      unwrap(await database.rpc(undo ? 'resume_wait' : 'end_wait', { p_wait_id: waitId }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  });
}
