import { useMutation, useQueryClient } from '@taller/shared/query';
import type { OrderForm } from '#src/domain/schemas/order.ts';
import { toOrderColumns } from './order-columns.ts';
import { rememberOrder } from './order-cache.ts';
import { updateOrder, type OrderVersion } from './update-order.ts';

export interface OrderEdit {
  order: OrderVersion;
  form: OrderForm;
}

/** Saves the order form of an existing order (ORD-06). Fails with OrderConflictError when somebody was faster. */
export function useEditOrderMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ order, form }: OrderEdit) =>
      updateOrder(order, { ...(await toOrderColumns(order.id, form)), updated_at: new Date().toISOString() }),
    onSuccess: (order) => rememberOrder(client, order),
  });
}
