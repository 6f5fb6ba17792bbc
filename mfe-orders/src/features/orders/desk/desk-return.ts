import { useEffect, useEffectEvent, useRef } from 'react';
import { getSession, useLocation } from '@taller/shared/runtime';
import { APPOINTMENT_PARAMETER, NEW_PARAMETER } from '#src/components/new-parameter.ts';

/** The desk's query parameters as last seen. Stored per user, since a search may contain a customer's name. */
let left = { owner: '', search: '' };

/** The link from an order back to the desk: to its search and filters, and to the order's row. */
export function returnToDesk(orderId: string): { search: string; state: { focusOrder: string } } {
  const mine = left.owner === getSession().user?.id;
  return { search: mine ? left.search : '', state: { focusOrder: orderId } };
}

/** Stores the desk's state for {@link returnToDesk} while no dialog of another screen is shown over it. */
export function useDeskRemembered(params: URLSearchParams, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const search = new URLSearchParams(params);
    // The form of a new order, from which 'Ver orden' leads away, is done.
    search.delete(NEW_PARAMETER);
    search.delete(APPOINTMENT_PARAMETER);
    left = { owner: getSession().user?.id ?? '', search: search.toString() };
  }, [params, isShown]);
}

/** Focuses the order that the user returns from, once the list is loaded. */
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
