import { randomUUID } from 'node:crypto';
import {
  useRemovePhotoMutation,
  useSendPhotosMutation,
} from '@taller/shared/orders/photos/photo-mutations.ts';
import { sendPhoto } from '@taller/shared/orders/photos/send-photo.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { makeOrder } from '../orders.ts';
import { jpeg, keptPhoto } from '../photos.ts';
import type { Change } from './change.ts';
import { openOrder } from './order-changes.ts';

const fileOf = (sides: { width: number; height: number }) =>
  new Blob([new Uint8Array(jpeg(sides))], { type: 'image/jpeg' });

/** Photos of orders. */
export const PHOTO_CHANGES: Readonly<Record<string, Change>> = {
  sendPhoto: {
    begin: async (stage) => {
      const order = await openOrder(stage, 'technician');
      const waiting = {
        id: randomUUID(),
        orderId: order.id,
        moment: 'repair' as const,
        owner: stage.shop.people.technician.id,
        chosenAt: 0,
        fileName: 'foto.jpg',
        photo: fileOf({ width: 800, height: 600 }),
        small: fileOf({ width: 320, height: 240 }),
      };
      return () => sendPhoto(waiting);
    },
  },
  useSendPhotosMutation: {
    begin: async (stage) => {
      await stage.signIn('technician');
      const order = await makeOrder(stage.shop);
      const photo = await keptPhoto(stage.shop, 'technician', order.id);
      const { mutateAsync } = callHook(useSendPhotosMutation);
      return () => mutateAsync({ orderId: order.id, photos: [photo] });
    },
  },
  useRemovePhotoMutation: {
    begin: async (stage) => {
      await stage.signIn('technician');
      const order = await makeOrder(stage.shop);
      const id = await keptPhoto(stage.shop, 'technician', order.id);
      const { mutateAsync } = callHook(useRemovePhotoMutation);
      return () => mutateAsync({ id, order_id: order.id });
    },
  },
};
