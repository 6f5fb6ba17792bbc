import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, readFacts, useLocation, useNavigationType } from '@taller/shared/runtime';
import type { Screen } from '@taller/shared/contract/screen.ts';

/** A dialog of shared/src/ui that is open and not closing. */
const OPEN_DIALOG = '[data-open]:is([role="dialog"], [role="alertdialog"])';

/**
 * Restores what a browser does on page loads (SHELL-11): sets the title, and on every later navigation moves the focus
 * to the content (where a screen reader starts) and scrolls to the top, or to the fragment.
 */
export function usePageArrival(route: Screen | null): void {
  const { pathname, hash } = useLocation();
  const navigationType = useNavigationType();
  const arrived = useRef<{ pathname: string; modal: boolean } | null>(null);
  const title = route?.title;
  const modal = route?.modal ?? false;

  // Before the effects of the screen, which may have a title that names more (use-page-title.ts).
  useLayoutEffect(() => {
    if (title) document.title = `${title} · ${readFacts().shop.name}`;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- The screen left may have had a title of its own.
  }, [title, pathname]);

  useEffect(() => {
    const before = arrived.current;
    arrived.current = { pathname, modal };
    if (hash) {
      document.querySelector(`#${CSS.escape(decodeURIComponent(hash.slice(1)))}`)?.scrollIntoView();
      return;
    }
    // A dialog manages its own focus, and the page behind it keeps its scroll position.
    if (!before || before.pathname === pathname || before.modal || modal) return;
    // A dialog that was opened while the step waited for the site's answer: somebody is typing there.
    if (!document.activeElement?.closest(OPEN_DIALOG))
      document.querySelector<HTMLElement>('#contenido')?.focus({ preventScroll: true });
    if (navigationType !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname, hash, modal, navigationType]);
}
