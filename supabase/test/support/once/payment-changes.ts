import {
  useCorrectPaymentMutation,
  useGiveBackMutation,
  useTakePaymentMutation,
} from '@taller/shared/orders/ledger/payment-mutations.ts';
import {
  useAddDocumentMutation,
  useAnnulDocumentMutation,
  useRetryDocumentMutation,
} from '@taller/shared/orders/tax/tax-mutations.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { paymentsOf } from '../payments.ts';
import { addDocument, documentsOf, paymentAt } from '../tax-documents.ts';
import type { Change } from './change.ts';
import { openOrder } from './order-changes.ts';

let lastFolio = 4520;
/** A folio of no other document: each change is tried several times. */
const newFolio = () => (lastFolio += 1);

/** Mutations of the ledger of payments. */
export const PAYMENT_CHANGES: Readonly<Record<string, Change>> = {
  useTakePaymentMutation: {
    begin: async (stage) => {
      const { id } = await openOrder(stage, 'receptionist');
      const { mutateAsync } = callHook(useTakePaymentMutation);
      return () =>
        mutateAsync({ orders: [{ id, amount: 5000 }], method: 'cash', reference: 'V-88', till: '' });
    },
  },
  useGiveBackMutation: {
    begin: async (stage) => {
      const { id } = await openOrder(stage, 'receptionist', { advance_payment: 10_000 });
      const { mutateAsync } = callHook(useGiveBackMutation);
      const input = {
        amount: 4000,
        method: 'transfer',
        reference: '',
        till: '',
        reason: 'Cobramos de más',
      } as const;
      return () => mutateAsync({ orderId: id, ...input });
    },
  },
  useCorrectPaymentMutation: {
    begin: async (stage) => {
      const { id } = await openOrder(stage, 'receptionist', { advance_payment: 10_000 });
      const [payment] = await paymentsOf(stage.shop.people.admin, id);
      const { mutateAsync } = callHook(useCorrectPaymentMutation);
      return () => mutateAsync({ paymentId: payment?.id ?? '', reason: 'Era de otra orden', till: '' });
    },
  },
  useAddDocumentMutation: {
    begin: async (stage) => {
      const { id } = await openOrder(stage, 'receptionist', { advance_payment: 10_000 });
      const paymentId = await paymentAt(stage.shop.people.admin, id, 0);
      const folio = newFolio();
      const { mutateAsync } = callHook(useAddDocumentMutation);
      return () => mutateAsync({ paymentId, document: { kind: 'boleta', folio } });
    },
  },
  useAnnulDocumentMutation: {
    begin: async (stage) => {
      const { admin } = stage.shop.people;
      const { id } = await openOrder(stage, 'receptionist', { advance_payment: 10_000 });
      await addDocument(admin, await paymentAt(admin, id, 0), { kind: 'boleta', folio: newFolio() });
      const [row] = await documentsOf(admin, id);
      const { mutateAsync } = callHook(useAnnulDocumentMutation);
      return () => mutateAsync({ documentId: row?.documents[0]?.id ?? '', reason: 'Era otro folio' });
    },
  },
  useRetryDocumentMutation: {
    begin: async (stage) => {
      const { people, sql } = stage.shop;
      await sql`update public.setting_sections set value = value || '{"electronicDocuments": true}'
        where section = 'desk'`;
      const { id } = await openOrder(stage, 'receptionist', { advance_payment: 10_000 });
      const document = { kind: 'boleta', electronic: true };
      await addDocument(people.admin, await paymentAt(people.admin, id, 0), document);
      const [row] = await documentsOf(people.admin, id);
      const documentId = row?.documents[0]?.id ?? '';
      await sql`update private.tax_documents set state = 'rejected' where id = ${documentId}`;
      const { mutateAsync } = callHook(useRetryDocumentMutation);
      return () => mutateAsync(documentId);
    },
  },
};
