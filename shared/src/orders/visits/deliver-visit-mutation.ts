import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { Json } from '#src/db/database.types.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '../keys.ts';
import { offerUndo, reportUnsent } from '../status-messages.ts';
import type { OrderVersion } from '../update-order.ts';

/** An order that is handed over, as it was shown: what the server reads of it. */
export interface DeliveredOrder extends OrderVersion {
  warranty_days: number | null;
  parts_warranty_days: number | null;
  /** The outcome of the warranty, for a device that came in under one. */
  warranty_outcome?: string;
  warranty_reason?: string | null;
}

interface VisitDelivered {
  orders: readonly DeliveredOrder[];
  /** The number of each. */
  numbers: readonly number[];
  /** The payment of the balance of all devices, or why it stays owed. */
  payment: object;
}

/** Hands over devices of a visit, all or none (REC-08). */
export function useDeliverVisitMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'visita.entrega',
    mutationFn: async ({ orders, payment }: VisitDelivered, { id }) => {
      const database = await supabase();
      const versions = unwrap(
        await database.rpc('deliver_visit', {
          p_request_id: id,
          p_orders: orders as unknown as Json,
          p_payment: payment as Json,
        }),
      );
      const delivered = orders.map((order) => order.id);
      return { versions, heldMs: await reportUnsent(delivered, 'delivered') };
    },
    onSuccess: ({ versions, heldMs }, { orders, numbers }) => {
      const undoable = orders.flatMap(({ id }, at) =>
        versions
          .filter((order) => order.id === id)
          .map(({ version }) => ({ id, version, order_number: numbers[at] ?? 0 })),
      );
      if (heldMs > 0) offerUndo(client, undoable, heldMs);
    },
    // Refused, an order may be another by now.
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  });
}
