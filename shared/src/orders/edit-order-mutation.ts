import { useQueryClient } from '@taller/shared/query';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import type { OrderForm } from './order-schemas.ts';
import { toOrderColumns, toPlainColumns } from './order-columns.ts';
import { rememberOrder } from './order-cache.ts';
import { updateOrder, type OrderVersion } from './update-order.ts';

export interface OrderEdit {
  order: OrderVersion;
  form: OrderForm;
}

/** Saves the order form of an existing order (ORD-06). Fails with OrderConflictError after a concurrent change. */
export function useEditOrderMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'orden.editar',
    mutationFn: async ({ order, form }: OrderEdit, { unanswered }) =>
      updateOrder(
        order,
        { ...(await toOrderColumns(order.id, form)), updated_at: new Date().toISOString() },
        unanswered.filter((sent) => sent.order.id === order.id).map((sent) => toPlainColumns(sent.form)),
      ),
    onSuccess: (order) => rememberOrder(client, order),
  });
}
