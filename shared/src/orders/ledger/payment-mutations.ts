import { supabase } from '@taller/shared/runtime';
import { useQueryClient } from '@taller/shared/query';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '#src/orders/keys.ts';
import type { NewDocument } from '../tax/tax-mutations.ts';
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
  document?: NewDocument | undefined;
  till: string;
}

/** Records what was received for orders (PAY-01). The request's id is the payment's. */
export function useTakePaymentMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'pago.recibir',
    mutationFn: async ({ orders, method, reference, till, document }: Taken, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('take_payment', {
          p_id: id,
          p_orders: orders.map((order) => ({ ...order })),
          p_method: method,
          p_reference: reference,
          ...(document && { p_document: document }),
          p_till: till,
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
  document?: NewDocument | undefined;
  till: string;
}

/**
 * Records what was given back to the customer of an order (PAY-03). False: there is not so much cash in the drawer, and
 * the attempt is kept (PAY-31).
 */
export function useGiveBackMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'pago.devolver',
    mutationFn: async ({ orderId, amount, method, reference, reason, till, document }: GivenBack, { id }) => {
      const database = await supabase();
      return unwrap(
        await database.rpc('give_back', {
          p_id: id,
          p_order_id: orderId,
          p_amount: amount,
          p_method: method,
          p_reason: reason,
          p_reference: reference,
          ...(document && { p_document: document }),
          p_till: till,
        }),
      );
    },
    onSettled,
  });
}

interface Correction {
  paymentId: string;
  reason: string;
  till: string;
}

/** Adds the counter-entry of a payment, in all of its orders (PAY-03). False as of {@link useGiveBackMutation}. */
export function useCorrectPaymentMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'pago.corregir',
    mutationFn: async ({ paymentId, reason, till }: Correction, { id }) => {
      const database = await supabase();
      return unwrap(
        await database.rpc('correct_payment', {
          p_id: id,
          p_payment_id: paymentId,
          p_reason: reason,
          p_till: till,
        }),
      );
    },
    onSettled,
  });
}
