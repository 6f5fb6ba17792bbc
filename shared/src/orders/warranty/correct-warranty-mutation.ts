import { supabase } from '@taller/shared/runtime';
import { useQueryClient } from '@taller/shared/query';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '../keys.ts';

/** A correction as its form sends it. */
export interface WarrantyCorrection {
  orderId: string;
  /** The version that the form has read. */
  version: number;
  days: number;
  /** Null: those of the work. */
  partsDays: number | null;
  reason: string;
}

/** Corrects the warranty of a delivered order (WARR-18). */
export function useCorrectWarrantyMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'orden.garantia',
    mutationFn: async ({ orderId, version, days, partsDays, reason }: WarrantyCorrection, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('correct_warranty', {
          p_request_id: id,
          p_order_id: orderId,
          p_version: version,
          p_days: days,
          p_reason: reason,
          ...(partsDays !== null && { p_parts_days: partsDays }),
        }),
      );
    },
    // Refused too: the order has changed meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  });
}
