import { useRefuseRemindersMutation } from '@taller/shared/messages/refuse-reminders-mutation.ts';
import {
  useAnonymizeMutation,
  useAnswerErasureMutation,
  useChangeErasureMutation,
  useExportOwnDataMutation,
} from '@taller/shared/privacy/privacy-mutations.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { makeOrder } from '../orders.ts';
import { newRut } from '../shop.ts';
import type { Change } from './change.ts';

/** Mutations of personal data. */
export const PRIVACY_CHANGES: Readonly<Record<string, Change>> = {
  useAnonymizeMutation: {
    begin: async (stage) => {
      const { id } = await stage.shop.addPerson('customer');
      await stage.signIn('admin');
      const { client } = stage.shop.people.admin;
      const preview = await client.rpc('preview_anonymization', { p_by: 'account', p_value: id });
      const { seen } = preview.data as { seen: string };
      const { mutateAsync } = callHook(useAnonymizeMutation);
      return () => mutateAsync({ by: 'account', value: id, seen });
    },
  },
  useAnswerErasureMutation: {
    begin: async ({ shop, signIn }) => {
      const { id } = await shop.addPerson('customer');
      const [request] =
        await shop.sql`insert into public.erasure_requests (customer_id) values (${id}) returning id`;
      await signIn('admin');
      const { mutateAsync } = callHook(useAnswerErasureMutation);
      return () => mutateAsync({ id: String(request?.id), answer: 'Falta pagar una orden.', extend: true });
    },
  },
  useChangeErasureMutation: {
    begin: async ({ shop, browser }) => {
      await browser.signIn(await shop.addPerson('customer'));
      const { mutateAsync } = callHook(useChangeErasureMutation);
      return () => mutateAsync('request');
    },
  },
  useExportOwnDataMutation: {
    begin: async ({ shop, browser }) => {
      await browser.signIn(await shop.addPerson('customer'));
      const { mutateAsync } = callHook(useExportOwnDataMutation);
      return () => mutateAsync();
    },
    counts: { 'private.own_exports': 'each copy of the own data that is handed out is counted' },
  },
  useRefuseRemindersMutation: {
    begin: async ({ shop }) => {
      const order = await makeOrder(shop);
      const [row] = await shop.sql`
        insert into public.whatsapp_messages (order_id, event, occurrence, template, language, state, params, phone)
        values (${order.id}, 'pickup_reminder', 1, 'pickup_reminder', 'es_CL', 'sent', '{}',
          ${`569${newRut().slice(0, 8)}`})
        returning private.refusal_link(order_id) as link`;
      const { mutateAsync } = callHook(useRefuseRemindersMutation);
      return () => mutateAsync(String(row?.link));
    },
  },
};
