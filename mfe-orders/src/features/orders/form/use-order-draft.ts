import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormSubscribe } from 'react-hook-form';
import type { Visit } from '@taller/shared/appointments/appointment-queries.ts';
import type { NewOrder } from '@taller/shared/orders/create-order-mutation.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { sendWaiting } from '@taller/shared/orders/photos/photo-sender.ts';
import { forgetHeld, moveHeld, releaseHeld } from '@taller/shared/orders/photos/waiting-photos.ts';
import { getSession } from '@taller/shared/runtime';
import { firstValues, visitValues } from './order-form-values.ts';
import {
  deleteUnfinishedOrder,
  deleteOpenOrder,
  saveOpenOrder,
  leaveOrder,
  readOpenOrder,
  type OrderDraft,
} from './order-draft.ts';

/**
 * Initial values of a new order: the draft after a reload or an expired session, else an empty form with a new id.
 * @param before the order whose customer the form begins with.
 * @param isSameVisit whether it is of the same visit as that order.
 * @param visit the appointment that it is for.
 */
export function useFirstDraft(
  before: Order | null,
  isSameVisit: boolean,
  visit: Visit | null,
): { first: OrderDraft; restored: boolean } {
  const [start] = useState(() => {
    const kept = readOpenOrder();
    return {
      first: kept ?? {
        id: crypto.randomUUID(),
        values: visit && !before ? visitValues(visit) : firstValues(before, isSameVisit),
        unanswered: [],
      },
      restored: kept !== null,
    };
  });
  return start;
}

/**
 * Stores a new order while it is being typed. Closing the form keeps the draft to be offered later; saving it or
 * starting again deletes it.
 * @param restored whether the form begins with what was typed before a reload.
 */
export function useOrderDraft(
  first: OrderDraft,
  restored: boolean,
  subscribe: UseFormSubscribe<OrderFormInput>,
) {
  const draft = useRef(first);
  const isTyped = useRef(restored);
  const isForgotten = useRef(false);
  const [id, setId] = useState(first.id);
  const [hasPhotos, setHasPhotos] = useState(first.hasPhotos === true);
  const change = (part: Partial<OrderDraft>) => {
    draft.current = { ...draft.current, ...part };
    setId(draft.current.id);
    setHasPhotos(draft.current.hasPhotos === true);
    saveOpenOrder(draft.current);
  };
  const handleValues = useEffectEvent((values: OrderFormInput) => {
    // Late values would open the next form with the order that was just saved.
    if (isForgotten.current) return;
    isTyped.current = true;
    change({ values });
  });
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          if (name !== undefined) handleValues(values);
        },
      }),
    [subscribe],
  );
  useEffect(
    () => () => {
      // An expired session unmounts the form: it is restored unchanged.
      if (getSession().status === 'signed-out') return;
      deleteOpenOrder();
      if (isTyped.current) leaveOrder(draft.current);
    },
    [],
  );
  /** Saved, or discarded on purpose. */
  const end = () => {
    isForgotten.current = true;
    isTyped.current = false;
    deleteOpenOrder();
  };
  return {
    /** Photos that are chosen wait under the id that the order will have. */
    photos: {
      orderId: id,
      onChange: (has: boolean) => {
        if (isForgotten.current || has === (draft.current.hasPhotos === true)) return;
        isTyped.current = true;
        change({ hasPhotos: has });
      },
    },
    hasPhotos,
    /**
     * The form is being sent: without a response it is unknown whether the order was created. Returns what
     * `createOrder` needs to find out.
     */
    send: (form: OrderForm): NewOrder => {
      const { id: sentId, unanswered } = draft.current;
      change({ unanswered: [...unanswered, form] });
      const onNewId = (ownId: string) => {
        void moveHeld(draft.current.id, ownId);
        // Another order has the first id: only this form was sent with its own.
        change({ id: ownId, unanswered: [form] });
      };
      return { id: sentId, form, unanswered, onNewId };
    },
    /** The order is created, and its photos are sent. */
    finish: (orderId: string) => {
      end();
      if (draft.current.hasPhotos) void releaseHeld(orderId).then(sendWaiting);
    },
    /** Discards what was typed, and the photos. */
    discard: () => {
      end();
      void forgetHeld(draft.current.id);
    },
    /** Resumes a draft, and stores the current input as another one. */
    adopt: (left: OrderDraft) => {
      if (isTyped.current) leaveOrder(draft.current);
      isTyped.current = true;
      change({ hasPhotos: false, ...left });
      deleteUnfinishedOrder(left.id);
    },
  };
}
