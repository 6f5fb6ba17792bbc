import { useEffect, useSyncExternalStore } from 'react';
import { orderChangeFailure } from '@taller/shared/orders/failure-text.ts';
import type { Moment } from '@taller/shared/orders/photos/photo-queries.ts';
import { getSending, onSending, sendWaiting } from '@taller/shared/orders/photos/photo-sender.ts';
import { shrinkPhoto } from '@taller/shared/orders/photos/shrink-photo.ts';
import { keepWaiting, releaseHeld } from '@taller/shared/orders/photos/waiting-photos.ts';
import { toast, useSession } from '@taller/shared/runtime';
import { sendingTexts as texts } from './texts.ts';

/** The most photos of an order, as add_photo has it. */
const MOST = 12;

/**
 * The photos of an order that wait on this device, and choosing more. What was left here goes on (REC-53).
 * @param isCreated whether the order is there; else its photos are held until it is (REC-38).
 */
export function usePhotoSending(orderId: string, isCreated = true) {
  const { waiting, trouble } = useSyncExternalStore(onSending, getSending);
  const owner = useSession().user?.id ?? '';
  useEffect(() => {
    if (owner) void sendWaiting();
  }, [owner]);
  const own = waiting.filter((photo) => photo.orderId === orderId);
  // Created by a request whose answer was lost.
  const isLeftHeld = isCreated && own.some(({ isHeld }) => isHeld);
  useEffect(() => {
    if (isLeftHeld) void releaseHeld(orderId).then(sendWaiting);
  }, [isLeftHeld, orderId]);
  const choose = async (moment: Moment, files: readonly File[]): Promise<void> => {
    for (const [index, file] of files.entries()) {
      if (!isCreated && own.length + index >= MOST) {
        toast.error(texts.tooMany(MOST));
        return;
      }
      try {
        const made = await shrinkPhoto(file);
        const facts = { id: crypto.randomUUID(), orderId, moment, owner };
        const held = isCreated ? {} : { isHeld: true as const };
        await keepWaiting({ ...facts, chosenAt: Date.now(), fileName: file.name, ...made, ...held });
        void sendWaiting();
      } catch (error) {
        toast.error(texts.sendFailed(file.name, orderChangeFailure(error)));
      }
    }
  };
  const left = own.length > 0 ? texts.left(own.length) : '';
  return {
    waiting: own,
    status: own.length > 0 && trouble !== null ? texts.trouble[trouble](left) : left,
    choose,
  };
}
