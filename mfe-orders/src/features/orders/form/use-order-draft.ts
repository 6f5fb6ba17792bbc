import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormSubscribe } from 'react-hook-form';
import type { Visit } from '@taller/shared/appointments/appointment-queries.ts';
import type { NewOrder } from '@taller/shared/orders/create-order-mutation.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
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
 */
export function useOrderDraft(first: OrderDraft, subscribe: UseFormSubscribe<OrderFormInput>) {
  const draft = useRef(first);
  const isTyped = useRef(first.unanswered.length > 0);
  const isForgotten = useRef(false);
  const change = (part: Partial<OrderDraft>) => {
    draft.current = { ...draft.current, ...part };
    saveOpenOrder(draft.current);
  };
  const handleValues = useEffectEvent((values: OrderFormInput) => {
    // What comes late would open the next form with the order that was just saved.
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
  return {
    /**
     * The form is being sent: without a response it is unknown whether the order was created. Returns what
     * `createOrder` needs to find out.
     */
    send: (form: OrderForm): NewOrder => {
      const { id, unanswered } = draft.current;
      change({ unanswered: [...unanswered, form] });
      // After its id was replaced, because another order has the first one, only this form was sent.
      return { id, form, unanswered, onNewId: (ownId) => change({ id: ownId, unanswered: [form] }) };
    },
    /** Saved, or discarded on purpose. */
    forget: () => {
      isForgotten.current = true;
      isTyped.current = false;
      deleteOpenOrder();
    },
    /** Resumes a draft, and stores the current input as another one. */
    adopt: (left: OrderDraft) => {
      if (isTyped.current) leaveOrder(draft.current);
      isTyped.current = true;
      change(left);
      deleteUnfinishedOrder(left.id);
    },
  };
}
