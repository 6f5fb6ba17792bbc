import { supabase } from '@taller/shared/runtime';
import { useQueryClient } from '@taller/shared/query';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '#src/orders/keys.ts';

interface DeviceMove {
  /** Ids of up to 50 orders. */
  orders: readonly string[];
  /** One of the shop's list; null: at none. */
  place: string | null;
}

/** Notes where the devices of orders are, all or none (REC-90). */
export function useMoveDevicesMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'equipos.mover',
    mutationFn: async ({ orders, place }: DeviceMove, { id }) => {
      const database = await supabase();
      // The generated types know no null in an argument.
      const p_place = place as string;
      unwrap(await database.rpc('move_devices', { p_request_id: id, p_orders: [...orders], p_place }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  });
}
