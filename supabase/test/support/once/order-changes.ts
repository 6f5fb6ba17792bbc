import { importRow, orderForm } from '@taller/shared/testing/sample-order.ts';
import { randomUUID } from 'node:crypto';
import { beginImport, importBatch } from '@taller/shared/orders/import-orders.ts';
import { printTerms } from '@taller/shared/orders/print-queries.ts';
import {
  useDiscardMessageMutation,
  useRetryMessageMutation,
  useSendNowMutation,
} from '@taller/shared/orders/messages/message-mutations.ts';
import { useSetRemindersMutation } from '@taller/shared/messages/set-reminders-mutation.ts';
import { useNoteAttemptMutation } from '@taller/shared/orders/unclaimed/note-attempt-mutation.ts';
import { useAnswerReplyMutation } from '@taller/shared/messages/answer-reply-mutation.ts';
import { useMarkReadMutation } from '@taller/shared/notifications/mark-read-mutation.ts';
import {
  useChangeOrderMutation,
  useCloseOldOrdersMutation,
  useCorrectPhoneMutation,
  useDeleteOrderMutation,
  useDeviceCodeMutation,
  useEditOrderMutation,
  useInternalNotesMutation,
  useTakeBackOrderMutation,
} from '@taller/shared/orders/order-mutations.ts';
import { useChangeOrdersMutation, useChangeStatusMutation } from '@taller/shared/orders/status-mutations.ts';
import { useCreateOrderMutation } from '@taller/shared/orders/create-order-mutation.ts';
import {
  useDecideQuoteMutation,
  useRecordApprovalMutation,
  useSendQuoteLinkMutation,
  useResendQuoteMutation,
} from '@taller/shared/orders/quote/quote-mutations.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import type { QuoteLine } from '@taller/shared/orders/quote/quote-lines.ts';
import { makeOrder } from '../orders.ts';
import { shownQuote } from '../quotes.ts';
import { newRut } from '../shop.ts';
import type { Change, Stage } from './change.ts';

export const ORDER_FORM = orderForm();

/** An order and its editor. */
export async function openOrder(
  stage: Stage,
  role: 'receptionist' | 'admin' | 'technician' = 'receptionist',
  columns: Readonly<Record<string, number>> = {},
) {
  await stage.signIn(role);
  return makeOrder(stage.shop, { ...columns });
}

/** The order's message, which could not be sent. */
async function failedMessage(stage: Stage, orderId: string): Promise<string> {
  const [message] = await stage.shop.sql`
    update public.whatsapp_messages set state = 'failed', attempts = 1, failed_at = now(), error_code = '131000', error_message = 'x'
    where order_id = ${orderId} returning id`;
  return String(message?.id);
}

async function heldMessage(stage: Stage, orderId: string): Promise<string> {
  const [message] = await stage.shop.sql`
    update public.whatsapp_messages set not_before = now() + interval '1 hour' where order_id = ${orderId} returning id`;
  return String(message?.id);
}

