import { useEffect, useEffectEvent, useRef } from 'react';
import { getSession, useLocation } from '@taller/shared/runtime';

/** The address parameters of the desk as the person last saw it. A search may name a customer: nobody else gets it. */
let left = { owner: '', search: '' };

/** How the form of an order goes back to the desk: with its search and filters, and to the order. */
export function returnToDesk(orderId: string): { search: string; state: { focusOrder: string } } {
  const mine = left.owner === getSession().user?.id;
  return { search: mine ? left.search : '', state: { focusOrder: orderId } };
}

/** Remembers the desk for {@link returnToDesk} while it is on screen by itself. */
export function useDeskRemembered(params: URLSearchParams, isShown: boolean): void {
  useEffect(() => {
    if (isShown) left = { owner: getSession().user?.id ?? '', search: params.toString() };
  }, [params, isShown]);
}

/** Moves the focus to the order that the person comes back from, once the list is there. */
export function useFocusOnReturn(isLoaded: boolean, focusOrder: (id: string) => void): void {
  const state: unknown = useLocation().state;
  const id = typeof state === 'object' && state && 'focusOrder' in state ? String(state.focusOrder) : null;
  const done = useRef<string | null>(null);
  const focus = useEffectEvent(focusOrder);
  useEffect(() => {
    if (!isLoaded || id === null || done.current === id) return;
    done.current = id;
    focus(id);
  }, [isLoaded, id]);
}
