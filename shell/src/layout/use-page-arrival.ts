import { useEffect, useRef } from 'react';
import { shop } from '@taller/shared/config/shop.ts';
import { NavigationType, useLocation, useNavigationType } from '@taller/shared/runtime';
import type { Screen } from '@taller/shared/contract/screen.ts';

/**
 * What a browser does on an ordinary page load and a single page must do by itself (SHELL-11): the title, and on every later navigation the focus at the
 * content (so that a screen reader starts there) and the scroll position at its top, or at the fragment.
 */
export function usePageArrival(route: Screen | null): void {
  const { pathname, hash } = useLocation();
  const navigationType = useNavigationType();
  const arrived = useRef<{ pathname: string; modal: boolean } | null>(null);
  const title = route?.title;
  const modal = route?.modal ?? false;

  useEffect(() => {
    if (title) document.title = `${title} · ${shop.name}`;
  }, [title]);

  useEffect(() => {
    const before = arrived.current;
    arrived.current = { pathname, modal };
    if (hash) {
      document.querySelector(`#${CSS.escape(decodeURIComponent(hash.slice(1)))}`)?.scrollIntoView();
      return;
    }
    // A dialog has its own focus, and the page behind it stays where it was.
    if (!before || before.pathname === pathname || before.modal || modal) return;
    document.querySelector<HTMLElement>('#contenido')?.focus({ preventScroll: true });
    if (navigationType !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname, hash, modal, navigationType]);
}
