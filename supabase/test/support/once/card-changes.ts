import {
  useRemoveContactMutation,
  useSaveCardMutation,
  useSaveContactMutation,
} from '@taller/shared/orders/customers/card-mutations.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import type { Change, Stage } from './change.ts';
import { openOrder } from './order-changes.ts';

const customerOf = async (stage: Stage) => (await openOrder(stage, 'receptionist')).id;

/** Mutations of customers' cards. */
export const CARD_CHANGES: Readonly<Record<string, Change>> = {
  useSaveCardMutation: {
    begin: async (stage) => {
      const customer = await customerOf(stage);
      await stage.shop.sql`delete from private.customer_cards where rut <> ''`;
      const { mutateAsync } = callHook(useSaveCardMutation);
      const card = { isCompany: true, businessName: 'Aceros SpA', businessActivity: 'Aceros', notes: '' };
      return () => mutateAsync({ ...card, customer, seen: 0 });
    },
  },
  useSaveContactMutation: {
    begin: async (stage) => {
      const customer = await customerOf(stage);
      const { mutateAsync } = callHook(useSaveContactMutation);
      const contact = { name: 'Rosa', phone: '+56 9 8444 1122', email: 'rosa@aceros.test', role: 'Compras' };
      return () => mutateAsync({ ...contact, customer });
    },
  },
  useRemoveContactMutation: {
    begin: async (stage) => {
      const customer = await customerOf(stage);
      const [order] = await stage.shop
        .sql`select customer_rut as rut from public.service_orders where id = ${customer}`;
      const rut = String(order?.rut);
      await stage.shop.sql`insert into private.customer_cards (rut) values (${rut}) on conflict do nothing`;
      const [contact] = await stage.shop
        .sql`insert into public.customer_contacts (rut, name) values (${rut}, 'Rosa') returning id`;
      const { mutateAsync } = callHook(useRemoveContactMutation);
      return () => mutateAsync(String(contact?.id));
    },
  },
};
