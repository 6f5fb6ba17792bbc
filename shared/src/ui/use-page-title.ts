import { useEffect } from 'react';
import { readFacts, useLocation } from '@taller/shared/runtime';

/**
 * Hook: the document's title names the order or customer that a screen shows, once it is known; null before. The shell
 * has set the screen's general title by then (use-page-arrival.ts).
 */
export function usePageTitle(title: string | null): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${readFacts().shop.name}`;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- A dialog over the screen has a title of its own.
  }, [title, pathname]);
}
