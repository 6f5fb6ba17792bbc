import { useEffect, useState } from 'react';
import { useNavigate } from '@taller/shared/runtime';
import { navigationApi, watchTraversal } from '#src/ui/navigation-api.ts';

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
    const stop = watchTraversal((event, { key }) => {
      // Back closes the form's dialog, which asks itself.
      if (event.defaultPrevented) return;
      if (leaving) answered.add(event);
      leaving = false;
      if (answered.has(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setHeld(() => () => {
        leaving = true;
        navigationApi()?.traverseTo(key);
      });
    });
    document.addEventListener('click', handleClick, true);
    return () => {
      document.removeEventListener('click', handleClick, true);
      stop();
    };
  }, [active, navigate]);
  return { leave: held, stay: () => setHeld(null) };
}