/** Mutations of orders and related data. */
export const ORDER_CHANGES: Readonly<Record<string, Change>> = {
  useCreateOrderMutation: {
    begin: async (stage) => {
      await stage.signIn('receptionist');
      const { mutateAsync } = callHook(useCreateOrderMutation);
      const points = [{ label: 'Pantalla', result: 'works' as const }];
      const accessories = [{ id: randomUUID(), label: 'Funda' }];
      const list = { type: 'smartphone' as const, points, accessories };
      const form = { ...ORDER_FORM, condition: 'Con funda', reception_list: list };
      const order = { id: randomUUID(), form, unanswered: [], onNewId: () => {} };
      return () => mutateAsync(order);
    },
  },
  printTerms: {
    begin: async (stage) => {
      const order = await openOrder(stage);
      return () => printTerms(order.id);
    },
  },
  useEditOrderMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage);
      const { mutateAsync } = callHook(useEditOrderMutation);
      // Without a code: codes are stored on each submit, since the stored one cannot be read.
      return () => mutateAsync({ order, form: { ...ORDER_FORM, password_type: '', device_password: '' } });
    },
  },
  useChangeOrderMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage);
      const { mutateAsync } = callHook(useChangeOrderMutation);
      return () => mutateAsync({ order, patch: { notes: 'Llamar antes de las 18.', quote: 45_000 } });
    },
  },
  useChangeStatusMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage, 'technician');
      const { mutateAsync } = callHook(useChangeStatusMutation);
      return () => mutateAsync({ order, status: 'in_progress' });
    },
  },
  useChangeOrdersMutation: {
    begin: async (stage) => {
      const orders = [await openOrder(stage, 'technician'), await makeOrder(stage.shop)];
      const { mutateAsync } = callHook(useChangeOrdersMutation);
      return () => mutateAsync({ orders, change: { status: 'in_progress' } });
    },
  },
  useNoteAttemptMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage);
      await stage.shop.sql`
        update public.service_orders set status = 'completed', completed_at = now() where id = ${order.id}`;
      const { mutateAsync } = callHook(useNoteAttemptMutation);
      const attempt = { kind: 'call', note: 'No contesta', nextOn: '' } as const;
      return () => mutateAsync({ orderId: order.id, ...attempt });
    },
  },
  useSetRemindersMutation: {
    begin: async (stage) => {
      await stage.signIn('receptionist');
      // The customer is its own, and refuses for the first time.
      const rut = newRut();
      const order = await makeOrder(stage.shop, {
        customer_rut: rut,
        customer_phone: `+56 9 ${rut.slice(0, 8)}`,
      });
      const { mutateAsync } = callHook(() => useSetRemindersMutation(order.id));
      return () => mutateAsync(false);
    },
  },
  useInternalNotesMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage);
      const { mutateAsync } = callHook(useInternalNotesMutation);
      return () => mutateAsync({ orderId: order.id, text: 'Trae su propia pantalla.', version: 0 });
    },
  },
  useDeleteOrderMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage, 'admin');
      const { mutateAsync } = callHook(useDeleteOrderMutation);
      return () => mutateAsync(order.id);
    },
  },
  useTakeBackOrderMutation: {
    begin: async (stage) => {
      const { id: receptionist_id } = await stage.signIn('receptionist');
      const order = await makeOrder(stage.shop, { receptionist_id });
      await stage.shop.sql`delete from public.order_events where order_id = ${order.id}`;
      const { mutateAsync } = callHook(useTakeBackOrderMutation);
      return () => mutateAsync({ orderId: order.id, reason: 'Cliente equivocado' });
    },
  },
  useCloseOldOrdersMutation: {
    begin: async (stage) => {
      await stage.signIn('admin');
      await makeOrder(stage.shop, { import_key: randomUUID(), created_at: '2012-01-01T12:00:00Z' });
      const { mutateAsync } = callHook(useCloseOldOrdersMutation);
      return () => mutateAsync('2013-01-01');
    },
  },
  useCorrectPhoneMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage);
      const [stored] = await stage.shop.sql`
        update public.service_orders set customer_phone = '+56 9 8123 7655' where id = ${order.id}
        returning customer_rut`;
      await makeOrder(stage.shop, {
        customer_rut: String(stored?.customer_rut),
        customer_phone: '+56 9 8123 7654',
      });
      const { mutateAsync } = callHook(useCorrectPhoneMutation);
      return () => mutateAsync({ orderId: order.id, phone: '+56 9 8123 7654' });
    },
  },
  useDeviceCodeMutation: {
    begin: async (stage) => {
      await stage.signIn('receptionist');
      const id = randomUUID();
      await callHook(useCreateOrderMutation).mutateAsync({
        id,
        form: ORDER_FORM,
        unanswered: [],
        onNewId: () => {},
      });
      const { mutateAsync } = callHook(() => useDeviceCodeMutation(id));
      return () => mutateAsync('Revisar o reparar');
    },
    counts: {
      'public.order_events': 'each look at a code stands on the timeline, as the code was given each time',
    },
  },
  useDecideQuoteMutation: {
    begin: async (stage) => {
      await stage.signIn('customer');
      const { id } = await makeOrder(stage.shop);
      await stage.shop
        .sql`update public.service_orders set status = 'quoted', total_amount = 30000 where id = ${id}`;
      const { mutateAsync } = callHook(useDecideQuoteMutation);
      const { data } = await stage.shop.anon.rpc('get_quote', { p_order_id: id }).single();
      if (!data) throw new Error('The order has no quote');
      const quote = { version: data.version, lines: data.lines as unknown as QuoteLine[] };
      return () => mutateAsync({ orderId: id, decision: 'approved', quote });
    },
    afterwards: 'conflict',
  },
  useRecordApprovalMutation: {
    begin: async (stage) => {
      await stage.signIn('receptionist');
      const { id } = await makeOrder(stage.shop, { status: 'quoted', total_amount: 30_000 });
      const quote = await shownQuote(stage.shop, id);
      const { mutateAsync } = callHook(useRecordApprovalMutation);
      return () => mutateAsync({ orderId: id, channel: 'phone', saidBy: 'Marta Rojas', quote });
    },
  },
  useResendQuoteMutation: {
    begin: async (stage) => {
      await stage.signIn('technician');
      const { id } = await makeOrder(stage.shop, { status: 'quoted', total_amount: 30_000 });
      const { mutateAsync } = callHook(useResendQuoteMutation);
      return () => mutateAsync(id);
    },
  },
  useSendQuoteLinkMutation: {
    begin: async (stage) => {
      await stage.signIn('customer');
      const { id } = await makeOrder(stage.shop, { status: 'quoted', total_amount: 30_000 });
      const { mutateAsync } = callHook(useSendQuoteLinkMutation);
      return () => mutateAsync(id);
    },
  },
  useRetryMessageMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage);
      const message = await failedMessage(stage, order.id);
      const { mutateAsync } = callHook(useRetryMessageMutation);
      return () => mutateAsync(message);
    },
  },
  useSendNowMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage);
      const message = await heldMessage(stage, order.id);
      const { mutateAsync } = callHook(useSendNowMutation);
      return () => mutateAsync(message);
    },
  },
  useDiscardMessageMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage);
      const [message] = await stage.shop.sql`
        update public.whatsapp_messages set state = 'expired' where order_id = ${order.id} returning id`;
      const { mutateAsync } = callHook(useDiscardMessageMutation);
      return () => mutateAsync(String(message?.id));
    },
  },
  useAnswerReplyMutation: {
    begin: async (stage) => {
      await stage.signIn('technician');
      const [reply] = await stage.shop.sql`
        insert into public.whatsapp_replies (phone, body, provider_message_id, received_at)
        values ('56950001000', 'Hola', ${randomUUID()}, now()) returning id`;
      const { mutateAsync } = callHook(useAnswerReplyMutation);
      return () => mutateAsync({ id: String(reply?.id), answered: true });
    },
  },
  useMarkReadMutation: {
    begin: async (stage) => {
      await stage.signIn('technician');
      await stage.shop
        .sql`insert into public.notifications (type, message) values ('customer_reply', 'Hola')`;
      const { mutateAsync } = callHook(useMarkReadMutation);
      const now = new Date(Date.now() + 60_000).toISOString();
      return () => mutateAsync(now);
    },
  },
  beginImport: {
    begin: async (stage) => {
      await stage.signIn('admin');
      const file = { name: 'antiguo.csv', hash: randomUUID(), rowCount: 3 };
      return () => beginImport(file);
    },
  },
  importBatch: {
    begin: async (stage) => {
      await stage.signIn('admin');
      const batch = await beginImport({ name: 'antiguo.csv', hash: randomUUID(), rowCount: 1 });
      const row = importRow();
      return () => importBatch(batch, [row], new AbortController().signal);
    },
  },
};
