import {
  useCloseDrawerMutation,
  useMoveDrawerCashMutation,
  useOpenDrawerMutation,
  useReopenDrawerMutation,
} from '@taller/shared/orders/drawers/drawer-mutations.ts';
import { NO_CASH } from '@taller/shared/orders/drawers/count.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { closeEven, openedDrawer } from '../drawers.ts';
import type { Change, Stage } from './change.ts';

const COUNT = { ...NO_CASH, 1000: 10 };

/** An open drawer of the receptionist, and no other one. */
async function onlyDrawer({ shop, signIn }: Stage): Promise<string> {
  await shop.sql`update public.setting_sections set value = value || '{"tills": ["Caja"]}' where section = 'desk'`;
  for (const { id } of await shop.sql`select id from private.drawers where closed_at is null`)
    await closeEven(shop, shop.people.admin, id as string);
  return openedDrawer(await signIn('receptionist'), { p_count: COUNT });
}

/** Mutations of the cash drawers. */
export const DRAWER_CHANGES: Readonly<Record<string, Change>> = {
  useOpenDrawerMutation: {
    begin: async (stage) => {
      await closeEven(stage.shop, stage.shop.people.admin, await onlyDrawer(stage));
      const { mutateAsync } = callHook(useOpenDrawerMutation);
      return () => mutateAsync({ till: 'Caja', count: COUNT });
    },
  },
  useMoveDrawerCashMutation: {
    begin: async (stage) => {
      const drawerId = await onlyDrawer(stage);
      const { mutateAsync } = callHook(useMoveDrawerCashMutation);
      return () => mutateAsync({ drawerId, kind: 'withdrawal', amount: 1000, reason: 'Compra de insumos' });
    },
  },
  useCloseDrawerMutation: {
    begin: async (stage) => {
      const drawerId = await onlyDrawer(stage);
      const { mutateAsync } = callHook(useCloseDrawerMutation);
      return () => mutateAsync({ drawerId, count: { ...NO_CASH, 1000: 9 }, reason: '', seen: null });
    },
  },
  useReopenDrawerMutation: {
    begin: async (stage) => {
      const drawerId = await onlyDrawer(stage);
      await closeEven(stage.shop, stage.shop.people.admin, drawerId);
      await stage.signIn('admin');
      const { mutateAsync } = callHook(useReopenDrawerMutation);
      return () => mutateAsync({ drawerId, reason: 'Faltó un pago' });
    },
  },
};
