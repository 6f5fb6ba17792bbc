import { supabase } from '@taller/shared/runtime';
import { useQueryClient } from '@taller/shared/query';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '#src/orders/keys.ts';
import type { PaymentMethod } from './payment-method.ts';

/** The order's columns, its row in the lists, its timeline: refused too, since the order has changed meanwhile. */
function useReadAgain() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: orderKeys.all });
}

interface Taken {
  orders: readonly { id: string; amount: number }[];
  method: PaymentMethod;
  reference: string;
}

/** Records what was received for orders (PAY-01). The request's id is the payment's. */
export function useTakePaymentMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'pago.recibir',
    mutationFn: async ({ orders, method, reference }: Taken, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('take_payment', {
          p_id: id,
          p_orders: orders.map((order) => ({ ...order })),
          p_method: method,
          p_reference: reference,
        }),
      );
    },
    onSettled,
  });
}

interface GivenBack {
  orderId: string;
  amount: number;
  method: PaymentMethod;
  reference: string;
  reason: string;
}

/** Records what was given back to the customer of an order (PAY-03). */
export function useGiveBackMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'pago.devolver',
    mutationFn: async ({ orderId, amount, method, reference, reason }: GivenBack, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('give_back', {
          p_id: id,
          p_order_id: orderId,
          p_amount: amount,
          p_method: method,
          p_reason: reason,
          p_reference: reference,
        }),
      );
    },
    onSettled,
  });
}

interface Correction {
  paymentId: string;
  reason: string;
}

/** Adds the counter-entry of a payment, in all of its orders (PAY-03). */
export function useCorrectPaymentMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'pago.corregir',
    mutationFn: async ({ paymentId, reason }: Correction, { id }) => {
      const database = await supabase();
      unwrap(await database.rpc('correct_payment', { p_id: id, p_payment_id: paymentId, p_reason: reason }));
    },
    onSettled,
  });
}
