import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, toDataError } from '#src/data/data-error.ts';
import { sendPendingMessages } from '#src/data/messages/send-pending-messages.ts';
import type { OrderForm } from '#src/domain/schemas/order.ts';
import { orderKeys } from './keys.ts';
import { fetchOrder, ORDER_COLUMNS, type Order } from './order-query.ts';
import { toOrderColumns } from './order-columns.ts';

export interface NewOrder {
  /** Made when the form is opened: however often it is sent, there is one order. */
  id: string;
  form: OrderForm;
}

async function createOrder({ id, form }: NewOrder): Promise<Order> {
  const client = await supabase();
  const answer = await client
    .from('service_orders')
    .insert({ id, ...(await toOrderColumns(id, form)) })
    .select(ORDER_COLUMNS)
    .single();
  if (!answer.error) return answer.data as Order;
  const error = toDataError(answer.error, answer.status);
  // The order of this form is in already: its answer was lost on the way.
  const earlier = error.sqlState === '23505' ? await fetchOrder(id) : null;
  if (earlier) return earlier;
  throw error.code === 'conflict' ? new DataError('server', error.message, error.sqlState) : error;
}

/** Takes in an order and gives its number (ORD-03). Can be sent again after a lost connection without doubling. */
export function useCreateOrderMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: createOrder,
    onSuccess: async (order) => {
      client.setQueryData(orderKeys.detail(order.id), order);
      void sendPendingMessages(order.id);
      await Promise.all([
        client.invalidateQueries({ queryKey: orderKeys.lists() }),
        client.invalidateQueries({ queryKey: orderKeys.customers() }),
      ]);
    },
  });
}
