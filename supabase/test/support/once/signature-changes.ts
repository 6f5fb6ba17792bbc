import {
  useAskSignatureMutation,
  useSignByLinkMutation,
  useSignOrderMutation,
} from '@taller/shared/orders/signatures/signature-mutations.ts';
import { useReadPaperMutation } from '@taller/shared/orders/records/read-paper-mutation.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { makeOrder } from '../orders.ts';
import { paperCode } from '../papers.ts';
import { linkFor, shownBy, sign, signingOf, STROKES } from '../signatures.ts';
import type { Change } from './change.ts';

/** Signatures of orders. */
export const SIGNATURE_CHANGES: Readonly<Record<string, Change>> = {
  useSignOrderMutation: {
    begin: async (stage) => {
      const person = await stage.signIn('receptionist');
      const { id } = await makeOrder(stage.shop);
      const { digest } = await signingOf(person, id);
      const { mutateAsync } = callHook(useSignOrderMutation);
      return () =>
        mutateAsync({
          orderId: id,
          moment: 'reception',
          others: [],
          digest,
          name: 'Rosa Soto',
          strokes: STROKES,
        });
    },
  },
  useAskSignatureMutation: {
    begin: async (stage) => {
      await stage.signIn('receptionist');
      const { id } = await makeOrder(stage.shop);
      const { mutateAsync } = callHook(useAskSignatureMutation);
      return () => mutateAsync({ orderId: id, moment: 'reception', others: [] });
    },
  },
  useSignByLinkMutation: {
    begin: async (stage) => {
      const person = await stage.signIn('receptionist');
      const { id } = await makeOrder(stage.shop);
      const token = await linkFor(person, id);
      const { digest } = await shownBy(stage.shop, token);
      const { mutateAsync } = callHook(() => useSignByLinkMutation(token));
      return () => mutateAsync({ digest, name: 'Rosa Soto', strokes: STROKES });
    },
  },
  useReadPaperMutation: {
    begin: async (stage) => {
      const person = await stage.signIn('receptionist');
      const { id } = await makeOrder(stage.shop, { customer_phone: '+56 9 8111 2233' });
      await sign(person, id);
      const code = await paperCode(person, id);
      const { mutateAsync } = callHook(() => useReadPaperMutation(code));
      return () => mutateAsync('2233');
    },
    reads: true,
    counts: { 'private.paper_attempts': 'each guess whose answer was lost counts, five an hour' },
  },
};
