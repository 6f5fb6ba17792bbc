import { useEffect, useState } from 'react';
import { useNavigate } from '@taller/shared/runtime';

/** The used part of a `navigate` event of the Navigation API. */
interface TraversalEvent extends Event {
  readonly navigationType: string;
  readonly destination: { readonly key: string };
}

/** The Navigation API, if supported; without it Back does not ask and only the draft protects the input. */
interface NavigationApi extends EventTarget {
  traverseTo: (key: string) => unknown;
}

const navigationApi = (): NavigationApi | undefined =>
  (globalThis as { navigation?: NavigationApi }).navigation;

/** The user confirmed leaving one form: the following navigation back does not ask for other forms on the page. */
let leaving = false;
const answered = new WeakSet<Event>();

/** The URL of a plain click on an internal link, or null. */
function leavesTo(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || (link.target && link.target !== '_self') || link.origin !== location.origin) return null;
  const { pathname, search, hash } = link;
  // A same-page navigation does not leave the form.
  return pathname === location.pathname && search === location.search ? null : pathname + search + hash;
}

/**
 * Asks before a page with unsaved input is left: links and the browser's Back are blocked until the user confirms.
 * Programmatic navigation, as after a save, is not.
 *
 *
 * @returns `leave` continues the blocked navigation, null if there is none; `stay` cancels it.
 */
export function useLeaveQuestion(active: boolean): { leave: (() => void) | null; stay: () => void } {
  const navigate = useNavigate();
  const [held, setHeld] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!active) return undefined;
    leaving = false;
    const handleClick = (event: MouseEvent) => {
      const to = leavesTo(event);
      if (to === null) return;
      event.preventDefault();
      // One confirmation, however many forms on the page have unsaved input.
      event.stopImmediatePropagation();
      setHeld(() => () => void navigate(to));
    };
    const handleTraversal = (event: Event) => {
      const { navigationType, cancelable, destination } = event as TraversalEvent;
      if (navigationType !== 'traverse' || !cancelable) return;
      if (leaving) answered.add(event);
      leaving = false;
      if (answered.has(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setHeld(() => () => {
        leaving = true;
        navigationApi()?.traverseTo(destination.key);
      });
    };
    document.addEventListener('click', handleClick, true);
    navigationApi()?.addEventListener('navigate', handleTraversal);
    return () => {
      document.removeEventListener('click', handleClick, true);
      navigationApi()?.removeEventListener('navigate', handleTraversal);
    };
  }, [active, navigate]);
  return { leave: held, stay: () => setHeld(null) };
}
