import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { orderChangeFailure } from '@taller/shared/orders/failure-text.ts';
import type { Moment } from '@taller/shared/orders/photos/photo-queries.ts';
import { getSending, onSending, sendWaiting } from '@taller/shared/orders/photos/photo-sender.ts';
import { shrinkPhoto } from '@taller/shared/orders/photos/shrink-photo.ts';
import { keepWaiting, releaseHeld, waitingPhotosOf } from '@taller/shared/orders/photos/waiting-photos.ts';
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
  const [making, setMaking] = useState(0);
  const turn = useRef(Promise.resolve());
  const add = async (moment: Moment, file: File): Promise<void> => {
    try {
      const made = await shrinkPhoto(file);
      const facts = { id: crypto.randomUUID(), orderId, moment, owner };
      const held = isCreated ? {} : { isHeld: true as const };
      await keepWaiting({ ...facts, chosenAt: Date.now(), fileName: file.name, ...made, ...held });
      void sendWaiting();
    } catch (error) {
      toast.error(texts.sendFailed(file.name, orderChangeFailure(error)));
    }
  };
  /** Whether a new order takes no more photos; for a created one the server counts. */
  const isFull = async () =>
    !isCreated && (await waitingPhotosOf(owner)).filter((photo) => photo.orderId === orderId).length >= MOST;
  const addAll = async (moment: Moment, files: readonly File[]): Promise<void> => {
    let full = false;
    for (const file of files) {
      full ||= await isFull();
      if (!full) await add(moment, file);
      setMaking((before) => before - 1);
    }
    if (full) toast.error(texts.tooMany(MOST));
  };
  const choose = (moment: Moment, files: readonly File[]): void => {
    setMaking((before) => before + files.length);
    // One choice after the other, since each counts what the ones before it have added.
    turn.current = turn.current.then(() => addAll(moment, files));
  };
  const notKept = own.some(({ isInMemory }) => isInMemory) ? ` ${texts.notKept}` : '';
  const left = own.length > 0 ? texts.left(own.length) + notKept : '';
  return {
    waiting: own,
    notKept,
    /** The number of chosen photos that are still being made smaller. */
    making,
    status: own.length > 0 && trouble !== null ? texts.trouble[trouble](left) : left,
    choose,
  };
}
