import {
  useCorrectPaymentMutation,
  useGiveBackMutation,
  useTakePaymentMutation,
} from '@taller/shared/orders/ledger/payment-mutations.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { paymentsOf } from '../payments.ts';
import type { Change } from './change.ts';
import { openOrder } from './order-changes.ts';

/** Mutations of the ledger of payments. */
export const PAYMENT_CHANGES: Readonly<Record<string, Change>> = {
  useTakePaymentMutation: {
    begin: async (stage) => {
      const { id } = await openOrder(stage, 'receptionist');
      const { mutateAsync } = callHook(useTakePaymentMutation);
      return () => mutateAsync({ orders: [{ id, amount: 5000 }], method: 'cash', reference: 'V-88' });
    },
  },
  useGiveBackMutation: {
    begin: async (stage) => {
      const { id } = await openOrder(stage, 'receptionist', { advance_payment: 10_000 });
      const { mutateAsync } = callHook(useGiveBackMutation);
      const input = { amount: 4000, method: 'transfer', reference: '', reason: 'Cobramos de más' } as const;
      return () => mutateAsync({ orderId: id, ...input });
    },
  },
  useCorrectPaymentMutation: {
    begin: async (stage) => {
      const { id } = await openOrder(stage, 'receptionist', { advance_payment: 10_000 });
      const [payment] = await paymentsOf(stage.shop.people.admin, id);
      const { mutateAsync } = callHook(useCorrectPaymentMutation);
      return () => mutateAsync({ paymentId: payment?.id ?? '', reason: 'Era de otra orden' });
    },
  },
};
