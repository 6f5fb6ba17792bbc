import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormSubscribe } from 'react-hook-form';
import type { NewOrder } from '@taller/shared/orders/create-order.ts';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { getSession } from '@taller/shared/runtime';
import { EMPTY_ORDER_FORM } from './order-form-values.ts';
import {
  forgetLeftOrder,
  forgetOpenOrder,
  keepOpenOrder,
  leaveOrder,
  readOpenOrder,
  type OrderDraft,
} from './order-draft.ts';

/**
 * What a new order starts from: the form as it was before a reload or an expired session, else an empty one with an id
 * of its own.
 */
export function useFirstDraft(): { first: OrderDraft; restored: boolean } {
  const [start] = useState(() => {
    const kept = readOpenOrder();
    return {
      first: kept ?? { id: crypto.randomUUID(), values: EMPTY_ORDER_FORM, unanswered: [] },
      restored: kept !== null,
    };
  });
  return start;
}

/**
 * Keeps a new order while it is typed. Closing the form leaves it for the next one to offer; saving it or starting
 * again forgets it.
 */
export function useOrderDraft(first: OrderDraft, subscribe: UseFormSubscribe<OrderFormInput>) {
  const draft = useRef(first);
  const isTyped = useRef(first.unanswered.length > 0);
  const change = (part: Partial<OrderDraft>) => {
    draft.current = { ...draft.current, ...part };
    keepOpenOrder(draft.current);
  };
  const handleValues = useEffectEvent((values: OrderFormInput) => {
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
      // A session that ran out takes the form away by itself: it comes back as it was.
      if (getSession().status === 'signed-out') return;
      forgetOpenOrder();
      if (isTyped.current) leaveOrder(draft.current);
    },
    [],
  );
  return {
    /**
     * The form is being sent: until an answer comes nobody knows whether the order is in. Gives what `createOrder`
     * needs to find out.
     */
    send: (form: OrderForm): NewOrder => {
      const { id, unanswered } = draft.current;
      change({ unanswered: [...unanswered, form] });
      // Under an id of its own, another order having the first one, only this form was sent.
      return { id, form, unanswered, onNewId: (ownId) => change({ id: ownId, unanswered: [form] }) };
    },
    /** Saved, or given up on purpose. */
    forget: () => {
      isTyped.current = false;
      forgetOpenOrder();
    },
    /** Goes on with an order that was left, and leaves what was typed instead of it. */
    adopt: (left: OrderDraft) => {
      if (isTyped.current) leaveOrder(draft.current);
      isTyped.current = true;
      change(left);
      forgetLeftOrder(left.id);
    },
  };
}
