import { useSaveChecklistMutation } from '@taller/shared/orders/checklists/save-checklist-mutation.ts';
import { useMoveDevicesMutation } from '@taller/shared/orders/places/move-devices-mutation.ts';
import { useNoteLookupMutation } from '@taller/shared/orders/passport/note-lookup-mutation.ts';
import { useSetPromiseMutation } from '@taller/shared/orders/promises/promise-mutations.ts';
import { useCorrectWarrantyMutation } from '@taller/shared/orders/warranty/correct-warranty-mutation.ts';
import { useEndWaitMutation, useSetWaitMutation } from '@taller/shared/orders/waits/wait-mutations.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { makeOrder } from '../orders.ts';
import { openWaitOf, setWait } from '../waits.ts';
import type { Change } from './change.ts';
import { openOrder } from './order-changes.ts';

/** Mutations of an order's wait, promise and warranty, of where its device is and of what of it works. */
export const WAIT_CHANGES: Readonly<Record<string, Change>> = {
  useMoveDevicesMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage, 'technician');
      const { mutateAsync } = callHook(useMoveDevicesMutation);
      return () => mutateAsync({ orders: [order.id], place: 'Recepción' });
    },
  },
  useSaveChecklistMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage, 'technician');
      const { mutateAsync } = callHook(useSaveChecklistMutation);
      const points = [{ label: 'Pantalla', result: 'fails' as const }];
      const accessories = [{ id: crypto.randomUUID(), label: 'Funda' }];
      const list = { moment: 'reception', equipmentType: 'smartphone', known: null } as const;
      return () => mutateAsync({ ...list, orderId: order.id, points, accessories });
    },
  },
  useNoteLookupMutation: {
    begin: async (stage) => {
      await stage.signIn('technician');
      const imei = '356938035643809';
      await makeOrder(stage.shop, { imei });
      const { mutateAsync } = callHook(useNoteLookupMutation);
      return () => mutateAsync({ imei, answer: 'clear', note: 'Sin observaciones' });
    },
  },
  useSetPromiseMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage, 'technician');
      const { mutateAsync } = callHook(useSetPromiseMutation);
      const input = { promisedAt: '2030-01-02T20:00:00Z', reason: '', known: null, tell: true };
      return () => mutateAsync({ ...input, orderId: order.id });
    },
  },
  useCorrectWarrantyMutation: {
    begin: async (stage) => {
      await stage.signIn('admin');
      const order = await makeOrder(stage.shop, { status: 'delivered', warranty_days: 30 });
      const { mutateAsync } = callHook(useCorrectWarrantyMutation);
      const input = { version: 1, days: 60, partsDays: null, reason: 'Se equivocó' };
      return () => mutateAsync({ ...input, orderId: order.id });
    },
  },
  useSetWaitMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage, 'technician');
      const { mutateAsync } = callHook(useSetWaitMutation);
      const input = { reason: 'part', expectedOn: '', screenOrderId: '', note: 'Pantalla A15', tell: true };
      return () => mutateAsync({ ...input, orderId: order.id, seen: undefined });
    },
  },
  useEndWaitMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage, 'technician');
      await setWait(stage.shop.people.technician, order.id);
      const { id } = await openWaitOf(stage.shop, order.id);
      const { mutateAsync } = callHook(useEndWaitMutation);
      return () => mutateAsync({ waitId: id });
    },
  },
};
