import { useQueryClient } from '@taller/shared/query';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { rememberOrder } from './order-cache.ts';
import { updateOrder, type OrderPatch, type OrderVersion } from './update-order.ts';

/**
 * A change of single columns without a status change: customer notes, price, technician, money received or returned.
 */
export interface OrderChange {
  order: OrderVersion;
  patch: Pick<
    OrderPatch,
    'notes' | 'quote' | 'total_amount' | 'technician_id' | 'final_payment' | 'advance_payment'
  >;
}

/** Saves such a change: for example the notes, the inline price (ORD-11) or a late payment (ORD-30). */
export function useChangeOrderMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'orden.cambio',
    mutationFn: ({ order, patch }: OrderChange, { unanswered }) =>
      updateOrder(
        order,
        { ...patch, updated_at: new Date().toISOString() },
        unanswered.filter((sent) => sent.order.id === order.id).map((sent) => sent.patch),
      ),
    onSuccess: (order) => rememberOrder(client, order),
  });
}
