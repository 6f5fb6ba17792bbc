import { useEffect, useState } from 'react';
import { useNavigate } from '@taller/shared/runtime';

/** The part of a `navigate` event of the Navigation API that is used here. */
interface TraversalEvent extends Event {
  readonly navigationType: string;
  readonly destination: { readonly key: string };
}

/** The Navigation API, where the browser has it; without it Back asks nothing and the draft alone protects. */
interface NavigationApi extends EventTarget {
  traverseTo: (key: string) => unknown;
}

const navigationApi = (): NavigationApi | undefined =>
  (globalThis as { navigation?: NavigationApi }).navigation;

/** The answer to one form was to leave: the step back that follows asks for no other form on the page either. */
let leaving = false;
const answered = new WeakSet<Event>();

/** The address of a plain press on a link within the site, or null. */
function leavesTo(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || (link.target && link.target !== '_self') || link.origin !== location.origin) return null;
  const { pathname, search, hash } = link;
  // A jump within the page leaves nothing.
  return pathname === location.pathname && search === location.search ? null : pathname + search + hash;
}

/**
 * Stops whoever is about to leave a page with something typed: a link and the browser's Back are held until the
 * question is answered. Navigation by the site's own code, as after a save, goes through.
 *
 * @returns `leave` does what was held, null when nothing is; `stay` drops it.
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
      // One question, however many forms on the page have something typed.
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
